package setup

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/adapters/declared"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/setup/survey"
)

// The declarations are valid, and have the arguments of the ready-made ones.
func TestCheckersAreTheReadyMadeOnes(t *testing.T) {
	files, err := filepath.Glob("../../rules/private/checkers/*.bzl")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	macros := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range strings.Split(string(text), "\ndef ")[1:] {
			name, body, _ := strings.Cut(part, "(")
			macros[name] = body
		}
	}
	repository := new(survey.Repository)
	for _, c := range checkers {
		macro := macros[strings.ReplaceAll(c.tool, "-", "_")+"_checker"]
		for _, argument := range c.command {
			if !strings.Contains(macro, `"`+argument+`"`) {
				t.Errorf("%s: its macro has no argument %s", c.tool, argument)
			}
		}
		if inPlace := strings.Contains(macro, "in_place = True"); inPlace != (c.format == "") || !inPlace && !strings.Contains(macro, `format = "`+c.format+`"`) {
			t.Errorf("%s: its macro has another format than %q", c.tool, c.format)
		}
		if strings.Contains(macro, "exit_codes = [0, 1]") != c.fails {
			t.Errorf("%s: its macro has other exit codes", c.tool)
		}
		repository.Uses = append(repository.Uses, survey.Use{Tool: survey.ToolNamed(c.tool), Where: []string{"x"}})
	}
	text := (&maker{repository: repository}).declared()
	parsed, err := config.Parse("autofix.toml", []byte(text), []*config.Section{declared.Section})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	all, err := declared.Of(parsed, nil)
	if err != nil || len(all) != len(checkers) {
		t.Errorf("%d checkers, %v\n%s", len(all), err, text)
	}
	web := &survey.Repository{Uses: []survey.Use{
		{Tool: survey.ToolNamed("biome"), Where: []string{"admin/biome.json"}},
		{Tool: survey.ToolNamed("eslint"), Where: []string{"admin/package.json"}},
		{Tool: survey.ToolNamed("prettier"), Where: []string{"a/b/.prettierrc", "web/package.json"}},
	}}
	if text := (&maker{repository: web}).declared(); !strings.Contains(text, `command = ["web/node_modules/.bin/prettier", `) || !strings.Contains(text, `"web/**/*.css"`) || strings.Contains(text, "eslint") {
		t.Errorf("in folders: %s", text)
	}
	if text := (&maker{repository: new(survey.Repository)}).declared(); text != "" {
		t.Errorf("without tools: %s", text)
	}
}
