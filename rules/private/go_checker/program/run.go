package main

import (
	"encoding/gob"
	"fmt"
	"log"
	"os"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
)

// An action is the run of an analyzer on a package.
type action struct {
	analyzer *analysis.Analyzer
	required []*action

	once   sync.Once
	result any
	err    error
	found  []analysis.Diagnostic
}

// run runs analyzers, and the ones that they require, each once and side by side.
// It returns the actions of the former.
func (p *loaded) run(analyzers []*analysis.Analyzer) []*action {
	actions := map[*analysis.Analyzer]*action{}
	var plan func(a *analysis.Analyzer) *action
	plan = func(a *analysis.Analyzer) *action {
		if actions[a] == nil {
			planned := &action{analyzer: a}
			for _, required := range a.Requires {
				planned.required = append(planned.required, plan(required))
			}
			actions[a] = planned
		}
		return actions[a]
	}
	var all []*action
	for _, a := range analyzers {
		all = append(all, plan(a))
	}
	p.runAll(all)
	return all
}

// registerFacts tells gob the types of facts, which are found in files.
func registerFacts(analyzers []*analysis.Analyzer) {
	for _, a := range analyzers {
		for _, fact := range a.FactTypes {
			gob.Register(fact)
		}
		registerFacts(a.Requires)
	}
}

func (p *loaded) runAll(actions []*action) {
	var group sync.WaitGroup
	for _, a := range actions {
		group.Add(1)
		go func() {
			defer group.Done()
			a.once.Do(func() {
				p.runAll(a.required)
				a.err = p.runOne(a)
			})
		}()
	}
	group.Wait()
}

// runOne runs an analyzer after the ones that it requires. A panic is an
// error. Its stack, which differs from run to run, goes to standard error alone.
func (p *loaded) runOne(a *action) (err error) {
	inputs := map[*analysis.Analyzer]any{}
	var failed []string
	for _, required := range a.required {
		if required.err != nil {
			failed = append(failed, fmt.Sprintf("%s %v", required.analyzer.Name, required.err))
		}
		inputs[required.analyzer] = required.result
	}
	if failed != nil {
		slices.Sort(failed)
		return fmt.Errorf("requires what failed: %s", strings.Join(failed, ", "))
	}
	defer func() {
		if value := recover(); value != nil {
			log.Printf("the analyzer %s panicked on %s: %v\n%s", a.analyzer.Name, p.types.Path(), value, debug.Stack())
			err = fmt.Errorf("panicked: %v", value)
		}
	}()
	pass := &analysis.Pass{
		Analyzer:     a.analyzer,
		Fset:         p.fset,
		Files:        p.syntax,
		OtherFiles:   p.other,
		IgnoredFiles: p.unused,
		Pkg:          p.types,
		TypesInfo:    p.info,
		TypesSizes:   p.sizes,
		Module:       p.module,
		ResultOf:     inputs,
		ReadFile:     os.ReadFile,
	}
	pass.Report = func(d analysis.Diagnostic) {
		if !p.silenced(a.analyzer, d.Pos) {
			a.found = append(a.found, p.checked(a.analyzer, d)...)
		}
	}
	p.facts.offer(pass)
	result, err := a.analyzer.Run(pass)
	if err != nil {
		return fmt.Errorf("failed: %w", err)
	}
	if got, want := reflect.TypeOf(result), a.analyzer.ResultType; got != want {
		return fmt.Errorf("has a result of the type %v, and not of %v", got, want)
	}
	a.result = result
	return nil
}
