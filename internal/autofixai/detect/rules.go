// Package detect asks an agent for findings in files, for rules that no
// heuristics can judge. It is only for analyze --ai: neither checks nor the
// gate use its findings.
//
// An answer is a list of claims. A claim about a place that does not exist, or
// for a rule that was not asked for, is dropped and counted.
package detect

import (
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// Namespace is the namespace of the rules.
const Namespace = "ai"

// version changes with the rules, the words of the prompt and the conditions
// for an answer: findings of another version are not used again.
const version = 1

// A Kind is a kind of files.
type Kind string

const (
	Dockerfile Kind = "Dockerfile"
	Shell      Kind = "shell"
	Data       Kind = "YAML and TOML"
	Starlark   Kind = "Starlark"
)

// kindOf returns the kind of a file by its name, or "" if no rule is for it.
func kindOf(file string) Kind {
	base := path.Base(file)
	switch {
	case syntax.Named(base):
		return Dockerfile
	case base == "BUILD" || base == "WORKSPACE":
		return Starlark
	}
	switch path.Ext(base) {
	case ".sh", ".bash":
		return Shell
	case ".yaml", ".yml", ".toml":
		return Data
	case ".bzl", ".bazel", ".star":
		return Starlark
	}
	return ""
}

// A Rule is a kind of finding that an agent looks for.
type Rule struct {
	Name    string // after ai/
	Summary string // the finding, a sentence
	Ask     string // for the agent: when to report it, and when not
	Goal    string // for the agent that is asked to fix it
	Kinds   []Kind
}

// ID returns the name of the rule in findings.
func (r *Rule) ID() string { return Namespace + "/" + r.Name }

var rules = []Rule{
	{
		Name: "broken-order", Summary: "A command needs a file or program that only a later step makes",
		Ask:  "A command uses a file, program or variable of this file that is only made further down, or in a stage from which it is never copied. Not what the base image may have.",
		Goal: "Make what the command needs before the command runs.", Kinds: []Kind{Dockerfile, Shell},
	},
	{
		Name: "cache-order", Summary: "A step that seldom changes comes after one that often does",
		Ask:  "A slow step, such as the installation of dependencies, comes after a COPY or ADD of files that it does not need and that change with every commit. Name the line of the COPY or ADD.",
		Goal: "Copy the files that seldom change first, run the slow step, and copy the rest after it.", Kinds: []Kind{Dockerfile},
	},
	{
		Name: "dockerfile-cuda-mismatch", Summary: "The CUDA version of the base image does not fit that of a framework",
		Ask:  "The base image has one version of CUDA or cuDNN, and a wheel, index URL or package that is installed is built for another one that does not run with it. Name the line of the package.",
		Goal: "Install the build of the framework that fits the CUDA version of the base image.", Kinds: []Kind{Dockerfile},
	},
	{
		Name: "misleading-comment", Summary: "A comment says something else than the lines that it explains",
		Ask:  "A comment contradicts the lines that it is about: another version, name, number, order or effect. Not a comment that is only vague or short. Name the line of the comment.",
		Goal: "Make the comment say what the lines do. Do not change the lines.", Kinds: []Kind{Dockerfile, Shell, Data, Starlark},
	},
	{
		Name: "swallowed-failure", Summary: "A failure that matters goes unnoticed",
		Ask:  "A command whose result later steps depend on may fail without stopping the script or the build: behind || true, in a pipe without pipefail, in a loop, in the background. Not where a comment says that this is wanted.",
		Goal: "Make the failure of the command stop the script or the build.", Kinds: []Kind{Dockerfile, Shell},
	},
	{
		Name: "unpinned-bootstrap", Summary: "An installer or a tool is fetched without a version",
		Ask:  "A script or archive is downloaded and run, or a tool is installed, and nothing decides its version: no version in the URL or name, no checksum, no commit. Not packages of the system's package manager.",
		Goal: "Pin the version by what the file says about it.", Kinds: []Kind{Dockerfile, Shell},
	},
}

// Rules returns the rules, by name.
func Rules() []Rule { return slices.Clone(rules) }

// rulesFor returns the rules for a file, by name. patterns are names of rules
// with a * at the end at most; none: all.
func rulesFor(kind Kind, patterns []string) []*Rule {
	var all []*Rule
	for i := range rules {
		r := &rules[i]
		wanted := len(patterns) == 0 || slices.ContainsFunc(patterns, func(pattern string) bool {
			matched, _ := path.Match(pattern, r.ID())
			return matched
		})
		if wanted && slices.Contains(r.Kinds, kind) {
			all = append(all, r)
		}
	}
	return all
}

// Page returns the documentation of the rules, as Markdown.
func Page() string {
	var b strings.Builder
	b.WriteString("# What agents look for\n\n" +
		"`autofix analyze --ai` asks your agent for findings of these rules. They are what a model says, so each may be wrong. " +
		"They have the severity `info`, their messages start with `AI:`, and no check, aspect or gate has them.\n\n" +
		"| rule | finds | in |\n|---|---|---|\n")
	for i := range rules {
		r := &rules[i]
		var kinds []string
		for _, kind := range r.Kinds {
			kinds = append(kinds, string(kind))
		}
		b.WriteString("| `" + r.ID() + "` | " + r.Summary + " | " + strings.Join(kinds, ", ") + " |\n")
	}
	for i := range rules {
		r := &rules[i]
		b.WriteString("\n## " + r.ID() + "\n\n" + r.Summary + ".\n\nThe agent is told: " + r.Ask + "\n\nIf you ask for a fix, the task is: " + r.Goal + "\n")
	}
	return b.String()
}

// Asks reports whether a file is one that a rule is for; see Options.Rules.
func Asks(file string, patterns []string) bool { return len(rulesFor(kindOf(file), patterns)) > 0 }
