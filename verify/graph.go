package verify

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// A graph has targets and what they name, as a query printed them.
type graph struct {
	rules map[string]*rule    // by label
	users map[string][]string // labels of rules and outputs, by the label that they name
}

type rule struct {
	test    bool
	leftOut bool // it is tagged manual, so //... does not build it, or it has no action
}

// withoutActions are the classes of rules that only name files or other
// targets. That they build says nothing about a file.
var withoutActions = map[string]bool{"alias": true, "autofix_sources": true, "filegroup": true, "test_suite": true}

// A targetJSON has the fields of blaze_query.Target that are read here, of
// src/main/protobuf/build.proto in Bazel.
type targetJSON struct {
	Type string `json:"type"`
	Rule struct {
		Name      string   `json:"name"`
		Class     string   `json:"ruleClass"`
		Input     []string `json:"ruleInput"`
		Output    []string `json:"ruleOutput"`
		Attribute []struct {
			Name   string   `json:"name"`
			Values []string `json:"stringListValue"`
		} `json:"attribute"`
	} `json:"rule"`
	GeneratedFile struct {
		Name string `json:"name"`
		Rule string `json:"generatingRule"`
	} `json:"generatedFile"`
}

// readGraph reads what --output=streamed_jsonproto prints.
func readGraph(r io.Reader) (*graph, error) {
	g := &graph{rules: map[string]*rule{}, users: map[string][]string{}}
	decoder := json.NewDecoder(r)
	for {
		var t targetJSON
		if err := decoder.Decode(&t); errors.Is(err, io.EOF) {
			return g, nil
		} else if err != nil {
			return nil, fmt.Errorf("bazel query: its output is not that of a known Bazel: %w", err)
		}
		switch t.Type {
		case "RULE":
			label := canonical(t.Rule.Name)
			added := &rule{test: strings.HasSuffix(t.Rule.Class, "_test"), leftOut: withoutActions[t.Rule.Class]}
			for _, a := range t.Rule.Attribute {
				added.leftOut = added.leftOut || a.Name == "tags" && slices.Contains(a.Values, "manual")
			}
			g.rules[label] = added
			for _, input := range t.Rule.Input {
				g.users[canonical(input)] = append(g.users[canonical(input)], label)
			}
			for _, output := range t.Rule.Output {
				g.users[label] = append(g.users[label], canonical(output))
			}
		case "GENERATED_FILE":
			g.users[canonical(t.GeneratedFile.Rule)] = append(g.users[canonical(t.GeneratedFile.Rule)], canonical(t.GeneratedFile.Name))
		}
	}
}

// canonical returns a label of the main repository without its repository.
func canonical(label string) string {
	if rest, main := strings.CutPrefix(label, "@@//"); main {
		return "//" + rest
	}
	if rest, main := strings.CutPrefix(label, "@//"); main {
		return "//" + rest
	}
	return label
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
		if rule := g.rules[label]; !rule.leftOut && strings.HasPrefix(label, "//") {
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
