package text

import (
	"bytes"
	"path"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"

	"github.com/rules-autofix/rules_autofix/formatting/decoded"
	"github.com/rules-autofix/rules_autofix/formatting/yaml"
	"github.com/rules-autofix/rules_autofix/internal/checks"
)

// attachment matches the line that separates a Ruby or Perl program from its
// data.
var attachment = lazyregexp.New(`(?m)^__(?:END|DATA)__\r?$`)

// of returns the kind of a file with the given content.
func (k kind) of(content []byte) kind {
	if k.attached && attachment().Match(content) {
		k.newline = fixedits.SafetySuggestion
	}
	return k
}

// A lineSet is a set of lines as half-open ranges of line indexes, in order.
type lineSet [][2]int

func (s *lineSet) has(line int) bool {
	for len(*s) > 0 && line >= (*s)[0][1] {
		*s = (*s)[1:] // calls come in order of lines
	}
	return len(*s) > 0 && line >= (*s)[0][0]
}

// frontMatter matches the YAML or TOML data at the top of a Markdown text.
var frontMatter = lazyregexp.New(`\A(?:---[ \t]*\r?\n(?s:.*?\n)??---|\+\+\+[ \t]*\r?\n(?s:.*?\n)??\+\+\+)[ \t]*(?:\r?\n|\z)`)

// verbatimLines returns the lines in which whitespace is, or may be, part of a
// value.
func (f file) verbatimLines() lineSet {
	if f.kind.markdown {
		return lineSet{{0, bytes.Count(frontMatter().Find(f.Content), []byte("\n"))}}
	}
	if ext := strings.ToLower(path.Ext(f.Path)); !f.kind.data || ext != ".yaml" && ext != ".yml" {
		return nil
	}
	ranges, err := yaml.BlockScalarLines(f.Path, f.Content)
	if err != nil {
		return nil // the text does not decode, so decoded makes the fixes suggestions
	}
	return ranges
}

// decoded sets the safety of the fixes of a data file. The fixes of a rule are
// safe if all of them together keep the decoded value, and suggestions
// otherwise, as for a template. It drops the finding of a missing final newline
// if the newline would become part of a value.
func (f file) decoded(findings []checks.Finding) []checks.Finding {
	if len(findings) == 0 {
		return nil
	}
	decodes := decoded.Decodes(f.Path, f.Content)
	edits := map[string][]fixedits.Edit{} // by rule
	for i := range findings {
		for _, fix := range findings[i].Fixes {
			edits[findings[i].Rule] = append(edits[findings[i].Rule], fix.Edits...)
		}
	}
	safety := map[string]fixedits.Safety{}
	for rule := range edits {
		safety[rule] = fixedits.SafetySuggestion
		after, err := fixedits.Apply(f.Content, edits[rule])
		if decodes && err == nil && decoded.Compare(f.Path, f.Content, after) == nil {
			safety[rule] = fixedits.SafetySafe
		}
	}
	findings = slices.DeleteFunc(findings, func(found checks.Finding) bool {
		return decodes && found.Rule == finalNewline && safety[finalNewline] != fixedits.SafetySafe
	})
	for i := range findings {
		for k := range findings[i].Fixes {
			findings[i].Fixes[k].Safety = safety[findings[i].Rule]
		}
	}
	return findings
}
