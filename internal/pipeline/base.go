package pipeline

import (
	"bytes"
	"context"
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/baseline"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// Against compares the findings of a check with what the same checkers find,
// under the same configuration, in the files as they were before they changed.
// files are the checked ones, which source has as they are now.
//
// Files that have not changed are checked again only if the check may have read
// one that has. Otherwise their findings are old.
func (c *Checked) Against(ctx context.Context, source Source, changed *workspace.Changed, files []string, opts Options) (*baseline.Comparison, error) {
	past, err := pastOf(source, changed, files)
	if err != nil {
		return nil, err
	}
	kept := map[string]bool{}
	again := slices.DeleteFunc(slices.Clone(files), func(path string) bool {
		kept[path] = past.Texts[path] == nil && !past.Absent[path] && !c.reaches(past, &opts)
		return kept[path] || past.Absent[path]
	})
	opts.Progress, opts.LeftAlone, opts.Certify = nil, nil, nil
	base, err := Check(ctx, past, again, "", opts)
	if err != nil {
		return nil, err
	}
	OnlyRules(base.Artifact, opts.Rules)
	unchanged := func(path string) bool { return kept[path] }
	return baseline.Compare(baseline.State{Artifact: base.Artifact, Text: base.Text}, baseline.State{Artifact: c.Artifact, Text: c.Text}, unchanged), nil
}

// pastOf returns a source with the files as they were before they changed.
func pastOf(source Source, changed *workspace.Changed, files []string) (*Overlay, error) {
	past := &Overlay{Source: source, Texts: map[string][]byte{}, Absent: map[string]bool{}}
	for _, path := range files {
		if !changed.Has(path) {
			continue
		}
		was, had := changed.Was(path)
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

// reaches reports whether a change of other files can change what the check
// found in a file that stays as it is.
func (c *Checked) reaches(past *Overlay, opts *Options) bool {
	if len(opts.Programs) > 0 {
		return len(past.Texts)+len(past.Absent) > 0
	}
	for _, read := range c.Artifact.Reads {
		if past.Texts[read.Path] != nil || past.Absent[read.Path] {
			return true
		}
	}
	return false
}
