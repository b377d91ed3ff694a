package autofixai

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/policy"
)

const (
	healthRule  = "hadolint/DL3057"
	secretsRule = "hadolint/DL3064"
	healthOn    = "[rules.\"hadolint/DL3057\"]\nseverity = \"info\"\n"
)

// A file for which agents are asked three times.
const many = `FROM golang:1.26
ARG API_TOKEN
WORKDIR /src
COPY . .
RUN go build -o /app ./cmd/app && /app --register $API_TOKEN
EXPOSE 8080
ENTRYPOINT ["/app"]
`

// many3 answers by the task of a prompt, with blocks.
func many3(_ context.Context, prompt string) string {
	edits := func(pairs ...string) string {
		var b strings.Builder
		b.WriteString("```edits\n")
		for i := 0; i < len(pairs); i += 2 {
			fmt.Fprintf(&b, "<<<<<<< SEARCH\n%s\n=======\n%s\n>>>>>>> REPLACE\n", pairs[i], pairs[i+1])
		}
		return b.String() + "```\n"
	}
	const build = "RUN go build -o /app ./cmd/app && /app --register $API_TOKEN"
	const mounted = "RUN --mount=type=secret,id=API_TOKEN,env=API_TOKEN go build -o /app ./cmd/app && /app --register $API_TOKEN"
	switch {
	case strings.Contains(prompt, "Secrets in ENV and ARG"):
		return edits("FROM golang:1.26\nARG API_TOKEN", "FROM golang:1.26", build, mounted)
	case strings.Contains(prompt, "Split this Dockerfile"):
		return edits("FROM golang:1.26", "FROM golang:1.26 AS build", "EXPOSE 8080", "FROM alpine:3\nWORKDIR /src\nCOPY --from=build /app /app\nEXPOSE 8080")
	}
	return edits("EXPOSE 8080", "EXPOSE 8080\nHEALTHCHECK CMD wget -q --spider http://localhost:8080/")
}

// The fixes of one file come one after the other, and each sees what the last
// one left.
func TestSeveralFixes(t *testing.T) {
	try := &trial{
		files: map[string]string{"Dockerfile": many, "autofix.toml": healthOn},
		rules: []string{multiStageRule, healthRule, secretsRule}, reply: many3,
	}
	r := try.run(t)
	for _, rule := range try.rules {
		if got := r.last(rule); got != "applied" {
			t.Errorf("%s: %s: %s", rule, got, r.detail(rule))
		}
	}
	want := `FROM golang:1.26 AS build
WORKDIR /src
COPY . .
RUN --mount=type=secret,id=API_TOKEN,env=API_TOKEN go build -o /app ./cmd/app && /app --register $API_TOKEN
FROM alpine:3
WORKDIR /src
COPY --from=build /app /app
EXPOSE 8080
HEALTHCHECK CMD wget -q --spider http://localhost:8080/
ENTRYPOINT ["/app"]
`
	if got := r.text(t, "Dockerfile"); got != want {
		t.Errorf("got\n%s", got)
	}
	if n := len(r.agent.prompts); n != 3 {
		t.Errorf("%d prompts", n)
	}
	for i, part := range []string{"ARG API_TOKEN\n", "--mount=type=secret", "AS build"} {
		if i < len(r.agent.prompts) && !strings.Contains(r.agent.prompts[i], part) {
			t.Errorf("prompt %d has no %q", i+1, part)
		}
	}
}

// A fix that fails spares the others, and is not asked for again after its file
// changed.
func TestAFailureSparesTheOthers(t *testing.T) {
	for _, failure := range []struct{ answer, want string }{
		{"No.", "unresolved ai_answer_no_block"},
		{"NO_CHANGE", "filtered ai_no_change"},
	} {
		try := &trial{
			files: map[string]string{"Dockerfile": many, "autofix.toml": healthOn},
			rules: []string{multiStageRule, healthRule, secretsRule},
		}
		asked := map[string]int{}
		try.reply = func(ctx context.Context, prompt string) string {
			if strings.Contains(prompt, "Split this Dockerfile") {
				asked["split"]++
				return failure.answer
			}
			return many3(ctx, prompt)
		}
		r := try.run(t)
		for rule, want := range map[string]string{multiStageRule: failure.want, healthRule: "applied", secretsRule: "applied"} {
			if got := r.last(rule); got != want {
				t.Errorf("%s: %s, want %s: %s", rule, got, want, r.detail(rule))
			}
		}
		if asked["split"] > 2 { // with the one retry
			t.Errorf("%s: asked %d times", failure.answer, asked["split"])
		}
	}
}

