package pipeline

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/decoded"
	"github.com/rules-autofix/rules_autofix/formatting/golang/imports"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// formatRules is the namespace of formatter rules: format/LANG.
const formatRules = "format/"

// formatChecker is the name of the checker whose formatters format merged
// texts.
const formatChecker = "format"

func (o *Options) proposals(artifacts []*artifact.Artifact) []fixedits.Proposal {
	proposals := make([]fixedits.Proposal, len(artifacts))
	for i, a := range artifacts {
		proposals[i] = o.proposal(a)
	}
	return proposals
}

// mergeWithout merges proposals over the current texts as merge does. It leaves
// out the fixes of files that are too large, or on whose merged text a
// formatter fails, and returns these files.
func mergeWithout(source Source, settled *formatting.Settled, proposals []fixedits.Proposal, r *run) (*fixedits.Plan, []LeftAlone, checks.Crashes, error) {
	files := &bounded{Source: source, large: map[string]string{}}
	without := *r
	var crashed checks.Crashes
	untouched := map[string]string{} // by canonical path: the reason
	for {
		plan, crashes, err := merge(files, settled, proposals, &without)
		if err != nil {
			return nil, nil, nil, err
		}
		known := len(untouched)
		for path, reason := range files.large {
			untouched[path] = path + " is left alone: " + reason
		}
		for _, crash := range crashes {
			untouched[crash.Path] = whyCrashed(crash.Path)
		}
		crashed = append(crashed, crashes...)
		if len(untouched) == known {
			var left []LeftAlone
			for path, reason := range files.large {
				left = append(left, LeftAlone{Path: path, Reason: reason})
			}
			sortLeftAlone(left)
			sortCrashes(crashed)
			return plan, left, crashed, nil
		}
		without.untouched = func(path string) string {
			canonical, err := source.Canonical(path)
			if err != nil {
				return "" // foreign
			}
			return untouched[canonical]
		}
	}
}

// whyCrashed is the reason not to touch a file on which a checker or formatter
// failed.
func whyCrashed(path string) string { return "a checker or formatter failed on " + path }

// merge merges proposals over the current texts. If a formatter refuses a
// merged text, or fails on it, the text stays as the edits made it. The caller
// leaves out the files of failures. Settled has the texts that formatters made
// in the run so far; nil: none.
func merge(source Source, settled *formatting.Settled, proposals []fixedits.Proposal, r *run) (*fixedits.Plan, checks.Crashes, error) {
	formats := sync.OnceFunc(func() { r.phase("formatting") })
	parsed := &parsedTexts{settled: settled}
	plan, err := fixedits.Merge(proposals, fixedits.Options{
		Read: func(path string) ([]byte, error) { text, err := source.Read(path); return text, asForeign(err) },
		Canonical: func(path string) (string, error) {
			name, err := source.Canonical(path)
			if err == nil && r.foreign != nil {
				err = r.foreign(name)
			}
			return name, asForeign(err)
		},
		Generated: func(path string) bool { return r.config().For(path).ChecksGenerated() },
		Verdict:   r.verdict(),
		Priority:  r.priority,
		Format: func(path string, text []byte) ([]byte, bool, error) {
			formats()
			return r.format(parsed.take(path), path, text)
		},
		Parse: func(path string, text []byte) error { return r.parse(parsed.memo(path, text), path, text) },
		Same:  r.same,

		AddsImports:   imports.Adds,
		SettleImports: r.settleImports,

		Each:    r.Each,
		NoFiles: r.NoFiles,
		Owners:  r.Commits != nil,
	})
	if err != nil {
		return nil, nil, fmt.Errorf("merge: %w", err)
	}
	var crashes checks.Crashes
	for i := range plan.Files {
		file := &plan.Files[i]
		if file.Deleted {
			file.Executable = executable(source, file.Path)
		}
		if crashed(file.FormatErr) {
			crashes = append(crashes, &checks.CheckerError{Checker: formatChecker, Path: file.Path, Err: file.FormatErr})
		}
	}
	return plan, crashes, nil
}

// asForeign converts the error of a path that is not a source to a
// ForeignError, which a merge skips. A file that cannot be looked up or read
// stays an error.
func asForeign(err error) error {
	if errors.Is(err, workspace.ErrOutside) || errors.Is(err, workspace.ErrNotRegular) {
		return &fixedits.ForeignError{Err: err}
	}
	return err
}

