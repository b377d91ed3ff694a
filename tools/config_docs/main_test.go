package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/pelletier/go-toml/v2"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

// The files in the repository match the sections.
func TestFilesAreCurrent(t *testing.T) {
	if err := run("../..", true); err != nil {
		t.Error(err)
	}
}

func known() []*config.Section {
	return pipeline.Sections(allTools())
}

// examples returns the TOML of the guide.
func examples(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, part := range strings.Split(string(text), "\n```toml\n")[1:] {
		example, _, _ := strings.Cut(part, "```")
		all = append(all, example)
	}
	return all
}

// The examples in the guide are valid configurations, also according to the
// schema.
func TestExamplesAreValid(t *testing.T) {
	validate := validator(t, known())
	all := examples(t)
	if len(all) == 0 {
		t.Error("the guide has no example")
	}
	for _, example := range all {
		if _, err := config.Parse(config.Name, []byte(example), known()); err != nil {
			t.Errorf("%v in:\n%s", err, example)
		}
		if err := validate(example); err != nil {
			t.Errorf("by the schema: %v in:\n%s", err, example)
		}
	}
}

// validator returns a function that validates TOML against the schema of
// sections.
func validator(t *testing.T, sections []*config.Section) func(text string) error {
	t.Helper()
	text, err := schema(sections)
	if err != nil {
		t.Fatal(err)
	}
	var parsed jsonschema.Schema
	if err := json.Unmarshal([]byte(text), &parsed); err != nil {
		t.Fatal(err)
	}
	resolved, err := parsed.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	return func(text string) error {
		var value map[string]any
		if err := toml.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err)
		}
		return resolved.Validate(value)
	}
}

// agents is a section with every feature that a section may have.
var agents = &config.Section{
	Name: "agents",
	Doc:  "Which agents there are.",
	Keys: []config.Option{
		{Name: "timeout", Kind: config.Duration, Default: 5 * time.Minute, Doc: "how long one may take"},
		{Name: "most", Kind: config.Size, Default: int64(1 << 20), Doc: "how much it may write"},
		{Name: "by", Kind: config.TableMap, Tables: &config.Tables{
			Placeholder: "NAME", Doc: "An agent.",
			Keys: []config.Option{{Name: "command", Kind: config.Strings, Doc: "what is run, a|b"}},
		}},
	},
	Tables: &config.Tables{Placeholder: "PLACE", Keys: []config.Option{{Name: "mode", Kind: config.String, Values: []string{"a", "b"}, Doc: "see [there](there.md)"}}},
}

// pets is a section that is an array of tables.
var pets = &config.Section{
	Name: "pet", List: true, Doc: "Which pets there are.",
	Keys: []config.Option{
		{Name: "name", Kind: config.String, Required: true, Doc: "how it is called"},
		{Name: "toys", Kind: config.Strings, Default: []string(nil), Doc: "what it plays with"},
	},
}

