package lint

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"mvdan.cc/sh/v3/syntax"

	dockerfile "github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/formatting/shell"
)

// A Script is the shell script of a RUN, or the command of a CMD, ENTRYPOINT or
// HEALTHCHECK in shell form. Offsets are into Source.
type Script struct {
	Ins    *dockerfile.Instruction // the instruction with the words; in an ONBUILD, the inner one
	Source string
	Shell  Shell

	// Tree is the parsed script. It is nil if the shell is not a POSIX shell,
	// the instruction is in exec form, or the script has a syntax error.
	Tree *syntax.File
	// Commands are the simple commands of the script, in order, including
	// nested ones. In exec form, it is the only command. Otherwise it is empty
	// if Tree is nil.
	Commands []*Command

	Mounts []Mount // of the RUN, in order, without invalid ones

	file  *File
	words int // length of the instruction's text in Source; here-documents follow
	body  int // offset of the here-documents in the file
}

// Script returns the script of an instruction of a stage. It is never nil, but
// may be empty.
func (f *File) Script(s *Stage, ins *dockerfile.Instruction) *Script {
	script, ok := f.scripts[ins]
	if !ok {
		script = f.readScript(s, ins)
		f.scripts[ins] = script
	}
	return script
}

func (f *File) readScript(s *Stage, ins *dockerfile.Instruction) *Script {
	heredocs := ins.Heredocs
	if ins.OnBuild != nil {
		ins = ins.OnBuild
	}
	script := &Script{Ins: ins, Mounts: mounts(ins), file: f}
	if s != nil {
		script.Shell, _ = f.ShellOf(s, ins)
	}
	if len(ins.Words) == 0 {
		return script
	}
	if ins.JSON {
		script.exec()
		return script
	}
	script.read(heredocs)
	if script.Shell == POSIX {
		script.parse()
	}
	return script
}

// read sets the source. A RUN that is only a here-document runs its contents,
// with the shell of its #! line, if any.
func (s *Script) read(heredocs []dockerfile.Heredoc) {
	args := s.Ins.Words[0]
	s.Source, s.words = args.Value, len(args.Value)
	if len(heredocs) == 0 {
		return
	}
	first, last := heredocs[0], heredocs[len(heredocs)-1]
	if len(heredocs) == 1 && args.Value == first.Value {
		s.Source, s.words, s.body = unixLines.Replace(s.file.Source[first.Body:first.BodyEnd]), 0, first.Body
		if line, _, _ := strings.Cut(s.Source, "\n"); strings.HasPrefix(line, "#!") {
			s.Shell = interpreter(line)
		}
		return
	}
	end := len(s.file.Source)
	if i := strings.IndexByte(s.file.Source[last.BodyEnd:], '\n'); i >= 0 {
		end = last.BodyEnd + len(strings.TrimSuffix(s.file.Source[last.BodyEnd:last.BodyEnd+i], "\r"))
	}
	s.Source += "\n" + unixLines.Replace(s.file.Source[first.Body:end])
	s.words++ // the line ending in between
	s.body = first.Body
}

// unixLines replaces CR LF in a here-document with LF, with an empty line in
// place of the CR so that offsets stay the same. A shell would treat the CR as
// part of the last word on the line, which is never the intent.
var unixLines = strings.NewReplacer("\\\r\n", " \\\n", "\r\n", "\n\n")

// interpreter returns the shell of a #! line.
func interpreter(line string) Shell {
	words := strings.Fields(strings.TrimPrefix(line, "#!"))
	if len(words) > 1 && strings.HasSuffix(words[0], "/env") {
		words = words[1:]
	}
	if len(words) == 0 {
		return Other
	}
	return shellNamed(words[0])
}

// parse sets the tree and the commands. It uses the bash variant, which
// includes the syntax of the others. A script with a NUL is not parsed: no
// command line can have one, and the parser drops it, which would shift
// offsets.
func (s *Script) parse() {
	if strings.IndexByte(s.Source, 0) >= 0 {
		return
	}
	var tree *syntax.File
	var err error
	if s.body > 0 {
		tree, err = shell.Tree([]byte(s.Source), syntax.LangBash)
	} else {
		tree, err = s.file.File.Script(s.Ins) // shared with the formatter
	}
	if err != nil {
		return
	}
	s.Tree = tree
	syntax.Walk(tree, func(node syntax.Node) bool {
		if stmt, ok := node.(*syntax.Stmt); ok {
			if call, ok := stmt.Cmd.(*syntax.CallExpr); ok && len(call.Args) > 0 {
				s.Commands = append(s.Commands, s.command(stmt, call))
			}
		}
		return true
	})
}

// Span returns the span in the file from the first to the last byte of a span
// of the script.
func (s *Script) Span(start, end int) Span {
	if start >= s.words && s.body > 0 {
		return Span{Start: start - s.words + s.body, End: end - s.words + s.body}
	}
	at := s.Ins.Words[0].Start
	if end > s.words {
		return Span{Start: s.Ins.Text.Pos(at + start), End: end - s.words + s.body}
	}
	return s.Ins.Text.Span(at+start, at+end)
}

// Replace returns the edits that replace a span of the script, which is either
// before its here-documents or in them. Line breaks of the instruction within
// the span stay after the new text.
func (s *Script) Replace(start, end int, text string) []fixedits.Edit {
	if start >= s.words && s.body > 0 {
		return s.file.ReplaceSpan(s.Span(start, end), text)
	}
	at := s.Ins.Words[0].Start
	return s.file.Replace(s.Ins, at+start, at+end, text)
}

// Insert returns the edit that inserts text at an offset of the script.
func (s *Script) Insert(at int, text string) []fixedits.Edit {
	return s.Replace(at, at, text)
}
