package shell

import (
	"bytes"
	"slices"

	"mvdan.cc/sh/v3/syntax"

	"github.com/rules-autofix/rules_autofix/formatting/indentation"
)

// A list is the statements of a block, or the patterns of a case, that start
// lines below the line that opens the block.
type list struct {
	kind    listKind
	opener  int  // its line
	simple  bool // its indentation is from that line, and all of it starts lines
	entries []entry
}

type listKind int

const (
	topLevel listKind = iota
	body
	caseBody
	pattern
	kinds
)

// An entry is a statement or a pattern, from the first of the comments above
// it.
type entry struct {
	first, at, last int    // lines
	margin          []byte // of line at
	fixed           bool   // not all of its lines can move
	word            string // the first word of its command, if it is a literal
}

// A closer is a word that closes a block, or divides it, and starts a line.
type closer struct{ opener, line int }

// settle moves the outliers of a part, which has the given blocks.
func (s *sheet) settle(stmts []*syntax.Stmt, blocks []syntax.Node) {
	lists, closers := s.listsOf(stmts, blocks)
	for i := range lists {
		s.settleList(&lists[i])
	}
	s.settleSingles(lists)
	s.settleClosers(closers)
}

// settleList moves the statements of a list that are indented differently than
// most of the others. Several below each other are a section, which stays, as
// does a block outside of all blocks.
func (s *sheet) settleList(l *list) {
	if !slices.ContainsFunc(l.entries, func(e entry) bool { return !bytes.Equal(e.margin, l.entries[0].margin) }) {
		return
	}
	counts := map[string]int{}
	for _, e := range l.entries {
		counts[string(e.margin)]++
	}
	var usual string
	for m, n := range counts {
		if 2*n > len(l.entries) {
			usual = m
		}
	}
	if n := counts[usual]; n < 2 || 2*n <= len(l.entries) {
		return
	}
	for i, e := range l.entries {
		m := string(e.margin)
		switch {
		case m == usual || e.fixed || !rare(counts[m], counts[usual]):
		case l.kind == topLevel && (m == "" || e.at != e.last):
		case i > 0 && string(l.entries[i-1].margin) == m, i+1 < len(l.entries) && string(l.entries[i+1].margin) == m:
		case e.word == "popd", i > 0 && l.entries[i-1].word == "pushd":
		case columns(e.margin) == columns([]byte(usual)):
		case l.kind == pattern && s.isStar(e):
		default:
			s.move(e, []byte(usual))
		}
	}
}

// columns returns the width of a margin. A tab looks like eight spaces, and
// many scripts mix the two.
func columns(margin []byte) int {
	width := 0
	for _, c := range margin {
		width++
		if c == '\t' {
			width = (width + 7) &^ 7
		}
	}
	return width
}

// rare reports whether a count is low enough for an outlier.
func rare(count, usual int) bool { return usual >= 2 && (count == 1 || 4*count <= usual) }

// settleSingles indents the only statement of a block, of one line, like those
// of the other blocks.
func (s *sheet) settleSingles(lists []list) {
	for kind := body; kind < kinds; kind++ {
		if !s.differ(kind, lists) {
			continue
		}
		var tally indentation.Tally
		counts := map[int]int{} // by how many columns more than the line of the opener
		for _, l := range lists {
			if l.kind != kind || !l.simple {
				continue
			}
			outer := margin(s.at(l.opener))
			for _, e := range l.entries {
				tally.Add(outer, e.margin)
				counts[columns(e.margin)-columns(outer)]++
			}
		}
		unit := tally.Unit()
		usual := counts[columns([]byte(unit))]
		if unit == "" || usual < 3 {
			continue
		}
		for _, l := range lists {
			if l.kind != kind || !l.simple || len(l.entries) != 1 || l.entries[0].fixed || l.entries[0].at != l.entries[0].last {
				continue
			}
			outer := margin(s.at(l.opener))
			to := slices.Concat(outer, []byte(unit))
			more := columns(l.entries[0].margin) - columns(outer)
			if more != columns([]byte(unit)) && rare(counts[more], usual) && columns(to) != columns(l.entries[0].margin) {
				s.move(l.entries[0], to)
			}
		}
	}
}

// differ reports whether the statements of simple lists of a kind are indented
// by different columns.
func (s *sheet) differ(kind listKind, lists []list) bool {
	first, found := 0, false
	for i := range lists {
		l := &lists[i]
		if l.kind != kind || !l.simple {
			continue
		}
		outer := columns(margin(s.at(l.opener)))
		for k := range l.entries {
			more := columns(l.entries[k].margin) - outer
			if found && more != first {
				return true
			}
			first, found = more, true
		}
	}
	return false
}

// settleClosers puts fi, done and so on below the lines that they close, if
// most are.
func (s *sheet) settleClosers(closers []closer) {
	var other []closer
	for _, c := range closers {
		if columns(margin(s.at(c.opener))) != columns(margin(s.at(c.line))) {
			other = append(other, c)
		}
	}
	if !rare(len(other), len(closers)-len(other)) {
		return
	}
	for _, c := range other {
		to := margin(s.at(c.opener))
		s.move(entry{first: c.line, at: c.line, last: c.line, margin: margin(s.at(c.line))}, to)
	}
}

// isStar reports whether an entry is the pattern *, which is often aligned with
// the star of another one, such as -*.
func (s *sheet) isStar(e entry) bool { return bytes.HasPrefix(trimmed(s.at(e.at)), []byte("*)")) }

