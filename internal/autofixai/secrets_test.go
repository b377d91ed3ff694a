package autofixai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/autofixai/objective"
	"github.com/rules-autofix/rules_autofix/internal/policy"
	"github.com/rules-autofix/rules_autofix/internal/secrets/redact"
)

// Values that the rules of gitleaks and the names of variables give away. They
// are made up.
const (
	hushEnv   = "hunter2-correct-horse"
	hushToken = "ghp_" + "R7dK2mQ9xVb4LsT1wZy8NcE5uJh3PoA6gFi0"
)

// secretive is a file with secrets.
var secretive = strings.Replace(single, "COPY . .\n", "ENV DB_PASSWORD="+hushEnv+"\nCOPY . .\nRUN git clone https://x:"+hushToken+"@example.com/a\n", 1)

// everything returns all that a run leaves behind or says, but for the files of
// the workspace.
func everything(t *testing.T, r *ran, cache *Cache, try *trial) string {
	t.Helper()
	var b strings.Builder
	for _, prompt := range r.agent.prompts {
		b.WriteString(prompt)
	}
	for i := range r.Outcomes {
		o := &r.Outcomes[i]
		b.WriteString(string(o.Reason.Code) + " " + o.Reason.Detail + "\n")
	}
	records, err := json.Marshal(r.resolver.Records())
	if err != nil {
		t.Fatal(err)
	}
	b.Write(records)
	b.WriteString(strings.Join(r.Blocked, "\n") + strings.Join(try.warnings, "\n"))
	if err := r.resolver.Failure(); err != nil {
		b.WriteString(err.Error())
	}
	if cache == nil {
		return b.String()
	}
	err = filepath.WalkDir(cache.Dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		b.WriteString(name)
		b.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// splitSecretive answers with a split that keeps the lines of a prompt's file.
func splitSecretive(_ context.Context, prompt string) string {
	edits := "```edits\n<<<<<<< SEARCH\nFROM golang:1.26\n=======\nFROM golang:1.26 AS build\n>>>>>>> REPLACE\n"
	_, file, _ := strings.Cut(prompt, "\nFROM golang:1.26\n")
	_, env, found := strings.Cut(file, "ENV DB_PASSWORD=")
	env, _, _ = strings.Cut(env, "\n")
	if !found {
		env = "none"
	}
	return edits + "<<<<<<< SEARCH\nRUN go build -o /app ./cmd/app\n=======\nRUN go build -o /app ./cmd/app\n\nFROM debian:12\nWORKDIR /src\nENV DB_PASSWORD=" + env + "\nCOPY --from=build /app /app\n>>>>>>> REPLACE\n```\n"
}

// copySecretive answers with a split whose final stage runs a command of the
// first one again.
func copySecretive(_ context.Context, prompt string) string {
	_, clone, _ := strings.Cut(prompt, "\nRUN git clone")
	clone, _, _ = strings.Cut(clone, "\n")
	return "```edits\n<<<<<<< SEARCH\nUSER 1000\n=======\n\nFROM debian:12\nWORKDIR /src\nRUN git clone" + clone + "\nUSER 1000\n>>>>>>> REPLACE\n```\n"
}

// The value of a secret is nowhere, whatever becomes of the fix.
func TestSecretsStay(t *testing.T) {
	const keepsAll = "```edits\n<<<<<<< SEARCH\nUSER 1000\n=======\n\nFROM debian:12\nWORKDIR /src\nUSER 1000\n>>>>>>> REPLACE\n```\n"
	for _, test := range []struct {
		name, settings string
		reply          func(context.Context, string) string
		want           string // the end of the run
		asked          bool
	}{
		{"denied", "", nil, "filtered ai_secrets", false},
		{"a token is copied", "secrets-policy = 'tokenize'\nrounds = 1\n", copySecretive, "unresolved ai_secret_moved", true},
		{"NO_CHANGE", "secrets-policy = 'tokenize'\n", func(context.Context, string) string { return "NO_CHANGE" }, "filtered ai_no_change", true},
		{"no answer", "secrets-policy = 'tokenize'\n", func(context.Context, string) string { return "No." }, "unresolved ai_answer_no_block", true},
		{"the image changes", "secrets-policy = 'tokenize'\n", func(context.Context, string) string { return keepsAll }, "unresolved ai_secret_moved", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			try := splitting()
			try.files["Dockerfile"], try.settings, try.reply, try.secrets = secretive, test.settings, test.reply, NewSecrets(&Settings{})
			try.cache, try.policy = &Cache{Dir: t.TempDir(), Mode: CacheUse}, policy.Strict
			r := try.run(t)
			if got := r.last(multiStageRule); got != test.want || (len(r.agent.prompts) > 0) != test.asked {
				t.Errorf("%s, want %s; %d prompts: %s", got, test.want, len(r.agent.prompts), r.detail(multiStageRule))
			}
			all := everything(t, r, try.cache, try)
			for _, value := range []string{hushEnv, hushToken} {
				if strings.Contains(all, value) {
					t.Errorf("%s is in\n%s", value, all)
				}
			}
			if entries, err := os.ReadDir(try.cache.Dir); err != nil || len(entries) > 0 {
				t.Errorf("the cache has %v, %v", entries, err)
			}
			if got := r.text(t, "Dockerfile"); got != secretive {
				t.Errorf("the file is\n%s", got)
			}
		})
	}
}

// A secret that stays where it is comes back.
func TestTokensComeBack(t *testing.T) {
	text := "FROM golang:1.26\nRUN git clone https://x:" + hushToken + "@example.com/a /src\nWORKDIR /src\nRUN go build -o /app .\nENTRYPOINT [\"/app\"]\n"
	try := &trial{files: map[string]string{"Dockerfile": text}, rules: []string{multiStageRule}, settings: "secrets-policy = 'tokenize'\n", secrets: NewSecrets(&Settings{})}
	try.reply = func(context.Context, string) string {
		return "```edits\n<<<<<<< SEARCH\nFROM golang:1.26\n=======\nFROM golang:1.26 AS build\n>>>>>>> REPLACE\n<<<<<<< SEARCH\nENTRYPOINT [\"/app\"]\n=======\nFROM debian:12\nWORKDIR /src\nCOPY --from=build /app /app\nENTRYPOINT [\"/app\"]\n>>>>>>> REPLACE\n```\n"
	}
	r := try.run(t)
	want := "FROM golang:1.26 AS build\nRUN git clone https://x:" + hushToken + "@example.com/a /src\nWORKDIR /src\nRUN go build -o /app .\nFROM debian:12\nWORKDIR /src\nCOPY --from=build /app /app\nENTRYPOINT [\"/app\"]\n"
	if got := r.text(t, "Dockerfile"); got != want {
		t.Errorf("%s: %s\n%s", r.last(multiStageRule), r.detail(multiStageRule), got)
	}
	if all := everything(t, r, nil, try); strings.Contains(all, hushToken) {
		t.Errorf("the secret is in\n%s", all)
	}
	for _, record := range r.resolver.Records() {
		if record.Redactions == 0 {
			t.Error("the redactions are not counted")
		}
	}
}

// A secret of the final image stays in the final image, which has another base
// and more lines before it.
func TestTokensOfTheImageComeBack(t *testing.T) {
	text := "FROM golang:1.26\nENV DB_PASSWORD=" + hushEnv + "\nWORKDIR /src\nLABEL token=" + hushToken + "\nCOPY . .\nRUN go build -o /app .\nENTRYPOINT [\"/app\"]\n"
	try := &trial{files: map[string]string{"Dockerfile": text}, rules: []string{multiStageRule}, settings: "secrets-policy = 'tokenize'\nrounds = 1\n", secrets: NewSecrets(&Settings{})}
	try.reply = func(_ context.Context, prompt string) string {
		line := func(start string) string {
			_, rest, _ := strings.Cut(prompt, "\n"+start)
			rest, _, _ = strings.Cut(rest, "\n")
			return start + rest + "\n"
		}
		env, label := line("ENV DB_PASSWORD="), line("LABEL token=")
		return "```edits\n<<<<<<< SEARCH\nFROM golang:1.26\n" + env + "WORKDIR /src\n" + label + "COPY . .\nRUN go build -o /app .\n=======\n" +
			"FROM golang:1.26 AS build\n" + env + "WORKDIR /src\nCOPY . .\nRUN go build -o /app .\n\nFROM debian:12\n" + label + "WORKDIR /src\n" + env + "COPY --from=build /app /app\n>>>>>>> REPLACE\n```\n"
	}
	r := try.run(t)
	want := "FROM golang:1.26 AS build\nENV DB_PASSWORD=" + hushEnv + "\nWORKDIR /src\nCOPY . .\nRUN go build -o /app .\n\nFROM debian:12\nLABEL token=" + hushToken + "\nWORKDIR /src\nENV DB_PASSWORD=" + hushEnv + "\nCOPY --from=build /app /app\nENTRYPOINT [\"/app\"]\n"
	if got := r.text(t, "Dockerfile"); got != want {
		t.Errorf("%s: %s\n%s", r.last(multiStageRule), r.detail(multiStageRule), got)
	}
	if all := everything(t, r, nil, try); strings.Contains(all, hushToken) || strings.Contains(all, hushEnv) {
		t.Errorf("a secret is in\n%s", all)
	}
}

// The refusal names the lines and the kinds, never a value.
func TestRefusalOfSecrets(t *testing.T) {
	try := splitting()
	try.files["Dockerfile"], try.secrets = secretive+"RUN sshpass -p hunter3 ssh x\n", NewSecrets(&Settings{})
	r := try.run(t)
	line := func(start string) int { return 1 + strings.Count(secretive[:strings.Index(secretive, start)], "\n") }
	want := fmt.Sprintf("the prompt would have 3 secrets: line %d (assigned-secret), line %d (github-pat), line %d (sshpass-password); move them out of the file, or set secrets-policy",
		line("ENV DB"), line("RUN git clone"), 1+strings.Count(secretive, "\n"))
	if got := r.detail(multiStageRule); !strings.Contains(got, want) {
		t.Errorf("%s, want %s", got, want)
	}
	if all := everything(t, r, nil, try); strings.Contains(all, hushToken) || strings.Contains(all, "hunter") {
		t.Errorf("a secret is in\n%s", all)
	}
	many := make([]redact.Secret, 7)
	for i := range many {
		many[i] = redact.Secret{Rule: "x", Start: 2 * i, End: 2*i + 1}
	}
	for _, row := range []struct {
		file, want string
		found      []redact.Secret
	}{
		{"a\nb\nc\nd\ne\nf\ng\n", "7 secrets: line 1 (x), line 2 (x), line 3 (x), line 4 (x), line 5 (x), 2 more; move them", many},
		{"a\nb\n", "2 secrets: line 1 (x), line 2 (x); move them", many},
		{"a", "a secret: line 1 (x); move it", many},
		{"", "a secret: x, outside of the text of the file; move it", many[:1]},
	} {
		if got := SecretsError(row.file, row.found).Error(); !strings.Contains(got, row.want) {
			t.Errorf("%s, want %s", got, row.want)
		}
	}
}

// A token whose line stays as it is can be in another stage or instruction
// afterwards. Its secret does not go there.
func TestTokensStayInTheirPlace(t *testing.T) {
	text := "FROM golang:1.26\nWORKDIR /src\nRUN git clone https://x:" + hushToken + "@example.com/a /src\nRUN go build -o /app .\nENTRYPOINT [\"/app\"]\n"
	for _, test := range []struct{ name, after, want string }{
		{"in another stage", "FROM golang:1.26 AS build\nWORKDIR /src\nRUN go build -o /app .\nFROM debian:12\nWORKDIR /src\nCOPY --from=build /app /app", "unresolved ai_secret_moved"},
		{"in no stage that can be read", "FROM golang:1.26 AS build\nWORKDIR /src\nRUN <<EOF", "unresolved ai_syntax"},
	} {
		t.Run(test.name, func(t *testing.T) {
			try := &trial{files: map[string]string{"Dockerfile": text}, rules: []string{multiStageRule}, settings: "secrets-policy = 'tokenize'\nrounds = 1\n", secrets: NewSecrets(&Settings{})}
			try.reply = func(context.Context, string) string {
				return "```edits\n<<<<<<< SEARCH\nFROM golang:1.26\nWORKDIR /src\n=======\n" + test.after + "\n>>>>>>> REPLACE\n```\n"
			}
			r := try.run(t)
			if got := r.last(multiStageRule); got != test.want || r.text(t, "Dockerfile") != text {
				t.Errorf("%s, want %s: %s\n%s", got, test.want, r.detail(multiStageRule), r.text(t, "Dockerfile"))
			}
		})
	}
}

// Whoever allows secrets sends them, and does not find them in reports or in the
// cache.
func TestAllowedSecrets(t *testing.T) {
	try := splitting()
	try.files["Dockerfile"], try.settings, try.secrets = secretive, "secrets-policy = 'allow'\n", NewSecrets(&Settings{})
	try.cache = &Cache{Dir: t.TempDir(), Mode: CacheUse}
	try.reply = splitSecretive
	r := try.run(t)
	if len(r.agent.prompts) == 0 || !strings.Contains(r.agent.prompts[0], hushToken) {
		t.Error("the secret was not sent")
	}
	r.agent.prompts = nil
	if all := everything(t, r, try.cache, try); strings.Contains(all, hushToken) || strings.Contains(all, hushEnv) {
		t.Errorf("a secret is in\n%s", all)
	}
}

// What is not of the file is searched too, and the search fails closed.
func TestTheWholePromptIsSearched(t *testing.T) {
	for _, test := range []struct {
		name    string
		secrets Secrets
		context string
		data    string
	}{
		{"the workspace", words{}, "go.mod\n# SECRET\n", ""},
		{"a search that fails", words{err: errors.New("broken")}, "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			try := splitting(diff(split))
			try.secrets = test.secrets
			try.context = saying(test.context)
			r := try.run(t)
			if got := r.last(multiStageRule); got != "filtered ai_secrets" || len(r.agent.prompts) > 0 {
				t.Errorf("%s, %d prompts", got, len(r.agent.prompts))
			}
		})
	}
	// Of a context, tokens would not come back: it is redacted.
	try := splitting(diff(split))
	try.settings = "secrets-policy = 'tokenize'\n"
	try.context = saying("# SECRET\n")
	if r := try.run(t); r.last(multiStageRule) != "applied" || strings.Contains(r.agent.prompts[0], "SECRET") {
		t.Errorf("%s: %s", r.last(multiStageRule), r.detail(multiStageRule))
	}
}

