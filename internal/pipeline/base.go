package pipeline

import (
	"bytes"
	"context"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/baseline"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// A Base has the files of a run as they were before they changed. The findings
// of a check that they had then are old.
type Base struct {
	Changed *workspace.Changed

	past *Overlay        // nil until the first comparison
	kept map[string]bool // files whose findings are old, since neither they nor what the check read has changed
	was  baseline.State
}

// Compare compares the findings of a check with the findings of the same
// checkers, under the same configuration, in the files as they were. files are
// the files of the run, and source has them as the run found them. text returns
// the checked text of a file.
//
// Files that have not changed are checked again only if the check may have read
// one that has.
func (b *Base) Compare(ctx context.Context, source Source, files []string, a *artifact.Artifact, text func(path string) []byte, opts Options) (*baseline.Comparison, error) {
	if b.past == nil {
		if err := b.check(ctx, source, files, a, opts); err != nil {
			return nil, err
		}
	}
	return baseline.Compare(b.was, baseline.State{Artifact: a, Text: text}, func(path string) bool { return b.kept[path] }), nil
}

// check checks the files as they were.
func (b *Base) check(ctx context.Context, source Source, files []string, a *artifact.Artifact, opts Options) error {
	past, err := b.before(source, files)
	if err != nil {
		return err
	}
	b.kept = map[string]bool{}
	reaches := reaches(a, past, &opts)
	again := slices.DeleteFunc(slices.Clone(files), func(path string) bool {
		b.kept[path] = past.Texts[path] == nil && !past.Absent[path] && !reaches
		return b.kept[path] || past.Absent[path]
	})
	opts.Progress, opts.LeftAlone, opts.Certify, opts.Lines, opts.Base = nil, nil, nil, nil, nil
	checked, err := Check(ctx, past, again, "", opts)
	if err != nil {
		return err
	}
	OnlyRules(checked.Artifact, opts.Rules)
	b.past, b.was = past, baseline.State{Artifact: checked.Artifact, Text: checked.Text}
	return nil
}

// before returns a source with the files as they were before they changed.
func (b *Base) before(source Source, files []string) (*Overlay, error) {
	past := &Overlay{Source: source, Texts: map[string][]byte{}, Absent: map[string]bool{}}
	for _, path := range files {
		if !b.Changed.Has(path) {
			continue
		}
		was, had := b.Changed.Was(path)
		switch now, err := source.Read(path); {
		case isFailure(err):
			return nil, err
		case !had:
			past.Absent[path] = true
		case err != nil || !bytes.Equal(was, now):
			past.Texts[path] = was
		}
	}
	return past, nil
}

// reaches reports whether a change of other files can change the findings in a
// file that has not changed.
func reaches(a *artifact.Artifact, past *Overlay, opts *Options) bool {
	if len(opts.Programs) > 0 {
		return len(past.Texts)+len(past.Absent) > 0
	}
	return slices.ContainsFunc(a.Reads, func(read fixedits.Snapshot) bool {
		return past.Texts[read.Path] != nil || past.Absent[read.Path]
	})
}

// onlyNew returns an artifact with the findings that are new since Options.Base,
// and their fixes. Findings with many places, such as a formatter's, are reduced
// to the changed lines.
func (c *fileChecks) onlyNew(ctx context.Context, a *artifact.Artifact) (*artifact.Artifact, error) {
	opts := &c.run.Options
	compared, err := opts.Base.Compare(ctx, c.texts.Source, c.files, a, c.texts.text, *opts)
	if err != nil {
		return nil, err
	}
	fresh := compared.Only(a, nil)
	one, many := *fresh, *fresh
	one.Diagnostics, many.Diagnostics = nil, nil
	ofMany := map[string]bool{}
	for _, d := range fresh.Diagnostics {
		if !baseline.HasPlaces(&d) {
			one.Diagnostics = append(one.Diagnostics, d)
			continue
		}
		many.Diagnostics = append(many.Diagnostics, d)
		for _, id := range d.Fixes {
			ofMany[id] = true
		}
	}
	one.Fixes = slices.DeleteFunc(slices.Clone(fresh.Fixes), func(fix fixedits.Fix) bool { return ofMany[fix.ID] })
	many.Fixes = slices.DeleteFunc(slices.Clone(fresh.Fixes), func(fix fixedits.Fix) bool { return !ofMany[fix.ID] })
	some, err := opts.OnLines(&many, c.texts)
	if err != nil {
		return nil, err
	}
	one.Diagnostics = append(one.Diagnostics, some.Diagnostics...)
	one.Fixes = append(one.Fixes, some.Fixes...)
	one.Normalize()
	return &one, nil
}
