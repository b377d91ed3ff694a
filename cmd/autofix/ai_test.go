package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
	"github.com/rules-autofix/rules_autofix/internal/testing/fakeagent"
)

// A file that an agent is asked about, and its splitDiff.
const (
	single    = "FROM golang:1.26\nWORKDIR /src\nCOPY . .\nRUN go build -o /app ./cmd/app\nUSER 1000\nHEALTHCHECK CMD [\"/app\", \"-check\"]\nENTRYPOINT [\"/app\"]\n"
	split     = "FROM golang:1.26 AS build\nWORKDIR /src\nCOPY . .\nRUN go build -o /app ./cmd/app\n\nFROM debian:12\nWORKDIR /src\nCOPY --from=build /app /app\nUSER 1000\nHEALTHCHECK CMD [\"/app\", \"-check\"]\nENTRYPOINT [\"/app\"]\n"
	splitDiff = "```diff\n--- a/Dockerfile\n+++ b/Dockerfile\n@@ -1,5 +1,9 @@\n-FROM golang:1.26\n+FROM golang:1.26 AS build\n WORKDIR /src\n COPY . .\n RUN go build -o /app ./cmd/app\n+\n+FROM debian:12\n+WORKDIR /src\n+COPY --from=build /app /app\n USER 1000\n```\n"
)

// An aiTrial is a run of the command with a fake agent: this test binary.
type aiTrial struct {
	verb    string // default: fix
	person  string // config.toml; @AGENT is the program
	files   map[string]string
	args    []string
	env     []string
	answers []string
	asks    []string                  // of the agent, before each answer
	script  func(s *fakeagent.Script) // changes it; may be nil
}

type aiRan struct {
	code           int
	stdout, stderr string
	started        bool // an agent
	root           string
	fixes          map[string]string // status and code, by rule
	denied         []string          // what an agent asked for and did not get
}

// run runs the verb.
func (try *aiTrial) run(t *testing.T) aiRan {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	root, home, notes := t.TempDir(), t.TempDir(), t.TempDir()
	write := func(name, text string, mode os.FileMode) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		text = strings.NewReplacer("@AGENT", self, "@ROOT", root).Replace(text)
		if err := os.WriteFile(name, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	if try.person != "" {
		write(filepath.Join(home, "autofix", "config.toml"), try.person, 0o600)
	}
	for name, text := range try.files {
		mode := os.FileMode(0o600)
		if strings.HasPrefix(text, "#!") {
			mode = 0o700
		}
		write(filepath.Join(root, name), text, mode)
	}
	if _, given := try.files["Dockerfile"]; !given {
		write(filepath.Join(root, "Dockerfile"), single, 0o600)
	}
	script := fakeagent.Script{Name: "fake", Version: "1", PIDs: filepath.Join(notes, "pids")}
	if strings.Contains(try.person, "'auto'") {
		script.PIDs = "" // no sandbox shows the folder
	}
	script.Asks = try.asks
	for _, text := range try.answers {
		script.Answers = append(script.Answers, fakeagent.Answer{Text: text})
	}
	if try.script != nil {
		try.script(&script)
	}
	said, err := json.Marshal(script)
	if err != nil {
		t.Fatal(err)
	}
	summary := filepath.Join(notes, "summary.json")
	args := append([]string{"fix", "--root=" + root, "--summary=" + summary}, try.args...)
	if try.verb != "" {
		args = append([]string{try.verb, "--root=" + root}, try.args...)
	}
	for i := range args {
		args[i] = strings.NewReplacer("@AGENT", self, "@ROOT", root).Replace(args[i])
	}
	cmd := exec.Command(self, args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), clitest.AsCommand+"=1", fakeagent.Variable+"="+string(said), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+filepath.Join(home, "cache"), "USERPROFILE="+home)
	for _, variable := range try.env {
		cmd.Env = append(cmd.Env, strings.NewReplacer("@AGENT", self, "@ROOT", root).Replace(variable))
	}
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	r := aiRan{code: cmd.ProcessState.ExitCode(), stdout: stdout.String(), stderr: stderr.String(), root: root, fixes: map[string]string{}}
	_, err = os.Stat(filepath.Join(notes, "pids"))
	r.started = err == nil
	var doc struct {
		Fixes []struct {
			Rule, Status, Code string
			AI                 struct{ Denied []string } `json:"ai"`
		} `json:"fixes"`
	}
	if text, err := os.ReadFile(summary); err == nil {
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}
	}
	for _, fix := range doc.Fixes {
		r.fixes[fix.Rule] = strings.TrimSpace(fix.Status + " " + fix.Code)
		r.denied = append(r.denied, fix.AI.Denied...)
	}
	return r
}

