package source_test

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

func TestOnlyTestModules(t *testing.T) {
	const (
		code = "pub fn half(n: i32) -> i32 {\n    n / 2\n}\n"
		one  = "\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn four() {\n        assert_eq!(half(4), 2);\n    }\n}\n"
	)
	more := strings.Replace(one, "half(4), 2", "half(5), 3", 1)
	for _, row := range []struct {
		name string
		a, b string
		want bool
	}{
		{"a new module", code, code + one, true},
		{"a changed module", code + one, code + more, true},
		{"a removed module", code + one, code, true},
		{"line ends", strings.ReplaceAll(code+one, "\n", "\r\n"), strings.ReplaceAll(code+more, "\n", "\r\n"), true},
		{"a module before code", one + code, more + code, true},
		{"the code as well", code + one, strings.Replace(code, "2", "3", 1) + more, false},
		{"code after the module", code + one + "fn f() {}\n", code + one + "fn g() {}\n", false},
		{"the module as code", code + one, code + strings.Replace(one, "#[cfg(test)]\n", "", 1), false},
		{"a condition of more", code + strings.Replace(one, "(test)", "(any(test, unix))", 1), code + strings.Replace(more, "(test)", "(any(test, unix))", 1), false},
		{"a text at the start of a line", code + one, code + strings.Replace(one, "half(4)", "r\"\n}\nfn f() {}\n\"", 1), false},
		{"an import of tests", "#[cfg(test)]\nuse a::b;\n" + code, "#[cfg(test)]\nuse a::c;\n" + code, false},
		{"nothing", code + one, code + one, false},
	} {
		if got := source.OnlyTestModules("src/lib.rs", []byte(row.a), []byte(row.b)); got != row.want {
			t.Errorf("%s: got %t", row.name, got)
		}
	}
	if source.OnlyTestModules("lib.c", []byte(code), []byte(code+one)) {
		t.Error("another language")
	}
}
