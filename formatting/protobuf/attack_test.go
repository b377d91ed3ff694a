package protobuf_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting/protobuf"
	"github.com/rules-autofix/rules_autofix/internal/testing/attack"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

var attacks = []formattest.Case{
	{Name: "a form feed between tokens is whitespace", Src: "message A\f{}\n", Want: "message A {}\n"},
	{Name: "a form feed in a string", Src: "option a=\"b\fc\";\n", Want: "option a = \"b\fc\";\n"},
	{Name: "a form feed in a comment", Src: "option a=1; // b\fc\n", Want: "option a = 1; // b\fc\n"},
	{Name: "a lone CR does not end a comment", Src: "option a=1; // b\rc\n", Want: "option a = 1; // b\rc\n"},
	{Name: "a vertical tab between words", Src: "optional\vint32 a=1;\n", Want: "optional int32 a = 1;\n"},
}

func TestAttacks(t *testing.T) { attack.Run(t, language(t, protobuf.Options{}), "a.proto", attacks) }

func TestControls(t *testing.T) {
	attack.Controls(t, language(t, protobuf.Options{}), "a.proto", []string{
		"syntax=\"proto3\"; // c@d\n", "syntax=\"proto3\";\n/* c@d */\n", "option a=\"a@b\";\n", "message A@{}\n", "@syntax=\"proto3\";\n",
		"/* a\n @b */message A{}\n", "message A{}@\n", "optional@int32 a=1;\n", "option a='b'@\"c\";\n",
	}, sameText)
}

// sameText compares everything that is not whitespace to the compiler.
func sameText(before, after []byte) error {
	space := func(r rune) bool { return strings.ContainsRune(" \t\n\v\f\r", r) }
	was := strings.Join(strings.FieldsFunc(string(before), space), "")
	if is := strings.Join(strings.FieldsFunc(string(after), space), ""); was != is {
		return fmt.Errorf("%q, and then %q", was, is)
	}
	return nil
}

func FuzzSaysTheSame(f *testing.F) {
	attack.Fuzz(f, language(f, protobuf.Options{}), "a.proto", attacks, sameText)
}