func (r *aiRan) dockerfile(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(r.root, "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// ofPerson is a file that lets the fake agent note that it has started, which it
// could not in a sandbox.
const ofPerson = "[ai]\nenabled = true\nsandbox = 'off'\ncommand = ['@AGENT']\nenv = ['" + fakeagent.Variable + "']\n"

const splitRule = "dockerfile/prefer-multi-stage-build"

func TestFixAsksAnAgent(t *testing.T) {
	asked := []string{"--ai", "--safety=unsafe", "--rule=" + splitRule}
	with := func(more ...string) []string { return append(append([]string{}, asked...), more...) }
	evil := "[ai]\nenabled = true\nsandbox = 'off'\ncommand = ['@AGENT']\nenv = ['" + fakeagent.Variable + "']\n"
	evilAgent := "[ai]\nagent = 'x'\nenabled = true\n[ai.agents.x]\ncommand = ['@AGENT']\nenv = ['" + fakeagent.Variable + "']\n"
	for _, test := range []struct {
		name    string
		try     aiTrial
		code    int
		fix     string
		started bool
		stderr  string
	}{
		{"a person's agent", aiTrial{person: ofPerson, args: asked}, 0, "applied", true, ""},
		{"in a sandbox", aiTrial{person: strings.Replace(ofPerson, "'off'", "'auto'", 1), args: asked}, 0, "applied", false, ""}, // it cannot note its start
		{"by flags", aiTrial{args: with("--ai-set=enabled=true", "--ai-set=command=@AGENT", "--ai-set=env="+fakeagent.Variable, "--ai-set=sandbox=off")}, 0, "applied", true, ""},
		{"by variables", aiTrial{args: asked, env: []string{"AUTOFIX_AI_ENABLED=true", "AUTOFIX_AI_COMMAND=@AGENT", "AUTOFIX_AI_ENV=" + fakeagent.Variable, "AUTOFIX_AI_SANDBOX=off"}}, 0, "applied", true, ""},
		{"not requested", aiTrial{person: ofPerson, args: asked[1:]}, 0, "filtered ai_not_requested", false, ""},
		{"not requested, strict", aiTrial{person: ofPerson, args: with("--policy=strict")[1:]}, 0, "filtered ai_not_requested", false, ""},
		{"not safe enough", aiTrial{person: ofPerson, args: []string{"--ai", "--rule=" + splitRule}}, 0, "filtered safety", false, ""},
		{"nothing configured", aiTrial{args: asked}, 3, "filtered ai_not_configured", false, "autofix: --ai: no agent could be asked: [ai] has no command"},
		{"turned off", aiTrial{person: strings.Replace(ofPerson, "true", "false", 1), args: asked}, 0, "filtered ai_disabled", false, "autofix: --ai: no agent is asked: [ai] enabled is false"},
		{"no command", aiTrial{person: "[ai]\nenabled = true\n", args: asked}, 3, "filtered ai_not_configured", false, "[ai] has no command; set enabled and command in [ai] of "},
		{"--mode=check", aiTrial{person: ofPerson, args: with("--mode=check")}, 0, "filtered ai_check_only", false, "--mode=check asks nobody"},
		{"--ai-dry-run", aiTrial{person: ofPerson, args: with("--ai-dry-run")}, 0, "filtered ai_dry_run", false, ""},
		{"a missing program", aiTrial{person: strings.Replace(ofPerson, "@AGENT", "/missing/agent", 1), args: asked}, 3, "unresolved ai_agent_command_missing", false, "autofix: --ai: no agent could be asked: agent agent: command of [ai] in "},
		{"a missing program, strict", aiTrial{person: strings.Replace(ofPerson, "@AGENT", "/missing/agent", 1), args: with("--policy=strict")}, 3, "unresolved ai_agent_command_missing", false, "no agent could be asked"},
		{"a mistake", aiTrial{person: "[ai]\nenabld = true\n", args: asked}, 2, "", false, `unknown key "enabld"`},
		{"a mistake in a flag", aiTrial{person: ofPerson, args: with("--ai-set=rounds=9")}, 2, "", false, "9 is not between 1 and 5"},
		{"explicit", aiTrial{person: ofPerson, files: map[string]string{"autofix.toml": "[rules.\"" + splitRule + "\"]\nfix = \"explicit\"\n"}, args: []string{"--ai", "--safety=unsafe"}}, 0, "filtered explicit", false, ""},
		{"explicit and named", aiTrial{person: ofPerson, files: map[string]string{"autofix.toml": "[rules.\"" + splitRule + "\"]\nfix = \"explicit\"\n"}, args: asked}, 0, "applied", true, ""},

		{"a mistake of the workspace", aiTrial{person: ofPerson, files: map[string]string{"autofix.toml": "[ai]\nenabld = true\n"}, args: asked}, 1, "filtered ai_disabled", false, `warning: autofix.toml:2:1: unknown key "enabld": did you mean "enabled"?; no agent is asked until that is corrected`},
		{"a local model, and no network", aiTrial{person: strings.Replace(ofPerson, "'off'", "'auto'\nnetwork = 'deny'", 1), args: with("--ai-set=env=MODEL_URL"), env: []string{"MODEL_URL=http://localhost:11434"}}, 2, "", false, "MODEL_URL names a server of this machine"},

		// A hostile checkout.
		{"its command", aiTrial{files: map[string]string{"autofix.toml": evil}, args: asked}, 3, "filtered ai_untrusted", false, "you do not trust this workspace"},
		{"its command, trusted", aiTrial{person: "[trust]\nworkspaces = ['@ROOT']\n", files: map[string]string{"autofix.toml": evil}, args: asked}, 0, "applied", true, ""},
		{"its command, trusted by a flag", aiTrial{files: map[string]string{"autofix.toml": evil}, args: with("--ai-trust-workspace")}, 0, "applied", true, ""},
		{"its agent", aiTrial{files: map[string]string{"autofix.toml": evilAgent}, args: asked}, 3, "filtered ai_untrusted", false, ""},
		{"its agent for a name of the person", aiTrial{person: "[ai]\nenabled = true\nagent = 'x'\n", files: map[string]string{"autofix.toml": evilAgent}, args: asked}, 2, "", false, "there is no [ai.agents.x]"},
		{"a program of it by a relative path", aiTrial{args: with("--ai-set=enabled=true", "--ai-set=command=bin/agent"), files: map[string]string{"bin/agent": "#!@AGENT\n"}}, 2, "", false, "is a relative path"},
		{"a program of it by its path", aiTrial{args: with("--ai-set=enabled=true", "--ai-set=command=@ROOT/bin/agent"), files: map[string]string{"bin/agent": "#!@AGENT\n"}}, 3, "unresolved ai_agent_command_missing", false, "in the workspace"},
		{"a program of it in the PATH", aiTrial{args: with("--ai-set=enabled=true", "--ai-set=command=agent"), env: []string{"PATH=@ROOT/bin"}, files: map[string]string{"bin/agent": "#!@AGENT\n"}}, 3, "unresolved ai_agent_command_missing", false, "no such program in the PATH"},
		{"a nested file of a trusted one", aiTrial{person: "[trust]\nworkspaces = ['@ROOT']\n", files: map[string]string{"sub/autofix.toml": evil, "sub/Dockerfile": single, "Dockerfile": "FROM debian:12\nUSER 1\n"}, args: asked}, 3, "filtered ai_not_configured", false, ""},
		{"a nested file forbids", aiTrial{person: ofPerson, files: map[string]string{"sub/autofix.toml": "[ai]\nenabled = false\n", "sub/Dockerfile": single, "Dockerfile": "FROM debian:12\nUSER 1\n"}, args: asked}, 0, "filtered ai_disabled", false, ""},
		{"a nested file has mistakes", aiTrial{person: ofPerson, files: map[string]string{"sub/autofix.toml": "[ai]\nenabled = \"false\"\n", "sub/Dockerfile": single, "Dockerfile": "FROM debian:12\nUSER 1\n"}, args: asked}, 1, "filtered ai_disabled", false, "autofix: warning: sub/autofix.toml:2:1: enabled must be a boolean, not a string; no agent is asked until that is corrected\n"},
		{"it forbids", aiTrial{person: ofPerson, files: map[string]string{"autofix.toml": "[ai]\nenabled = false\n"}, args: asked}, 0, "filtered ai_disabled", false, ""},
		{"XDG_CONFIG_HOME in it", aiTrial{files: map[string]string{"etc/autofix/config.toml": evil}, env: []string{"XDG_CONFIG_HOME=@ROOT/etc"}, args: asked}, 2, "", false, "in the workspace"},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.try.answers = []string{splitDiff}
			r := test.try.run(t)
			got := r.fixes[splitRule]
			if r.code != test.code || got != test.fix && (test.fix != "unresolved" || !strings.HasPrefix(got, test.fix)) || r.started != test.started || !strings.Contains(r.stderr, test.stderr) {
				t.Errorf("exit %d, %q, started %v; want exit %d, %q, %v and %q\n%s%s", r.code, got, r.started, test.code, test.fix, test.started, test.stderr, r.stdout, r.stderr)
			}
			if want := map[bool]string{true: split, false: single}[got == "applied"]; len(test.try.files["Dockerfile"]) == 0 && r.dockerfile(t) != want {
				t.Errorf("the file is\n%s", r.dockerfile(t))
			}
		})
	}
}

