package autofixai

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

// layer reads a layer.
func layer(t *testing.T, from, text string) Layer {
	t.Helper()
	c, err := config.Parse(from, []byte(text), []*config.Section{Section})
	if err != nil {
		t.Fatal(err)
	}
	return Layer{From: from, Said: c.Said(Section)}
}

func TestDefaults(t *testing.T) {
	s, err := Merge()
	if err != nil {
		t.Fatal(err)
	}
	if s.Enabled || s.Command != nil || s.MaxInput != 256<<10 || s.MaxAnswer != 2<<20 || s.Secrets != SecretsDeny || s.Rounds != 2 ||
		s.Sandbox != SandboxAuto || s.Network != NetworkAllow || s.Context != ContextNone || s.Output != OutputPatch {
		t.Errorf("%+v", s)
	}
}

func TestLayers(t *testing.T) {
	person := layer(t, "config.toml", "[ai]\nenabled = true\ncommand = ['agent', '--acp']\ntimeout = '1m'\nrounds = 3\n[ai.agents.b]\ncommand = ['b']\nenv = ['KEY']\n")
	workspace := layer(t, "autofix.toml", "[ai]\nenabled = true\ncommand = ['evil']\nrounds = 4\nnetwork = 'deny'\n[ai.agents.b]\ncommand = ['evil']\n")
	off := layer(t, "autofix.toml", "[ai]\nenabled = false\n")
	flags := layer(t, "--ai-set", "[ai]\nrounds = 5\n")
	named := layer(t, "--ai-set", "[ai]\nagent = 'b'\n")
	hostile := func(l Layer) Layer { l.Untrusted = true; return l }
	for _, test := range []struct {
		name    string
		layers  []Layer
		enabled bool
		command string
		from    string
		rounds  int
	}{
		{"a person's", []Layer{person}, true, "agent --acp", "config.toml", 3},
		{"a trusted workspace wins", []Layer{person, workspace}, true, "evil", "autofix.toml", 4},
		{"an untrusted one does not", []Layer{person, hostile(workspace)}, true, "agent --acp", "config.toml", 3},
		{"but can forbid", []Layer{person, hostile(off), flags}, false, "agent --acp", "config.toml", 5},
		{"flags win", []Layer{person, workspace, flags}, true, "evil", "autofix.toml", 5},
		{"an agent by its name", []Layer{person, named}, true, "b", "config.toml", 3},
		{"that an untrusted workspace defines too", []Layer{person, hostile(workspace), named}, true, "b", "config.toml", 3},
		{"alone, an untrusted one is nothing", []Layer{hostile(workspace)}, false, "", "", 2},
	} {
		s, err := Merge(test.layers...)
		if err != nil {
			t.Fatal(err)
		}
		if command := strings.Join(s.Command, " "); s.Enabled != test.enabled || command != test.command || s.From != test.from || s.Rounds != test.rounds {
			t.Errorf("%s: %v, %q from %q, %d rounds", test.name, s.Enabled, command, s.From, s.Rounds)
		}
	}
	s, err := Merge(person, named)
	if err != nil || s.Timeout != time.Minute || !slices.Equal(s.Env, []string{"KEY"}) {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestUnknownAgents(t *testing.T) {
	for text, want := range map[string]string{
		"[ai]\nagent = 'x'\n": "there is no [ai.agents.x], and no other agent",
		"[ai]\nagent = 'x'\n[ai.agents.b]\ncommand = ['b']\n[ai.agents.a]\ncommand = ['a']\n": "there is no [ai.agents.x]; there are a, b",
	} {
		if _, err := Merge(layer(t, "f", text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	// One that only an untrusted file defines is unknown.
	evil := layer(t, "f", "[ai.agents.x]\ncommand = ['x']\n")
	evil.Untrusted = true
	if _, err := Merge(evil, layer(t, "g", "[ai]\nagent = 'x'\n")); err == nil {
		t.Error("no error")
	}
}

func TestMistakesInTheSection(t *testing.T) {
	for text, want := range map[string]string{
		"command = []":                 "has no program",
		"command = ['']":               "has no program",
		"command = ['./agent']":        "is a relative path",
		"command = ['bin/agent']":      "is a relative path",
		"command = ['a', \"\\u0000\"]": "NUL",
		"command = 'agent'":            "command must be an array",
		"rounds = 6":                   "6 is not between 1 and 5",
		"rounds = 0":                   "0 is not between 1 and 5",
		"jobs = 0":                     "0 is not between 1 and 64",
		"timeout = 5":                  "timeout must be a duration",
		"max-input-bytes = '-1'":       "max-input-bytes must be a size",
		"secrets-policy = 'alow'":      "allow",
		"env = ['A=b']":                "is not the name of a variable",
		"folders = ['.gemini']":        "is not an absolute path",
		"folders = ['/']":              "is not an absolute path of a folder below the root",
		"sandbx = 'off'":               `unknown key "sandbx": did you mean "sandbox"?`,
		"agents.a.enabled = true":      `unknown key "enabled"`,
		"api-key = 'sk-x'":             `unknown key "api-key"`,
	} {
		_, err := config.Parse("f", []byte("[ai]\n"+text+"\n"), []*config.Section{Section})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// A mistake in a setting names its key, and no line of a file.
func TestParseSettingMistakes(t *testing.T) {
	for _, test := range []struct{ key, value, want string }{
		{"rounds", "6", "rounds: 6 is not between 1 and 5"},
		{"context", "all", `context must be one of "none", "summary", "read", not "all"`},
		{"env", "[1]", "env must be an array of strings, not of an integer"},
		{"env", `["A"`, "env: array is incomplete"},
		{"env", "[\"A\"]\nrounds = 3", "env: there is more than one value"},
		{"rounds", "1\nenv = []", "rounds must be an integer, not a string"},
		{"command", "'a", "command: "},
		{"sandbx", "off", "sandbx: there is no such key in [ai]"},
		{"timeout", "x", `timeout must be a duration such as "30s" or "5m", not "x"`},
	} {
		if _, err := ParseSetting(test.key, test.value); err == nil || err.Error() != test.want && (!strings.HasSuffix(test.want, ": ") || !strings.HasPrefix(err.Error(), test.want)) {
			t.Errorf("%s=%s: %v, want %s", test.key, test.value, err, test.want)
		}
	}
}
