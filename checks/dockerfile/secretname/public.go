package secretname

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// publicNames matches words on lines that have a checksum, a key fingerprint,
// or a revision of source code.
var publicNames = lazyregexp.New(`(?i)gpg|pgp|fingerprint|recv-?key|key-?server|apt-key|signed-by|checksum|(^|[^a-z])sum|digest|hash|sha-?(1|224|256|384|512)|md5|blake|commit|revision|git_?ref`)

// Public reports whether a span is a checksum or a fingerprint: only
// hexadecimal digits, on a line that names one, or in the format of a
// fingerprint in a file that verifies something with gpg.
func Public(source string, start, end int) bool {
	value := strings.TrimPrefix(source[start:end], "0x")
	if strings.Trim(value, "0123456789abcdefABCDEF") != "" {
		return false
	}
	if Fingerprint(value) && strings.Contains(source, "gpg") {
		return true // the name of the variable is on another line
	}
	from := strings.LastIndexByte(source[:start], '\n') + 1
	to := len(source)
	if i := strings.IndexByte(source[end:], '\n'); i >= 0 {
		to = end + i
	}
	return publicNames().MatchString(source[from:start] + source[end:to])
}

// Assigned reports whether the value that a variable gets is a secret, judged by
// its name.
func Assigned(name, value string) bool { return Is(name) && !Harmless(value, "env") }
