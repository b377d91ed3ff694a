package lint

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"mvdan.cc/sh/v3/syntax"

	dockerfile "github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/formatting/shell"
)

// A Script is what a RUN has its shell do, or the command of a CMD, ENTRYPOINT or HEALTHCHECK in shell form. Offsets are
// into Source.
type Script struct {
	Ins    *dockerfile.Instruction // the one that has the words: of an ONBUILD, what it holds
	Source string
	Shell  Shell

	// Tree is the script as a shell reads it. It is nil where the shell is not a POSIX one, the instruction is in exec form,
	// or the script does not parse.
	Tree *syntax.File
	// Commands are the simple commands of the script, in order, those within others included. Of the exec form it is its
	// one command. There are none where Tree is nil otherwise.
	Commands []*Command

	Mounts []Mount // of the RUN, in order, without those that cannot be read

	file  *File
	words int // Source up to here is the instruction's text; what follows are its here-documents
	body  int // in bytes of the file: where those start
}

// Script returns the script of an instruction of a stage. It is never nil, though it may have nothing in it.
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

// read sets the source. A RUN that is nothing but a here-document runs what that says, with a shell that it may name.
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
	s.words++ // the line end between
	s.body = first.Body
}

// unixLines takes the CR off the line ends of a here-document, with an empty line in its place so that all offsets stay. A
// shell would take it for part of the last word of the line, which is not what a file with such line ends means.
var unixLines = strings.NewReplacer("\\\r\n", " \\\n", "\r\n", "\n\n")

// interpreter returns the shell that a #! line names.
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

// parse sets the tree and the commands. The variant is that of bash, which reads what the others do. A script with a NUL is not
// read: no command line can have one, and the parser leaves it out, so that its offsets would be wrong.
func (s *Script) parse() {
	if strings.IndexByte(s.Source, 0) >= 0 {
		return
	}
	var tree *syntax.File
	var err error
	if s.body > 0 {
		tree, err = shell.Tree([]byte(s.Source), syntax.LangBash)
	} else {
		tree, err = s.file.File.Script(s.Ins) // which the formatter asks for as well
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

// Span returns the stretch of the file from the first to the last byte of a stretch of the script.
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

// Replace returns the edits that replace a stretch of the script, which lies either before its here-documents or in them.
// Line breaks of the instruction that lie within it stay, behind what is new.
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