// The schema rejects what the parser rejects.
func TestSchema(t *testing.T) {
	sections := append(known(), agents, pets)
	validate := validator(t, sections)
	for text, want := range map[string]bool{
		"":                           true,
		"[files]\nexclude = [\"a\"]": true,
		"[files]\nexlude = [\"a\"]":  false,
		"extends = \"//\"":           true,
		"extends = [\"//\"]":         false,
		"[[overrides]]\nfiles = [\"a\"]\ntest-data = true\n[overrides.format.go]\nstyle = \"gofumpt\"": true,
		"[[overrides]]\nfiles = [\"a\"]\n[overrides.format.go]\nstyl = \"gofumpt\"":                    false,
		"[[overrides]]\nfiles = [\"a\"]\n[overrides.rules.\"text/final-newline\"]\nseverity = \"off\"": true,
		"[[overrides]]\nfiles = [\"a\"]\n[overrides.rule.\"text/final-newline\"]\nseverity = \"off\"":  false,
		"[[overrides]]\ntest-data = true":          false,
		"[file]":                                   false,
		"[format.go]\nstyle = \"gofumpt\"":         true,
		"[format.go]\nstyle = \"x\"":               false,
		"[format.shell]\nindent = \"keep\"":        true,
		"[format.shell]\nindent = \"kept\"":        false,
		"[format.got]":                             false,
		"[rules.\"hadolint/*\"]\nfix = \"never\"":  true,
		"[rules.\"hadolint/DL3006\"]\nfix = 1":     false,
		"[rules.\"hadolint/DL1\"]":                 false,
		"[rules.\"ruff/*\"]\nfix = \"never\"":      true,
		"[rules.\"eslint/react/x\"]\npriority = 1": true,
		"[rules.\"ruff/F401\"]\nfix = 1":           false,
		"[rules.ruff]\nfix = \"never\"":            false,
		"[checkers.any]\nowns = []":                true,
		"[checkers.any]\nown = []":                 false,
		"[agents]\ntimeout = \"1m30s\"":            true,
		"[agents]\ntimeout = \"soon\"":             false,
		"[agents]\nmost = \"2 MiB\"":               true,
		"[agents]\nmost = \"2 MB\"":                false,
		"[agents]\nmost = -1":                      false,
		"[agents.by.x]\ncommand = [\"y\"]":         true,
		"[agents.by.x]\ncomand = [\"y\"]":          false,
		"[agents.else]\nmode = \"a\"":              true,
		"[agents.else]\nmode = \"c\"":              false,

		"[[pet]]\nname = \"a\"\n[[pet]]\nname = \"b\"\ntoys = [\"c\"]": true,
		"[[pet]]\ntoys = [\"c\"]":                                      false,
		"[[pet]]\nname = 1":                                            false,
		"[pet]\nname = \"a\"":                                          false,
	} {
		if err := validate(text); (err == nil) != want {
			t.Errorf("%q: %v by the schema", text, err)
		}
		if _, err := config.Parse(config.Name, []byte(text), sections); (err == nil) != want {
			t.Errorf("%q: %v by the parser", text, err)
		}
	}
}

func TestReference(t *testing.T) {
	const want = "### `[agents]`\n\nWhich agents there are.\n\n" +
		"| key | type | default | meaning |\n|---|---|---|---|\n" +
		"| `timeout` | duration | `\"5m0s\"` | how long one may take |\n" +
		"| `most` | size | `1048576` | how much it may write |\n" +
		"\n#### `[agents.PLACE]`\n\n" +
		"| key | type | default | meaning |\n|---|---|---|---|\n" +
		"| `mode` | string |  | see [there](there.md). One of `a`, `b` |\n" +
		"\n#### `[agents.by.NAME]`\n\nAn agent.\n\n" +
		"| key | type | default | meaning |\n|---|---|---|---|\n" +
		"| `command` | array of strings |  | what is run, a\\|b |"
	if diff := cmp.Diff(want, reference([]*config.Section{agents})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	house := &config.Section{Name: "house", Doc: "Where they live.", Tables: &config.Tables{Known: func() []config.Table {
		return []config.Table{{Name: "door", Doc: "how they get in", Keys: []config.Option{{Name: "open", Kind: config.Bool, Default: true, Doc: "whether it is"}}}}
	}}}
	const parts = "### `[house]`\n\nWhere they live.\n\n#### `[house.door]`\n\nHow they get in.\n\n" +
		"| key | type | default | meaning |\n|---|---|---|---|\n| `open` | boolean | `true` | whether it is |"
	if diff := cmp.Diff(parts, reference([]*config.Section{house})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	const list = "### `[[pet]]`\n\nWhich pets there are.\n\n" +
		"| key | type | default | meaning |\n|---|---|---|---|\n" +
		"| `name` | string | required | how it is called |\n" +
		"| `toys` | array of strings | `[]` | what it plays with |"
	if diff := cmp.Diff(list, reference([]*config.Section{pets})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got := optionSchema("x", agents.Tables.Keys[0], nil)["description"]; got != "see there" {
		t.Errorf("a description in the schema: %q", got)
	}
}
