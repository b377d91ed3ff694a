package secretname_test

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/secrets/secretname"
)

func TestPlaceholder(t *testing.T) {
	for value, want := range map[string]bool{
		"": true, `""`: true, "<password>": true, "[redacted]": true, "{{ token }}": true, "{token}": true, "%s": true, "%TOKEN%": true, "%(token)s": true,
		"@TOKEN@": true, "__TOKEN__": true, "***": true, "...": true, "xxxx": true, "changeme": true, "Change-Me!": true, "change_this": true, "changeit": true,
		"REPLACE_ME": true, "todo": true, "placeholder": true, "example": true, "your-token": true, "YOUR_PASSWORD": true, "your password here": true,
		"insert-token-here": true, "PASSWORD": true, "MY_API_KEY": true, "ENC[AES256,data]": true, "!vault x": true,
		"password": false, "secret": false, "x": false, "SWORDFISH": false, "change": false, "hunter2": false, "yourtoken1": false, "<a": false, "examples1": false,
	} {
		if got := secretname.Placeholder(value); got != want {
			t.Errorf("%q is a placeholder: %v", value, got)
		}
	}
}

func TestReference(t *testing.T) {
	for value, want := range map[string]bool{
		"$A": true, "${A}": true, "$A$B": true, "${A}-${B}": true, "$$A": true, "$(cat a)": true, "$(cat": true, "`cat a`": true, "${{ secrets.A }}": true, "$env:A": true,
		"${A:?is not set}": true, "${A:-}": true, "${A:-$B}": true, "${A:-${B:-changeme}}": true, "$1": true, "$@": true, `"$A"`: true, "$A:": true,
		"": false, "a": false, "$": false, "a$A": false, "$A-b": false, "${A:-abc}": false, "${A:+abc}": false, "${A": false, "$6$salt1234$hash5678": false,
	} {
		if got := secretname.Reference(value); got != want {
			t.Errorf("%q is a reference: %v", value, got)
		}
	}
}

func TestBracketed(t *testing.T) {
	for text, want := range map[string]int{
		"${A}b}": 4, "${A:-${B}}": 10, "${{ a }}}": 8, "$(cat a))": 8, "{{ a }}}": 7,
		"": 0, "$A": 0, "a${A}": 0, "${A": 0, "$(\n)": 0, "${A\n}": 0, "{a}": 0, "$(" + strings.Repeat("a", 300) + ")": 0,
	} {
		if got := secretname.Bracketed(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}
