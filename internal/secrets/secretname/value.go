package secretname

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

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
		if value[0] >= 0x80 || nameByte(value[0]) {
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
			return 1 + closed(value[1:], "`")
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
		if strings.HasPrefix(value, "$$") && len(value) > 2 && nameByte(value[2]) { // of Compose
			n = 2
		}
		if strings.HasPrefix(value, "$env:") || strings.HasPrefix(value, "$Env:") {
			n = len("$env:")
		}
		start := n
		for n < len(value) && nameByte(value[n]) {
			n++
		}
		if n > start || len(value) > 1 && strings.IndexByte("$@*#?!", value[1]) >= 0 {
			return max(n, 2)
		}
	}
	return 0
}

// closed returns the length of a text up to the end of a closing mark, or 0. A
// reference in braces may have others in it.
func closed(text, mark string) int {
	if mark != "}" {
		return strings.Index(text, mark) + len(mark)*min(1, strings.Index(text, mark)+1)
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

func nameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
