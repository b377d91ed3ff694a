package main

import (
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/policy"
)

// checkGlobs rejects values of --rule that are not globs.
func checkGlobs(globs []string) error {
	for _, glob := range globs {
		if _, err := path.Match(glob, ""); err != nil || glob == "" {
			return cli.Mistake("--rule=%s: not a glob; write a rule's name or the last part of it (see `autofix rules`), NS/* or NS", glob)
		}
	}
	return nil
}

// resolveRules replaces, in place, each glob that is only the last part of a
// rule's name, such as DL3020, by one that selects rules among known. It leaves
// a glob that selects a namespace, or nothing. A name that several rules end in
// is a mistake.
func resolveRules(flag string, globs, known []string) error {
	for i, glob := range globs {
		if strings.Contains(glob, "/") || slices.ContainsFunc(known, func(rule string) bool { return policy.MatchRule(glob, rule) }) {
			continue
		}
		if strings.ContainsAny(glob, `*?[\`) {
			if last := "*/" + glob; slices.ContainsFunc(known, func(rule string) bool { return policy.MatchRule(last, rule) }) {
				globs[i] = last
			}
			continue
		}
		switch names := config.EndingIn(glob, known); len(names) {
		case 0:
		case 1:
			globs[i] = names[0]
		default:
			return ambiguous(flag+glob, names)
		}
	}
	return nil
}

func ambiguous(name string, rules []string) error {
	return cli.Mistake("%s: several rules end in it: %s; write one of these", name, strings.Join(rules, ", "))
}

// knownRules resolves globs as resolveRules does, and rejects globs that select
// no rule of a checker or an artifact: otherwise a misspelled rule would look
// like a clean workspace. A glob outside of the namespaces of the checkers may
// select a rule of another tool that made one of the artifacts and found
// nothing this time; for such globs it only prints a note to w. others are
// checkers of other tools that have not run yet: their rules are not known.
func knownRules(w io.Writer, globs []string, checkers *checks.Registry, artifacts []*artifact.Artifact, others ...string) error {
	if len(globs) == 0 {
		return nil
	}
	ours := ruleNames(checkers.Rules())
	theirs, tools := rulesIn(artifacts, checkers.Tool.Name)
	known := slices.Concat(ours, theirs)
	for _, rules := range [][]string{ours, known} {
		if err := resolveRules("--rule=", globs, rules); err != nil {
			return err
		}
	}
	for _, glob := range globs {
		selects := func(rule string) bool { return policy.MatchRule(glob, rule) }
		if slices.ContainsFunc(known, selects) {
			continue
		}
		near := cli.DidYouMean(glob, append(namespaces(known), known...))
		if len(others) > 0 && !anyNamespace(glob, ours) {
			if namespace, _, _ := strings.Cut(glob, "/"); slices.Contains(others, namespace) {
				continue
			}
			_, err := fmt.Fprintf(w, "autofix: --rule=%s: no built-in rule has this name%s; it may be a rule of %s\n",
				glob, cli.DidYouMean(glob, append(others, namespaces(known)...)), strings.Join(others, ", "))
			if err != nil {
				return err
			}
			continue
		}
		if len(tools) == 0 || anyNamespace(glob, ours) {
			return cli.Mistake("--rule=%s selects no rule%s; `autofix rules` lists them", glob, near)
		}
		_, err := fmt.Fprintf(w, "autofix: --rule=%s selects nothing%s (no built-in rule has this name, and no finding of %s)\n",
			glob, near, strings.Join(tools, ", "))
		if err != nil {
			return err
		}
	}
	return nil
}

// rulesIn returns the rules that artifacts have something of, and the tools
// other than builtin that made them; both sorted.
func rulesIn(artifacts []*artifact.Artifact, builtin string) (rules, tools []string) {
	found, made := map[string]bool{}, map[string]bool{}
	for _, a := range artifacts {
		for i := range a.Fixes {
			found[a.Fixes[i].Rule] = true
		}
		for i := range a.Diagnostics {
			found[a.Diagnostics[i].Rule] = true
		}
		if a.Tool.Name != builtin {
			made[a.Tool.Name] = true
		}
	}
	return slices.Sorted(maps.Keys(found)), slices.Sorted(maps.Keys(made))
}

func namespaces(rules []string) []string {
	all := map[string]bool{}
	for _, rule := range rules {
		namespace, _, _ := strings.Cut(rule, "/")
		all[namespace] = true
	}
	return slices.Sorted(maps.Keys(all))
}

// anyNamespace reports whether a glob is about a namespace of rules.
func anyNamespace(glob string, rules []string) bool {
	namespace, _, _ := strings.Cut(glob, "/")
	return slices.ContainsFunc(namespaces(rules), func(known string) bool {
		ok, _ := path.Match(namespace, known) // checkGlobs has seen the error
		return ok
	})
}