// A fix that an agent did not make gives the reason, with the agent's standard
// error, the first words of the model, the missing keys, and denied requests.
func TestFixTellsWhy(t *testing.T) {
	exits := func(at string) func(*fakeagent.Script) {
		return func(s *fakeagent.Script) {
			s.Trouble, s.At, s.Count, s.Text = "exit", at, 3, "first\n\x1b[31mno model: acme-1\n"
		}
	}
	stops := func(reason, words string) func(*fakeagent.Script) {
		return func(s *fakeagent.Script) {
			s.Trouble, s.Text, s.Answers = "stop", reason, []fakeagent.Answer{{Text: words}}
		}
	}
	for _, test := range []struct {
		name string
		try  aiTrial
		code int
		fix  string
		want []string
	}{
		{"ends at the start", aiTrial{script: exits("initialize")}, 3, "unresolved ai_agent_exited", []string{"autofix: --ai: no agent could be asked: agent ", ": ended with exit code 3; run the command in a terminal to see why (exited)", "\n  its standard error ends with:\n    first\n    no model: acme-1\n"}},
		{"ends under a prompt", aiTrial{script: exits("session/prompt")}, 0, "unresolved ai_agent_exited", []string{`its standard error ends with "first | no model: acme-1"`}},
		{"has no login", aiTrial{script: func(s *fakeagent.Script) { s.Login = "variable" }, env: []string{"FAKE_API_KEY=fake"}}, 3, "unresolved ai_agent_login", []string{"FAKE_API_KEY is set here and not in `env` of [ai]", "log in by one of: Use an API key (set FAKE_API_KEY)"}},
		{"has a wrong key", aiTrial{script: func(s *fakeagent.Script) { s.Trouble, s.Count, s.Text = "error", -32603, "Incorrect API key provided" }}, 3, "unresolved ai_agent_login", []string{"no agent could be asked: agent trouble: asks for a login: Incorrect API key provided"}},
		{"refuses", aiTrial{script: stops("refusal", "I will not do that.")}, 0, "unresolved ai_agent_refused", []string{`the model refuses; its words begin with "I will not do that."`}},
		{"refuses in words", aiTrial{answers: []string{"I am \x1b[31msorry, but no.", "I am sorry, but no."}}, 0, "unresolved ai_answer_no_block", []string{`it begins with "I am sorry, but no."`}},
		{"out of tokens", aiTrial{script: stops("max_tokens", "```diff")}, 0, "unresolved ai_agent_max_tokens", []string{"the answer was cut at the limit of tokens; its words begin with \"```diff\""}},
		{"a rejected permission", aiTrial{answers: []string{"It was denied.", "It was denied."}, asks: []string{"permission Edit Dockerfile"}}, 0, "unresolved ai_answer_no_block", []string{"denied requests of the agent: session/request_permission Edit Dockerfile"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.try.person, test.try.args = ofPerson, []string{"--ai", "--safety=unsafe", "--rule=" + splitRule, "--ai-cache=off"}
			r := test.try.run(t)
			if r.code != test.code || r.fixes[splitRule] != test.fix {
				t.Errorf("exit %d, %q; want %d, %q", r.code, r.fixes[splitRule], test.code, test.fix)
			}
			for _, part := range test.want {
				if !strings.Contains(r.stdout+r.stderr, part) {
					t.Errorf("no %q in\n%s%s", part, r.stdout, r.stderr)
				}
			}
		})
	}
}

