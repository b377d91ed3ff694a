package shell

import (
	"bytes"

	"mvdan.cc/sh/v3/syntax"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// maxPasses limits how often a script is changed until nothing changes. A pass
// moves the outermost of statements within each other.
const maxPasses = 10

// kept returns a script with the layout of its author. Whitespace at the ends
// of lines goes, two blank lines in a row stay, and a line that is indented
// differently than the others of its kind, in its part of the script, is
// indented like them. Parts are separated by blank lines outside of all blocks.
func (l *language) kept(t *tools, path string, src []byte, file *syntax.File) ([]byte, error) {
	if len(bytes.Trim(src, whitespace+"\n")) == 0 {
		return l.text(t, file, l.style)
	}
	for range maxPasses {
		out := l.settled(t, src, file)
		if bytes.Equal(out, src) {
			break
		}
		src = out
		again, err := l.parse(t, path, src)
		if err != nil {
			break // the guard reports it
		}
		file = again
	}
	return src, nil
}

// A settled script is the text after one pass over a tree.
type settled struct {
	file *syntax.File // before
	text []byte
}

// settled returns a script after one pass. A pass does not change the text that
// kept returns: the guard, which formats it again, finds it in the memo.
func (l *language) settled(t *tools, src []byte, file *syntax.File) []byte {
	pass := func([]byte) settled {
		s := t.sheetOf(src, file)
		next := 0
		for p := range pieces(src, file.Stmts) {
			first := next
			next += len(p.stmts)
			s.settle(p.stmts, s.blocks[s.blocksTo[first]:s.blocksTo[next]])
		}
		return settled{file, s.text()}
	}
	after := formatting.Recall(l.memo, src, pass)
	if after.file != file {
		after = pass(src)
	}
	return after.text
}

// A sheet is a script by lines, which are counted from 0.
type sheet struct {
	src    []byte
	starts []int // the offset of each line
	lines  []line
	holds  []int // for each line, how many lines before it start within words
	near   int   // the line that was found last

	blocks   []syntax.Node // the nodes that have lists or closers, in order
	blocksTo []int         // for each top-level statement, how many of these are before it

	entries []entry // of all lists
	out     []byte
}

type line struct {
	margin   []byte // the new one
	indent   int    // the length of the old one
	within   bool   // its start is part of a word or a here-document
	open     bool   // its end is
	document bool   // it belongs to a here-document
	wordEnds int    // the offset up to which words reach
	moved    bool
}

// sheetOf returns the sheet of a script. It is valid until the next call, which
// uses its memory again.
func (t *tools) sheetOf(src []byte, file *syntax.File) *sheet {
	s := &t.sheet
	s.src, s.near = src, 0
	s.starts, s.blocks, s.blocksTo = append(s.starts[:0], 0), s.blocks[:0], append(s.blocksTo[:0], 0)
	s.entries = s.entries[:0]
	for at := 0; ; {
		i := bytes.IndexByte(src[at:], '\n')
		if at += i + 1; i < 0 || at == len(src) {
			break
		}
		s.starts = append(s.starts, at)
	}
	s.lines = s.lines[:0]
	for i := range s.starts {
		m := margin(s.at(i))
		s.lines = append(s.lines, line{margin: m, indent: len(m)})
	}
	s.markWords(file)
	return s
}

// at returns a line without its line end.
func (s *sheet) at(i int) []byte {
	end := len(s.src)
	if i+1 < len(s.starts) {
		end = s.starts[i+1]
	}
	return bytes.TrimSuffix(s.src[s.starts[i]:end], newline)
}

// lineOf returns the line of an offset. The parser's own count ends at 262,143.
func (s *sheet) lineOf(offset int) int {
	for i := s.near; i < min(s.near+2, len(s.starts)) && s.starts[i] <= offset; i++ { // most places follow each other
		if i+1 == len(s.starts) || offset < s.starts[i+1] {
			s.near = i
			return i
		}
	}
	low, high := 0, len(s.starts)
	for low+1 < high {
		if middle := (low + high) / 2; s.starts[middle] <= offset {
			low = middle
		} else {
			high = middle
		}
	}
	s.near = low
	return low
}

// starting reports whether a place is the first of its line, which may change.
func (s *sheet) starting(at int) (line int, ok bool) {
	line = s.lineOf(at)
	return line, !s.lines[line].within && s.starts[line]+s.lines[line].indent == at
}

// markWords finds the lines whose starts or ends belong to words. Between the
// parentheses of a command substitution they do not, unless it is quoted. It
// collects the blocks too.
func (s *sheet) markWords(file *syntax.File) {
	quoted := 0 // the end of the quotes or the here-document around
	visit := func(node syntax.Node) bool {
		switch n := node.(type) {
		case *syntax.Word:
			end := offsetOf(n.End())
			s.mark(offsetOf(n.Pos()), end, true)
			last := &s.lines[s.lineOf(end)]
			last.wordEnds = max(last.wordEnds, end)
			return !plain(n.Parts)
		case *syntax.DblQuoted:
			quoted = max(quoted, offsetOf(n.End()))
		case *syntax.FuncDecl, *syntax.Block, *syntax.Subshell, *syntax.IfClause, *syntax.WhileClause, *syntax.ForClause,
			*syntax.CaseClause, *syntax.CaseItem:
			s.blocks = append(s.blocks, node)
		case *syntax.CmdSubst:
			s.blocks = append(s.blocks, node)
			if offsetOf(n.Left) >= quoted && !n.Backquotes {
				s.mark(offsetOf(n.Left), offsetOf(n.Right), false)
			}
			if n.Backquotes {
				quoted = max(quoted, offsetOf(n.End()))
			}
		case *syntax.ProcSubst:
			if offsetOf(n.OpPos) >= quoted {
				s.mark(offsetOf(n.OpPos), offsetOf(n.Rparen), false)
			}
		case *syntax.Redirect:
			if n.Op == syntax.Hdoc || n.Op == syntax.DashHdoc {
				s.hereDocument(n)
				if n.Hdoc != nil {
					quoted = max(quoted, offsetOf(n.Hdoc.End()))
				}
			}
		}
		return true
	}
	for _, stmt := range file.Stmts {
		syntax.Walk(stmt, visit)
		s.blocksTo = append(s.blocksTo, len(s.blocks))
	}
	held := 0
	s.holds = append(s.holds[:0], 0)
	for i := range s.lines {
		if s.lines[i].within {
			held++
		}
		s.holds = append(s.holds, held)
	}
}

// plain reports whether the parts of a word have no parts of their own, except
// for texts in quotes.
func plain(parts []syntax.WordPart) bool {
	for _, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit, *syntax.SglQuoted:
		case *syntax.DblQuoted:
			if !plain(p.Parts) {
				return false
			}
		case *syntax.ParamExp:
			if p.NestedParam != nil || p.Index != nil || p.Slice != nil || p.Repl != nil || p.Exp != nil {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// mark marks the starts and ends of lines between two offsets.
func (s *sheet) mark(from, to int, inWord bool) {
	for i := s.lineOf(from); i+1 < len(s.starts) && s.starts[i+1] <= to; i++ {
		s.lines[i].open = inWord
		s.lines[i+1].within = inWord
	}
}

// hereDocument marks the lines of a here-document, up to its delimiter.
func (s *sheet) hereDocument(r *syntax.Redirect) {
	delimiter := unquoted(s.src[offsetOf(r.Word.Pos()):offsetOf(r.Word.End())])
	first := s.lineOf(offsetOf(r.Word.End())) + 1
	last := first // of its text, if the delimiter is not alone on its line
	if r.Hdoc != nil && len(r.Hdoc.Parts) > 0 {
		first, last = s.lineOf(offsetOf(r.Hdoc.Pos())), s.lineOf(offsetOf(r.Hdoc.End()))
	}
	for i := first; i < len(s.lines); i++ {
		text := s.at(i)
		if r.Op == syntax.DashHdoc {
			text = bytes.TrimLeft(text, "\t")
		}
		if bytes.Equal(text, delimiter) {
			last = i
			break
		}
	}
	for i := first; i <= last && i < len(s.lines); i++ {
		s.lines[i].within, s.lines[i].document = true, true
		s.lines[i].open = i < last
	}
}

// unquoted returns the delimiter that a word of a here-document stands for.
func unquoted(word []byte) []byte {
	var out []byte
	for i, c := range word {
		if c == '\\' && i+1 < len(word) || c == '"' || c == '\'' {
			continue
		}
		out = append(out, c)
	}
	return out
}

// text returns the script with the margins of the lines, without whitespace at
// their ends, and without the third blank line in a row and those at its ends.
// Blank lines before #! stay: without them it would name the interpreter.
func (s *sheet) text() []byte {
	out := s.out[:0]
	blanks := 0
	for i := range s.lines {
		l, text := &s.lines[i], s.at(i)
		end := len(text)
		if !l.open {
			end = max(len(bytes.TrimRight(text, whitespace)), min(l.wordEnds-s.starts[i], len(text)))
		}
		if end == 0 && !l.within && !l.open {
			blanks++
			continue
		}
		for range min(blanks, maxBlankLines) {
			if len(out) > 0 || bytes.HasPrefix(text, []byte("#!")) {
				out = append(out, '\n')
			}
		}
		blanks = 0
		if old := len(margin(text)); l.moved && old <= end {
			out = append(append(out, l.margin...), text[old:end]...)
		} else {
			out = append(out, text[:end]...)
		}
		out = append(out, '\n')
	}
	s.out = out
	if bytes.Equal(out, s.src) {
		return s.src
	}
	return bytes.Clone(out)
}

func offsetOf(p syntax.Pos) int { return int(p.Offset()) }
