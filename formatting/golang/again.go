package golang

import "bytes"

// FormatOnce formats a second time only what it changed: the beginning of the file, declarations, and of blocks the
// paragraphs. Of all else it is known what comes out, since what is printed of a declaration depends on nothing before
// the one above it, as in source, and what is printed of a paragraph on nothing beyond its neighbours.
func (l language) FormatOnce(path string, src []byte) (once []byte, again func() ([]byte, error), err error) {
	once, err = l.Format(path, src)
	return once, func() ([]byte, error) { return l.formatAgain(path, src, once) }, err
}

// formatAgain returns what Format makes of once, which is what it made of before.
func (l language) formatAgain(path string, before, once []byte) ([]byte, error) {
	changed, ok := changedParts(before, once)
	if !ok {
		return l.Format(path, once)
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
	if len(was) < 2 || len(is) < 2 || marked(before[len(was[0].text):]) || marked(once[len(is[0].text):]) {
		return nil, false
	}
	pairs := paired(was, is)
	var changed [][]byte
	for i, part := range is {
		if pairs[i].same {
			continue
		}
		if i > 0 && len(changed) == 0 {
			changed = append(changed, []byte("package p\n"))
		}
		changed = append(changed, shortened(pairs[i].was, part.text, 0, 1))
	}
	return bytes.Join(changed, []byte("\n")), len(changed) > 0 // else parts were lost
}

// maxDepth is how deep in brackets blocks are looked into. Functions rarely have deeper ones, and each level takes time.
const maxDepth = 8

// shortened returns a text, which starts in so many brackets, without the paragraphs of its blocks at a depth and deeper that
// are as they were, except for the first and the last of a block and the neighbours of those that are not: the printer aligns
// no further than a blank line, and gofumpt's rules look at no more than the statement above. Without the text as it was,
// the whole of it is returned.
func shortened(was, is []byte, start, depth int) []byte {
	if was == nil || depth > maxDepth {
		return is
	}
	now, deeper := cut(is, start, depth, follows)
	if len(now) == 1 && !deeper {
		return is
	}
	before, _ := cut(was, start, depth, follows)
	pairs := paired(before, now)
	var kept [][]byte
	for i, p := range now {
		if i > 0 {
			start = depth
		}
		switch {
		case !pairs[i].same:
			kept = append(kept, shortened(pairs[i].was, p.text, start, depth+1))
		case !p.level || !pairs[i].afterSame || i+1 < len(now) && !pairs[i+1].afterSame:
			kept = append(kept, p.text)
		}
	}
	return bytes.Join(kept, []byte("\n"))
}

// A pairing says what a piece of a text was in another one.
type pairing struct {
	same      bool   // it was the same
	afterSame bool   // and so was the piece above, which is still the one above
	was       []byte // what it probably was; nil: not known
}

// paired says of each piece of is which one of was it is. What is paired is in the same order in both.
func paired(was, is []piece) []pairing {
	pairs := make([]pairing, len(is))
	first, end, last := 0, len(was), len(is)
	for first < min(end, last) && bytes.Equal(was[first].text, is[first].text) {
		pairs[first].same, pairs[first].afterSame = true, first > 0
		first++
	}
	for min(end, last) > first && bytes.Equal(was[end-1].text, is[last-1].text) {
		end--
		last--
		pairs[last].same, pairs[last].afterSame = true, true
	}
	places := make(map[string]int, end-first)
	for i := first; i < end; i++ {
		places[string(was[i].text)] = i
	}
	next, from := first, first // what is not yet paired in was, and in is
	pair := func(at, i int) {  // at in was is i in is, with all between as equal as it can be
		if i-from == at-next {
			for k := from; k < i; k++ {
				pairs[k].was = was[next+k-from].text
			}
		}
		if i < len(is) {
			pairs[i].afterSame = i == from && at == next && i > 0 && pairs[i-1].same
		}
		next, from = at+1, i+1
	}
	for i := first; i < last; i++ {
		at, ok := places[string(is[i].text)]
		if next < end && bytes.Equal(was[next].text, is[i].text) {
			at, ok = next, true
		}
		if ok && at >= next {
			pairs[i].same = true
			pair(at, i)
		}
	}
	pair(end, last)
	return pairs
}

// marked reports whether a comment below the first part may be about all of the file: a build constraint, which the
// printer moves to the top, or the position of what follows.
func marked(tail []byte) bool {
	return constrained(tail) || bytes.Contains(tail, []byte("\n//line ")) || bytes.Contains(tail, []byte("/*line "))
}
