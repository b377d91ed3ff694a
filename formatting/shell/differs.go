package shell

import (
	"bytes"
	"errors"
	"fmt"
)

// Differs has nothing written from where the printer's text is another one than src: writing, which aligns comments, is the
// larger part of what printing costs.
func (l *language) Differs(path string, src []byte) (bool, error) {
	if l.keepLines {
		out, err := l.Format(path, src)
		return err == nil && !bytes.Equal(out, src), err
	}
	t := l.tools.Get().(*tools)
	defer l.tools.Put(t)
	file, err := l.parse(t.parser, path, src)
	if err != nil {
		return false, err
	}
	same := comparison{rest: src}
	err = l.print(t.printer, file, l.styleOf(src, file), &same)
	if err != nil && !errors.Is(err, errDiffers) {
		return false, fmt.Errorf("print %s: %w", path, err)
	}
	return err != nil || len(same.rest) > 0, nil
}

// A comparison takes a text that is the same as another one, and fails with errDiffers where it is not.
type comparison struct{ rest []byte }

func (c *comparison) Write(p []byte) (int, error) {
	rest, ok := bytes.CutPrefix(c.rest, p)
	if !ok {
		return 0, errDiffers
	}
	c.rest = rest
	return len(p), nil
}

var errDiffers = errors.New("another text")
