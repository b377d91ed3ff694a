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
		{"ENV PASS=${A:-${B}} X=y\n", ""},
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

		// Values in several parts.
		{"ENV PASS=abc\\\ndef X=y\n", "abc\\\ndef"},
		{"ENV PASS=abc\\\n# note\ndef\n", "abc\\\n# note\ndef"},
		{"ENV PASS=\"abc\\\n  def\"\n", "abc\\\n  def"},
		{"ENV PASS abc\\\ndef\n", "abc\\\ndef"},
		{"PASS=\"abc\"'def'ghi x\n", "\"abc\"'def'ghi"},
		{"PASS=abc\"def\" x\n", "abc\"def\""},
		{"pass = \"abc\" + \"def\"\n", "\"abc\" + \"def\""},
		{"ENV A=abc B=\"def\"\nENV PASS=$A$B\n", "abc|def"},
		{"ARG A=abc\nARG B=x${A}\nENV PASS=\"${B}-$C\"\n", "abc|x${A}"},
		{"A=abc; PASS=x$A\n", "abc|x$A"},
		{"A=/a/b; PASS=$(cat $A)\n", ""},
		{"A=abc; PASS=$(echo $A | base64)\n", "abc"},
		{"A: abc\nPASS: $A\n", "abc"},

		{"RUN echo \"x:PASS=$A\" > a && cat \"b\"\n", ""},
		{"RUN echo \"x:PASS=abc\" > a && cat \"b\"\n", "abc"},

		// Keys.
		{"services:\n  environment:\n    DB_PASS: abc\n    - PASS=def\n", "abc|def"},
		{"{\"pass\": \"a b\", \"x\": 1}", "a b"},
		{"{\"pass\":\"abc\"}", "abc"},
		{"{\\\"pass\\\": \\\"abc\\\"}", "abc"},
		{"x: {pass: 'abc'}\n", "abc"},
		{"  db-pass: abc # a note\n", "abc"},
		{"pass: ${{ secrets.PASS }}\n", ""},
		{"pass: string\npass: Pass\n", ""},
		{"pass: is not set\npass:\n  abc\n", ""},
		{"pass: |\n  abc\n", ""},
		{"pass: &anchor abc\n", ""},

		{"- name: DB_PASS\n  value: abc\n- name: X\n  value: abd\n", "abc"},
		{"<property name=\"db.pass\" value=\"abc\"/>\n", "abc"},
		{"RUN curl -d \"{\\\"pass\\\": \\\"abc\\\"}\" x\n", "abc"},
		{"say('Pass: ', x)\n", ""},

		// Programs and configuration files.
		{"pass = other\npass = f(x)\npass = a.b\npass = a[0]\nf(pass=other, pass=g())\nconst pass = await f(x);\n", ""},
		{"pass = abc1\nPASS = abc\n", "abc1|abc"},
		{"[db]\npass = abc\n", "abc"},
		{"f(pass=\"abc\", pass='def')\n", "abc|def"},
		{"func f(pass string) { pass: pass }\nlet pass: string = x;\n", ""},
		{"{ pass: this.pass, pass }\n", ""},

		// Placeholders.
		{"PASS=<pass> PASS=changeme PASS=*** PASS={{ pass }} PASS=your-pass-here\n", ""},
		{"PASS=password PASS=change\n", "password|change"},
	} {
		found, err := redact.New(nil, hook).Find(row.text)
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
