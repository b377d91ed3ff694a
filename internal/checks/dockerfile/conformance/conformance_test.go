// Package conformance compares the rules of internal/checks/dockerfile/buildkit
// with BuildKit itself. It is a module of its own: run it with `go test -v` in
// this folder.
package conformance

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/buildkit"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// A place is an instruction with a finding of a rule, by its first line. For
// rules about variables, it includes the name of the variable.
type place struct {
	rule string
	line int
	name string
}

var (
	theirName = regexp.MustCompile(`'\$?(.*?)'`)
	ourName   = regexp.MustCompile(`^(\S+) is (?:used|not declared)`)
)

// placeOf returns the place of a finding; name finds the variable in its
// message.
func placeOf(f *lint.File, rule string, line int, message string, name *regexp.Regexp) place {
	p := place{rule: rule, line: instruction(f, line)}
	if rule == "UndefinedVar" || rule == "UndefinedArgInFrom" {
		p.name = name.FindStringSubmatch(message)[1]
	}
	return p
}

// Every finding of BuildKit is also a finding of ours at the same instruction,
// and vice versa, except for those with a reason in excused or ourOwn. If
// BuildKit stops at an error, we may have more findings.
func TestRulesAgreeWithBuildKit(t *testing.T) {
	type count struct{ theirs, ours, equal, excused int }
	counts := make(map[string]*count)
	for _, r := range buildkit.Rules {
		counts[strings.TrimPrefix(r.Name, "buildkit/")] = new(count)
	}
	files, stops := 0, 0
	for _, d := range corpus(t) {
		files++
		f := lint.Read(checks.File{Path: "Dockerfile", Content: []byte(d.text)}, checks.Settings{})
		warnings, stopped := checked(t, d)
		if stopped != "" {
			stops++
		}
		theirs, ours := make(map[place]string), found(t, d, f)
		for _, w := range warnings {
			theirs[placeOf(f, w.rule, w.line, w.detail, theirName)] = w.detail
		}
		for p, detail := range theirs {
			c := counts[p.rule]
			c.theirs++
			switch reason := excused(f, p); {
			case ours[p] != "":
				c.equal++
			case reason != "":
				c.excused++
				t.Logf("%s: only BuildKit has %s at line %d: %s", d.name, p.rule, p.line, reason)
			default:
				t.Errorf("%s: only BuildKit has %s at line %d: %s\n%s", d.name, p.rule, p.line, detail, d.text)
			}
		}
		for p, message := range ours {
			c := counts[p.rule]
			if theirs[p] == "" && stopped != "" {
				continue // its further findings are unknown
			}
			c.ours++
			if theirs[p] == "" {
				c.excused++
				if reason := ourOwn(f, p); reason != "" {
					t.Logf("%s: only we have %s at line %d: %s", d.name, p.rule, p.line, reason)
					continue
				}
				t.Errorf("%s: only we have %s at line %d: %s\n%s", d.name, p.rule, p.line, message, d.text)
			}
		}
	}
	t.Logf("%d files, in %d of which BuildKit stops at an error", files, stops)
	for _, rule := range slices.Sorted(maps.Keys(counts)) {
		c := counts[rule]
		t.Logf("%-32s BuildKit %4d, ours %4d, equal %4d, different with a reason %4d", rule, c.theirs, c.ours, c.equal, c.excused)
		if c.ours == 0 {
			t.Errorf("%s finds nothing in the whole corpus", rule)
		}
	}
}

// found returns the findings of our rules, with the first message of each
// place.
func found(t *testing.T, d sample, f *lint.File) map[place]string {
	t.Helper()
	r := checks.New(artifact.Tool{Name: "autofix", Version: "1"}, dockerfile.New())
	c, err := config.Parse("autofix.toml", []byte("[rules.\"buildkit/InvalidDefinitionDescription\"]\nseverity = \"warning\"\n"+
		"[rules.\"hadolint/*\"]\nseverity = \"off\"\n"), r.Sections()) // equivalent rules would be reported instead
	if err != nil {
		t.Fatal(err)
	}
	if d.ignore != "" {
		root := t.TempDir()
		if err := os.WriteFile(filepath.Join(root, ".dockerignore"), []byte(d.ignore), 0o666); err != nil {
			t.Fatal(err)
		}
		files, err := config.ReadToolFiles(workspace.OpenDeclared(root), r.FileKinds(), []string{".dockerignore"})
		if err != nil {
			t.Fatal(err)
		}
		c = c.WithToolFiles(files)
	}
	a, err := r.Run(context.Background(), "", []checks.File{{Path: "Dockerfile", Content: []byte(d.text)}}, c)
	if err != nil {
		t.Fatal(err)
	}
	out := make(map[place]string)
	for _, diagnostic := range a.Diagnostics {
		if rule, ok := strings.CutPrefix(diagnostic.Rule, "buildkit/"); ok {
			p := placeOf(f, rule, diagnostic.Line, diagnostic.Message, ourName)
			out[p] = fmt.Sprintf("%d:%d %s", diagnostic.Line, diagnostic.Column, diagnostic.Message)
		}
	}
	return out
}

// instruction returns the first line of the instruction that contains a line.
func instruction(f *lint.File, line int) int {
	for _, ins := range f.Instructions {
		if ins.Line <= line && line <= ins.EndLine {
			return ins.Line
		}
	}
	return line
}

// at returns the instruction that starts at a line, and its stage.
func at(f *lint.File, line int) (*lint.Stage, *syntax.Instruction) {
	for s, ins := range f.All {
		if ins.Line == line {
			return s, ins
		}
	}
	return nil, nil
}
