package objective

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/patch"
)

// before returns the Dockerfile that the objective started with.
func (c *Change) before() *lint.File {
	if c.baseFile == nil {
		c.baseFile = lint.Read(checks.File{Path: c.Request.Path, Content: c.Base}, checks.Settings{})
	}
	return c.baseFile
}

// after returns the changed Dockerfile.
func (c *Change) after() *lint.File {
	if c.file == nil {
		c.file = lint.Read(checks.File{Path: c.Request.Path, Content: c.Patch.Text}, checks.Settings{})
	}
	return c.file
}

// lines returns the change by lines. A newline at the end of the last line is
// not a change of that line.
func (c *Change) lines() *patch.Result {
	whole := func(text []byte) string { return strings.TrimSuffix(string(text), "\n") + "\n" }
	if result, err := patch.Replace([]byte(whole(c.Base)), whole(c.Patch.Text)); err == nil {
		return result
	}
	return c.Patch
}

// added returns the instructions of the changed file that have an added line.
func (c *Change) added() []*syntax.Instruction {
	lines := map[int]bool{}
	for _, line := range c.lines().AddedLines() {
		lines[line.Number] = true
	}
	var all []*syntax.Instruction
	for _, ins := range c.after().Instructions {
		for n := ins.Line; n <= ins.EndLine; n++ {
			if lines[n] {
				all = append(all, ins)
				break
			}
		}
	}
	return all
}

// mustAdd is a check that an added line is in an instruction.
func mustAdd(instruction, message string) func(c *Change) []Issue {
	return func(c *Change) []Issue {
		for _, ins := range c.added() {
			if ins.Name == instruction {
				return nil
			}
		}
		return []Issue{{Message: message}}
	}
}

// textOf returns an instruction as BuildKit reads it: on one line and without
// comments, and its here-documents.
func textOf(f *lint.File, ins *syntax.Instruction) string {
	text := ins.Text.Value
	for _, doc := range ins.Heredocs {
		text += "\n" + f.Source[doc.Body:doc.BodyEnd]
	}
	return text
}

// commands yields the commands that the instructions of a file run, each with
// its stage and instruction.
func commands(f *lint.File, yield func(s *lint.Stage, ins *syntax.Instruction, c *lint.Command)) {
	for s, ins := range f.All {
		switch lint.Inner(ins).Name {
		case "run", "cmd", "entrypoint", "healthcheck":
		default:
			continue
		}
		for _, c := range f.Script(s, ins).Commands {
			yield(s, ins, c)
		}
	}
}

// A variable is one that ARG or ENV declares.
type variable struct {
	name, value string // the value as BuildKit sees it, with its variables
	bare        bool   // an ARG without a value
	line        int
}

// variables returns the variables of a file, in order, including the ones of
// ONBUILD.
func variables(f *lint.File) []variable {
	var all []variable
	for _, ins := range f.Instructions {
		inner := lint.Inner(ins)
		if inner.Name != "arg" && inner.Name != "env" {
			continue
		}
		for _, pair := range inner.Pairs {
			all = append(all, variable{lint.Unquote(pair.Key.Value), lint.Unquote(pair.Value.Value), pair.Bare, ins.Line})
		}
	}
	return all
}