// crashed reports whether the error of a formatter is a failure of the
// formatter itself.
func crashed(err error) bool {
	_, syntax := errors.AsType[*formatting.SyntaxError](err)
	_, refused := errors.AsType[*formatting.RefusedError](err)
	return err != nil && !syntax && !refused
}

func sortCrashes(crashes checks.Crashes) {
	slices.SortStableFunc(crashes, func(a, b *checks.CheckerError) int { return strings.Compare(a.Path, b.Path) })
}

// priority returns the priority of a rule. It comes from the configuration of
// the workspace root, since a merge has one order.
func (o *Options) priority(rule string) int {
	return o.config().For("autofix.toml").Priority(rule)
}

// formatter returns the formatters for a file, or nil if it has none or must
// not be formatted.
func (r *run) formatter(path string, text []byte) *formatting.Registry {
	if r.planned != nil && r.planned(path) {
		return nil
	}
	registry, err := r.Tools.Formats.For(r.config().For(path), path)
	if err != nil {
		return nil // LoadConfig has reported it
	}
	language := registry.For(path, text)
	if language == nil || !r.formats(formatRules+language.Name(), path) {
		return nil
	}
	return registry
}

// format implements rule 8 of merging: the formatter of a file runs on its
// merged text, if its rule is on.
func (r *run) format(memo *formatting.Memo, path string, text []byte) (out []byte, known bool, err error) {
	registry := r.formatter(path, text)
	if registry == nil {
		return nil, false, nil
	}
	result, err := registry.With(memo).Format(path, text)
	if err == nil && result.Changed && r.Lines != nil {
		result.Text, err = registry.Ranges(path, text, result.Text, r.Lines(path, text))
	}
	return result.Text, true, err
}

// parse implements rule 11 of merging. Only a text that a parser rejects is
// broken.
func (r *run) parse(memo *formatting.Memo, path string, text []byte) error {
	if r.planned != nil && r.planned(path) {
		return nil
	}
	registry, err := r.Tools.Formats.For(r.config().For(path), path)
	if err != nil {
		return nil
	}
	var syntax *formatting.SyntaxError
	if errors.As(registry.With(memo).Parse(path, text), &syntax) {
		return syntax
	}
	return nil
}

// maxParsed bounds the texts of a merge whose parsed forms are kept at a time.
const maxParsed = 1 << 20

// parsedTexts keeps the parsed forms of merged texts for the formatter, which
// comes next.
type parsedTexts struct {
	settled *formatting.Settled

	mu    sync.Mutex
	size  int                   // of all texts
	texts map[string]parsedText // by path
}

type parsedText struct {
	memo *formatting.Memo
	size int
}

// memo returns the memo for parsing the text of a file.
func (p *parsedTexts) memo(path string, text []byte) *formatting.Memo {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.drop(path)
	memo := formatting.NewMemo(p.settled)
	if p.size+len(text) <= maxParsed {
		if p.texts == nil {
			p.texts = make(map[string]parsedText)
		}
		p.texts[path] = parsedText{memo, len(text)}
		p.size += len(text)
	}
	return memo
}

// take returns the memo for formatting the text of a file, which nobody else
// uses.
func (p *parsedTexts) take(path string) *formatting.Memo {
	p.mu.Lock()
	defer p.mu.Unlock()
	if memo := p.drop(path); memo != nil {
		return memo
	}
	return formatting.NewMemo(p.settled)
}

// drop returns the memo of a file, or nil, and forgets it.
func (p *parsedTexts) drop(path string) *formatting.Memo {
	text := p.texts[path]
	delete(p.texts, path)
	p.size -= text.size
	return text.memo
}

// same implements the other half of rule 11: a data file must still decode to
// the same value.
func (r *run) same(path string, before, after []byte) error {
	if r.planned != nil && r.planned(path) {
		return nil
	}
	return decoded.Compare(path, before, after)
}

// settleImports implements rule 14 of merging.
func (r *run) settleImports(path string, before, after []byte) []byte {
	if r.planned != nil && r.planned(path) {
		return after
	}
	return imports.Settle(path, before, after)
}