// A dry run records its questions, and a replay finds no answers in them.
func TestDryRunRecordsItsQuestions(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "recording")
	args := []string{"--safety=unsafe", "--rule=" + splitRule}
	try := aiTrial{person: ofPerson, args: append([]string{"--ai-dry-run", "--ai-transcript=" + dir}, args...)}
	r := try.run(t)
	names, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || r.code != 0 || r.started || len(names) != 1 {
		t.Fatalf("exit %d, started %v, %d files, %v\n%s", r.code, r.started, len(names), err, r.stderr)
	}
	text, err := os.ReadFile(names[0])
	if err != nil || !strings.Contains(string(text), "RUN go build -o /app ./cmd/app") || !strings.Contains(string(text), `"answer": null`) {
		t.Errorf("%v: %s", err, text)
	}
	try.args = append([]string{"--ai-replay=" + dir}, args...)
	if r := try.run(t); r.code != 3 || !strings.Contains(r.stderr, "--ai-dry-run made it, so it has questions only") {
		t.Errorf("exit %d\n%s", r.code, r.stderr)
	}
}

// A patch that was shown is written without asking again.
func TestFixAsksOnceForAPreviewAndTheWrite(t *testing.T) {
	try := aiTrial{person: ofPerson, answers: []string{splitDiff, "NO_CHANGE"}, args: []string{"--ai", "--safety=unsafe", "--rule=" + splitRule, "--mode=diff"}}
	cache := t.TempDir()
	try.env = []string{"XDG_CACHE_HOME=" + cache}
	shown := try.run(t)
	if shown.code != 1 || shown.fixes[splitRule] != "pending" || !strings.Contains(shown.stdout, "+COPY --from=build /app /app") {
		t.Fatalf("exit %d, %v\n%s%s", shown.code, shown.fixes, shown.stdout, shown.stderr)
	}
	try.args = try.args[:3]
	try.answers = []string{"NO_CHANGE"}
	written := try.run(t)
	if written.code != 0 || written.started || written.dockerfile(t) != split {
		t.Errorf("exit %d, an agent started: %v\n%s%s", written.code, written.started, written.stdout, written.stderr)
	}
	if want := "autofix: AI: 0 prompts, 1 answer from an earlier run"; !strings.Contains(written.stdout, want) {
		t.Errorf("no %q in\n%s", want, written.stdout)
	}
}

