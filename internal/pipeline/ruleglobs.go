package pipeline

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/exit"
	"github.com/rules-autofix/rules_autofix/internal/policy"
)

// CheckGlobs rejects values of --rule that are not globs.
func CheckGlobs(globs []string) error {
	for _, glob := range globs {
		if _, err := path.Match(glob, ""); err != nil || glob == "" {
			return exit.Mistake("--rule=%s: not a glob; write a rule's name or the last part of it (see `autofix rules`), NS/* or NS", glob)
		}
	}
	return nil
}

// ResolveRules replaces, in place, each glob that is only the last part of a
// rule's name, such as DL3020, by one that selects rules among known. It leaves
// a glob that selects a namespace, or nothing. A name that several rules end in
// is a mistake.
func ResolveRules(flag string, globs, known []string) error {
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
			return AmbiguousRule(flag+glob, names)
		}
	}
	return nil
}

// AmbiguousRule returns the mistake of a name that several rules end in.
func AmbiguousRule(name string, rules []string) error {
	return exit.Mistake("%s: several rules end in it: %s; write one of these", name, strings.Join(rules, ", "))
}

// KnownRules resolves globs as ResolveRules does, and rejects globs that select
// no rule of a checker or an artifact: otherwise a misspelled rule would look
// like a clean workspace. A glob outside of the namespaces of the checkers may
// select a rule of another tool that made one of the artifacts and found
// nothing this time; for such globs it only returns a note. others are
// checkers of other tools that have not run yet: their rules are not known.
func KnownRules(globs []string, checkers *checks.Registry, artifacts []*artifact.Artifact, others ...string) (notes []string, err error) {
	if len(globs) == 0 {
		return nil, nil
	}
	ours := RuleNames(checkers.Rules())
	theirs, own := RulesIn(artifacts), checkers.Names()
	tools := slices.DeleteFunc(Checkers(artifacts, checkers.Tool), func(name string) bool { return slices.Contains(own, name) })
	known := slices.Concat(ours, theirs)
	for _, rules := range [][]string{ours, known} {
		if err := ResolveRules("--rule=", globs, rules); err != nil {
			return nil, err
		}
	}
	for _, glob := range globs {
		selects := func(rule string) bool { return policy.MatchRule(glob, rule) }
		if slices.ContainsFunc(known, selects) {
			continue
		}
		near := config.DidYouMean(glob, append(Namespaces(known), known...))
		if len(others) > 0 && !anyNamespace(glob, ours) {
			if namespace, _, _ := strings.Cut(glob, "/"); slices.Contains(others, namespace) {
				continue
			}
			notes = append(notes, fmt.Sprintf("--rule=%s: no built-in rule has this name%s; it may be a rule of %s",
				glob, config.DidYouMean(glob, append(others, Namespaces(known)...)), strings.Join(others, ", ")))
			continue
		}
		if len(tools) == 0 || anyNamespace(glob, ours) {
			return notes, exit.Mistake("--rule=%s selects no rule%s; `autofix rules` lists them", glob, near)
		}
		notes = append(notes, fmt.Sprintf("--rule=%s selects nothing%s (no built-in rule has this name, and no finding of %s)",
			glob, near, strings.Join(tools, ", ")))
	}
	return notes, nil
}

// RulesIn returns the rules that artifacts have something of, sorted.
func RulesIn(artifacts []*artifact.Artifact) []string {
	found := map[string]bool{}
	for _, a := range artifacts {
		for i := range a.Fixes {
			found[a.Fixes[i].Rule] = true
		}
		for i := range a.Diagnostics {
			found[a.Diagnostics[i].Rule] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// Namespaces returns the sorted namespaces of rules.
func Namespaces(rules []string) []string {
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
	return slices.ContainsFunc(Namespaces(rules), func(known string) bool {
		ok, _ := path.Match(namespace, known) // CheckGlobs has seen the error
		return ok
	})
}

// RuleNames returns the names of rules.
func RuleNames(rules []checks.Rule) []string {
	names := make([]string, len(rules))
	for i := range rules {
		names[i] = rules[i].Name
	}
	return names
}

// OnlyRules removes from an artifact the findings of rules that globs do not
// select, and the fixes that only such findings have.
func OnlyRules(a *artifact.Artifact, globs []string) {
	selected := policy.Selection{Rules: globs}
	listed, kept := map[string]bool{}, map[string]bool{} // ids of fixes
	a.Diagnostics = slices.DeleteFunc(a.Diagnostics, func(d fixedits.Diagnostic) bool {
		keep := selected.Selects(d.Rule)
		for _, id := range d.Fixes {
			listed[id] = true
			kept[id] = kept[id] || keep
		}
		return !keep
	})
	a.Fixes = slices.DeleteFunc(a.Fixes, func(fix fixedits.Fix) bool {
		if listed[fix.ID] {
			return !kept[fix.ID]
		}
		return !selected.Selects(fix.Rule)
	})
}