// Files are worked on side by side, no more than jobs, and one file in order.
func TestFilesSideBySide(t *testing.T) {
	try := &trial{files: map[string]string{}, rules: []string{multiStageRule}, settings: "jobs = 3\n"}
	const files = 12
	for i := range files {
		try.files[fmt.Sprintf("d%d/Dockerfile", i)] = single
	}
	var now, most atomic.Int32
	var once sync.Once
	full := make(chan struct{})
	try.reply = func(context.Context, string) string {
		n := now.Add(1)
		defer now.Add(-1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
		}
		if n == 3 {
			once.Do(func() { close(full) })
		}
		select {
		case <-full: // three were asked at once
		case <-time.After(30 * time.Second):
		}
		return diff(split)
	}
	r := try.run(t)
	for i := range files {
		if got := r.text(t, fmt.Sprintf("d%d/Dockerfile", i)); got != splitText {
			t.Errorf("%d: %s", i, got)
		}
	}
	if most.Load() != 3 || r.agent.opened != files || r.agent.closed != files {
		t.Errorf("%d at once; %d opened, %d closed", most.Load(), r.agent.opened, r.agent.closed)
	}
}

func TestBudget(t *testing.T) {
	count := func(r *ran) map[string]int {
		got := map[string]int{}
		for i := range r.Outcomes {
			o := &r.Outcomes[i]
			if o.Rule == multiStageRule && o.Status != fixedits.StatusDeferred {
				got[strings.TrimSpace(string(o.Status)+" "+string(o.Reason.Code))]++
			}
		}
		return got
	}
	for _, test := range []struct {
		name, settings string
		applied, left  int
	}{
		{"max-fixes", "max-fixes = 2\n", 2, 4},
		{"max-tokens", "max-tokens = 250\njobs = 1\n", 3, 3},
		{"total-timeout", "total-timeout = '1ns'\n", 0, 6},
		{"none", "", 6, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			try := &trial{files: map[string]string{}, rules: []string{multiStageRule}, settings: test.settings, policy: policy.Strict}
			for i := range 6 {
				try.files[fmt.Sprintf("d%d/Dockerfile", i)] = single
			}
			try.reply = func(context.Context, string) string { return diff(split) }
			r := try.run(t)
			got := count(r)
			if got["applied"] != test.applied || got["filtered ai_budget"] != test.left || len(r.agent.prompts) != test.applied {
				t.Errorf("%v, %d prompts", got, len(r.agent.prompts))
			}
			if len(r.Blocked) > 0 {
				t.Errorf("blocked: %v", r.Blocked)
			}
		})
	}
}

// Asked and failed blocks the strict policy; not asked does not.
func TestStrict(t *testing.T) {
	for _, test := range []struct {
		name, answer string
		secrets      Secrets
		blocked      bool
	}{
		{"applied", diff(split), nil, false},
		{"NO_CHANGE", "NO_CHANGE", nil, false},
		{"malformed", "No.", nil, true},
		{"the agent fails", "error: refused", nil, true},
		{"not asked", "", words{err: errors.New("broken")}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			try := splitting(test.answer, test.answer)
			try.policy, try.secrets = policy.Strict, test.secrets
			r := try.run(t)
			if blocked := len(r.Blocked) > 0; blocked != test.blocked {
				t.Errorf("%s: blocked: %v", r.last(multiStageRule), r.Blocked)
			}
			if text := r.text(t, "Dockerfile"); (text != single) != (test.name == "applied") {
				t.Errorf("the file is\n%s", text)
			}
		})
	}
}

