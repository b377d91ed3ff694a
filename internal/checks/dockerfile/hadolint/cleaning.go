package hadolint

import (
	"path"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"mvdan.cc/sh/v3/expand"
	shell "mvdan.cc/sh/v3/syntax"

	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

// Shared endings of the descriptions of rules about downloaded files.
const (
	whyDownloads = "downloads stay in the layer and are never used again. A later RUN can't make the layer smaller."
	fixAppends   = "to the end of the script, in the style of its other commands. It is a suggestion, because a " +
		"later RUN may rely on the deleted files."
)

// A cleaning describes the files that a package manager leaves in a layer and
// the commands that delete them.
type cleaning struct {
	managers []packages.Manager
	// leaves reports whether an operation leaves files in the layer.
	leaves func(*packages.Operation) bool
	// cleans reports whether an operation of the manager deletes them.
	cleans func(*packages.Operation) bool
	// apart means that each command of the manager (dnf, microdnf) cleans only
	// its own files.
	apart bool
	files folders
}

// dirty returns, in order, the operations of a script whose files stay in the
// layer: no later command deletes them, and no cache or tmpfs is mounted at
// their place.
func (c *cleaning) dirty(p *lint.Pass, step lint.Step) []*packages.Operation {
	script := step.Script
	if c.files.mounted(p, step, packages.In(script, c.managers...)) {
		return nil
	}
	var left []*packages.Operation
	cleaned := make(map[string]bool) // by command, after the current operation
	for _, command := range slices.Backward(script.Commands) {
		op := packages.Of(command, c.managers...)
		if op == nil {
			if removes(command, c.files.below) {
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

// downloads returns the check of a rule that a manager's downloaded packages
// are deleted with a verb of the manager.
func downloads(c *cleaning, verb string) func(*lint.Pass) {
	return func(p *lint.Pass) {
		for step := range p.Steps {
			if left := c.dirty(p, step); len(left) > 0 {
				name := left[len(left)-1].Name()
				command := name + " " + verb
				reportDirty(p, left, name+" leaves its downloads in the image: run "+command+" in the same RUN", command)
			}
		}
	}
}

// fetches reports whether an operation downloads packages.
func fetches(op *packages.Operation) bool {
	return op.Action == packages.Install || op.Action == packages.Upgrade
}

// cleansAll reports whether an operation is yum clean all or dnf clean all.
func cleansAll(op *packages.Operation) bool {
	return op.Action == packages.Clean && len(op.Operands) > 0 && op.Operands[0].Is("all")
}

// removes reports whether a command deletes a folder or everything in it.
func removes(c *lint.Command, below func(string) bool) bool {
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
			if dir != "." && dir != "/" && below(dir) {
				return true
			}
		}
	}
	return false
}

// braces expands {a,b} in a word. A word that may expand to very many words is
// returned unchanged.
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

// reportDirty reports the files that operations leave, at the last of them,
// with a fix that runs a command at the end of the script. There is no fix if
// the script has no place for it, if command is empty, or if the manager may
// not have run.
func reportDirty(p *lint.Pass, left []*packages.Operation, message, command string) {
	op := left[len(left)-1]
	var fixes []fixedits.Fix
	// Another sudo would violate DL3004, and a manager that did not run may not
	// exist.
	if command != "" && !op.Sudo() && op.Command.Script.Certain(op.Command) {
		if edits := op.Command.Script.Append(command); edits != nil {
			fixes = append(fixes, fixedits.Fix{Title: "Add " + command, Edits: edits})
		}
	}
	p.Report(lint.Finding{Message: message, Span: opSpan(op), Fixes: fixes})
}

// shipped returns the stages whose layers are part of an image: the last stage
// and its ancestors.
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
