package main

import (
	"context"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/baseline"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

// baseFlags holds the flags of a verb that can leave out what is not new.
type baseFlags struct {
	Base string
	All  bool

	compared *baseline.Comparison // nil without --base
}

func (b *baseFlags) declare(f cli.FlagSet) {
	f.Text(&b.Base, "base", "REVISION", "Only findings that are new since HEAD left this revision of git, such as origin/main. Both states are checked with the checkers and the configuration of now. Nothing is fetched.")
	f.Toggle(&b.All, "all", "With --base: also show the old findings. They fail nothing.")
}

// compare compares the findings of a check with the base, if there is one, and
// leaves only the new ones unless all are to be shown.
func (b *baseFlags) compare(ctx context.Context, checked *pipeline.Checked, source pipeline.Source, files []string, opts pipeline.Options) error {
	if b.Base == "" {
		return nil
	}
	ws, _ := workspaceOf(source)
	_, staged := source.(*pipeline.Staged)
	changed, err := ws.Changed(ctx, b.Base, staged)
	if err != nil {
		return noCheckout("--base="+b.Base, err)
	}
	opts.Lines = nil // the lines of the base are other ones
	b.compared, err = checked.Against(ctx, source, changed, files, opts)
	if err == nil && !b.All {
		checked.Artifact = b.compared.Only(checked.Artifact)
	}
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
