package pipeline

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

func TestFilesAreCanonicalAndListedOnce(t *testing.T) {
	ws := newWorkspace(t, map[string]string{"sub/a.txt": "", "b.txt": ""})
	if err := os.Symlink("sub/a.txt", filepath.Join(ws.Root(), "link.txt")); err != nil {
		t.Fatal(err)
	}
	sub := filepath.Join(ws.Root(), "sub")
	files, _, err := Files(t.Context(), ws, Named{Dir: sub, Paths: []string{"a.txt", "../link.txt", filepath.Join(ws.Root(), "b.txt")}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"b.txt", "sub/a.txt"}; !slices.Equal(files, want) {
		t.Errorf("files %v, want %v", files, want)
	}
}

func TestFilesRefusesPaths(t *testing.T) {
	ws := newWorkspace(t, map[string]string{"a.txt": ""})
	for _, path := range []string{"gone.txt", "../a.txt", "../gone.txt", "/", ""} {
		_, _, err := Files(t.Context(), ws, Named{Dir: ws.Root(), Paths: []string{"a.txt", path}, Strict: path == "gone.txt"}, nil)
		var named *PathError
		if !errors.As(err, &named) {
			t.Errorf("%s: error %v, want a *PathError", path, err)
		}
		if path != "gone.txt" && path != "" && !errors.Is(err, workspace.ErrOutside) {
			t.Errorf("%s: error %v, want outside", path, err)
		}
	}
}

func TestFilesLeavesMissingPathsAlone(t *testing.T) {
	ws := newWorkspace(t, map[string]string{"a.txt": "", "sub/b.txt": ""})
	if err := os.Symlink("gone.txt", filepath.Join(ws.Root(), "dangling")); err != nil {
		t.Fatal(err)
	}
	const none = "there is no such file or folder"
	for path, want := range map[string]LeftAlone{
		"gone.txt":                       {Path: "gone.txt", Reason: none},
		"gone/":                          {Path: "gone", Reason: none},
		"gone/deep/c.txt":                {Path: "gone/deep/c.txt", Reason: none},
		"a.txt/was/a/folder.txt":         {Path: "a.txt/was/a/folder.txt", Reason: none},
		"sub/../gone.txt":                {Path: "gone.txt", Reason: none},
		"dangling":                       {Path: "dangling", Reason: none},
		filepath.Join(ws.Root(), "gone"): {Path: "gone", Reason: none},
		`"\303\244.txt"`:                 {Path: `"\303\244.txt"`, Reason: none + "; git quotes such names in a list, except with -z"},
		`sub/"\303\244.txt"`:             {Path: `sub/"\303\244.txt"`, Reason: none + "; git quotes such names in a list, except with -z"},
	} {
		files, left, err := Files(t.Context(), ws, Named{Dir: ws.Root(), Paths: []string{path, "a.txt"}}, nil)
		if err != nil || !slices.Equal(files, []string{"a.txt"}) || !slices.Equal(left, []LeftAlone{want}) {
			t.Errorf("%s: %v, %+v, %v", path, files, left, err)
		}
	}
	if files, left, err := Files(t.Context(), ws, Named{Dir: ws.Root()}, nil); len(files)+len(left) > 0 || err != nil {
		t.Errorf("nothing named: %v, %v, %v", files, left, err)
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
	leaves := func(path string) LeftAlone {
		return LeftAlone{Path: path, Reason: "[files] exclude of its autofix.toml matches it; --no-exclude checks it"}
	}
	for _, test := range []struct {
		named Named
		want  []string
		left  []LeftAlone
	}{
		{Named{Paths: []string{"."}}, []string{"autofix.toml", "keep.txt", "sub/a.txt", "sub/autofix.toml"}, nil},
		{Named{Paths: []string{".", "sub/b.txt"}}, []string{"autofix.toml", "keep.txt", "sub/a.txt", "sub/autofix.toml"}, []LeftAlone{leaves("sub/b.txt")}},
		{Named{Paths: []string{"gen", "a.pb.txt", "keep.txt"}}, []string{"keep.txt"}, []LeftAlone{leaves("a.pb.txt"), leaves("gen")}},
		{Named{Paths: []string{"gen/deep"}}, nil, []LeftAlone{leaves("gen/deep")}},
		{Named{Paths: []string{"gen/deep/a.txt", "gen/deep"}}, nil, []LeftAlone{leaves("gen/deep/a.txt"), leaves("gen/deep")}},
		{Named{Paths: []string{"gen", "sub/b.txt"}, NoExclude: true}, []string{"gen/deep/a.txt", "sub/b.txt"}, nil},
	} {
		test.named.Dir = ws.Root()
		files, _, err := Files(t.Context(), ws, test.named, nil)
		if err != nil {
			t.Fatal(err)
		}
		source, err := LoadConfig(ws, ConfigFiles{}, files, opts.Tools)
		if err != nil {
			t.Fatal(err)
		}
		if got, left := Included(ws, test.named, files, source); !slices.Equal(got, test.want) || !slices.Equal(left, test.left) {
			t.Errorf("%v: %v, %+v, want %v, %+v", test.named.Paths, got, left, test.want, test.left)
		}
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
