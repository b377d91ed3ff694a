package main

import (
	"context"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/baseline"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/policy"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// baseFlags holds the flags of a verb that can be limited to new findings.
type baseFlags struct {
	Base string
	All  bool

	compared *baseline.Comparison // nil without --base
	line     policy.Line          // which findings fail the verb
}

func (b *baseFlags) declare(f cli.FlagSet) {
	f.Text(&b.Base, "base", "REVISION", "Only findings that are new since HEAD left this revision of git, such as origin/main. Both states are checked with the checkers and the configuration of now. Nothing is fetched.")
	f.Toggle(&b.All, "all", "With --base or "+baseline.FileName+": also show the old findings. They fail nothing.")
}

// compare compares the findings of a check with the base, or with the baseline
// file, if there is one, and leaves only the new ones unless all are to be shown.
func (b *baseFlags) compare(ctx context.Context, checked *pipeline.Checked, source pipeline.Source, files []string, opts pipeline.Options) error {
	ws, ok := workspaceOf(source)
	if !ok {
		return nil // of a build action
	}
	var err error
	b.line.Config = opts.Config
	if b.Base != "" {
		err = b.compareWith(ctx, ws, checked, source, files, opts)
	} else {
		err = b.compareWithFile(ws, checked)
	}
	if err != nil || b.compared == nil {
		return err
	}
	b.line.Old = b.compared.Old(checked.Artifact)
	if !b.All {
		checked.Artifact = b.compared.Only(checked.Artifact, func(d *fixedits.Diagnostic) bool { return b.line.Always(d.Path, d.Rule) })
	}
	return nil
}

// compareWithFile compares the findings of a check with the baseline file, if
// there is one.
func (b *baseFlags) compareWithFile(ws *workspace.Workspace, checked *pipeline.Checked) error {
	file, _, err := readBaseline(ws)
	if err == nil && file != nil {
		b.compared, _ = file.Compare(baseline.State{Artifact: checked.Artifact, Text: checked.Text}, func(string) bool { return false })
	}
	return err
}

// compareWith compares the findings of a check with the base.
func (b *baseFlags) compareWith(ctx context.Context, ws *workspace.Workspace, checked *pipeline.Checked, source pipeline.Source, files []string, opts pipeline.Options) error {
	_, staged := source.(*pipeline.Staged)
	changed, err := ws.Changed(ctx, b.Base, staged)
	if err != nil {
		return noCheckout("--base="+b.Base, err)
	}
	base := pipeline.Base{Changed: changed}
	b.compared, err = base.Compare(ctx, source, files, checked.Artifact, checked.Text, opts)
	return err
}

// lines returns the line that counts new and old findings.
func (b *baseFlags) lines() []string {
	if b.compared == nil {
		return nil
	}
	aside := "--all shows them"
	if b.All {
		aside = ""
	}
	return []string{b.compared.Text(aside)}
}

// onlyNew is the flag --only-new.
type onlyNew struct {
	Since string // a revision, or "" if it is not given
}

func (o *onlyNew) declare(f cli.FlagSet) {
	f.TextOr(&o.Since, "only-new", "REVISION", "origin/HEAD", "Apply only fixes of findings that are new since HEAD left this revision of git, by default origin/HEAD: see check --base. Formatters change only what touches changed lines.")
}

// flags returns the flag, if it is given.
func (o *onlyNew) flags() []string {
	if o.Since == "" {
		return nil
	}
	return []string{"--only-new=" + o.Since}
}

// limit limits the options of a run to new findings.
func (o *onlyNew) limit(ctx context.Context, ws *workspace.Workspace, staged bool, opts *pipeline.Options) error {
	if o.Since == "" {
		return nil
	}
	changed, err := ws.Changed(ctx, o.Since, staged)
	if err != nil {
		return noCheckout(o.flags()[0], err)
	}
	opts.Base, opts.Lines = &pipeline.Base{Changed: changed}, changed.Lines
	return nil
}
