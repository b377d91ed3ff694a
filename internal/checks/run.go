package checks

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/internal/checks/certify"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

// Run checks files and returns the findings on behalf of origin. The artifact
// depends only on the arguments. It has a snapshot of every file that some
// checker looked at, their names are in Checkers, and Reads are the further
// files that checkers requested. Generated files and files of unknown kinds are
// left out.
//
// If a checker fails or panics on a file, the file and all its findings are
// left out. The error is then Crashes, in the order of the files, beside the
// artifact of the other files. With any other error there is no artifact: it
// joins the crashes and a *config.Error for each requested configuration file
// that cannot be read or has a mistake.
func (r *Registry) Run(ctx context.Context, origin string, files []File, source config.Source) (*artifact.Artifact, error) {
	if source == nil {
		source = (*config.Config)(nil)
	}
	results := make([]result, len(files))
	var group sync.WaitGroup
	var next atomic.Int64
	for range min(runtime.GOMAXPROCS(0), len(files)) {
		// One goroutine for many files: a parser's stack is deep, and made by
		// copying it a few times.
		group.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(files) {
					return
				}
				file := files[i]
				c := source.For(file.Path)
				results[i] = r.check(file, Settings{Config: c, Editor: c.Editor(file.Path), Bare: r.bare, path: file.Path, registry: r})
				r.done()
			}
		})
	}
	group.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, fmt.Errorf("checking stopped: %w", err)
	}
	return r.assemble(origin, results)
}

// A result has the findings of all checkers in one file.
type result struct {
	snapshot    *fixedits.Snapshot  // nil: no checker looked at it
	others      []fixedits.Snapshot // of further files that fixes change
	diagnostics []fixedits.Diagnostic
	fixes       []fixedits.Fix
	crashes     Crashes
	reads       []config.ToolFile // further files that its checkers read
	ran         []*registered     // the checkers that looked at it
	unread      error             // of a configuration file that a checker asked for; the same for all files that it applies to
}

func (r *Registry) assemble(origin string, results []result) (*artifact.Artifact, error) {
	a := artifact.New(r.Tool, origin)
	var crashes Crashes
	var errs []error
	var others []fixedits.Snapshot
	seen := make(map[string]bool) // files among a.Reads
	diagnostics, fixes := 0, 0
	for _, result := range results {
		diagnostics, fixes = diagnostics+len(result.diagnostics), fixes+len(result.fixes)
	}
	a.Snapshots = slices.Grow(a.Snapshots, len(results))
	a.Diagnostics = slices.Grow(a.Diagnostics, diagnostics)
	a.Fixes = slices.Grow(a.Fixes, fixes)
	for _, result := range results {
		if unread := result.unread; unread != nil && !slices.ContainsFunc(errs, func(e error) bool { return e.Error() == unread.Error() }) {
			errs = append(errs, unread)
		}
		for _, c := range result.ran {
			if !slices.Contains(a.Checkers, c.Name()) {
				a.Checkers = append(a.Checkers, c.Name())
			}
		}
		for _, crash := range result.crashes {
			a.Checkers = append(a.Checkers, crash.Checker)
		}
		if len(result.crashes) > 0 {
			crashes = append(crashes, result.crashes...)
			continue
		}
		if result.snapshot != nil {
			a.Snapshots = append(a.Snapshots, *result.snapshot)
		}
		others = append(others, result.others...)
		for _, file := range result.reads {
			if !seen[file.Path] {
				seen[file.Path] = true
				a.Reads = append(a.Reads, fixedits.SnapshotOf(file.Path, file.Content))
			}
		}
		a.Diagnostics = append(a.Diagnostics, result.diagnostics...)
		a.Fixes = append(a.Fixes, result.fixes...)
	}
	for _, other := range others {
		if !slices.ContainsFunc(a.Snapshots, func(s fixedits.Snapshot) bool { return s.Path == other.Path }) {
			a.Snapshots = append(a.Snapshots, other)
		}
	}
	switch {
	case len(errs) > 0:
		return nil, errors.Join(append(errs, crashes.Unwrap()...)...)
	case len(crashes) > 0:
		a.Normalize()
		return a, crashes
	}
	a.Normalize()
	return a, nil
}

// check runs all checkers on one file.
func (r *Registry) check(f File, s Settings) result {
	var out result
	if isLeft(f, s.Config) {
		return out
	}
	s.unread, s.read = &out.unread, &out.reads
	if f.Memo == nil {
		f.Memo = new(formatting.Memo)
	}
	defer f.Memo.Clear()
	var idle []int
	s.idle = &idle
	b := builder{file: f, settings: s, certify: certify.New(f.Path, f.Content)}
	for _, c := range r.checkers {
		err := protect(func() error { return b.run(c) })
		if mistake, ok := errors.AsType[*config.Error](err); ok {
			out.unread = mistake
		} else if err != nil {
			out.crashes = append(out.crashes, &CheckerError{Checker: c.Name(), Path: f.Path, Err: err})
		}
	}
	b.finish()
	out.snapshot, out.others, out.diagnostics, out.fixes = b.snapshot, b.others, b.found.Diagnostics, b.found.Fixes
	out.ran = b.ran
	return out
}

