// Package starlark reports the findings of buildifier's linter, with its fixes,
// by calling buildtools in process.
//
// It reads only the file and the MODULE.bazel of its workspace. It does not
// report findings for which buildifier reads other files, such as that a loaded
// function is deprecated.
package starlark

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/bazelbuild/buildtools/build"
	"github.com/bazelbuild/buildtools/warn"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/lineends"
	"github.com/rules-autofix/rules_autofix/formatting/starlark"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

// namespace is the namespace of the rules, whose names are buildifier's.
const namespace = "buildifier/"

// New returns the checker.
func New() checks.Checker { return checker{starlark.New()} }

type checker struct{ language formatting.Language }

func (checker) Name() string { return "starlark" }

func (checker) Rules() []checks.Rule { return append(slices.Clip(rules()), unusedIgnore) }

func (checker) Reads() []*config.FileKind { return []*config.FileKind{bazelKind} }

func (c checker) Match(f checks.File, _ *config.Config) bool {
	return c.language.Match(f.Path, f.Content)
}

// Check reports nothing for a file that does not parse or that the formatter
// refuses. The rules syntax/starlark and format/starlark report these.
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
	on := func(category string) bool { return s.Enabled(namespace + category) }
	for _, category := range categories() {
		if on(category) {
			if err := l.lint(category); err != nil {
				return nil, err
			}
		}
	}
	findings := l.results()
	if s.Enabled(unusedIgnore.Name) {
		findings = append(findings, l.unused(func(name string) bool { return slices.Contains(categories(), name) && on(name) })...)
	}
	return findings, nil
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
	used      map[build.Position]bool // the starts of comments that silence something
	findings  []finding
}

// A finding is a finding of a category, with its fix if it has one.
type finding struct {
	category string
	message  string
	start    int // offsets in src
	end      int
	fix      *fix
}

// reparse parses src again. Some categories modify the tree.
func (l *linter) reparse() error {
	tree, err := starlark.Tree(l.path, l.src)
	if err != nil {
		return err
	}
	// Whether the folder is a package is not known. Treating it as one gives
	// the same canonical path, and relative labels that are right in BUILD
	// files.
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
	var forbidden []*build.Expr // places that a comment keeps unchanged
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
		// The other lines are advice, which `autofix explain` prints, and in
		// one category a line number that depends on map order.
		message, _, _ := strings.Cut(f.Message, "\n")
		start := l.offset(f.Start)
		end := max(start, l.offset(f.End))
		l.findings = append(l.findings, finding{category, message, start, end, fixes[f]})
	}
	if slices.ContainsFunc(found, fixable) {
		return l.reparse() // the category may have modified the tree
	}
	return nil
}

func fixable(f *warn.LinterFinding) bool { return len(f.Replacement) > 0 }

// run calls the function of a category and sorts its findings, since some
// functions iterate over a map.
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

// offset returns the offset of a position in src, by its line and its column in
// runes. Some positions of buildtools have no offset.
func (l *linter) offset(at build.Position) int {
	if l.text == nil {
		l.text = position.New(l.src, position.LF)
	}
	return l.text.Nearest(position.Position{Line: at.Line, Column: at.LineRune}, position.Columns{Unit: position.Runes})
}

// disabled reports whether a comment `# buildifier: disable=CATEGORY`
// suppresses a finding. It is equivalent to warn.DisabledWarning, which walks
// the tree for every finding.
func (l *linter) disabled(category string, f *warn.LinterFinding) bool {
	disabled := false
	for _, s := range l.silenced {
		if s.first <= f.Start.Line && f.Start.Line <= s.last && warn.HasDisablingComment(s.expr, category) {
			l.use(s.expr, category)
			disabled = true
		}
	}
	return disabled
}

// A silenced expression has a comment that disables categories on its lines,
// including the lines of its comments.
type silenced struct {
	expr        build.Expr
	first, last int
}

// silence finds the comments that disable categories.
func (l *linter) silence() {
	if !disableComment().Match(l.src) {
		return
	}
	l.used = map[build.Position]bool{}
	build.Walk(l.tree, func(expr build.Expr, _ []build.Expr) {
		if expr == nil {
			return
		}
		comments := expr.Comment()
		if !slices.ContainsFunc(commentsOf(expr), func(c build.Comment) bool { return disableComment().MatchString(c.Token) }) {
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

var disableComment = lazyregexp.New(`(?i): disable=`)
