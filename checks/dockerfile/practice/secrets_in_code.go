package practice

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/secretname"
	"github.com/rules-autofix/rules_autofix/redact/rules"
)

var secretsInCode = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/secrets-in-code",
		Summary:  "Do not put secrets in the file",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityError,
		Why: "The contents of a Dockerfile are in the repository, and usually in the image and its history, where " +
			"anyone who can pull it can read them. Secrets are found with the rules of gitleaks; gitleaks:allow " +
			"on a line suppresses them. Checksums and key fingerprints are not secrets.",
		Bad:  "FROM debian:12\nENV KEY=AKIA" + "Q3EGRTZXKJ5M7NPB\n",
		Good: "FROM debian:12\nRUN --mount=type=secret,id=key,env=KEY make\n",
	},
	Check: func(p *lint.Pass) {
		found, err := rules.Find(p.Source)
		if err != nil {
			panic(err) // the rules are embedded
		}
		for _, f := range found {
			if f.Rule == "generic-api-key" && isPublic(p.Source, f.Start, f.End) {
				continue
			}
			p.Report(lint.Finding{
				Message: fmt.Sprintf("revoke this secret (%s), and use RUN --mount=type=secret instead", f.Rule),
				Span:    lint.Span{Start: f.Start, End: f.End},
			})
		}
	},
}

// publicNames matches words on lines that have a checksum, a key fingerprint,
// or a revision of source code.
var publicNames = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)gpg|pgp|fingerprint|recv-?key|key-?server|apt-key|signed-by|checksum|(^|[^a-z])sum|digest|hash|sha-?(1|224|256|384|512)|md5|blake|commit|revision|git_?ref`)
})

// isPublic reports whether a span is a checksum or a fingerprint: only
// hexadecimal digits, on a line that says so, or in the format of a fingerprint
// in a file that verifies something with gpg.
func isPublic(source string, start, end int) bool {
	value := strings.TrimPrefix(source[start:end], "0x")
	if strings.Trim(value, "0123456789abcdefABCDEF") != "" {
		return false
	}
	if secretname.Fingerprint(value) && strings.Contains(source, "gpg") {
		return true // the name of the variable is on another line
	}
	from := strings.LastIndexByte(source[:start], '\n') + 1
	to := len(source)
	if i := strings.IndexByte(source[end:], '\n'); i >= 0 {
		to = end + i
	}
	return publicNames().MatchString(source[from:start] + source[end:to])
}