// sharesMargin reports whether all lines of an entry begin with its margin.
func (s *sheet) sharesMargin(e entry) bool {
	if len(e.margin) == 0 {
		return true
	}
	for i := e.first; i <= e.last; i++ {
		if text := s.at(i); len(text) > s.lines[i].indent && !bytes.HasPrefix(text, e.margin) {
			return false
		}
	}
	return true
}

// move replaces the margin of the lines of an entry, unless some of them move
// already: the next pass has them.
func (s *sheet) move(e entry, to []byte) {
	for i := e.first; i <= e.last; i++ {
		if s.lines[i].moved {
			return
		}
	}
	for i := e.first; i <= e.last; i++ {
		l := &s.lines[i]
		l.moved = true
		if inner, ok := bytes.CutPrefix(l.margin, e.margin); ok && !l.within && len(trimmed(s.at(i))) > 0 {
			l.margin = slices.Concat(to, inner)
		}
	}
}

// listsOf returns the lists and the closers in statements, which have the given
// blocks.
func (s *sheet) listsOf(stmts []*syntax.Stmt, blocks []syntax.Node) ([]list, []closer) {
	lists := []list{{kind: topLevel, entries: s.entriesOf(-1, stmts)}}
	var closers []closer
	branches := map[*syntax.IfClause]bool(nil) // clauses that start with elif or else
	var function *syntax.Block                 // of the last function whose block opens on its first line
	var functionAt syntax.Pos
	add := func(kind listKind, opener syntax.Pos, stmts []*syntax.Stmt) {
		at := s.lineOf(offsetOf(opener))
		if entries := s.entriesOf(at, stmts); len(entries) > 0 {
			_, starts := s.starting(offsetOf(opener))
			lists = append(lists, list{kind, at, starts && len(entries) == len(stmts), entries})
		}
	}
	closes := func(opener, at syntax.Pos) {
		i, starts := s.starting(offsetOf(opener))
		if line, ok := s.starting(offsetOf(at)); starts && ok && line > i && at.IsValid() {
			closers = append(closers, closer{i, line})
		}
	}
	for _, node := range blocks {
		switch n := node.(type) {
		case *syntax.FuncDecl:
			if block, ok := n.Body.Cmd.(*syntax.Block); ok && s.lineOf(offsetOf(n.Position)) == s.lineOf(offsetOf(block.Lbrace)) {
				function, functionAt = block, n.Position
			}
		case *syntax.Block:
			opener := n.Lbrace
			if n == function {
				opener = functionAt
			}
			add(body, opener, n.Stmts)
			closes(opener, n.Rbrace)
		case *syntax.Subshell:
			add(body, n.Lparen, n.Stmts)
			closes(n.Lparen, n.Rparen)
		case *syntax.CmdSubst:
			add(body, n.Left, n.Stmts)
		case *syntax.IfClause:
			add(body, n.Position, n.Then)
			if branches[n] {
				break
			}
			if n.Else != nil && branches == nil {
				branches = map[*syntax.IfClause]bool{}
			}
			for branch := n.Else; branch != nil; branch = branch.Else {
				branches[branch] = true
				closes(n.Position, branch.Position)
			}
			closes(n.Position, n.FiPos)
		case *syntax.WhileClause:
			add(body, n.WhilePos, n.Do)
			closes(n.WhilePos, n.DonePos)
		case *syntax.ForClause:
			add(body, n.ForPos, n.Do)
			closes(n.ForPos, n.DonePos)
		case *syntax.CaseClause:
			at, starts := s.starting(offsetOf(n.Case))
			items := list{kind: pattern, opener: at, simple: starts}
			for _, item := range n.Items {
				if e, ok := s.entryOf(item, item.Comments); ok && e.at > at {
					items.entries = append(items.entries, e)
				}
			}
			if len(items.entries) > 0 {
				lists = append(lists, items)
			}
			closes(n.Case, n.Esac)
		case *syntax.CaseItem:
			add(caseBody, n.Pos(), n.Stmts)
		}
	}
	return lists, closers
}

// entriesOf returns the statements that start lines below a line.
func (s *sheet) entriesOf(below int, stmts []*syntax.Stmt) []entry {
	first := len(s.entries)
	for _, stmt := range stmts {
		e, ok := s.entryOf(stmt, stmt.Comments)
		if !ok || e.at <= below {
			continue
		}
		e.word = firstWord(stmt)
		s.entries = append(s.entries, e)
	}
	return s.entries[first:]
}

// entryOf returns the entry of a node that starts a line.
func (s *sheet) entryOf(node syntax.Node, comments []syntax.Comment) (entry, bool) {
	at, ok := s.starting(offsetOf(node.Pos()))
	if !ok {
		return entry{}, false
	}
	e := entry{first: at, at: at, last: s.lineOf(max(offsetOf(node.End())-1, s.starts[at])), margin: margin(s.at(at))}
	for _, c := range slices.Backward(comments) {
		line, ok := s.starting(offsetOf(c.Hash))
		if !ok || line != e.first-1 || !bytes.Equal(margin(s.at(line)), e.margin) {
			continue
		}
		e.first = line
	}
	e.fixed = s.holds[e.last+1] > s.holds[e.first] || !s.sharesMargin(e)
	return e, true
}
