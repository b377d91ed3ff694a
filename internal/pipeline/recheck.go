package pipeline

import (
	"context"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
)

// Rechecked is the checkers' result for a text.
type Rechecked struct {
	Found []fixedits.Diagnostic // in the text, or in Text if fixes were applied; in the order of an artifact
	Text  []byte                // with the safe fixes
	// Security has the rules of Found that are marked as rules of security.
	Security map[string]bool
	// Crashed says that a built-in checker or formatter failed on the text, so
	// that nothing is known about it.
	Crashed bool
	// Failed are the names of the programs that failed, sorted.
	Failed []string
}

// crashes sets Crashed and Failed.
func (r *Rechecked) crashes(all checks.Crashes, opts *Options) {
	for _, crash := range all {
		if slices.ContainsFunc(opts.Programs, func(p *Program) bool { return p.Name == crash.Checker && p.Declared == crash.Path }) {
			r.Failed = append(r.Failed, crash.Checker)
		} else {
			r.Crashed = true
		}
	}
	slices.Sort(r.Failed)
}

// Recheck checks a file of source as if it had another text, by the built-in
// checkers and the programs of opts. It writes nothing, and asks no resolver.
// The safe fixes are applied in memory first, as far as the configuration
// allows, unless opts.Rules narrows the run.
func Recheck(ctx context.Context, source Source, path string, text []byte, opts Options) (*Rechecked, error) {
	over := &Overlay{Source: source, Texts: map[string][]byte{path: text}}
	again := Options{Tools: opts.Tools, Config: opts.Config, Programs: opts.Programs, DryRun: true}
	if len(opts.Rules) > 0 {
		checked, err := Check(ctx, over, []string{path}, "", again)
		if err != nil {
			return nil, err
		}
		r := &Rechecked{Found: checked.Artifact.Diagnostics, Text: text}
		r.crashes(checked.Crashed, &opts)
		return r.marked(opts.Tools), nil
	}
	result, err := fixInMemory(ctx, over, []string{path}, again)
	if err != nil {
		return nil, err
	}
	r := &Rechecked{Text: text}
	r.crashes(result.Crashed, &opts)
	for _, file := range result.Files {
		if file.Path == path {
			r.Text = file.After
		}
	}
	for i := range result.Left {
		r.Found = append(r.Found, result.Left[i].Diagnostic)
	}
	return r.marked(opts.Tools), nil
}

// marked sets Security.
func (r *Rechecked) marked(tools Tools) *Rechecked {
	for i := range r.Found {
		rule, _ := tools.Checkers.Rule(r.Found[i].Rule)
		if rule.Security && r.Security == nil {
			r.Security = map[string]bool{}
		}
		if rule.Security {
			r.Security[rule.Name] = true
		}
	}
	return r
}
