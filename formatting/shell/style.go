package shell

import (
	"bytes"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/rules-autofix/rules_autofix/formatting/indentation"
)

// A style is the part of a layout for which shfmt has options.
type style struct {
	indent         uint // 0 for tabs
	binaryNextLine bool
	caseIndent     bool
	spaceRedirects bool
	funcNextLine   bool
}

// Keep selects the options for which a script's own value, if it has one, takes
// precedence over the configured one.
type Keep struct {
	Indent         bool
	BinaryNextLine bool
	CaseIndent     bool
	SpaceRedirects bool
	FuncNextLine   bool
}

func (s style) apply(p *syntax.Printer) {
	syntax.Indent(s.indent)(p)
	syntax.BinaryNextLine(s.binaryNextLine)(p)
	syntax.SwitchCaseIndent(s.caseIndent)(p)
	syntax.SpaceRedirects(s.spaceRedirects)(p)
	syntax.FunctionNextLine(s.funcNextLine)(p)
}

// unit returns one level of indentation.
func (s style) unit() string {
	if s.indent == 0 {
		return "\t"
	}
	return strings.Repeat(" ", int(s.indent))
}

// unitOf returns the indentation of the blocks of a script, or "".
func unitOf(src []byte, file *syntax.File) string {
	found := survey{src: src}
	found.read(file)
	return found.blocks.Unit()
}

// styleOf returns the style of a script. Options in Keep have the value of most
// of its places.
func (l *language) styleOf(src []byte, file *syntax.File) style {
	s := l.style
	if l.keep == (Keep{}) {
		return s
	}
	found := survey{src: src}
	found.read(file)
	if unit := found.unit(); l.keep.Indent && unit != "" {
		s.indent = uint(len(unit))
		if unit == "\t" {
			s.indent = 0
		}
	}
	found.operators.decide(l.keep.BinaryNextLine, &s.binaryNextLine)
	found.patterns.decide(l.keep.CaseIndent, &s.caseIndent)
	found.redirects.decide(l.keep.SpaceRedirects, &s.spaceRedirects)
	found.braces.decide(l.keep.FuncNextLine, &s.funcNextLine)
	return s
}

// A vote counts the places in which an option is on and off.
type vote struct{ on, off int }

func (v *vote) add(on bool) {
	if on {
		v.on++
	} else {
		v.off++
	}
}

// decide sets an option to the majority, if it is kept and there is one.
func (v vote) decide(keep bool, option *bool) {
	if keep && v.on != v.off {
		*option = v.on > v.off
	}
}

// A survey collects the style of a script from its places.
type survey struct {
	src       []byte
	blocks    indentation.Tally // of statements within others
	rest      indentation.Tally // of continuation lines
	operators vote              // that start a line rather than end it
	patterns  vote              // of a case, that are indented
	redirects vote              // with a space before the word
	braces    vote              // of functions, that start a line
}

// unit returns one level of indentation, or "" if the script has none.
func (s *survey) unit() string {
	if unit := s.blocks.Unit(); unit != "" {
		return unit
	}
	return s.rest.Unit()
}

func (s *survey) read(file *syntax.File) {
	syntax.Walk(file, func(node syntax.Node) bool {
		switch n := node.(type) {
		case *syntax.Block:
			s.block(n.Lbrace, n.Stmts)
		case *syntax.Subshell:
			s.block(n.Lparen, n.Stmts)
		case *syntax.CmdSubst:
			s.block(n.Left, n.Stmts)
		case *syntax.IfClause:
			s.block(n.Position, n.Then)
		case *syntax.WhileClause:
			s.block(n.WhilePos, n.Do)
		case *syntax.ForClause:
			s.block(n.ForPos, n.Do)
		case *syntax.CaseClause:
			for _, item := range n.Items {
				if outer, inner, ok := s.below(n.Case, item.Pos()); ok {
					indented := len(inner) > len(outer)
					s.patterns.add(indented)
					if indented {
						s.blocks.Add(outer, inner)
					}
				}
			}
		case *syntax.CaseItem:
			s.block(n.Pos(), n.Stmts)
		case *syntax.FuncDecl:
			if block, ok := n.Body.Cmd.(*syntax.Block); ok {
				_, _, below := s.below(n.Position, block.Lbrace)
				s.braces.add(below)
			}
		case *syntax.BinaryCmd:
			if n.Y.Pos().Line() > n.X.End().Line() {
				_, starts := s.margin(n.OpPos)
				s.operators.add(starts)
				s.continuation(n.Pos(), n.Y.Pos())
				s.continuation(n.Pos(), n.OpPos)
			}
		case *syntax.CallExpr:
			for _, arg := range n.Args {
				s.continuation(n.Pos(), arg.Pos())
			}
		case *syntax.Redirect:
			if n.Word != nil && n.Op != syntax.DplIn && n.Op != syntax.DplOut {
				s.redirects.add(int(n.Word.Pos().Offset()) > int(n.OpPos.Offset())+len(n.Op.String()))
			}
		}
		return true
	})
}

// block counts the statements of a block by their indentation.
func (s *survey) block(open syntax.Pos, stmts []*syntax.Stmt) {
	for _, stmt := range stmts {
		if outer, inner, ok := s.below(open, stmt.Pos()); ok {
			s.blocks.Add(outer, inner)
		}
	}
}

// continuation counts the indentation of a continuation line of a statement.
func (s *survey) continuation(start, at syntax.Pos) {
	if outer, inner, ok := s.below(start, at); ok {
		s.rest.Add(outer, inner)
	}
}

// below returns the indentation of the lines of two places, if the second place
// starts a line after the first place's.
func (s *survey) below(first, second syntax.Pos) (outer, inner []byte, ok bool) {
	if second.Line() <= first.Line() {
		return nil, nil, false
	}
	outer, _ = s.margin(first)
	inner, ok = s.margin(second)
	return outer, inner, ok
}

// margin returns the leading whitespace of the line of a place, and whether the
// place directly follows it.
func (s *survey) margin(at syntax.Pos) (margin []byte, first bool) {
	offset := min(int(at.Offset()), len(s.src))
	line := s.src[bytes.LastIndexByte(s.src[:offset], '\n')+1:]
	margin = line[:len(line)-len(bytes.TrimLeft(line, whitespace))]
	return margin, len(s.src)-len(line)+len(margin) == offset
}
