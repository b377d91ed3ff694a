package pipeline

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/workspace"
)

func TestFilesAreCanonicalAndListedOnce(t *testing.T) {
	ws := newWorkspace(t, map[string]string{"sub/a.txt": "", "b.txt": ""})
	if err := os.Symlink("sub/a.txt", filepath.Join(ws.Root(), "link.txt")); err != nil {
		t.Fatal(err)
	}
	sub := filepath.Join(ws.Root(), "sub")
	files, _, err := Files(t.Context(), ws, sub, []string{"a.txt", "../link.txt", filepath.Join(ws.Root(), "b.txt")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"b.txt", "sub/a.txt"}; !slices.Equal(files, want) {
		t.Errorf("files %v, want %v", files, want)
	}
}

func TestFilesRefusesMissingPaths(t *testing.T) {
	ws := newWorkspace(t, map[string]string{"a.txt": ""})
	for _, path := range []string{"gone.txt", "../a.txt", "/"} {
		_, _, err := Files(t.Context(), ws, ws.Root(), []string{"a.txt", path}, nil)
		var named *PathError
		if !errors.As(err, &named) {
			t.Errorf("%s: error %v, want a *PathError", path, err)
		}
		if path != "gone.txt" && !errors.Is(err, workspace.ErrOutside) {
			t.Errorf("%s: error %v, want outside", path, err)
		}
	}
}

func TestIncludedObeysTheNearestConfiguration(t *testing.T) {
	ws := newWorkspace(t, map[string]string{
		"autofix.toml":     "[files]\nexclude = [\"gen\", \"**/*.pb.txt\", \"sub/a.txt\"]\n",
		"gen/deep/a.txt":   "",
		"a.pb.txt":         "",
		"keep.txt":         "",
		"sub/autofix.toml": "[files]\nexclude = [\"b.txt\"]\n",
		"sub/a.txt":        "",
		"sub/b.txt":        "",
	})
	opts := Options{Tools: tools(&rewriter{})}
	included := func(paths ...string) []string {
		files, _, err := Files(t.Context(), ws, ws.Root(), paths, nil)
		if err != nil {
			t.Fatal(err)
		}
		source, err := LoadConfig(ws, ConfigFiles{}, files, opts.Tools)
		if err != nil {
			t.Fatal(err)
		}
		included, left := Included(ws, ws.Root(), paths, files, source)
		if len(left) > 0 {
			t.Errorf("left alone: %+v", left)
		}
		return included
	}
	if got, want := included("."), []string{"autofix.toml", "keep.txt", "sub/a.txt", "sub/autofix.toml"}; !slices.Equal(got, want) {
		t.Errorf("included %v, want %v", got, want)
	}
	if got, want := included("gen", "sub/b.txt"), []string{"sub/b.txt"}; !slices.Equal(got, want) {
		t.Errorf("included %v, want %v: only what is named itself stays", got, want)
	}
}

func TestLoadConfigFindsMistakesBeforeAnythingRuns(t *testing.T) {
	tests := []struct{ name, text string }{
		{"an unknown key", "nothing = 1\n"},
		{"an unknown rule", "[rules.\"format/rule\"]\nseverity = \"off\"\n"},
		{"a formatter's option", "[format.go]\nlang-version = \"new\"\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ws := newWorkspace(t, map[string]string{"autofix.toml": test.text, "a.go": "package a\n"})
			for _, explicit := range []string{"", "autofix.toml"} {
				_, err := LoadConfig(ws, ConfigFiles{File: explicit}, []string{"a.go"}, tools(&rewriter{}))
				var mistake *config.Error
				if !errors.As(err, &mistake) {
					t.Errorf("--config=%q: error %v, want a *config.Error", explicit, err)
				}
			}
		})
	}
}
