package autofixai

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/autofixai/addition"
	"github.com/rules-autofix/rules_autofix/internal/autofixai/objective"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

var update = flag.Bool("update", false, "write testdata/prompts")

// A sample has a finding that an objective is for.
type sample struct {
	rule, path, text string
	changed          string // what an agent makes of it, with an issue
	issue            objective.Issue
	data             string // of the fix, if no rule of ours makes it
}

var samples = map[string]sample{
	"multi-stage": {
		rule: multiStageRule, path: "app/Dockerfile", text: single,
		changed: strings.Replace(splitText, "FROM debian:12\nWORKDIR /src\n", "FROM debian:12\n", 1),
		issue:   objective.Issue{Rule: "patch/keep-the-image", Message: "the final image no longer has WORKDIR; keep it as it was"},
	},
	"healthcheck": {
		rule: "hadolint/DL3057", path: "Dockerfile",
		text:    "FROM nginx:1.29\nRUN apt-get update && apt-get install -y curl\nEXPOSE 8080\n",
		changed: "FROM nginx:1.29\nRUN apt-get update && apt-get install -y curl\nEXPOSE 8080\nHEALTHCHECK CMD curl -f http://localhost:8080/health\n",
		issue:   objective.Issue{Rule: "patch/closed-healthcheck", Message: "the path /health is a guess; use /", Line: 4},
	},
	"build-secrets": {
		rule: "hadolint/DL3064", path: "Dockerfile",
		text:    "FROM node:24\nARG NPM_TOKEN\nCOPY . .\nRUN echo \"//registry.example.com/:_authToken=$NPM_TOKEN\" > .npmrc && npm ci\n",
		changed: "FROM node:24\nCOPY . .\nRUN echo \"//registry.example.com/:_authToken=$NPM_TOKEN\" > .npmrc && npm ci\n",
		issue:   objective.Issue{Rule: "patch/only-secret-mounts", Message: "the RUN uses $NPM_TOKEN and does not mount it", Line: 3},
	},
	"one-downloader": {
		rule: "hadolint/DL4001", path: "Dockerfile",
		text:    "FROM debian:12\nRUN curl -fsSLO https://example.com/a.tgz\nRUN wget --tries=3 https://example.com/b\n",
		changed: "FROM debian:12\nRUN curl -fsSLO https://example.com/a.tgz\nRUN curl -sSLO https://example.com/b\n",
		issue:   objective.Issue{Rule: "patch/same-downloads", Message: "this curl needs --fail: wget fails if the server answers with an error", Line: 3},
	},
	"finding": {
		rule: "errcheck/unchecked", path: "app.go", text: "package app\n\nfunc write(f file) {\n\tf.Write(nil)\n}\n",
		data:    `{"message":"Error return value is not checked","start":36,"end":48}`,
		changed: "package app\n\nfunc write(f file) {\n\tf.Flush(nil)\n}\n",
		issue:   objective.Issue{Rule: "patch/only-the-finding", Message: "the change uses the name Flush, which neither the code of the file nor the finding has", Line: 4},
	},
	"generic": {
		rule: "todo/owner", path: "src/main.go", text: "package main\n\n// TODO: stop\nfunc main() {}",
		data:    `{"goal":"Name the owner of each TODO, as CODEOWNERS does.","constraints":["Write the owner in parentheses after TODO."],"evidence":[{"message":"no owner","line":3,"text":"// TODO: stop"}],"decline":"The owner is not named anywhere."}`,
		changed: "package main\n\n// TODO: start\nfunc main() {}",
		issue:   objective.Issue{Rule: "todo/owner", Message: "name the owner", Line: 3, Column: 4, Snippet: "// TODO: start"},
	},
}

// request returns the request of the fix of a sample, as the checker makes it.
func (s *sample) request(t *testing.T) *objective.Request {
	t.Helper()
	if s.data != "" {
		return &objective.Request{
			Rule: s.rule, Path: s.path, Data: json.RawMessage(s.data), Finding: addition.Lines{First: 4, Last: 4}, Window: addition.Lines{First: 3, Last: 6},
		}
	}
	checkers, _ := builtin.Registry("test")
	c, err := config.Parse("autofix.toml", []byte("[rules.\""+s.rule+"\"]\nseverity = \"info\"\n"), checkers.Sections())
	if err != nil {
		t.Fatal(err)
	}
	a, err := checkers.Run(t.Context(), "", []checks.File{{Path: s.path, Content: []byte(s.text)}}, c)
	if err != nil {
		t.Fatal(err)
	}
	for _, fix := range a.Fixes {
		if fix.Rule == s.rule && fix.Resolver != nil {
			return &objective.Request{Rule: s.rule, Path: s.path, Title: fix.Title, Data: fix.Resolver.Data}
		}
	}
	t.Fatalf("%s hands nothing over", s.rule)
	return nil
}

// The prompts of all objectives, rounds and forms.
func TestPrompts(t *testing.T) {
	for _, o := range objective.All() {
		s, known := samples[o.ID]
		if !known {
			t.Errorf("the objective %s has no sample", o.ID)
			continue
		}
		request := s.request(t)
		if o != objective.Finding && objective.For(s.rule) != o {
			t.Errorf("%s is not for %s", o.ID, s.rule)
		}
		task, err := o.Read(request)
		if err != nil {
			t.Fatal(err)
		}
		first := question{Name: baseName(s.path), Text: s.text, Task: task, Output: OutputPatch}
		second, malformed, refused, edits, file := first, first, first, first, first
		second.Text, second.Issues = s.changed, []objective.Issue{s.issue}
		malformed.Malformed = "the answer has 2 blocks; answer with exactly one"
		refused.Refused = []objective.Issue{{Rule: "patch/patch_apply_failed", Message: "the old lines of hunk 1 are not in the file; copy them exactly"}}
		edits.Output, file.Output = OutputEdits, OutputFile
		prompts := map[string]*question{"round1": &first, "round2": &second, "malformed": &malformed, "edits": &edits, "file": &file}
		if o.ID == "multi-stage" {
			refused.Context = "app/\n  Dockerfile\n  go.mod\n"
			prompts["not_applied"] = &refused
		}
		for name, q := range prompts {
			q.choose(testNonce)
			golden(t, filepath.Join("testdata", "prompts", strings.ReplaceAll(o.ID, "-", "_")+"_"+name+".txt"), q.prompt())
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatalf("%v: run go test ./internal/autofixai -update, and read the diff", err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s: run go test ./internal/autofixai -update, and read the diff (-want +got):\n%s", name, diff)
	}
}

// A prompt has no path of the workspace, and its example is a good answer.
func TestPromptsSayLittle(t *testing.T) {
	s := samples["multi-stage"]
	task, err := objective.For(s.rule).Read(s.request(t))
	if err != nil {
		t.Fatal(err)
	}
	q := question{Name: baseName(s.path), Text: s.text, Task: task, Output: OutputPatch}
	q.choose(testNonce)
	if text := q.prompt(); strings.Contains(text, s.path) || strings.Contains(text, string(fixedits.StatusUnresolved)) {
		t.Errorf("the prompt has %s:\n%s", s.path, text)
	}
}
