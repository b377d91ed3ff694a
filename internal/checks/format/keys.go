package format

import (
	"fmt"
	"sort"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"
	"github.com/rules-autofix/rules_autofix/internal/clip"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/internal/checks"
)

// duplicateKey is for languages that parse with duplicate keys. A TOML file
// does not: syntax/toml reports it.
var duplicateKey = checks.Rule{
	Name:     "syntax/duplicate-key",
	Summary:  "Each key occurs once in a mapping",
	Phase:    fixedits.PhaseSyntax,
	Severity: fixedits.SeverityError,
	Why: "Most parsers take the last of several values of one key and drop the others in silence; some take the first, or fail. " +
		"YAML does not allow duplicate keys. JSON says that names should be unique, so there the finding is a warning. In TOML, a " +
		"duplicate key is a syntax error, which `syntax/toml` reports. A YAML merge key (`<<`) may occur several times, and what " +
		"it merges may be overridden. A JSON name that is a comment, such as `//`, may also occur several times. Keys with a line " +
		"between them that belongs to a template, such as `# {{ else }}`, are alternatives.",
	Bad:  "image: a\nports: [80]\nimage: b\n",
	Good: "image: b\nports: [80]\n",
}

// duplicates returns the findings of duplicate keys. Errors are errors of the
// parser.
func duplicates(parser *formatting.Registry, f checks.File, s checks.Settings) ([]checks.Finding, error) {
	keys, err := parser.DuplicateKeys(f.Path, f.Content)
	if err != nil || len(keys) == 0 {
		return nil, err
	}
	var severity fixedits.Severity
	isJSON := parser.For(f.Path, f.Content).Name() == "json"
	if isJSON {
		severity = fixedits.SeverityWarning
	}
	index := position.New(f.Content, position.LF)
	marks := alternative().FindAllIndex(f.Content, -1)
	alternatives := func(k formatting.DuplicateKey) bool {
		i := sort.Search(len(marks), func(i int) bool { return marks[i][0] > k.First })
		return i < len(marks) && marks[i][0] < k.Start
	}
	var findings []checks.Finding
	for _, k := range keys {
		if isJSON && commentName().MatchString(k.Key) || alternatives(k) {
			continue
		}
		first := index.Position(k.First, position.Columns{})
		findings = append(findings, checks.Finding{
			Rule:     duplicateKey.Name,
			Severity: severity,
			Message:  fmt.Sprintf("the key %q is already defined at line %d, column %d", clip.Runes(k.Key, longestKey), first.Line, first.Column),
			Start:    k.Start,
			End:      k.End,
		})
	}
	return findings, nil
}

var (
	// commentName matches the names of members by which JSON files have
	// comments.
	commentName = lazyregexp.New(`^(?://|#|/\*|[_$]+comment)`)
	// alternative matches a line that a template or a preprocessor takes out.
	alternative = lazyregexp.New(`(?m)^[ \t]*(?:(?:#+|//)[ \t]*)?(?:\{\{|\{%|<%|\{#)|^[ \t]*#[ \t]*(?:else|elif|endif|ifn?def)\b`)
)

// longestKey bounds the characters of a key that are shown.
const longestKey = 60
