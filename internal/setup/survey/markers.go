package survey

import (
	"encoding/json"
	"slices"

	"github.com/pelletier/go-toml/v2"
	"go.yaml.in/yaml/v4"
)

const preCommit = ".pre-commit-config.yaml"

// hookManagers has the programs that run hooks of git, by their configuration.
var hookManagers = map[string]string{
	preCommit:        "pre-commit",
	"lefthook.yml":   "lefthook",
	"lefthook.yaml":  "lefthook",
	".lefthook.yml":  "lefthook",
	".lefthook.yaml": "lefthook",

	".husky/pre-commit": "husky",
	"hk.pkl":            "hk",
}

// pyProject notes the tools with a table in a pyproject.toml.
func (l *looker) pyProject(file string) {
	content, ok := l.read(file)
	if !ok {
		return
	}
	var project struct {
		Tool map[string]any `toml:"tool"`
	}
	if err := toml.Unmarshal(content, &project); err != nil {
		l.unread(file, err)
		return
	}
	for i := range Tools {
		if _, has := project.Tool[Tools[i].PyProject]; has && Tools[i].PyProject != "" {
			l.use(&Tools[i], file)
		}
	}
}

// packageJSON notes the tools that a package.json depends on or configures.
func (l *looker) packageJSON(file string) {
	content, ok := l.read(file)
	if !ok {
		return
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(content, &all); err != nil {
		l.unread(file, err)
		return
	}
	names := map[string]json.RawMessage{}
	for _, key := range []string{"dependencies", "devDependencies"} {
		_ = json.Unmarshal(all[key], &names) // something else names no package
	}
	for i := range Tools {
		name := Tools[i].Package
		_, depends := names[name]
		_, key := all[name]
		_, config := all[name+"Config"]
		if name != "" && (depends || key || config) {
			l.use(&Tools[i], file)
		}
	}
}

// preCommit notes the tools that hooks of pre-commit run.
func (l *looker) preCommit(file string) {
	content, ok := l.read(file)
	if !ok {
		return
	}
	var all struct {
		Repos []struct {
			Hooks []struct {
				ID string `yaml:"id"`
			} `yaml:"hooks"`
		} `yaml:"repos"`
	}
	if err := yaml.Unmarshal(content, &all); err != nil {
		l.unread(file, err)
		return
	}
	for _, repo := range all.Repos {
		for _, hook := range repo.Hooks {
			if hook.ID != "" && hook.ID != "autofix" && hook.ID != "autofix-check" {
				l.use(ToolNamed(hook.ID), file)
			}
		}
	}
}

// golangci has the configuration files of golangci-lint that are read.
var golangci = map[string]bool{".golangci.yml": true, ".golangci.yaml": true}

// golangci notes the formatter that golangci-lint runs, if it is stricter than
// gofmt.
func (l *looker) golangci(file string) {
	content, ok := l.read(file)
	if !ok {
		return
	}
	type enabled struct {
		Enable []string `yaml:"enable"`
	}
	var all struct {
		Formatters enabled `yaml:"formatters"` // since version 2
		Linters    enabled `yaml:"linters"`
	}
	if err := yaml.Unmarshal(content, &all); err != nil {
		l.unread(file, err)
		return
	}
	if slices.Contains(all.Formatters.Enable, "gofumpt") || slices.Contains(all.Linters.Enable, "gofumpt") {
		l.use(ToolNamed("gofumpt"), file)
	}
}
