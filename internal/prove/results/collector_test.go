package results_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
	"github.com/rules-autofix/rules_autofix/internal/testing/resultstest"
)

// Texts from files are redacted, and have no path of the machine, no codes of
// terminals and no characters that turn a text around.
func TestResultsAreFitToPublish(t *testing.T) {
	raw := &results.Raw{
		End: evidence.Exited, Exit: 1, Dir: "/home/u/tree", Out: "/home/u/out", Roots: []string{"/home/u/cache", "/"},
		Redact: func(text string) string { return strings.ReplaceAll(text, "hunter2", "[redacted]") },
	}
	c := results.NewCollector(raw)
	c.Add(results.Case{Suite: "/home/u/tree/a_test.py hunter2", Name: "a\nb\t\x1b[31mred\u202e", Status: evidence.Failed, Message: "/home/u/tree/x.py:3 of /home/u/tree, /home/u/tree2\n" +
		"\x1b]0;title\x07/home/u/cache/b and /home/u/out hunter2 \x00\r\nend"})
	got := c.Finish()
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
	resultstest.Check(t, got)
}

func TestResultsAreBounded(t *testing.T) {
	c := results.NewCollector(&results.Raw{End: evidence.Exited, Exit: 1})
	long := strings.Repeat("é", 400)
	for i := range 20_000 + 5 {
		r := results.Case{Suite: long, Name: fmt.Sprintf("%s%d", long, i), Status: evidence.Passed}
		if i < 400 {
			r.Status, r.Message, r.Flaky = evidence.Failed, strings.Repeat("no\n", 9000), true
		}
		if i == 1000 {
			long = "s" // the rest need not be long
		}
		c.Add(r)
	}
	got := c.Finish()
	resultstest.Check(t, got)
	if len(got.Cases) != 20_000 {
		t.Errorf("%d cases", len(got.Cases))
	}
	last := map[string]string{}
	for _, p := range got.Problems {
		last[p.Code] = p.Detail
	}
	if want := fmt.Sprintf("more than %d cases: the rest was not read", 20_000); last[evidence.ProblemBadResults] != want {
		t.Errorf("%q", last[evidence.ProblemBadResults])
	}
	if last[evidence.ProblemFlaky] != "and 380 more" {
		t.Errorf("%q", last[evidence.ProblemFlaky])
	}
	messages := 0
	for _, each := range got.Cases {
		messages += len(each.Message)
	}
	if messages > 1<<20 {
		t.Errorf("%d bytes of messages", messages)
	}
}

// A name is judged as the runner has it, before a number is added.
func TestKnown(t *testing.T) {
	var asked []string
	c := results.NewCollector(&results.Raw{End: evidence.Exited, Known: func(suite, name string) bool {
		asked = append(asked, suite+"|"+name)
		return name != "forged"
	}})
	for _, name := range []string{"a", "a", "forged", ""} {
		c.Add(results.Case{Suite: "s", Name: name, Status: evidence.Passed})
	}
	if diff := cmp.Diff([]string{"s||passed", "s|a|passed", "s|a #2|passed", "forged_case"}, resultstest.Brief(c.Finish())); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if diff := cmp.Diff([]string{"s|a", "s|a", "s|forged"}, asked); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