// No reason, report or recording has the values of the agent's variables.
func TestKeysOfTheAgentStay(t *testing.T) {
	const key, server = "made-up-key", "https://models.example.com/v1"
	t.Setenv("MODEL_KEY", key)
	t.Setenv("MODEL_SERVER", server)
	t.Setenv("MODEL_LEVEL", "WORKDIR") // too common to be hidden
	settings := &Settings{Env: []string{"MODEL_KEY", "MODEL_SERVER", "MODEL_LEVEL", "MODEL_UNSET"}}
	for _, answer := range []string{
		"I use " + key + " at " + server + ".",
		"```edits\n<<<<<<< SEARCH\n" + key + "\n=======\n" + server + "\n>>>>>>> REPLACE\n```\n",
	} {
		try := splitting(answer, answer, answer, answer)
		try.secrets = NewSecrets(settings)
		r := try.run(t)
		if got := r.last(multiStageRule); !strings.HasPrefix(got, "unresolved") {
			t.Errorf("%s", got)
		}
		r.agent.prompts = nil
		all := everything(t, r, nil, try)
		text, err := r.resolver.clean()(answer)
		if all += text; err != nil || strings.Contains(all, key) || strings.Contains(all, server) {
			t.Errorf("%v; a value is in\n%s", err, all)
		}
	}
	secrets := NewSecrets(settings)
	for text, want := range map[string]int{"ENV A=" + key + "\n": 1, "ENV A=" + server + "\nWORKDIR /x\n": 0} {
		if found, err := secrets.Find(text); len(found) != want || err != nil {
			t.Errorf("%q: %v, %v", text, found, err)
		}
	}
	if text, _, err := secrets.Redact("WORKDIR /x " + server); text != "WORKDIR /x [redacted]" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}

