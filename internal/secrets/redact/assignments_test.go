package redact_test

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/secrets/redact"
)

func TestAssignments(t *testing.T) {
	hook := redact.Assignments(func(name, value string) bool { return strings.Contains(strings.ToLower(name), "pass") && value != "no" })
	for _, row := range []struct{ text, want string }{
		{"ENV PASS=abc X=def\n", "abc"},
		{"ARG DB_PASS=\"a b \\\" c\"\n", `a b \" c`},
		{"export PASS='a b'\n", "a b"},
		{"ENV PASS abc def \r\n", "abc def"},
		{"  env  PASS  abc", "abc"},
		{"pass := \"abc\"\n", "abc"},
		{"{\"pass\"=\"abc\"}", "abc"},
		{"ENV PASS=abc\\\n  PASS2=def\n", "abc|def"},
		{"ENV PASS=a\\ b PASS=\n", `a\ b`},
		{"ENV PASS=$PASS PASS=${PASS} PASS=\"$PASS\" PASS=$(cat x)\n", ""},
		{"ENV PASS=${PASS:-abc}\n", "${PASS:-abc}"},
		{"ENV PASS=a$X\n", "a$X"},
		{"if pass == abc\n", ""},
		{"ENV PASS=no\n", ""},
		{"ENV PASS= X\n", "X"},
		{"ENV PASS=", ""},
		{"=abc", ""},
		{"ENV OTHER=abc\n", ""},
		{"ENV PASS", ""},
		{"PASS=\"abc", "abc"},
		{"PASS=a\\", "a"},
	} {
		found, err := hook(row.text)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range found {
			got = append(got, row.text[s.Start:s.End])
		}
		if strings.Join(got, "|") != row.want {
			t.Errorf("%q: %q, want %q", row.text, got, row.want)
		}
	}
}
