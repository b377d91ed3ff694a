package bazel

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/bazel/client"
)

// Declared are the files that the rules of a workspace name.
type Declared struct {
	// Files has the workspace-relative paths that rules name in any attribute,
	// such as srcs and data, and in any branch of a select. It covers all
	// packages that load. Folders, missing files and outputs may be among the
	// paths.
	Files map[string]bool
	// Exported are the paths of the sources that rules of other packages may
	// name, such as the files of exports_files.
	Exported map[string]bool
	// Broken are the sorted names of packages that do not load. Their
	// declarations are unknown.
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
	var messages bytes.Buffer
	declared, code, err := b.declared(ctx, everything, nil, detailed, &messages)
	if err == nil && (code == 0 || code == client.ExitPartial) {
		// The build has already reported the packages that do not load.
		for _, failure := range brokenPackages(messages.String()) {
			declared.Broken = append(declared.Broken, strings.TrimPrefix(failure.Label, "//"))
		}
		return declared, nil
	}
	_, _ = b.Stderr.Write(messages.Bytes())
	if err == nil {
		err = &BuildError{Command: "query", ExitCode: code}
	}
	return nil, err
}

// mostExpression bounds an expression in bytes: some systems allow no command
// line of more than 32 KiB.
const mostExpression = 16 << 10

// DeclaredIn returns the files of packages, given by their folders, that the
// rules of the same packages name, which takes Bazel less time than Declared.
// It prints nothing, and reports false if Bazel cannot answer for all packages.
func (b *Build) DeclaredIn(ctx context.Context, packages []string) (*Declared, bool) {
	var expression strings.Builder
	within := map[string]bool{}
	for _, name := range packages {
		if name == "." { // the root
			name = ""
		}
		if !client.Quotable(name) || expression.Len() > mostExpression {
			return nil, false
		}
		expression.WriteString(" " + client.Quote("//"+name+":*"))
		within[name] = true
	}
	declared, code, err := b.declared(ctx, "set("+expression.String()+")", within, false, io.Discard)
	return declared, err == nil && code == 0
}

// everything is the target pattern for all rules of the workspace.
const everything = "//..."

// declared queries targets and returns the files that the rules among them
// name, and the exit code of Bazel. Only files of the packages within count,
// unless it is nil: a label of another package may be a rule's.
func (b *Build) declared(ctx context.Context, expression string, within map[string]bool, detailed bool, messages io.Writer) (*Declared, int, error) {
	args := b.verb("query", "--keep_going", "--output=streamed_jsonproto", "--order_output=no", "--noproto:locations")
	if !detailed {
		args = append(args, "--proto:output_rule_attrs=")
	}
	reader, writer := io.Pipe()
	read := make(chan *Declared, 1)
	var malformed error
	go func() {
		var declared *Declared
		declared, malformed = readDeclared(reader, within, detailed)
		reader.CloseWithError(malformed)
		read <- declared
	}()
	code, err := b.run(ctx, append(args, "--", expression), writer, messages)
	writer.Close()
	declared := <-read
	if malformed != nil {
		err = malformed
	}
	if err != nil {
		return nil, code, fmt.Errorf("bazel query: %w", err)
	}
	return declared, code, nil
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
// name as inputs, of all packages or of the packages within.
func readDeclared(targets io.Reader, within map[string]bool, detailed bool) (*Declared, error) {
	declared := &Declared{Files: map[string]bool{}, Exported: map[string]bool{}}
	if detailed {
		declared.Named = map[string][]Naming{}
	}
	var rules []string
	err := client.ReadTargets(targets, func(target *client.QueriedTarget) {
		if name, ok := client.PathOf(target.Rule.Name); ok {
			rules = append(rules, name) // not a file, even if other rules list it as a source
		}
		if name, ok := client.PathOf(target.SourceFile.Name); ok && !isPrivate(target.SourceFile.Visibility) {
			declared.Exported[name] = true
		}
		for _, label := range target.Rule.Inputs {
			if input, ok := client.PathOf(label); ok && (within == nil || within[client.PackageOf(label)]) {
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

// isPrivate reports whether only the package of a source may name it.
func isPrivate(visibility []string) bool {
	return len(visibility) == 1 && client.DisplayLabel(visibility[0]) == "//visibility:private"
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
