package pipeline

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// Canonical is the text of one file after all its fixes.
type Canonical struct {
	Text   []byte // the original text if nothing applies to it
	Result *Result

	before []byte
}

// Canonicalize returns the canonical text of a file with the given
// workspace-relative path and content. It is the text that Fix would leave if
// the workspace had no other file. Nothing is read or written. A file that does
// not parse keeps its text; the result reports it. The error is a
// checks.Crashes if a checker or formatter fails on the file.
func Canonicalize(ctx context.Context, path string, content []byte, opts Options) (*Canonical, error) {
	result, err := fixInMemory(ctx, oneFile{path, content}, []string{path}, opts)
	if err != nil {
		return nil, err
	}
	if len(result.Crashed) > 0 {
		return nil, result.Crashed
	}
	text := content
	if len(result.Files) > 0 {
		text = result.Files[0].After
	}
	return &Canonical{Text: text, Result: result, before: content}, nil
}

// Differs returns why the content was not canonical, on one line, and whether
// fixing it helps. The reason is empty if it was canonical. Content with an
// error finding is not canonical either.
func (c *Canonical) Differs() (reason string, fixable bool) {
	for i := range c.Result.Left {
		if d := &c.Result.Left[i]; d.Severity == fixedits.SeverityError {
			return fmt.Sprintf("%d:%d: %s [%s]", d.Line, d.Column, d.Message, d.Rule), false
		}
	}
	if bytes.Equal(c.before, c.Text) {
		return "", false
	}
	rules := map[string]bool{}
	for i := range c.Result.Outcomes {
		if o := &c.Result.Outcomes[i]; takesEffect(o.Status) {
			rules[o.Rule] = true
		}
	}
	return strings.Join(slices.Sorted(maps.Keys(rules)), ", ") + " would change it", true
}

// oneFile is a source of one file.
type oneFile struct {
	path    string
	content []byte
}

func (f oneFile) Canonical(path string) (string, error) {
	if path != f.path {
		return "", fmt.Errorf("%s: only %s is given", path, f.path)
	}
	return path, nil
}

func (f oneFile) Head(path string, limit int) ([]byte, error) {
	content, err := f.Read(path)
	return content[:min(limit, len(content))], err
}

func (f oneFile) Read(path string) ([]byte, error) {
	if path != f.path {
		return nil, fmt.Errorf("%s: %w", path, fs.ErrNotExist)
	}
	return f.content, nil
}
