package results

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/prove/evidence"
)

// Texts from files are redacted, and have no path of the machine, no codes of
// terminals and no characters that turn a text around.
func TestResultsAreFitToPublish(t *testing.T) {
	raw := &Raw{
		End: evidence.Exited, Exit: 1, Dir: "/home/u/tree", Out: "/home/u/out", Roots: []string{"/home/u/cache", "/"},
		Redact: func(text string) string { return strings.ReplaceAll(text, "hunter2", "[redacted]") },
	}
	c := newCollector(raw)
	c.add(result{suite: "/home/u/tree/a_test.py hunter2", name: "a\nb\t\x1b[31mred\u202e", status: evidence.Failed, message: "/home/u/tree/x.py:3 of /home/u/tree, /home/u/tree2\n" +
		"\x1b]0;title\x07/home/u/cache/b and /home/u/out hunter2 \x00\r\nend"})
	got := c.finish()
	want := []evidence.Case{{
		Suite: "a_test.py [redacted]", Name: "a\uFFFDb\uFFFDred\uFFFD", Status: evidence.Failed,
		Message: "x.py:3 of ., /home/u/tree2\n<cache>/b and <results> [redacted] \uFFFD\nend",
	}}
	if diff := cmp.Diff(want, got.Cases); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if strings.Contains(got.Signature, "hunter2") || strings.Contains(got.Signature, "/home/u/tree/") {
		t.Errorf("%q", got.Signature)
	}
	checkResults(t, got)
}

func TestResultsAreBounded(t *testing.T) {
	c := newCollector(&Raw{End: evidence.Exited, Exit: 1})
	long := strings.Repeat("é", 400)
	for i := range maxCases + 5 {
		r := result{suite: long, name: fmt.Sprintf("%s%d", long, i), status: evidence.Passed}
		if i < 400 {
			r.status, r.message, r.flaky = evidence.Failed, strings.Repeat("no\n", 9000), true
		}
		if i == 1000 {
			long = "s" // the rest need not be long
		}
		c.add(r)
	}
	got := c.finish()
	checkResults(t, got)
	if len(got.Cases) != maxCases {
		t.Errorf("%d cases", len(got.Cases))
	}
	last := map[string]string{}
	for _, p := range got.Problems {
		last[p.Code] = p.Detail
	}
	if want := fmt.Sprintf("more than %d cases: the rest was not read", maxCases); last[evidence.ProblemBadResults] != want {
		t.Errorf("%q", last[evidence.ProblemBadResults])
	}
	if last[evidence.ProblemFlaky] != "and 380 more" {
		t.Errorf("%q", last[evidence.ProblemFlaky])
	}
	messages := 0
	for _, each := range got.Cases {
		messages += len(each.Message)
	}
	if messages > maxMessages {
		t.Errorf("%d bytes of messages", messages)
	}
}

// A name is judged as the runner has it, before a number is added.
func TestKnown(t *testing.T) {
	var asked []string
	c := newCollector(&Raw{End: evidence.Exited, Known: func(suite, name string) bool {
		asked = append(asked, suite+"|"+name)
		return name != "forged"
	}})
	for _, name := range []string{"a", "a", "forged", ""} {
		c.add(result{suite: "s", name: name, status: evidence.Passed})
	}
	if diff := cmp.Diff([]string{"s||passed", "s|a|passed", "s|a #2|passed", "forged_case"}, brief(c.finish())); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if diff := cmp.Diff([]string{"s|a", "s|a", "s|forged"}, asked); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("before\n", 50)
	for _, row := range []struct{ name, text, want string }{
		{"the end of a long text", long + "why", strings.Repeat("before\n", 19) + "why"},
		{"a crash and what follows", long + "panic: no\n" + strings.Repeat("frame\n", 50), "panic: no\n" + strings.TrimSuffix(strings.Repeat("frame\n", 19), "\n")},
		{"frames of JavaScript", "Error: no\n" + strings.Repeat("    at f (x.js:1)\n", 30), "Error: no\n" + strings.TrimSuffix(strings.Repeat("    at f (x.js:1)\n", 3), "\n")},
	} {
		if got := excerpt(row.text); got != row.want {
			t.Errorf("%s: %q", row.name, got)
		}
	}
}
