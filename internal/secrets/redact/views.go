package redact

import "slices"

// A view is a text as a person or a program would read it: without escape
// codes, with its parts joined, or decoded.
type view struct {
	text   string
	parent *view // that pieces are of; nil: the text itself
	pieces []piece
}

// A piece is a part of a view, up to the next one, and where it comes from.
type piece struct {
	at         int // in the view
	start, end int // in the parent
	decoded    bool
}

// maxDepth is how often a text is decoded.
const maxDepth = 3

// viewsOf returns a text and its other views.
func viewsOf(text string) []view {
	views := []view{{text: text}}
	if plain, pieces := stripEscapes(text); pieces != nil {
		views = append(views, view{text: plain, parent: &views[0], pieces: pieces})
	}
	if joined, pieces := join(text); pieces != nil {
		views = append(views, view{text: joined, parent: &views[0], pieces: pieces})
	}
	last := views
	for range maxDepth {
		var next []view
		for i := range last {
			if text, pieces := decode(last[i].text); pieces != nil {
				next = append(next, view{text: text, parent: &last[i], pieces: pieces})
			}
		}
		if len(next) == 0 {
			break
		}
		views = append(slices.Clip(views), next...)
		last = next
	}
	return views
}

// origin returns the range of the text itself that a range of the view comes
// from. The range is not empty.
func (v *view) origin(start, end int) (int, int) {
	if v.parent == nil {
		return start, end
	}
	first, last := v.piece(start), v.piece(end-1)
	from, to := first.start, last.end
	if !first.decoded {
		from += start - first.at
	}
	if !last.decoded {
		to = last.start + end - last.at
	}
	return v.parent.origin(from, to)
}

// piece returns the piece that has an offset of the view.
func (v *view) piece(at int) piece {
	i, found := slices.BinarySearchFunc(v.pieces, at, func(p piece, at int) int { return p.at - at })
	if !found {
		i--
	}
	return v.pieces[i]
}