// A recording answers without an agent, and a question that it lacks fails.
func TestFixReplays(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "recording")
	args := []string{"--safety=unsafe", "--rule=" + splitRule, "--ai-cache=off"}
	try := aiTrial{person: ofPerson, answers: []string{splitDiff}, args: append([]string{"--ai", "--ai-transcript=" + dir}, args...)}
	if r := try.run(t); r.code != 0 || r.fixes[splitRule] != "applied" {
		t.Fatalf("exit %d, %v\n%s", r.code, r.fixes, r.stderr)
	}
	try = aiTrial{person: "[ai]\nenabled = true\n", args: append([]string{"--ai-replay=" + dir}, args...)}
	if r := try.run(t); r.code != 0 || r.dockerfile(t) != split {
		t.Errorf("exit %d, %v\n%s", r.code, r.fixes, r.stderr)
	}
	try.files = map[string]string{"Dockerfile": "# another\n" + single}
	if r := try.run(t); r.code != 3 || r.fixes[splitRule] != "unresolved ai_replay_miss" || !strings.Contains(r.stderr, "autofix: --ai-replay: the recording has no such question") {
		t.Errorf("exit %d, %v\n%s", r.code, r.fixes, r.stderr)
	}
}

// Nothing but the file is in a prompt, a summary, a message or the cache: no
// secret of it either.
func TestFixHidesSecrets(t *testing.T) {
	const secret = "ghp_0123456789abcdefABCDEF0123456789abcd"
	const line = "RUN login --token=" + secret + "\n"
	file := strings.Replace(single, "COPY . .\n", line+"COPY . .\n", 1)
	// The line stays in its stage, between the lines that hunks show.
	diff := strings.NewReplacer("@@ -1,5 +1,9 @@", "@@ -1,2 +1,2 @@", " COPY . .\n", "@@ -4,2 +4,6 @@\n COPY . .\n", " USER 1000\n", "").Replace(splitDiff)
	for policy, want := range map[string]string{"deny": "filtered ai_secrets", "tokenize": "applied", "allow": "applied"} {
		t.Run(policy, func(t *testing.T) {
			dir := t.TempDir()
			try := aiTrial{
				person: ofPerson, files: map[string]string{"Dockerfile": file}, answers: []string{diff},
				args: []string{"--ai", "--safety=unsafe", "--rule=" + splitRule, "--ai-set=secrets-policy=" + policy, "--ai-transcript=" + filepath.Join(dir, "recording")},
				env:  []string{"XDG_CACHE_HOME=" + dir},
			}
			r := try.run(t)
			if r.fixes[splitRule] != want {
				t.Errorf("%v, want %s\n%s%s", r.fixes, want, r.stdout, r.stderr)
			}
			if text := r.dockerfile(t); !strings.Contains(text, line) {
				t.Errorf("the file is\n%s", text)
			}
			said := r.stdout + r.stderr
			err := filepath.WalkDir(dir, func(name string, entry os.DirEntry, err error) error {
				if err == nil && entry.Type().IsRegular() {
					text, err := os.ReadFile(name)
					said += string(text)
					return err
				}
				return err
			})
			if err != nil || strings.Contains(said, secret) || strings.Contains(said, secret[4:]) {
				t.Errorf("%v; the secret is in\n%s", err, fmt.Sprintf("%.2000s", said))
			}
		})
	}
}

