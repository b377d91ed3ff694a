package hadolint

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var dl3048 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3048",
		Summary:  "The key of a label is of the form that Docker asks for",
		Phase:    fixedits.PhaseStyle,
		Severity: fixedits.SeverityInfo,
		Safety:   fixedits.SafetyUnsafe,
		Why: "A key begins with a small letter, ends with one or a digit, and has nothing but small letters, digits, single dots and " +
			"single dashes. Keys that begin with com.docker., io.docker. and org.dockerproject. are Docker's own; those that Docker " +
			"Desktop has extensions set are left alone, and so are those that the option labels of DL3049 names.",
		Bad:  "FROM debian:12\nLABEL Build_Date=2026-01-02\n",
		Good: "FROM debian:12\nLABEL build-date=2026-01-02\n",
		Fix: "writes small letters, and dashes for what is not allowed. It is unsafe: programs read labels by " +
			"their keys, and have to be told of the new one. A key of Docker's own is not changed.",
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
				p.ReportWord(l.ins, key, fmt.Sprintf("the label %q has a prefix that is Docker's own", l.name))
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
				fixes = []fixedits.Fix{{Title: "Write " + spelling, Edits: p.ReplaceWord(l.ins, key, spelling)}}
			}
			p.ReportWord(l.ins, key, fmt.Sprintf("the label %q is not of small letters, digits, dots and dashes", l.name), fixes...)
		})
	},
}

var labelForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[a-z](?:[.-]?[a-z0-9])*$`)
})

// isReserved reports whether a key is in one of Docker's namespaces, and not one that is there for others to set.
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

// spelled returns a key in the form that is wanted, as far as it can be brought there.
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

// labelNames returns the names of all labels of the file, each for itself.
func labelNames(p *lint.Pass) map[string]string {
	names := make(map[string]string)
	eachLabel(p, func(l label) { names[l.name] = l.name })
	return names
}
