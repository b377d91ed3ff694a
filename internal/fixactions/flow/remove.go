package flow

import "strings"

// Remove changes the text around an item that has been removed from the pieces:
// the one that was before index i.
func (c *Collection) Remove(pieces Pieces, i int, removed *Piece) {
	lines := c.Split(removed.Lead)
	floats := strings.Trim(lines.Floating, whitespace) != ""
	switch n := pieces.Len(); {
	case n == 0:
		c.empty(lines, floats)
	case i == n: // it was the last one
		c.shorten(pieces, lines, floats)
	default:
		old := pieces.Read(i).Lead
		next := c.Split(old)
		takes := i == 0 && next.Own() == lines.Own() // the place of the removed one
		if lead := joined(lines, next, floats, i == 0); takes || lead != old {
			pieces.Change(i).Lead = lead
		}
	}
}

// shorten changes the end of a collection whose last item was removed.
func (c *Collection) shorten(pieces Pieces, removed Lead, floats bool) {
	if floats {
		if !c.hasNewline(c.Tail) && c.hasLineComment(removed.Floating) {
			c.Tail = c.lastLine(pieces) + c.Tail
		}
		c.Tail = strings.TrimRight(removed.Floating, whitespace) + c.Tail
	}
	at := pieces.Len() - 1
	before := pieces.Read(at)
	if !c.Commas && !before.Bare && before.Mid != "" { // it was there for the comma
		switch {
		case strings.Trim(before.Mid, whitespace) == "":
			before = pieces.Change(at)
			before.Mid = ""
		case c.hasLineComment(before.Mid):
			before = pieces.Change(at)
			if before.Trail == "" {
				before.Mid = strings.TrimRight(before.Mid, whitespace)
			}
			trail := before.Mid + before.Trail
			end := c.Newline(trail, 0, len(trail))
			if end < 0 {
				end = len(trail)
			} else if !c.hasNewline(c.Tail) {
				c.Tail = c.lastLine(pieces) + c.Tail
			}
			before.Mid, before.Trail, c.Tail = "", trail[:end], trail[end:]+c.Tail
		}
	}
	if !c.hasNewline(c.Tail) && c.hasLineComment(before.Mid+before.Trail) {
		c.Tail = c.lastLine(pieces) + c.Tail
	}
}

// lastLine returns the line end and the indentation of a closing bracket on its
// own line.
func (c *Collection) lastLine(pieces Pieces) string {
	if c.Style.Inside {
		return c.row(pieces)
	}
	return c.Style.Newline + c.Margin
}

// joined returns the lead of the item after a removed one.
func joined(removed, next Lead, floats, first bool) string {
	rest := next.Comments + next.Line
	switch {
	case removed.Own() && !next.Own():
		return removed.Floating + removed.start() + next.Line[len(next.Margin()):]
	case removed.Own() && first:
		return removed.Floating + withoutEmptyLines(next.Floating) + rest
	case removed.Own() && isEmptyLine(next.Floating):
		return strings.TrimRight(removed.Floating, whitespace) + next.Floating + rest
	case removed.Own():
		return removed.Floating + next.Floating + rest
	case first && next.Floating+next.Comments == "":
		return removed.Margin() + next.Line[len(next.start()):]
	}
	return next.Floating + rest
}

// empty leaves the comments that belong to no item in a collection whose last
// item was removed.
func (c *Collection) empty(removed Lead, floats bool) {
	if !floats && strings.Trim(c.Head+c.Tail, whitespace) == "" {
		c.Head, c.Tail = "", ""
		return
	}
	if !c.hasNewline(c.Tail) && (floats || c.hasLineComment(c.Head)) {
		margin := c.Margin
		if c.Style.Inside {
			margin = removed.Margin()
		}
		c.Tail = c.Style.Newline + margin + c.Tail
	}
	if floats {
		c.Tail = strings.TrimRight(removed.Floating, whitespace) + c.Tail
	}
}
