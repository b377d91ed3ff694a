package text

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/formatting/decoded"
	"github.com/rules-autofix/rules_autofix/formatting/yaml"
)

// attachment matches the line after which a Ruby or Perl program has data.
var attachment = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^__(?:END|DATA)__\r?$`) })

// of returns the kind of a file with some content.
func (k kind) of(content []byte) kind {
	if k.attached && attachment().Match(content) {
		k.newline = fixedits.SafetySuggestion
	}
	return k
}

// A lineSet is lines, as pairs of the index of the first and of the one after
// the last, in order.
type lineSet [][2]int

func (s *lineSet) has(line int) bool {
	for len(*s) > 0 && line >= (*s)[0][1] {
		*s = (*s)[1:] // lines are asked for in order
	}
	return len(*s) > 0 && line >= (*s)[0][0]
}

// frontMatter matches the data at the top of a Markdown text.
var frontMatter = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\A(?:---[ \t]*\r?\n(?s:.*?\n)??---|\+\+\+[ \t]*\r?\n(?s:.*?\n)??\+\+\+)[ \t]*(?:\r?\n|\z)`)
})

// verbatimLines returns the lines in which whitespace belongs to a value, or might.
func (f file) verbatimLines() lineSet {
	if f.kind.markdown {
		return lineSet{{0, bytes.Count(frontMatter().Find(f.Content), []byte("\n"))}}
	}
	if ext := strings.ToLower(path.Ext(f.Path)); !f.kind.data || ext != ".yaml" && ext != ".yml" {
		return nil
	}
	ranges, err := yaml.BlockScalarLines(f.Path, f.Content)
	if err != nil {
		return nil // not known, which makes the fixes suggestions
	}
	return ranges
}

// decoded makes the fixes of a data file as safe as they are: safe if all of a
// rule leave what the file decodes to, and else suggestions, as for a template.
// A newline that would become part of a value is not missing.
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
