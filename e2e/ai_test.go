//go:build e2e

package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/testing/fakeagent"
)

const (
	singleStage = "FROM golang:1.26\nWORKDIR /src\nCOPY . .\nRUN go build -o /app ./cmd/app\nUSER 1000\nHEALTHCHECK CMD [\"/app\", \"-check\"]\nENTRYPOINT [\"/app\"]\n"
	twoStages   = "FROM golang:1.26 AS build\nWORKDIR /src\nCOPY . .\nRUN go build -o /app ./cmd/app\n\nFROM debian:12\nWORKDIR /src\nCOPY --from=build /app /app\nUSER 1000\nHEALTHCHECK CMD [\"/app\", \"-check\"]\nENTRYPOINT [\"/app\"]\n"
	splitting   = "```diff\n--- a/Dockerfile\n+++ b/Dockerfile\n@@ -1,5 +1,9 @@\n-FROM golang:1.26\n+FROM golang:1.26 AS build\n WORKDIR /src\n COPY . .\n RUN go build -o /app ./cmd/app\n+\n+FROM debian:12\n+WORKDIR /src\n+COPY --from=build /app /app\n USER 1000\n```\n"
)

// useAgent makes a fake agent the person's own, and gives the workspace a
// Dockerfile that one is asked about. A target needs the words of it.
func (w *workspace) useAgent(t *testing.T, words string, answers ...string) {
	t.Helper()
	program, err := goBuild("fake_acp_agent", "./internal/testing/fakeagent/fake_acp_agent")
	if err != nil {
		t.Fatal(err)
	}
	script := fakeagent.Script{Name: "fake", Version: "1"}
	for _, text := range answers {
		script.Answers = append(script.Answers, fakeagent.Answer{Text: text, Input: 100, Output: 20, Usage: "response"})
	}
	said, err := json.Marshal(script)
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", home)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(scratch, "agents_cache"))
	t.Setenv(fakeagent.Variable, string(said))
	if err := os.Mkdir(filepath.Join(home, "autofix"), 0o700); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(home, "autofix", "config.toml"), "[ai]\nenabled = true\ncommand = ['"+program+"']\nenv = ['"+fakeagent.Variable+"']\n")
	w.write(t, "images/Dockerfile", singleStage)
	w.write(t, "images/BUILD.bazel", `load("@rules_autofix//rules:defs.bzl", "autofix_sources")

autofix_sources(
    name = "sources",
    srcs = ["Dockerfile"],
)

genrule(
    name = "words",
    srcs = ["Dockerfile"],
    outs = ["words.txt"],
    cmd = "grep '`+words+`' $< > $@",
)
`)
	w.git(t, "add", "--all")
}

// askedFor returns the last status of the fix that the agent is asked for, with
// its code or its verdict. Two targets have the file, so there is a duplicate.
func askedFor(t *testing.T, summary string) string {
	t.Helper()
	var read struct {
		Fixes []struct {
			Rule, Status, Code string
			Verdict            struct{ Kind string }
		}
	}
	if err := json.Unmarshal([]byte(readFile(t, summary)), &read); err != nil {
		t.Fatal(err)
	}
	last := "none"
	for _, fix := range read.Fixes {
		if fix.Rule == "dockerfile/prefer-multi-stage-build" && fix.Status != "duplicate" {
			last = strings.TrimSpace(fix.Status + " " + fix.Code + fix.Verdict.Kind)
		}
	}
	return last
}

func TestFixByAnAgent(t *testing.T) {
	for _, test := range []struct {
		name, words string // that the target needs
		answers     []string
		args        []string
		code        int
		want        string
		text        string
	}{
		{"not asked", "FROM", []string{splitting}, nil, 0, "filtered ai_not_requested", singleStage},
		{"verified", "FROM", []string{splitting}, []string{"--ai"}, 0, "applied verified", twoStages},
		{"it breaks a target", "FROM golang:1.26$$", []string{splitting}, []string{"--ai"}, 0, "broke_build broke_buildbroke_build", singleStage},
		{"no change, strict", "FROM", []string{"NO_CHANGE"}, []string{"--ai", "--policy=strict", "--ai-cache=refresh"}, 0, "filtered ai_no_change", singleStage},
		{"malformed, strict", "FROM", []string{"Sure!"}, []string{"--ai", "--policy=strict", "--ai-cache=refresh"}, 1, "unresolved ai_answer_no_block", singleStage},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := hello.fresh(t)
			w.useAgent(t, test.words, test.answers...)
			summary := filepath.Join(t.TempDir(), "summary.json")
			args := append([]string{"//:fix", "--", "--summary=" + summary, "--safety=unsafe", "--rule=dockerfile/prefer-multi-stage-build"}, test.args...)
			got := w.bazel(t, "run", append(args, "//images/...")...).wantCode(t, test.code)
			if diff := cmp.Diff(test.want, askedFor(t, summary)); diff != "" {
				t.Errorf("status (-want +got):\n%s\n%s%s", diff, got.stdout, got.stderr)
			}
			if diff := cmp.Diff(test.text, w.read(t, "images/Dockerfile")); diff != "" {
				t.Errorf("images/Dockerfile (-want +got):\n%s", diff)
			}
		})
	}
}
