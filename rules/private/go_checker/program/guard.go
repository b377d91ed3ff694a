package main

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"log"
	"runtime/debug"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
)

// A watch is over all analyzers of a package.
type watch struct {
	unreported map[string]bool // files, by name
	nolint     func() ranges
}

// guard keeps analyzers, and those that they require, from ending the process,
// from fixes that cannot be, and from findings that nobody wants. It calls begun
// before the first runs.
func guard(analyzers []*analysis.Analyzer, unreported map[string]bool, begun func()) {
	w := &watch{unreported: unreported}
	var once sync.Once
	seen := map[*analysis.Analyzer]bool{}
	var visit func(a *analysis.Analyzer)
	visit = func(a *analysis.Analyzer) {
		if a == nil || seen[a] || a.Run == nil { // the unitchecker says what is wrong with it
			return
		}
		seen[a] = true
		run := a.Run
		a.Run = func(pass *analysis.Pass) (any, error) {
			once.Do(func() {
				w.nolint = sync.OnceValue(func() ranges { return nolintRanges(pass.Fset, pass.Files) })
				begun()
			})
			return w.run(pass, run)
		}
		for _, required := range a.Requires {
			visit(required)
		}
	}
	for _, a := range analyzers {
		visit(a)
	}
}

// run runs an analyzer. A panic is an error. Its stack, which differs from run to
// run, goes to standard error alone.
func (w *watch) run(pass *analysis.Pass, run func(*analysis.Pass) (any, error)) (result any, err error) {
	defer func() {
		if value := recover(); value != nil {
			log.Printf("the analyzer %s panicked on %s: %v\n%s", pass.Analyzer.Name, pass.Pkg.Path(), value, debug.Stack())
			result, err = nil, fmt.Errorf("it panicked: %v", value)
		}
	}()
	report := pass.Report
	pass.Report = func(d analysis.Diagnostic) {
		if !w.silenced(pass, d.Pos) {
			w.report(pass, d, report)
		}
	}
	return run(pass)
}

// silenced reports whether findings at a place are not reported.
func (w *watch) silenced(pass *analysis.Pass, pos token.Pos) bool {
	if file := pass.Fset.File(pos); file != nil && w.unreported[file.Name()] {
		return true
	}
	return w.nolint().silence(pass.Analyzer.Name, pass.Fset.Position(pos))
}

// report reports a finding with those of its fixes that can be, and says what is
// wrong with the others.
func (w *watch) report(pass *analysis.Pass, d analysis.Diagnostic, report func(analysis.Diagnostic)) {
	fixes := d.SuggestedFixes
	d.SuggestedFixes = nil
	var refused []analysis.Diagnostic
	titles := map[string]int{}
	for _, fix := range fixes {
		if err := w.mistake(pass, &fix); err != nil {
			refused = append(refused, analysis.Diagnostic{
				Pos: d.Pos, End: d.End,
				Message: fmt.Sprintf("the analyzer %s has a fix %q that is not used: %v", pass.Analyzer.Name, fix.Message, err),
			})
			continue
		}
		// The unitchecker wants different ones.
		if titles[fix.Message]++; titles[fix.Message] > 1 {
			fix.Message = fmt.Sprintf("%s (%d)", fix.Message, titles[fix.Message])
		}
		d.SuggestedFixes = append(d.SuggestedFixes, fix)
	}
	report(d)
	for _, d := range refused {
		report(d)
	}
}

// mistake returns what is wrong with a fix. An edit without an end inserts.
func (w *watch) mistake(pass *analysis.Pass, fix *analysis.SuggestedFix) error {
	edits := slices.Clone(fix.TextEdits)
	for i := range edits {
		e := &edits[i]
		if !e.End.IsValid() {
			e.End = e.Pos
		}
		file := pass.Fset.File(e.Pos)
		switch {
		case file == nil:
			return errors.New("an edit has no place")
		case !isOf(pass, file):
			return fmt.Errorf("an edit is in %s, which is not a file of this package", file.Name())
		case w.unreported[file.Name()]:
			return fmt.Errorf("an edit is in %s, which cgo has made", file.Name())
		case e.End < e.Pos:
			return fmt.Errorf("an edit at %s ends before it starts", at(pass.Fset, e.Pos))
		case int(e.End) > file.Base()+file.Size()+slack:
			return fmt.Errorf("an edit at %s ends after the file", at(pass.Fset, e.Pos))
		case pass.Fset.Position(e.Pos).Filename != file.Name():
			return fmt.Errorf("an edit is in %s, whose text comes from %s, as a //line comment says", file.Name(), pass.Fset.Position(e.Pos).Filename)
		}
	}
	slices.SortStableFunc(edits, func(a, b analysis.TextEdit) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.End, b.End))
	})
	for i := 1; i < len(edits); i++ {
		if edits[i].Pos < edits[i-1].End {
			return fmt.Errorf("the edits at %s and %s overlap", at(pass.Fset, edits[i-1].Pos), at(pass.Fset, edits[i].Pos))
		}
	}
	return nil
}

// slack is how far after the end of a file an edit may end: the end of a node
// without a closing brace is computed, and the unitchecker takes the end of the
// file for it.
const slack = 9

func isOf(pass *analysis.Pass, file *token.File) bool {
	return slices.ContainsFunc(pass.Files, func(f *ast.File) bool { return pass.Fset.File(f.FileStart) == file })
}

// at returns a place without the file.
func at(fset *token.FileSet, pos token.Pos) string {
	p := fset.PositionFor(pos, false)
	return fmt.Sprintf("%d:%d", p.Line, p.Column)
}
