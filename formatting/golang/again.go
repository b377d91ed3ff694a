package golang

import (
	"bytes"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// FormatOnce formats a second time only what it changed: the beginning of the file, declarations, and in these the statements and
// elements that changed. Of all else it is known what comes out, since what is printed of a declaration depends on nothing before
// the one above it, as in source, a blank line between two is printed again, and what is printed of a statement or an element
// depends on nothing beyond a blank line or one of brackets alone, and its neighbours.
func (l language) FormatOnce(path string, src []byte) (once []byte, again formatting.Again, err error) {
	once, err = l.Format(path, src)
	return once, func() ([]byte, bool, error) {
		twice, err := l.formatAgain(path, src, once)
		return twice, true, err
	}, err
}

// formatAgain returns what Format makes of once, which is what it made of before.
func (l language) formatAgain(path string, before, once []byte) ([]byte, error) {
	changed, ok := changedParts(before, once)
	if !ok {
		return l.Format(path, once)
	}
	if len(changed) == 0 {
		return once, nil
	}
	again, err := l.source(changed)
	if err != nil || !bytes.Equal(again, changed) {
		return l.Format(path, once) // for the place
	}
	return once, nil
}

// changedParts returns a file of the parts of once that are not in before, too, in the same order, each as short as
// shortened makes it. Ok is false where something might depend on the whole file.
func changedParts(before, once []byte) (file []byte, ok bool) {
	was, is := parts(before), parts(once)
	if len(was) < 2 || len(is) < 2 || marked(once[len(is[0].text):]) {
		return nil, false
	}
	c := compare(was, is)
	// joined reports whether there is no blank line above a part, though there was one or a change has made it want one.
	joined := func(i int) bool { return 0 < i && i < len(is) && !is[i].blank && !c.follows(i) }
	for i, part := range is {
		if c.pairs[i].same && !joined(i) && !joined(i+1) {
			continue
		}
		if i > 0 && len(file) == 0 {
			file = append(file, "package p\n"...)
		}
		if len(file) > 0 && !joined(i) {
			file = append(file, '\n')
		}
		file = append(file, shortened(c.before(i), part.text, 0, 1)...)
	}
	return file, len(file) > 0 || len(was) == len(is) // else parts were lost
}

// maxDepth is how deep in brackets blocks are looked into. Functions rarely have deeper ones, and each level takes time.
const maxDepth = 8

// shortened returns a text, which starts in so many brackets, without the pieces of its blocks and lists, at a depth and deeper,
// that are as they were, except for the first and the last of each and the neighbours of those that are not: the printer
// aligns nothing across their ends, and gofumpt's rules look at no more than the statement above. Without the text as it
// was, the whole of it is returned.
func shortened(was, is []byte, start, depth int) []byte {
	if was == nil || depth > maxDepth {
		return is
	}
	now, deeper := cut(is, start, depth)
	if len(now) == 1 && !deeper {
		return is
	}
	before, _ := cut(was, start, depth)
	c := compare(before, now)
	var kept []byte
	last := 0 // piece that was kept
	for i, p := range now {
		if i > 0 {
			start = depth
		}
		if p.level && c.follows(i) && (i+1 == len(now) || c.follows(i+1)) {
			continue
		}
		if p.blank || last < i-1 && !bytes.HasSuffix(kept, []byte("{\n")) {
			kept = append(kept, '\n')
		}
		kept = append(kept, shortened(c.before(i), p.text, start, depth+1)...)
		last = i
	}
	return kept
}

// marked reports whether a comment below the first part may be about all of the file: a build constraint, which the
// printer moves to the top, or the position of what follows.
func marked(tail []byte) bool {
	return constrained(tail) || bytes.Contains(tail, []byte("\n//line ")) || bytes.Contains(tail, []byte("/*line "))
}
