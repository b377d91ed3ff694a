package lint

import (
	"path"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"mvdan.cc/sh/v3/syntax"

	"github.com/rules-autofix/rules_autofix/formatting/shell"
)

// A Command is a simple command of a script, such as `apt-get install -y curl`,
// without prefixes that do not change its effect (sudo, env X=1, exec, command,
// nohup, time ...).
type Command struct {
	Name string // base name of the program; empty if only the shell knows it
	Word Arg    // the word of the name
	Args []Arg  // the words after the name, without redirections

	Script *Script
	Stmt   *syntax.Stmt     // nil in exec form
	Call   *syntax.CallExpr // nil in exec form
	Before []Arg            // prefixes such as sudo, with their arguments

	readings []any // of Recall
}

// Recall returns the result of read for a command. It calls read only if the
// command has no result of that type. The result must not be modified.
func Recall[T any](c *Command, read func(c *Command) T) T {
	for _, r := range c.readings {
		if known, ok := r.(T); ok {
			return known
		}
	}
	made := read(c)
	c.readings = append(c.readings, made)
	return made
}

// An Arg is a word of a command.
type Arg struct {
	Value  string // without quotes and escapes; only valid if Static
	Static bool   // Value does not depend on the shell
	Start  int    // offset in the script's source or, in exec form, in the instruction's text
	End    int
}

// Is reports whether an argument is static and equal to one of values.
func (a Arg) Is(values ...string) bool { return a.Static && slices.Contains(values, a.Value) }

// prefixes are commands that run the command after them, with their options
// that take a value.
var prefixes = map[string]string{
	"sudo": "-u -g -h -p -C -T -U", "doas": "-u -C", "env": "-u -C -S", "exec": "-a", "command": "", "nohup": "", "time": "-f -o",
	"nice": "-n", "ionice": "-c -n", "builtin": "", "eatmydata": "", "stdbuf": "-i -o -e", "chronic": "", "setsid": "",
}

func (s *Script) command(stmt *syntax.Stmt, call *syntax.CallExpr) *Command {
	args := make([]Arg, len(call.Args))
	for i, w := range call.Args {
		args[i] = s.arg(w)
	}
	c := &Command{Script: s, Stmt: stmt, Call: call}
	c.take(args)
	return c
}

// exec sets the only command of the exec form.
func (s *Script) exec() {
	args := make([]Arg, len(s.Ins.Words))
	for i, w := range s.Ins.Words {
		args[i] = Arg{Value: w.Value, Static: true, Start: w.Start, End: w.End}
	}
	c := &Command{Script: s}
	c.take(args)
	s.Commands = []*Command{c}
}

// take sets the command's fields from its words.
func (c *Command) take(args []Arg) {
	rest := args
	for len(rest) > 1 && rest[0].Static {
		valued, ok := prefixes[path.Base(rest[0].Value)]
		if !ok || path.Base(rest[0].Value) == "command" && rest[1].Is("-v", "-V") { // which only prints the command
			break
		}
		n := skipOptions(rest, strings.Fields(valued))
		if n == len(rest) {
			break
		}
		rest = rest[n:]
	}
	c.Before = args[:len(args)-len(rest)]
	c.Word, c.Args = rest[0], rest[1:]
	if c.Word.Static {
		c.Name = path.Base(c.Word.Value)
	}
}

// skipOptions returns the index after the options and assignments of a command
// that runs another command.
func skipOptions(args []Arg, valued []string) int {
	i := 1
	for ; i < len(args) && args[i].Static; i++ {
		v := args[i].Value
		switch {
		case v == "--":
			return i + 1
		case slices.Contains(valued, v):
			i++
		case strings.HasPrefix(v, "-"), strings.Contains(v, "="):
		default:
			return i
		}
	}
	return min(i, len(args))
}

// arg returns a word of the script as an argument.
func (s *Script) arg(w *syntax.Word) Arg {
	a := Arg{Start: int(w.Pos().Offset()), End: int(w.End().Offset())}
	if strings.HasPrefix(s.Source[max(a.End-1, a.Start):], "\r\n") {
		a.End-- // the parser includes the line ending in the word before it
	}
	a.Value, a.Static = shell.Static(w)
	return a
}

// Span returns the span of a command in the file, from its name to its last
// argument.
func (c *Command) Span() Span { return c.Stretch(c.Word.Start, c.end()) }

func (c *Command) end() int {
	if len(c.Args) > 0 {
		return c.Args[len(c.Args)-1].End
	}
	return c.Word.End
}

// Stretch returns the span in the file between two offsets like the offsets of
// arguments.
func (c *Command) Stretch(start, end int) Span {
	if c.Script.Ins.JSON {
		return c.Script.Ins.Text.Span(start, end)
	}
	return c.Script.Span(start, end)
}

// Shell reports whether the command is part of a shell script, so that words
// are inserted in shell syntax.
func (c *Command) Shell() bool { return !c.Script.Ins.JSON }

// ReplaceArg returns the edits that replace a word of the command. In exec
// form, the text becomes a JSON string.
func (c *Command) ReplaceArg(a Arg, text string) []fixedits.Edit {
	if !c.Shell() {
		return c.Script.file.Replace(c.Script.Ins, a.Start, a.End, QuoteJSON(text))
	}
	return c.Script.Replace(a.Start, a.End, text)
}

// InsertAfter returns the edit that adds separate words after a word of the
// command.
func (c *Command) InsertAfter(a Arg, words ...string) []fixedits.Edit {
	if !c.Shell() {
		text := ""
		for _, w := range words {
			text += ", " + QuoteJSON(w)
		}
		return c.Script.file.Insert(c.Script.Ins, a.End, text)
	}
	return c.Script.Insert(a.End, " "+strings.Join(words, " "))
}
