package rules

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/secrets/secretname"
)

// publicNames matches words on lines that have a checksum, a key fingerprint,
// or a revision of source code.
var publicNames = lazyregexp.New(`(?i)gpg|pgp|fingerprint|recv-?key|key-?server|apt-key|signed-by|checksum|(^|[^a-z])sum|digest|hash|sha-?(1|224|256|384|512)|md5|blake|commit|revision|git_?ref`)

// Public reports whether a finding of the generic rule in a text is a checksum
// or a fingerprint: only hexadecimal digits, on a line that names one, or in
// the format of a fingerprint in a file that verifies something with gpg.
func (f Finding) Public(text string) bool {
	value := strings.TrimPrefix(text[f.Start:f.End], "0x")
	if f.Rule != generic || strings.Trim(value, "0123456789abcdefABCDEF") != "" {
		return false
	}
	if secretname.Fingerprint(value) && strings.Contains(text, "gpg") {
		return true // the name of the variable is on another line
	}
	from := strings.LastIndexByte(text[:f.Start], '\n') + 1
	to := len(text)
	if i := strings.IndexByte(text[f.End:], '\n'); i >= 0 {
		to = f.End + i
	}
	return publicNames().MatchString(text[from:f.Start] + text[f.End:to])
}
