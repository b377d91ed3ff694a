package hadolint

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3048 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3048",
		Summary:  "Use valid keys for labels",
		Phase:    fixedits.PhaseStyle,
		Severity: fixedits.SeverityInfo,
		Safety:   fixedits.SafetyUnsafe,
		Why: "A key must begin with a lowercase letter, end with a lowercase letter or a digit, and contain only " +
			"lowercase letters, digits, single dots and single dashes. The prefixes com.docker., io.docker. and " +
			"org.dockerproject. are reserved for Docker. Keys of Docker Desktop extensions and keys in the option " +
			"labels of DL3049 are not reported.",
		Bad:  "FROM debian:12\nLABEL Build_Date=2026-01-02\n",
		Good: "FROM debian:12\nLABEL build-date=2026-01-02\n",
		Fix: "converts the key to lowercase and replaces invalid characters with dashes. It is unsafe, because " +
			"programs that read the label by its key must use the new key. A reserved key has no fix.",
	},
	Check: func(p *lint.Pass) {
		wanted, _ := labelSchema(p)
		taken := labelNames(p)
		eachLabel(p, func(l label) {
			if _, ok := wanted[l.name]; ok || l.name == "" {
				return
			}
			key := l.pair().Key
			if isReserved(l.name) {
				p.ReportWord(l.ins, key, fmt.Sprintf("the label %q has a prefix that is reserved for Docker: use another prefix", l.name))
				return
			}
			if labelForm().MatchString(l.name) {
				return
			}
			var fixes []fixedits.Fix
			spelling := spelled(l.name)
			other, clash := taken[spelling]
			if labelForm().MatchString(spelling) && !isReserved(spelling) && (!clash || other == l.name) {
				taken[spelling] = l.name
				fixes = []fixedits.Fix{{Title: "Rename the label to " + spelling, Edits: p.ReplaceWord(l.ins, key, spelling)}}
			}
			p.ReportWord(l.ins, key, fmt.Sprintf("the label %q is not a valid key: use lowercase letters, digits, dots and dashes", l.name), fixes...)
		})
	},
}

var labelForm = lazyregexp.New(`^[a-z](?:[.-]?[a-z0-9])*$`)

// isReserved reports whether a key is in one of Docker's namespaces, except for
// those meant for others.
func isReserved(name string) bool {
	for _, open := range []string{"com.docker.extension.", "com.docker.desktop.extension."} {
		if strings.HasPrefix(name, open) {
			return false
		}
	}
	for _, own := range []string{"com.docker.", "io.docker.", "org.dockerproject."} {
		if strings.HasPrefix(name, own) {
			return true
		}
	}
	return false
}

// spelled returns the valid form of a key, as far as there is one.
func spelled(name string) string {
	var b strings.Builder
	for _, c := range strings.ToLower(name) {
		separator := c == '.'
		if c < 'a' || c > 'z' {
			if c < '0' || c > '9' {
				separator = true
			}
		}
		switch last := b.String(); {
		case !separator:
			b.WriteRune(c)
		case last == "" || strings.HasSuffix(last, ".") || strings.HasSuffix(last, "-"):
		case c == '.':
			b.WriteByte('.')
		default:
			b.WriteByte('-')
		}
	}
	return strings.Trim(b.String(), ".-")
}

// labelNames returns the set of all label names in the file.
func labelNames(p *lint.Pass) map[string]string {
	names := make(map[string]string)
	eachLabel(p, func(l label) { names[l.name] = l.name })
	return names
}