// The bytes of a file that nobody wanted to change stay.
func TestBytes(t *testing.T) {
	crlf := func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
	cut := func(s string) string { return strings.TrimSuffix(s, "\n") }
	noNewline := strings.TrimSuffix(split, "\n") + "\n\\ No newline at end of file\n"
	for _, test := range []struct{ name, text, answer, want string }{
		{"CRLF", crlf(single), diff(split), crlf(splitText)},
		{"CRLF in the answer", single, crlf(diff(split)), splitText},
		{"a mark", "\ufeff" + crlf(single), diff(split), "\ufeff" + crlf(splitText)},
		{"no newline at the end", cut(single), diff(noNewline), cut(splitText)},
		{"no newline at the end, which the answer ignores", cut(single), diff(split), cut(splitText)},
		{"a whole file", crlf(single), "```\n" + splitText + "```", crlf(splitText)},
	} {
		t.Run(test.name, func(t *testing.T) {
			try := splitting(test.answer)
			try.files["Dockerfile"] = test.text
			if strings.HasPrefix(test.name, "a whole") {
				try.settings = "output = 'file'\n"
			}
			r := try.run(t)
			if got := r.text(t, "Dockerfile"); got != test.want {
				t.Errorf("%s: %s\n%q, want\n%q", r.last(multiStageRule), r.detail(multiStageRule), got, test.want)
			}
			if strings.ContainsAny(r.agent.prompts[0], "\r\ufeff") {
				t.Error("the prompt has CR or a byte order mark")
			}
		})
	}
}

// Somebody else changes the file while the agent answers.
func TestStale(t *testing.T) {
	try := splitting(diff(split))
	try.after = func(root string) {
		if err := os.WriteFile(filepath.Join(root, "Dockerfile"), []byte("FROM x\n"), 0o600); err != nil {
			t.Error(err)
		}
	}
	r := try.run(t)
	if got := r.last(multiStageRule); !strings.HasPrefix(got, "stale") || r.text(t, "Dockerfile") != "FROM x\n" {
		t.Errorf("%s\n%s", got, r.text(t, "Dockerfile"))
	}
}

// handing returns a resolver's answer to a fix of any rule, for files that no
// checker hands over.
func TestBadInput(t *testing.T) {
	generic := `{"goal":"Do it."}`
	for _, test := range []struct{ name, path, rule, text, data, want string }{
		{"not UTF-8", "a.txt", "x/y", "a\xff\n", generic, "filtered ai_not_text"},
		{"oversize", "a.txt", "x/y", strings.Repeat("a", 300<<10), generic, "filtered ai_too_large"},
		{"no FROM", "Dockerfile", "x/y", "ARG A\n", generic, "filtered ai_no_stage"},
		{"empty", "Dockerfile", "x/y", "", generic, "filtered ai_no_stage"},
		{"no Dockerfile any more", "Dockerfile", "x/y", "NOSUCH x\n", generic, "filtered ai_no_stage"},
		{"no data", "a.txt", "x/y", "a\n", "", "unresolved ai_bad_data"},
		{"data of another objective", "Dockerfile", multiStageRule, single, generic, "unresolved ai_bad_data"},
		{"a file that is not there", "b.txt", "x/y", "", generic, "unresolved ai_unreadable"},
		{"no path", "", "x/y", "", generic, "unresolved ai_no_path"},
		{"outside", "../a.txt", "x/y", "", generic, "unresolved ai_no_path"},
		{"an empty file", "a.txt", "x/y", "", generic, "filtered ai_no_change"},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := map[string]string{"a.txt": test.text, "Dockerfile": test.text}
			try := &trial{files: files, answers: []string{"NO_CHANGE"}}
			got := try.resolve(t, fixedits.Fix{ID: "f1", Rule: test.rule, Resolver: &fixedits.Resolver{ID: ID, Path: test.path, Data: []byte(test.data)}})
			if len(got) != 1 || string(got[0].Status)+" "+string(got[0].Reason.Code) != test.want || got[0].Reason.Detail == "" {
				t.Errorf("%+v, want %s", got, test.want)
			}
		})
	}
}

