package hadolint

import (
	"path"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"mvdan.cc/sh/v3/expand"
	shell "mvdan.cc/sh/v3/syntax"

	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/packages"
)

// What the rules about downloads say of themselves, behind what is theirs.
const (
	whyDownloads = "downloads, packages and lists of them, stays in the layer and is never used again. A later RUN cannot make the " +
		"layer smaller."
	fixAppends = "at the end of the script, as its other commands are written. It is a suggestion: a later RUN may count on what " +
		"is deleted."
)

// A cleaning says what a package manager leaves behind in a layer, and how that is prevented.
type cleaning struct {
	managers []packages.Manager
	// leaves reports whether an operation leaves something behind.
	leaves func(*packages.Operation) bool
	// cleans reports whether an operation of the manager takes it away.
	cleans func(*packages.Operation) bool
	// apart says that the commands which the managers are (dnf, microdnf) do so each for itself.
	apart bool
	// within reports whether what is left is below a folder, which has no slash at its end.
	within func(dir string) bool
}

// dirty returns the operations of a script that leave something behind that stays, in order: nothing after them takes it
// away, and no cache or tmpfs is mounted where it is.
func (c *cleaning) dirty(script *lint.Script) []*packages.Operation {
	if mounted(script, c.within) {
		return nil
	}
	var left []*packages.Operation
	cleaned := make(map[string]bool) // by command, behind where the loop is
	for _, command := range slices.Backward(script.Commands) {
		op := packages.Of(command, c.managers...)
		if op == nil {
			if removes(command, c.within) {
				break
			}
			continue
		}
		name := ""
		if c.apart {
			name = op.Name()
		}
		if c.leaves(op) && !cleaned[name] {
			left = append(left, op)
		}
		cleaned[name] = cleaned[name] || c.cleans(op)
	}
	slices.Reverse(left)
	return left
}

// downloads returns the check of a rule that the packages which a manager downloaded are deleted, by a verb of it.
func downloads(c *cleaning, verb string) func(*lint.Pass) {
	return func(p *lint.Pass) {
		for step := range p.Steps {
			if left := c.dirty(step.Script); len(left) > 0 {
				name := left[len(left)-1].Name()
				command := name + " " + verb
				reportDirty(p, left, name+" leaves what it downloaded in the image: add "+command, command)
			}
		}
	}
}

// fetches reports whether an operation downloads packages.
func fetches(op *packages.Operation) bool {
	return op.Action == packages.Install || op.Action == packages.Upgrade
}

// cleansAll reports whether an operation of yum or dnf is its clean all.
func cleansAll(op *packages.Operation) bool {
	return op.Action == packages.Clean && len(op.Operands) > 0 && op.Operands[0].Is("all")
}

// below returns a function that reports whether one of some folders is a folder, or below it.
func below(dirs ...string) func(string) bool {
	return func(dir string) bool {
		for _, d := range dirs {
			if d == dir || strings.HasPrefix(d, dir+"/") {
				return true
			}
		}
		return false
	}
}

// mounted reports whether what is written to a place does not stay in the layer of a RUN.
func mounted(script *lint.Script, within func(string) bool) bool {
	for _, m := range script.Mounts {
		if (m.Type == "cache" || m.Type == "tmpfs") && m.Target != "" && within(m.Target) {
			return true
		}
	}
	return false
}

// removes reports whether a command deletes a folder, or all that is in it.
func removes(c *lint.Command, within func(string) bool) bool {
	switch c.Name {
	case "rm":
	case "find":
		deletes := false
		for _, a := range c.Args {
			deletes = deletes || a.Is("-delete", "rm")
		}
		if !deletes {
			return false
		}
	default:
		return false
	}
	for _, a := range c.Args {
		for _, name := range braces(packages.Text(c, a)) {
			dir := path.Clean(name)
			if base := path.Base(dir); strings.HasPrefix(base, "*") {
				dir = path.Dir(dir)
			}
			if dir != "." && dir != "/" && within(dir) {
				return true
			}
		}
	}
	return false
}

// braces expands {a,b} in a word. One that may expand to very many words stays as it is.
func braces(text string) []string {
	if len(text) > 1000 || strings.Count(text, "{") != 1 || strings.Contains(text, "..") {
		return []string{text}
	}
	word := &shell.Word{Parts: []shell.WordPart{&shell.Lit{Value: text}}}
	shell.SplitBraces(word)
	var out []string
	for _, w := range expand.Braces(word) {
		out = append(out, w.Lit())
	}
	return out
}

// reportDirty reports what operations leave behind, at the last, with a fix that runs a command at the end of the script. There
// is none if there is no place for it, if command is empty, or if the manager may not have run.
func reportDirty(p *lint.Pass, left []*packages.Operation, message, command string) {
	op := left[len(left)-1]
	var fixes []fixedits.Fix
	// Another sudo is what DL3004 is against, and a manager that did not run may not be there.
	if command != "" && !op.Sudo() && op.Command.Script.Certain(op.Command) {
		if edits := op.Command.Script.Append(command); edits != nil {
			fixes = append(fixes, fixedits.Fix{Title: "Add " + command, Edits: edits})
		}
	}
	p.Report(lint.Finding{Message: message, Span: opSpan(op), Fixes: fixes})
}

// shipped returns the stages whose layers an image has: the last one, and those that others begin from.
func shipped(p *lint.Pass) map[*lint.Stage]bool {
	found := make(map[*lint.Stage]bool)
	for i, stage := range p.Stages {
		if i == len(p.Stages)-1 {
			found[stage] = true
		}
		if stage.Parent != nil {
			found[stage.Parent] = true
		}
	}
	return found
}
