package golang

import "bytes"

// bodies are the functions that Format changed, as they were before, by their first line.
type bodies map[string][]byte

// newBodies returns those of the parts with the given indices.
func newBodies(parts [][]byte, indices []int) bodies {
	b := make(bodies)
	for _, i := range indices {
		if line := signature(parts[i]); line != nil {
			b[string(line)] = parts[i]
		}
	}
	return b
}

// signature returns the first line of a function, or nil for another declaration.
func signature(part []byte) []byte {
	for bytes.HasPrefix(part, []byte("//")) {
		part = part[min(lineEnd(part, 0)+1, len(part)):]
	}
	if !bytes.HasPrefix(part, []byte("func ")) {
		return nil
	}
	return part[:lineEnd(part, 0)]
}

// shortened returns a function without the paragraphs of its body that are as they were, except for the first, the last,
// and the neighbours of those that are not: the printer aligns no further than a blank line, and gofumpt's rules look at
// no more than the statement above. Anything else it returns as it is.
func (b bodies) shortened(part []byte) []byte {
	line := signature(part)
	if line == nil || !bytes.HasSuffix(line, []byte(" {")) {
		return part
	}
	was, ok := b[string(line)]
	if !ok {
		return part
	}
	is := paragraphs(part)
	if len(is) < 4 {
		return part
	}
	pairs, _ := paired(paragraphs(was), is)
	keep := make([]bool, len(is))
	keep[0], keep[len(is)-1] = true, true
	for i := 1; i < len(is); i++ {
		if pairs[i] != pairs[i-1]+1 {
			keep[i-1], keep[i] = true, true
		}
	}
	var kept [][]byte
	for i, paragraph := range is {
		if keep[i] {
			kept = append(kept, paragraph)
		}
	}
	return bytes.Join(kept, []byte("\n"))
}

// paragraphs cuts a function at the blank lines between the statements of its body.
func paragraphs(part []byte) [][]byte {
	return cut(part, 1, func(rest []byte) bool { return rest[0] == '\t' && len(rest) > 1 && rest[1] != '}' })
}