// Several fixes of a rule in one file are each asked for, and no more.
func TestSeveralFixesOfARule(t *testing.T) {
	fix := func(id string) fixedits.Fix {
		return fixedits.Fix{ID: id, Rule: "x/y", Resolver: &fixedits.Resolver{ID: ID, Path: "a.txt", Data: []byte(`{"goal":"Do ` + id + `."}`)}}
	}
	try := &trial{files: map[string]string{"a.txt": "a\nb\n"}, answers: []string{"NO_CHANGE", "NO_CHANGE", "NO_CHANGE"}}
	resolver, source := try.resolver(t)
	for range 2 {
		got, err := resolver.Resolve(t.Context(), source, []fixedits.Fix{fix("f1"), fix("f2")})
		if err != nil || len(got) != 2 || got[0].Reason.Code != CodeNoChange || got[1].Reason.Code != CodeNoChange {
			t.Errorf("%+v, %v", got, err)
		}
	}
	got, err := resolver.Resolve(t.Context(), source, []fixedits.Fix{fix("f3")})
	if err != nil || got[0].Reason.Code != CodeNoChange || len(resolver.Agents.(*scripted).answers) != 1 {
		t.Errorf("%+v, %v", got, err)
	}
}

// Whoever sets fix = "explicit" is asked for by name only, and "never" not at
// all.
func TestModes(t *testing.T) {
	for _, test := range []struct {
		mode    string
		named   bool // by --rule
		prompts int
	}{{"explicit", true, 1}, {"explicit", false, 0}, {"never", true, 0}, {"never", false, 0}, {"always", false, 1}} {
		try := splitting(diff(split))
		try.files["autofix.toml"] = "[rules.\"" + multiStageRule + "\"]\nfix = \"" + test.mode + "\"\n"
		if !test.named {
			try.rules = nil
		}
		r := try.run(t)
		applied := strings.Contains(r.text(t, "Dockerfile"), "AS build")
		if len(r.agent.prompts) != test.prompts || applied != (test.prompts == 1) {
			t.Errorf("%+v: %d prompts, %s: %s", test, len(r.agent.prompts), r.last(multiStageRule), r.detail(multiStageRule))
		}
	}
}

func TestGeneratedFiles(t *testing.T) {
	try := splitting(diff(split))
	try.files["Dockerfile"] = "# Code generated by x. DO NOT EDIT.\n" + single
	if r := try.run(t); len(r.agent.prompts) > 0 || r.text(t, "Dockerfile") != try.files["Dockerfile"] {
		t.Errorf("%d prompts, %s", len(r.agent.prompts), r.last(multiStageRule))
	}
}

// The run ends while an agent answers: at once, and nothing is written.
func TestCancel(t *testing.T) {
	try := &trial{files: map[string]string{}, rules: []string{multiStageRule}, err: true}
	for i := range 6 {
		try.files[fmt.Sprintf("d%d/Dockerfile", i)] = single
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	try.ctx = ctx
	var calls atomic.Int32
	try.reply = func(ctx context.Context, _ string) string {
		if calls.Add(1) == 1 {
			return diff(split) // the first file has its text
		}
		cancel()
		<-ctx.Done()
		return ""
	}
	start := time.Now()
	r := try.run(t)
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("it took %s", took)
	}
	for name := range try.files {
		if r.text(t, name) != single {
			t.Errorf("%s was written", name)
		}
	}
	if r.agent.opened != r.agent.closed {
		t.Errorf("%d opened, %d closed", r.agent.opened, r.agent.closed)
	}
}