// protect turns a panic of a checker into an error. On a goroutine of Run, the
// panic would end the process.
func protect(do func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &PanicError{Value: v, Stack: debug.Stack()}
		}
	}()
	return do()
}

// A builder converts the findings in one file into diagnostics and fixes.
type builder struct {
	file     File
	settings Settings
	snapshot *fixedits.Snapshot
	others   []fixedits.Snapshot // of further files that fixes change
	found    fixedits.Collector
	text     *position.Text // of the file; nil until needed
	raised   []raised
	ran      []*registered // the checkers that have looked at the file
	certify  *certify.File
}

// run runs a checker on the file if the checker matches it.
func (b *builder) run(c *registered) error {
	b.settings.checker = c
	if !c.Match(b.file, b.settings.Config) {
		return nil
	}
	if b.snapshot == nil {
		snapshot := fixedits.SnapshotOf(b.file.Path, b.file.Content)
		b.snapshot = &snapshot
	}
	stop := b.settings.registry.Timed(c.Name())
	findings, err := c.Check(b.file, b.settings)
	stop()
	if err != nil {
		return err
	}
	b.ran = append(b.ran, c)
	return b.add(findings, c)
}

func (b *builder) add(findings []Finding, c *registered) error {
	for _, f := range folded(findings) {
		rule := c.own().rule(f.Rule)
		if rule == nil {
			return fmt.Errorf("finding of unknown rule %q", f.Rule)
		}
		if f.Start < 0 || f.Start > f.End || f.End > len(b.file.Content) {
			return fmt.Errorf("finding of %s at %d-%d is outside of the file, which has %d bytes",
				f.Rule, f.Start, f.End, len(b.file.Content))
		}
		if severity := b.settings.severity(f.Rule, f.Severity); severity != config.SeverityOff {
			b.raised = append(b.raised, raised{f, rule, severity, c})
		}
	}
	return nil
}

// A raised finding may still be silenced by a comment.
type raised struct {
	finding  Finding
	rule     *Rule
	severity fixedits.Severity
	checker  *registered
}

// diagnose adds a finding.
func (b *builder) diagnose(f Finding, rule *Rule, severity fixedits.Severity, c *registered) {
	d := fixedits.Diagnostic{
		Rule:     f.Rule,
		Phase:    rule.Phase,
		Severity: severity,
		Message:  f.Message,
		Path:     b.file.Path,
		Start:    f.Start,
		End:      f.End,
		Pointer:  f.Pointer,
		Document: f.Document,
	}
	if b.text == nil {
		b.text = position.New(b.file.Content, position.LF)
	}
	at := b.text.Position(f.Start, position.Columns{})
	d.Line, d.Column = at.Line, at.Column
	var fixes []fixedits.Fix
	if !b.settings.Bare && b.settings.Config.FixMode(f.Rule) != config.FixNever {
		for _, fix := range f.Fixes {
			own := rule
			if fix.Rule != "" {
				own = cmp.Or(c.own().rule(fix.Rule), new(Rule))
			}
			fix = completed(fix, own)
			b.certify.Certify(&fix)
			fixes = append(fixes, fix)
		}
	}
	for _, fix := range fixes {
		b.addFiles(fix)
	}
	b.found.Add(d, fixes...)
}

// addFiles adds snapshots of the further files that a fix changes. Its checker
// has read them.
func (b *builder) addFiles(fix fixedits.Fix) {
	for _, edit := range fix.Edits {
		known := func(s fixedits.Snapshot) bool { return s.Path == edit.Path }
		if edit.Path == b.file.Path || slices.ContainsFunc(b.others, known) {
			continue
		}
		if i := slices.IndexFunc(*b.settings.read, func(f config.ToolFile) bool { return f.Path == edit.Path }); i >= 0 {
			b.others = append(b.others, fixedits.SnapshotOf(edit.Path, (*b.settings.read)[i].Content))
		}
	}
}

// completed completes a fix from its rule.
func completed(fix fixedits.Fix, rule *Rule) fixedits.Fix {
	fix.Rule = rule.Name
	fix.Phase = rule.Phase
	if fix.Safety == "" {
		fix.Safety = rule.Safety
	}
	if fix.Confidence == "" {
		fix.Confidence = fixedits.ConfidenceHigh
	}
	return fix
}
