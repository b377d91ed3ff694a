// Package starlark reports what buildifier's linter reports, by calling buildtools in process, and gives fixes for
// what it can fix.
//
// It looks at one file alone, and at the MODULE.bazel of its workspace. What
// buildifier learns from other files, such as that a loaded function is
// deprecated, is not reported.
package starlark

import (
	"bytes"
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/bazelbuild/buildtools/build"
	"github.com/bazelbuild/buildtools/warn"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/lineends"
	"github.com/rules-autofix/rules_autofix/formatting/starlark"
)

// namespace is that of the rules, whose names are buildifier's.
const namespace = "buildifier/"

// New returns the checker.
func New() checks.Checker { return checker{starlark.New()} }

type checker struct{ language formatting.Language }

func (checker) Name() string { return "starlark" }

func (checker) Rules() []checks.Rule { return rules() }

func (checker) Reads() []*config.FileKind { return []*config.FileKind{bazelKind} }

func (c checker) Match(f checks.File, _ *config.Config) bool {
	return c.language.Match(f.Path, f.Content)
}

// Check reports nothing on a file that does not parse or that the formatter refuses: syntax/starlark and
// format/starlark do.
func (c checker) Check(f checks.File, s checks.Settings) ([]checks.Finding, error) {
	if len(f.Content) > formatting.MaxSize || bytes.IndexByte(f.Content, 0) >= 0 {
		return nil, nil
	}
	l := &linter{path: f.Path, ends: lineends.ToLF(f.Content), workspace: workspaceOf(s)}
	l.src = l.ends.Text
	if l.reparse() != nil {
		return nil, nil
	}
	l.silence()
	for _, category := range categories() {
		if s.Enabled(namespace + category) {
			if err := l.lint(category); err != nil {
				return nil, err
			}
		}
	}
	return l.results(), nil
}

// A linter runs the categories over one file.
type linter struct {
	path      string
	workspace bazelWorkspace
	ends      lineends.Text
	src       []byte         // the file with LF
	tree      *build.File    // of src, as parsed
	plain     []byte         // the tree printed without rewriting; nil until needed
	text      *position.Text // src; nil until needed
	silenced  []silenced
	findings  []finding
}

// A finding is what a category found, and the fix for it, if there is one.
type finding struct {
	category string
	message  string
	start    int // offsets in src
	end      int
	fix      *fix
}

// reparse makes a new tree. Some categories change the one that they look at.
func (l *linter) reparse() error {
	tree, err := starlark.Tree(l.path, l.src)
	if err != nil {
		return err
	}
	// A folder may or may not be a package, which cannot be seen from here. Taking it for one gives the same
	// canonical path, and relative labels that are right in BUILD files.
	tree.WorkspaceRoot = "."
	tree.Pkg = l.workspace.packageOf(l.path)
	tree.Label = path.Base(l.path)
	l.tree = tree
	return nil
}

// lint runs one category.
func (l *linter) lint(category string) error {
	found := l.run(category, l.tree)
	if len(found) == 0 {
		return nil
	}
	var kept []*warn.LinterFinding
	var forbidden []*build.Expr // what a comment forbids to change
	for _, f := range found {
		if l.disabled(category, f) {
			forbidden = append(forbidden, targets(category, l.tree, f)...)
		} else {
			kept = append(kept, f)
		}
	}
	fixes, err := l.fixes(category, kept, forbidden)
	if err != nil {
		return err
	}
	for _, f := range kept {
		// Advice follows, which `autofix explain` has, and in one category a line number that map order chooses.
		message, _, _ := strings.Cut(f.Message, "\n")
		start := l.offset(f.Start)
		end := max(start, l.offset(f.End))
		l.findings = append(l.findings, finding{category, message, start, end, fixes[f]})
	}
	if slices.ContainsFunc(found, fixable) {
		return l.reparse() // gathering replacements, the category may have changed the tree
	}
	return nil
}

func fixable(f *warn.LinterFinding) bool { return len(f.Replacement) > 0 }

// run calls the function of a category, and puts what it found in order: some walk a map.
func (l *linter) run(category string, tree *build.File) []*warn.LinterFinding {
	var found []*warn.LinterFinding
	if f, ok := warn.FileWarningMap[category]; ok {
		found = f(tree)
	} else {
		found = warn.MultiFileWarningMap[category](tree, nil)
	}
	slices.SortStableFunc(found, func(a, b *warn.LinterFinding) int {
		return cmp.Or(cmp.Compare(a.Start.Byte, b.Start.Byte), cmp.Compare(a.Message, b.Message))
	})
	if strings.HasPrefix(category, natives) {
		l.workspace.rename(tree, found)
	}
	return found
}

// offset returns the offset of a position in src, by its line and its column, which is in runes: buildtools makes up
// some positions without an offset.
func (l *linter) offset(at build.Position) int {
	if l.text == nil {
		l.text = position.New(l.src, position.LF)
	}
	return l.text.Nearest(position.Position{Line: at.Line, Column: at.LineRune}, position.Columns{Unit: position.Runes})
}

// disabled reports whether a comment in the file, `# buildifier:
// disable=CATEGORY`, forbids a finding. It is warn.DisabledWarning, which walks
// the tree for every finding.
func (l *linter) disabled(category string, f *warn.LinterFinding) bool {
	return slices.ContainsFunc(l.silenced, func(s silenced) bool {
		return s.first <= f.Start.Line && f.Start.Line <= s.last && warn.HasDisablingComment(s.expr, category)
	})
}

// A silenced expression has a comment that disables categories from its first
// line to its last, comments included.
type silenced struct {
	expr        build.Expr
	first, last int
}

// silence finds the comments that disable categories.
func (l *linter) silence() {
	if !disableComment().Match(l.src) {
		return
	}
	build.Walk(l.tree, func(expr build.Expr, _ []build.Expr) {
		if expr == nil {
			return
		}
		comments := expr.Comment()
		says := func(c build.Comment) bool { return disableComment().MatchString(c.Token) }
		if !slices.ContainsFunc(slices.Concat(comments.Before, comments.Suffix, comments.After), says) {
			return
		}
		start, end := expr.Span()
		if len(comments.Before) > 0 {
			start = comments.Before[0].Start
		}
		if n := len(comments.After); n > 0 {
			end = comments.After[n-1].Start
		}
		l.silenced = append(l.silenced, silenced{expr, start.Line, end.Line})
	})
}

var disableComment = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i): disable=`) })