// A checker that fails on an answer says nothing about it.
func TestCheckersFail(t *testing.T) {
	for _, test := range []struct {
		name   string
		base   bool // on the text that was there, too
		result *pipeline.Rechecked
		err    error
	}{
		{"crashes on the answer", false, &pipeline.Rechecked{Crashed: true}, nil},
		{"fails on the answer", false, nil, errors.New("broken")},
		{"crashes on the file", true, &pipeline.Rechecked{Crashed: true}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			try := splitting(diff(split))
			try.recheck = func(_ pipeline.Source, _ string, text []byte) (*pipeline.Rechecked, error) {
				if string(text) == single && !test.base {
					return nil, nil
				}
				return test.result, test.err
			}
			r := try.run(t)
			if got := r.last(multiStageRule); got != "unresolved ai_check" || r.text(t, "Dockerfile") != single {
				t.Errorf("%s\n%s", got, r.text(t, "Dockerfile"))
			}
			if test.base != (len(r.agent.prompts) == 0) {
				t.Errorf("%d prompts", len(r.agent.prompts))
			}
		})
	}
}

// A new finding of a rule of security refuses an answer, whatever its severity.
func TestNewFindings(t *testing.T) {
	root := fixedits.Diagnostic{Rule: "x/root", Message: "line 3", Severity: fixedits.SeverityInfo}
	moved := fixedits.Diagnostic{Rule: "x/root", Message: "line 5", Severity: fixedits.SeverityInfo}
	style := fixedits.Diagnostic{Rule: "x/style", Message: "line 5", Severity: fixedits.SeverityWarning}
	for _, test := range []struct {
		name          string
		before, after []fixedits.Diagnostic
		want          string
	}{
		{"none", nil, nil, "applied"},
		{"the same", []fixedits.Diagnostic{root}, []fixedits.Diagnostic{moved}, "applied"},
		{"one more", []fixedits.Diagnostic{root}, []fixedits.Diagnostic{root, moved}, "unresolved ai_rejected"},
		{"a first one", []fixedits.Diagnostic{style}, []fixedits.Diagnostic{moved}, "unresolved ai_rejected"},
		{"of another rule", nil, []fixedits.Diagnostic{style}, "applied"},
	} {
		t.Run(test.name, func(t *testing.T) {
			try := splitting(diff(split))
			try.settings = "rounds = 1\n"
			try.recheck = func(_ pipeline.Source, _ string, text []byte) (*pipeline.Rechecked, error) {
				r := &pipeline.Rechecked{Text: text, Found: test.after, Security: map[string]bool{"x/root": true}}
				if string(text) == single {
					r.Found = test.before
				}
				return r, nil
			}
			if r := try.run(t); r.last(multiStageRule) != test.want {
				t.Errorf("%s, want %s: %s", r.last(multiStageRule), test.want, r.detail(multiStageRule))
			}
		})
	}
}

// Two runs at once share nothing but the cache.
func TestTwoRuns(t *testing.T) {
	cache := &Cache{Dir: t.TempDir(), Mode: CacheUse}
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			try := splitting()
			try.reply = func(context.Context, string) string { return diff(split) }
			try.cache = cache
			if r := try.run(t); r.last(multiStageRule) != "applied" {
				t.Error(r.last(multiStageRule))
			}
		})
	}
	group.Wait()
}

// The checkers see the texts of the round, which are in memory: what the fixes
// of other files left there.
func TestCheckersSeeTheTextsOfTheRound(t *testing.T) {
	try := splitting(diff(split))
	try.rules = nil
	try.files["other.txt"] = "text  \n"
	seen := 0
	try.recheck = func(source pipeline.Source, path string, _ []byte) (*pipeline.Rechecked, error) {
		text, err := source.Read("other.txt")
		if err != nil || string(text) != "text\n" {
			t.Errorf("for %s, other.txt is %q, %v", path, text, err)
		}
		seen++
		return nil, nil
	}
	try.after = func(root string) {
		if text, err := os.ReadFile(filepath.Join(root, "other.txt")); err != nil || string(text) != "text  \n" {
			t.Errorf("the file is written: %q, %v", text, err)
		}
	}
	r := try.run(t)
	if seen < 2 || r.last(multiStageRule) != "applied" || r.text(t, "other.txt") != "text\n" {
		t.Errorf("%d checks, %s, %q", seen, r.last(multiStageRule), r.text(t, "other.txt"))
	}
}