// An agent reads files only if the settings and a flag allow it, and never those
// with keys. It writes none.
func TestFixServesFiles(t *testing.T) {
	asks := []string{"read go.mod", "read .env", "write go.mod"}
	for _, test := range []struct {
		name string
		args []string
		want []string // what is denied
	}{
		{"no context", nil, []string{"go.mod", ".env", "write"}},
		{"without the flag", []string{"--ai-set=context=read"}, []string{"go.mod", ".env", "write"}},
		{"without the setting", []string{"--ai-allow-read"}, []string{"go.mod", ".env", "write"}},
		{"both", []string{"--ai-set=context=read", "--ai-allow-read"}, []string{".env", "write"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			try := aiTrial{
				person: ofPerson, answers: []string{"NO_CHANGE"}, asks: asks, files: map[string]string{"go.mod": "module a\n", ".env": "KEY=x\n"},
				args: append([]string{"--ai", "--safety=unsafe", "--rule=" + splitRule, "--ai-cache=off"}, test.args...),
			}
			r := try.run(t)
			if r.fixes[splitRule] != "filtered ai_no_change" || len(r.denied) != len(test.want) {
				t.Fatalf("%v; denied %q\n%s", r.fixes, r.denied, r.stderr)
			}
			for i, part := range test.want {
				if !strings.Contains(r.denied[i], part) {
					t.Errorf("denied %q, want %q", r.denied, test.want)
				}
			}
		})
	}
}

