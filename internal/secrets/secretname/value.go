package secretname

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// Near is how far a text is read before and after a word that may belong to a
// secret, in bytes. A line may be long, and have many such words.
const Near = 4 << 10

// placeholder matches values that stand for a secret that somebody fills in.
var placeholder = lazyregexp.New(`^(?:<[^<>]*>|\[[^\[\]]*\]|\{\{.*\}\}|\{\w*\}|#\{.*\}|%\w+%|%\(\w+\)s|%[a-z]|@\w+@|__\w+__|!\w+ .*|[*.•?#_-]+|[xX]{3,}|` +
	`ENC[\[(].*|(?i:(?:please[-_ ]?)?(?:change|replace)[-_ ]?(?:me|it|this|now)(?:[-_ ]?(?:now|please))?[!.]*|todo|tbd|fixme|placeholder|dummy|redacted|removed|hidden|masked|` +
	`example|your[-_ ]?[a-z_ -]*|(?:insert|enter|put|add|paste)[-_ ][a-z_ -]+|[a-z_ -]+[-_ ]here))$`)

// Placeholder reports whether a value stands for a secret instead of being one:
// <password>, changeme, your-token, ***, {{ token }} and PASSWORD. Weak
// passwords, such as "password", are secrets.
func Placeholder(value string) bool {
	value = strings.Trim(value, "\"'` \t")
	return value == "" || placeholder().MatchString(value) || strings.Trim(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_-") == "" && Is(value)
}

// hashed matches the hash of a password, which begins like a variable.
var hashed = lazyregexp.New(`^\$(?:1|2[abxy]?|5|6|7|y|gy|apr1|argon2\w*|pbkdf2[\w-]*|scrypt)\$.{8}`)

// Reference reports whether a value consists of references to other values,
// such as $NAME, ${NAME}$OTHER, $(command) and ${{ secrets.NAME }}, and has no
// other letters or digits.
func Reference(value string) bool {
	value = strings.Trim(value, `"' `)
	if !strings.ContainsAny(value, "$`") || hashed().MatchString(value) {
		return false
	}
	found := false
	for value != "" {
		if n := referenceLength(value); n > 0 {
			found, value = true, value[n:]
			continue
		}
		if value[0] >= 0x80 || NameByte(value[0]) {
			return false
		}
		value = value[1:]
	}
	return found
}

// referenceLength returns the length of the reference at the start of a value,
// or 0. A default other than a reference is a literal value.
func referenceLength(value string) int {
	switch {
	case strings.HasPrefix(value, "${{"):
		return closed(value, "}}")
	case strings.HasPrefix(value, "$("), strings.HasPrefix(value, "`"):
		if value[0] == '`' {
			n := closed(value[1:], "`")
			return n + min(n, 1)
		}
		// A value may be cut at a space within.
		if n := strings.LastIndexByte(value, ')'); n >= 0 {
			return n + 1
		}
		return len(value)
	case strings.HasPrefix(value, "${"):
		n := closed(value, "}")
		if n == 0 {
			return 0
		}
		inner := value[2 : n-1]
		at := strings.IndexAny(inner, ":-+?=")
		if at < 0 || strings.HasPrefix(strings.TrimPrefix(inner[at:], ":"), "?") {
			return n
		}
		if other := strings.TrimLeft(inner[at:], ":-+="); Placeholder(other) || Reference(other) {
			return n
		}
		return 0
	case strings.HasPrefix(value, "$"):
		n := 1
		if strings.HasPrefix(value, "$$") && len(value) > 2 && NameByte(value[2]) { // of Compose
			n = 2
		}
		if strings.HasPrefix(value, "$env:") || strings.HasPrefix(value, "$Env:") {
			n = len("$env:")
		}
		start := n
		for n < len(value) && NameByte(value[n]) {
			n++
		}
		if n > start || len(value) > 1 && strings.IndexByte("$@*#?!", value[1]) >= 0 {
			return max(n, 2)
		}
	}
	return 0
}

// maxBracketed is the maximum length of a reference in brackets, in bytes.
const maxBracketed = 300

// Bracketed returns the length of the reference in brackets that starts a text,
// such as ${NAME}, $(command) or {{ name }}, or 0. It is on one line.
func Bracketed(text string) int {
	text = text[:min(len(text), maxBracketed)]
	for _, pair := range [][2]string{{"${{", "}}"}, {"${", "}"}, {"$(", ")"}, {"{{", "}}"}} {
		if !strings.HasPrefix(text, pair[0]) {
			continue
		}
		if n := closed(text, pair[1]); n > 0 && !strings.Contains(text[:n], "\n") {
			return n
		}
	}
	return 0
}

// closed returns the length of a text up to the end of a closing mark, or 0. A
// reference in braces may have others in it.
func closed(text, mark string) int {
	if mark != "}" {
		before, _, found := strings.Cut(text, mark)
		if !found {
			return 0
		}
		return len(before) + len(mark)
	}
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// NameByte reports whether a character may be in the name of a variable.
func NameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