// No evidence of our rules looks like a secret.
func TestPromptsHaveNoSecrets(t *testing.T) {
	secrets := NewSecrets(&Settings{})
	for _, o := range objective.All() {
		s := samples[o.ID]
		task, err := o.Read(s.request(t))
		if err != nil {
			t.Fatal(err)
		}
		q := question{Name: s.path, Text: s.text, Task: task, Issues: []objective.Issue{s.issue}}
		if found, err := secrets.Find(q.payload()); err != nil || len(found) > 0 {
			t.Errorf("%s: %v, %v", o.ID, found, err)
		}
	}
}

// Secrets of the evidence are found and hidden though JSON escapes them.
func TestEvidence(t *testing.T) {
	const before = `{"a\n": ["b\"c", 1.50, {"d": "\u00e9<&>\\"}], "e": null}`
	got, err := eachString([]byte(before), func(text string) (string, error) { return strings.ToUpper(text), nil })
	if want := `{"A\n": ["B\"C", 1.50, {"D": "É<&>\\"}], "E": null}`; string(got) != want || err != nil {
		t.Errorf("%s, %v", got, err)
	}
	text := strings.Replace(single, "RUN go build", "ENV API_KEY='quoted\"words-of-mine'\nRUN make API_KEY='quoted\"words-of-mine' && go build", 1)
	try := splitting("NO_CHANGE")
	try.files["Dockerfile"], try.secrets, try.settings = text, NewSecrets(&Settings{}), "secrets-policy = 'tokenize'\n"
	r := try.run(t)
	if got := r.last(multiStageRule); got != "filtered ai_no_change" {
		t.Fatalf("%s: %s", got, r.detail(multiStageRule))
	}
	if all := everything(t, r, nil, try); strings.Contains(all, "words-of-mine") {
		t.Errorf("the secret is in\n%s", all)
	}
}
