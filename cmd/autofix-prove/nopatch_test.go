package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/testing/fakeagent"
	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

// The terminal, the comment and the summary say why no patch came. Nothing of a
// patch ran, so there is no table of checks and nothing to roll back.
func TestProveSaysWhyNoPatchCame(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ name, fix, want string }{
		{"words", "Sorry, I cannot.", `No patch was proposed: the answer has no JSON object; it starts with "Sorry, I cannot."; use another model.`},
		{"a page", "<html><body>Bad gateway</body></html>", `No patch was proposed: the answer is an HTML page; it starts with "<html><body>Bad gateway</body></html>"; use another model.`},
		{"another file", `{"edits": [{"path": "none.cfg", "search": "a", "replace": "b"}]}`, "No patch was proposed: the edits cannot be applied: none.cfg"},
		{"too large", strings.Repeat("x", 1<<20+1), "No patch was proposed: an answer of more than 1048576 bytes; use another model."},
		{"nothing", `{"decline": "The test is wrong."}`, "No patch was proposed: the model proposes nothing: The test is wrong; write the patch and give it with --patch."},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			p := newProofOf(t, nil)
			worktreetest.Untouched(t, p.repo)
			type answer struct {
				Step string `json:"step"`
				Text string `json:"text"`
			}
			script, err := json.Marshal(map[string]any{"version": 1, "name": "x", "answers": []answer{
				{"plan", `{"hypothesis": "The sum.", "files": []}`}, {"tests", `{"decline": "no"}`}, {"fix", row.fix}, {"fix", row.fix},
			}})
			if err != nil {
				t.Fatal(err)
			}
			worktreetest.Write(t, p.dir, map[string]string{"script.json": string(script)})
			stdout, stderr, code := p.run(args("--script=../script.json", "--artifacts=../artifacts", "--", "grep", "sum=4", "calc.cfg")...)
			if code != 1 || !strings.HasPrefix(stdout, "verdict:  inconclusive\n          "+row.want) {
				t.Errorf("exit %d:\n%s%s", code, stdout, stderr)
			}
			var summary struct{ Reasons []string }
			if err := json.Unmarshal(p.read("summary.json"), &summary); err != nil || len(summary.Reasons) != 1 || !strings.HasPrefix(summary.Reasons[0], row.want) {
				t.Errorf("%v, %q", err, summary.Reasons)
			}
			body := string(p.read("pr-body.md"))
			if !strings.Contains(body, "- No patch was proposed&#58; ") {
				t.Errorf("body:\n%s", body)
			}
			for _, not := range []string{"Rollback", "P1", "## Checks", "## Tests"} {
				if strings.Contains(body, not) || strings.Contains(stdout, not) {
					t.Errorf("%s is in it:\n%s%s", not, stdout, body)
				}
			}
		})
	}
}

// The comment about a proof that did not end has its reasons, as text only.
func TestWhyUnfinished(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "{": "", `{"reasons": []}`: "",
		`{"reasons": ["engine_malformed: the server's answer is an HTML page.", "@a #1 <b>", "c", "d"]}`: "\n\n- engine&#95;malformed&#58; the server&#39;s answer is an HTML page.\n\n- &#64;\u200ba &#35;\u200b1 &#60;b&#62;\n\n- c",
	} {
		dir := t.TempDir()
		worktreetest.Write(t, dir, map[string]string{summaryName: text})
		if got := whyUnfinished(dir); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	if got := whyUnfinished(t.TempDir()); got != "" {
		t.Errorf("without a file: %q", got)
	}
}

// The error about an agent with a bad answer shows the output of the agent.
func TestProveShowsWhatABadAgentPrinted(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ name, answer, want string }{
		{"words", "Sorry, I cannot.", `it starts with "Sorry, I cannot."`},
		{"another file", `{"edits": [{"path": "none.cfg", "search": "a", "replace": "b"}]}`, "the edits cannot be applied"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			p := newProofOf(t, nil)
			worktreetest.Untouched(t, p.repo)
			worktreetest.Write(t, p.dir, map[string]string{"config/autofix/config.toml": "[ai]\nenabled = true\ncommand = ['" + self + "']\nenv = ['" + fakeagent.Variable + "']\n"})
			script := fakeagent.Script{Name: "fake", Version: "1", Stderr: "quota of ghp_0123456789abcdefghijABCDEFGHIJ456789 exceeded\n", Rules: []fakeagent.Rule{
				{Match: `"hypothesis"`, Answers: []fakeagent.Answer{{Text: `{"hypothesis": "the sum", "files": ["calc.cfg"]}`}}},
				{Match: ".", Answers: []fakeagent.Answer{{Text: row.answer}, {Text: row.answer}, {Text: row.answer}, {Text: row.answer}}},
			}}
			p.env = append(p.env, script.Env())
			stdout, stderr, code := p.run(args("--engine=acp", "--artifacts=../artifacts", "--", "grep", "sum=4", "calc.cfg")...)
			if strings.Contains(stderr, "sandbox") && code != 1 {
				t.Skipf("no agent works without a sandbox: %s", stderr)
			}
			said := strings.Join(strings.Fields(stdout), " ")
			if code != 1 || !strings.Contains(said, row.want) || !strings.Contains(said, "(the end of its standard error: ") || !strings.Contains(said, "exceeded") || strings.Contains(said, "ghp_0") {
				t.Errorf("exit %d:\n%s%s", code, stdout, stderr)
			}
		})
	}
}
