package verify

import (
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/bazel/client"
)

// A graph has targets and their inputs, as a query prints them.
type graph struct {
	rules map[string]*rule    // by label
	users map[string][]string // labels of rules and outputs, by the label that they name
}

type rule struct {
	test     bool
	manual   bool // only built if it is named, not as a part of //...
	noAction bool
}

// withoutActions are the classes of rules that only name files or other
// targets. That they build says nothing about a file.
var withoutActions = map[string]bool{"alias": true, "autofix_sources": true, "filegroup": true, "test_suite": true}

// readGraph reads what --output=streamed_jsonproto prints.
func readGraph(r io.Reader) (*graph, error) {
	g := &graph{rules: map[string]*rule{}, users: map[string][]string{}}
	err := client.ReadTargets(r, g.add)
	return g, err
}

func (g *graph) add(t *client.QueriedTarget) {
	switch t.Type {
	case "RULE":
		label := client.DisplayLabel(t.Rule.Name)
		g.rules[label] = &rule{
			test:     strings.HasSuffix(t.Rule.Class, "_test"),
			manual:   slices.Contains(t.Rule.Tags(), "manual"),
			noAction: withoutActions[t.Rule.Class],
		}
		for _, input := range t.Rule.Inputs {
			g.use(input, label)
		}
		for _, output := range t.Rule.Outputs {
			g.use(label, output)
		}
	case "GENERATED_FILE":
		g.use(t.GeneratedFile.Rule, t.GeneratedFile.Name)
	}
}

// use adds a user of a target.
func (g *graph) use(label, user string) {
	label = client.DisplayLabel(label)
	g.users[label] = append(g.users[label], client.DisplayLabel(user))
}

// named notes the rules that target patterns name.
func (g *graph) named(patterns []string) {
	for _, pattern := range patterns {
		if pkg, rest := path.Split(pattern); !strings.Contains(rest, ":") {
			pattern = pkg + rest + ":" + rest // //a/b is //a/b:b
		}
		if rule := g.rules[client.DisplayLabel(pattern)]; rule != nil {
			rule.manual = false
		}
	}
}

// affected returns the rules that depend on seeds, with the files that each of
// them depends on.
func (g *graph) affected(seeds []seed) []Target {
	files := map[string][]string{}   // by label of a rule
	reached := map[string][]string{} // labels of rules, by the key of a seed: files of one target share them
	for i := range seeds {
		s := &seeds[i]
		key := s.key(g.users[s.label])
		labels, known := reached[key]
		if !known {
			labels = g.reach(s)
			reached[key] = labels
		}
		for _, label := range labels {
			files[label] = append(files[label], s.file)
		}
	}
	var targets []Target
	for _, label := range slices.Sorted(maps.Keys(files)) {
		if rule := g.rules[label]; !rule.manual && !rule.noAction && strings.HasPrefix(label, "//") {
			slices.Sort(files[label])
			targets = append(targets, Target{Name: label, Test: rule.test, Files: files[label]})
		}
	}
	return targets
}

// reach returns the labels of the rules that depend on a seed.
func (g *graph) reach(s *seed) []string {
	seen := map[string]bool{}
	var open []string
	visit := func(label string) {
		if !seen[label] {
			seen[label] = true
			open = append(open, label)
		}
	}
	if s.all || len(s.packages) > 0 {
		for label := range g.rules {
			pkg, _, _ := strings.Cut(strings.TrimPrefix(label, "//"), ":")
			if s.all || slices.Contains(s.packages, pkg) {
				visit(label)
			}
		}
	}
	for _, user := range g.users[s.label] {
		visit(user)
	}
	for len(open) > 0 {
		label := open[len(open)-1]
		open = open[:len(open)-1]
		for _, user := range g.users[label] {
			visit(user)
		}
	}
	var labels []string
	for label := range seen {
		if g.rules[label] != nil {
			labels = append(labels, label)
		}
	}
	return labels
}
