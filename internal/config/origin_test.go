package config_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

func TestOrigin(t *testing.T) {
	files := texts{
		"autofix.toml": `[files]
test-data = true

[format.go]
module-path = "a"

[rules."buildifier/*"]
severity = "error"

[rules."buildifier/load"]
severity = "info"
fix = "never"

[[overrides]]
files = ["a/gen/**"]
test-data = false

[overrides.format.go]
module-path = "b"

[overrides.rules."buildifier/load"]
severity = "off"
`,
		"a/autofix.toml": "extends = \"//\"\n\n[rules.\"buildifier/*\"]\nseverity = \"warning\"\n",
	}
	for _, row := range []struct {
		name, file string
		key        []string // of Origin; "rule", NAME, SETTING: of RuleOrigin
		want       string
	}{
		{"a key", "x", []string{"format", "go", "module-path"}, "autofix.toml:5"},
		{"a key of an extended file", "a/x", []string{"format", "go", "module-path"}, "autofix.toml:5"},
		{"a key of an override", "a/gen/x", []string{"format", "go", "module-path"}, "autofix.toml:19"},
		{"a key of [files]", "x", []string{"files", "test-data"}, "autofix.toml:2"},
		{"a key of [files] in an override", "a/gen/x", []string{"files", "test-data"}, "autofix.toml:16"},
		{"globs of an override are no key of [files]", "a/gen/x", []string{"files", "exclude"}, "default"},
		{"not set", "x", []string{"format", "go", "lang-version"}, "default"},
		{"no such section", "x", []string{"nothing"}, "default"},
		{"a rule", "x", []string{"rule", "buildifier/load", "severity"}, "autofix.toml:11"},
		{"a rule by its namespace", "x", []string{"rule", "buildifier/other", "severity"}, "autofix.toml:8"},
		{"a nearer namespace", "a/x", []string{"rule", "buildifier/load", "severity"}, "a/autofix.toml:4"},
		{"another key of that rule", "a/x", []string{"rule", "buildifier/load", "fix"}, "autofix.toml:12"},
		{"a nearer namespace counts more than an override further away", "a/gen/x", []string{"rule", "buildifier/load", "severity"}, "a/autofix.toml:4"},
		{"a rule that no file sets", "x", []string{"rule", "text/charset", "severity"}, "default"},
	} {
		c, err := find(files, row.file)
		if err != nil {
			t.Fatal(err)
		}
		var got config.Origin
		if row.key[0] == "rule" {
			got = c.RuleOrigin(row.key[1], row.key[2])
		} else {
			got = c.Origin(row.key...)
		}
		if got.String() != row.want {
			t.Errorf("%s: %s, want %s", row.name, got, row.want)
		}
	}
	if got := (*config.Config)(nil).Origin("format", "go", "module-path"); got != (config.Origin{}) {
		t.Errorf("of the defaults: %s", got)
	}
}