// analyze shows what an agent claims, if it is there.
func TestAnalyze(t *testing.T) {
	const claims = "```json\n[{\"rule\": \"ai/cache-order\", \"line\": 3, \"quote\": \"COPY . .\", \"message\": \"the copy comes first\"}," +
		" {\"rule\": \"ai/cache-order\", \"line\": 99, \"quote\": \"x\", \"message\": \"nothing\"}]\n```\n"
	for _, test := range []struct {
		name   string
		try    aiTrial
		code   int
		stdout string
		stderr string
		asked  bool
	}{
		{"findings", aiTrial{person: ofPerson, args: []string{"--ai"}}, 0, "Dockerfile:3:1: info: AI: the copy comes first [ai/cache-order]", "dropped 1 claim: 1 about places that do not exist", true},
		{"without --ai", aiTrial{person: ofPerson}, 2, "", "analyze sends files to an agent: say so with --ai", false},
		{"not configured", aiTrial{args: []string{"--ai"}}, 2, "", "[ai] has no command", false},
		{"disabled", aiTrial{person: strings.Replace(ofPerson, "true", "false", 1), args: []string{"--ai"}}, 2, "", "[ai] enabled is false", false},
		{"--ai-dry-run", aiTrial{person: ofPerson, args: []string{"--ai-dry-run"}}, 0, "  Dockerfile\nautofix: AI: would be sent to ", "", false},
		{"another rule", aiTrial{person: ofPerson, args: []string{"--ai", "--rule=ai/no-such"}}, 0, "nothing found", "asked about 0 files", false},
		{"a missing program", aiTrial{person: strings.Replace(ofPerson, "@AGENT", "/missing/agent", 1), args: []string{"--ai"}}, 3, "", "/missing/agent", false},
		{"a hostile checkout", aiTrial{files: map[string]string{"autofix.toml": ofPerson}, args: []string{"--ai"}}, 2, "", "you do not trust this workspace", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.try.verb, test.try.answers = "analyze", []string{claims}
			r := test.try.run(t)
			if r.code != test.code || !strings.Contains(r.stdout, test.stdout) || !strings.Contains(r.stderr, test.stderr) || r.started != test.asked {
				t.Errorf("exit %d, started %v; want exit %d, %q and %q\n%s%s", r.code, r.started, test.code, test.stdout, test.stderr, r.stdout, r.stderr)
			}
			if r.dockerfile(t) != single {
				t.Error("the file has changed")
			}
		})
	}
}

func TestAICheck(t *testing.T) {
	for _, test := range []struct {
		name   string
		person string
		code   int
		want   []string
		script func(*fakeagent.Script)
	}{
		{"prints to standard error", ofPerson, 0, []string{"stderr:   deprecated\n", "autofix: the agent can be asked"}, func(s *fakeagent.Script) { s.Stderr = "deprecated\n" }},
		{"ends at once", ofPerson, 3, []string{"ended with exit code 3", "  its standard error ends with:\n    no model\n"}, func(s *fakeagent.Script) {
			s.Trouble, s.At, s.Count, s.Text = "exit", "initialize", 3, "no model\n"
		}},
		{"no login", ofPerson, 3, []string{"login:    needed\n", "  its standard error ends with:\n    run fake login\n"}, func(s *fakeagent.Script) { s.Login, s.Stderr = "agent", "run fake login\n" }},
		{"ready", ofPerson, 0, []string{"agent:    fake 1\n", "sandbox:  none\n", "login:    done, or not needed\n", "autofix: the agent can be asked"}, nil},
		{"in a sandbox", strings.Replace(ofPerson, "'off'", "'auto'", 1), 0, []string{"agent:    fake 1\n", "sandbox:  "}, nil},
		{"turned off", strings.Replace(ofPerson, "true", "false", 1), 1, []string{"agent:    fake 1\n", "enabled is false"}, nil},
		{"no command", "[ai]\nenabled = true\n", 2, []string{"there is no command"}, nil},
		{"a missing program", strings.Replace(ofPerson, "@AGENT", "/missing/agent", 1), 2, []string{"/missing/agent"}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			try := aiTrial{verb: "ai-check", person: test.person, answers: []string{"never"}, script: test.script}
			r := try.run(t)
			if r.code != test.code {
				t.Errorf("exit %d, want %d", r.code, test.code)
			}
			for _, part := range test.want {
				if !strings.Contains(r.stdout+r.stderr, part) {
					t.Errorf("no %q in\n%s%s", part, r.stdout, r.stderr)
				}
			}
		})
	}
}
