package pipeline

import (
	"errors"
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// formatRules is the namespace of the rules that are formatters: format/LANG.
const formatRules = "format/"

func proposals(artifacts []*artifact.Artifact) []fixedits.Proposal {
	proposals := make([]fixedits.Proposal, len(artifacts))
	for i, a := range artifacts {
		proposals[i] = a.Proposal()
	}
	return proposals
}

// merge merges proposals over the current texts. A formatter that crashes fails it; a text that a formatter refuses
// stays as the edits made it.
func merge(source Source, proposals []fixedits.Proposal, opts *Options) (*fixedits.Plan, error) {
	plan, err := fixedits.Merge(proposals, fixedits.Options{
		Read:      source.Read,
		Canonical: source.Canonical,
		Filter:    opts.filter(),
		Priority:  opts.priority,
		Format:    opts.format,
		Parse:     opts.parse,

		DropBefore: opts.DropBefore,
		NoFiles:    opts.NoFiles,
	})
	if err != nil {
		return nil, fmt.Errorf("merge: %w", err)
	}
	for i := range plan.Files {
		var crash *formatting.CrashError
		if errors.As(plan.Files[i].FormatErr, &crash) {
			return nil, crash
		}
	}
	return plan, nil
}

// priority ranks a rule by the configuration of the workspace's root: one merge has one order.
func (o *Options) priority(rule string) int {
	return o.config().For("autofix.toml").Priority(rule)
}

// formatter returns the formatters that lay out a file, or nil where it has none or is not to be laid out.
func (o *Options) formatter(path string, text []byte) *formatting.Registry {
	registry, err := o.Tools.Formats.For(o.config().For(path), path)
	if err != nil {
		return nil // LoadConfig has said so already
	}
	language := registry.For(path, text)
	if language == nil || !o.formats(formatRules+language.Name(), path) {
		return nil
	}
	return registry
}

// format is rule 8 of merging: the layout of a merged text is its formatter's, where that is wanted at all.
func (o *Options) format(path string, text []byte) (out []byte, known bool, err error) {
	registry := o.formatter(path, text)
	if registry == nil {
		return nil, false, nil
	}
	result, err := registry.Format(path, text)
	return result.Text, true, err
}

// parse is rule 11 of merging: only a text that is known to be broken is broken.
func (o *Options) parse(path string, text []byte) error {
	registry, err := o.Tools.Formats.For(o.config().For(path), path)
	if err != nil {
		return nil
	}
	var syntax *formatting.SyntaxError
	if errors.As(registry.Parse(path, text), &syntax) {
		return syntax
	}
	return nil
}
