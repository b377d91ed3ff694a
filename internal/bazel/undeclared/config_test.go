package undeclared

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

func TestConfig(t *testing.T) {
	const spaces = "[*.sh]\nindent_style = space\n"
	files := map[string]string{
		"a/x.sh":            "echo\n",
		"a/b/y.sh":          "echo\n",
		"a/b/z.txt":         "z\n",
		"c/Dockerfile":      "FROM scratch\n",
		"c/notes.txt":       "x\n",
		"autofix.toml":      "",
		"c/autofix.toml":    "[unknown]\n",
		".editorconfig":     "root = true\n" + spaces,
		"a/b/.editorconfig": "root = true\n[*.sh]\nindent_style = tab\n",
		".hadolint.yaml":    "ignored: [DL3006]\n",
		"d/.editorconfig":   spaces,
		"e/.editorconfig":   "# not a root = true\n[*.md]\nindent_size = 8\n",
		"e/x.sh":            "echo\n",
		"d/.hadolint.yml":   "",
		"d/x.txt":           "x\n",
		"g/go.mod":          "module g\n",
		"g/x.go":            "package g\n",
		"g/fumpt.toml":      "[format.go]\nstyle = \"gofumpt\"\n",
		"j/.prettierrc":     "",
		"j/x.json":          "{}\n",
		"j/x.sh":            "x\n",
		"j/on.toml":         "[format.json]\nenabled = true\n",
		".gitattributes":    "d/x.txt binary\n",
		"c/.gitattributes":  "*.txt text\n",
		"k/autofix.toml":    "[format.json]\nenabled = false\n",
		"k/x.json":          "{}\n",
	}
	checked := []string{"a/b/y.sh", "a/b/z.txt", "a/x.sh", "c/Dockerfile", "c/notes.txt", "d/x.txt"}
	checkers, formats := builtin.Registry("test")
	for _, test := range []struct {
		name     string
		declared pipeline.ConfigFiles
		checked  []string
		want     []ConfigFile
		layouts  map[string]string // nil: not compared
	}{
		{
			name:    "each file that would apply to a file, and no other",
			checked: checked,
			want: []ConfigFile{
				{".editorconfig", 1, "a/x.sh"},
				{".gitattributes", 1, "d/x.txt"},
				{".hadolint.yaml", 1, "c/Dockerfile"},
				{"a/b/.editorconfig", 1, "a/b/y.sh"},
				{"autofix.toml", 4, "a/b/y.sh"},
				{"c/autofix.toml", 2, "c/Dockerfile"},
			},
			layouts: map[string]string{"a/x.sh": ".editorconfig", "a/b/y.sh": "a/b/.editorconfig", "d/x.txt": ".gitattributes"},
		},
		{
			name:     "no declared file",
			declared: pipeline.ConfigFiles{File: "autofix.toml", ToolFiles: []string{".editorconfig", ".hadolint.yaml", "a/b/.editorconfig"}},
			checked:  []string{"a/b/y.sh", "a/x.sh"},
		},
		{
			name:     "undeclared files beside declared ones",
			declared: pipeline.ConfigFiles{File: "autofix.toml", ToolFiles: []string{".editorconfig"}},
			checked:  checked,
			want: []ConfigFile{
				{".gitattributes", 1, "d/x.txt"}, {".hadolint.yaml", 1, "c/Dockerfile"}, {"a/b/.editorconfig", 1, "a/b/y.sh"}, {"c/autofix.toml", 2, "c/Dockerfile"},
			},
		},
		{
			name:     "an .editorconfig above one that only mentions root = true",
			declared: pipeline.ConfigFiles{File: "autofix.toml", ToolFiles: []string{"e/.editorconfig"}},
			checked:  []string{"e/x.sh"},
			want:     []ConfigFile{{".editorconfig", 1, "e/x.sh"}},
		},
		{
			name:     "no declared .gitattributes",
			declared: pipeline.ConfigFiles{File: "autofix.toml", ToolFiles: []string{".gitattributes", "c/.gitattributes"}},
			checked:  []string{"c/notes.txt"},
			want:     []ConfigFile{{"c/autofix.toml", 1, "c/notes.txt"}},
		},
		{
			name:     "no .editorconfig above one with root = true",
			declared: pipeline.ConfigFiles{File: "autofix.toml", ToolFiles: []string{"a/b/.editorconfig"}},
			checked:  []string{"a/b/y.sh"},
		},
		{
			name:     "a go.mod that gofumpt would read",
			declared: pipeline.ConfigFiles{File: "g/fumpt.toml", ToolFiles: []string{".editorconfig"}},
			checked:  []string{"g/x.go"},
			want:     []ConfigFile{{"autofix.toml", 1, "g/x.go"}, {"g/go.mod", 1, "g/x.go"}},
		},
		{
			name:     "no go.mod if gofmt is used",
			declared: pipeline.ConfigFiles{File: "autofix.toml", ToolFiles: []string{".editorconfig"}},
			checked:  []string{"g/x.go"},
		},
		{
			name:     "the configuration of another formatter",
			declared: pipeline.ConfigFiles{File: "autofix.toml", ToolFiles: []string{".editorconfig"}},
			checked:  []string{"j/x.json", "j/x.sh"},
			want:     []ConfigFile{{"j/.prettierrc", 1, "j/x.json"}},
			layouts:  map[string]string{"j/x.json": "j/.prettierrc"},
		},
		{
			name:     "no declared configuration of another formatter",
			declared: pipeline.ConfigFiles{File: "autofix.toml", ToolFiles: []string{".editorconfig", "j/.prettierrc"}},
			checked:  []string{"j/x.json"},
			layouts:  map[string]string{},
		},
		{
			name:    "an autofix.toml that says how files are formatted",
			checked: []string{"k/x.json"},
			want:    []ConfigFile{{"k/autofix.toml", 1, "k/x.json"}},
			layouts: map[string]string{"k/x.json": "k/autofix.toml"},
		},
		{
			name:     "an autofix.toml beside a configuration with another name, which is for all files",
			declared: pipeline.ConfigFiles{File: "g/fumpt.toml", ToolFiles: []string{".editorconfig"}},
			checked:  []string{"k/x.json"},
			want:     []ConfigFile{{"k/autofix.toml", 1, "k/x.json"}},
			layouts:  map[string]string{},
		},
		{
			name:     "none if the language is enabled",
			declared: pipeline.ConfigFiles{File: "j/on.toml", ToolFiles: []string{".editorconfig"}},
			checked:  []string{"j/x.json"},
			want:     []ConfigFile{{"autofix.toml", 1, "j/x.json"}},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			ws := planted(t, files)
			opts := pipeline.Options{Tools: pipeline.Tools{Checkers: checkers, Formats: formats}}
			declared := test.declared
			declared.Declared = true
			if declared.File != "" {
				declared.File = filepath.Join(ws.Root(), declared.File)
			}
			var err error
			if opts.Config, err = pipeline.LoadConfig(ws, declared, nil, opts.Tools); err != nil {
				t.Fatal(err)
			}
			got, layouts, err := Config(t.Context(), ws, test.checked, declared, opts)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if diff := cmp.Diff(test.layouts, layouts); test.layouts != nil && diff != "" {
				t.Errorf("layouts (-want +got):\n%s", diff)
			}
		})
	}
}
