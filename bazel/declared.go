package bazel

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/rules-autofix/rules_autofix/bazel/client"
)

// Declared are the files that the rules of a workspace name.
type Declared struct {
	// Files has the workspace-relative paths that rules name in any attribute,
	// such as srcs and data, and in any branch of a select. It covers all
	// packages that load. Folders, missing files and outputs may be among the
	// paths.
	Files map[string]bool
	// Broken are the sorted names of packages that do not load. What they
	// declare is not known.
	Broken []string
	// Named has, by path, the rules that name it and in which attribute. It is
	// nil unless asked for.
	Named map[string][]Naming
}

// A Naming is a rule that names a file.
type Naming struct {
	Rule string   // its label
	Attr string   // the attribute, e.g. srcs
	Tags []string // of the rule
}

// Declared returns the files that the rules of the workspace name. That
// includes rules that //... leaves out of a build, such as those tagged manual.
// If detailed is set, Named is filled in, which takes Bazel longer.
//
// It runs `bazel query`, which loads packages and neither analyzes nor fetches.
// The error is a *BuildError if Bazel cannot answer.
func (b *Build) Declared(ctx context.Context, detailed bool) (*Declared, error) {
	args := b.verb("query", "--keep_going", "--output=streamed_jsonproto", "--order_output=no", "--noproto:locations")
	if !detailed {
		args = append(args, "--proto:output_rule_attrs=")
	}
	reader, writer := io.Pipe()
	read := make(chan *Declared, 1)
	var malformed error
	go func() {
		var declared *Declared
		declared, malformed = readDeclared(reader, detailed)
		reader.CloseWithError(malformed)
		read <- declared
	}()
	// The build has already reported what does not load.
	var messages bytes.Buffer
	code, err := b.run(ctx, append(args, "--", "//..."), writer, &messages)
	writer.Close()
	declared := <-read
	if malformed == nil && err == nil && (code == 0 || code == client.ExitPartial) {
		for _, failure := range brokenPackages(messages.String()) {
			declared.Broken = append(declared.Broken, strings.TrimPrefix(failure.Label, "//"))
		}
		return declared, nil
	}
	_, _ = b.Stderr.Write(messages.Bytes())
	switch {
	case malformed != nil:
		return nil, fmt.Errorf("bazel query: %w", malformed)
	case err != nil:
		return nil, fmt.Errorf("bazel query: %w", err)
	}
	return nil, &BuildError{Command: "query", ExitCode: code}
}

// labelsOf returns the values of an attribute that may be labels.
func labelsOf(a *client.RuleAttribute) []string {
	labels := append([]string{a.Value}, a.Values...)
	for _, entry := range a.Keyed {
		labels = append(labels, entry.Key)
	}
	for _, entry := range a.Unary {
		labels = append(labels, entry.Value)
	}
	return labels
}

// readDeclared reads targets, one per line, and returns the paths that rules
// name as inputs.
func readDeclared(targets io.Reader, detailed bool) (*Declared, error) {
	declared := &Declared{Files: map[string]bool{}}
	if detailed {
		declared.Named = map[string][]Naming{}
	}
	var rules []string
	err := client.ReadTargets(targets, func(target *client.QueriedTarget) {
		if name, ok := client.PathOf(target.Rule.Name); ok {
			rules = append(rules, name) // not a file, even if other rules list it as a source
		}
		for _, label := range target.Rule.Inputs {
			if input, ok := client.PathOf(label); ok {
				declared.Files[input] = true
			}
		}
		if detailed {
			declared.name(&target.Rule)
		}
	})
	if err != nil {
		return nil, err
	}
	for _, rule := range rules {
		delete(declared.Files, rule)
	}
	return declared, nil
}

// name adds the files that a rule names.
func (d *Declared) name(rule *client.QueriedRule) {
	tags := rule.Tags()
	for i := range rule.Attributes {
		attribute := &rule.Attributes[i]
		for _, label := range labelsOf(attribute) {
			if input, ok := client.PathOf(label); ok && d.Files[input] {
				d.Named[input] = append(d.Named[input], Naming{Rule: rule.Name, Attr: attribute.Name, Tags: tags})
			}
		}
	}
}
