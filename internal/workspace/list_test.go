package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// source is a tree with every reason not to list a file.
var source = map[string]string{
	"MODULE.bazel":           "",
	".bazelignore":           "# folders that Bazel does not look into\n\nnode_modules\n./third_party/big/\n",
	"app/main.go":            "",
	"app/main_test.go":       "",
	"app/gen/x.pb.go":        "",
	"app/to-main":            "-> main.go",
	"lib/a.txt":              "",
	"lib-2/b.txt":            "",
	"vendor/v/v.go":          "",
	"node_modules/m/i.js":    "",
	"app/node_modules/i.js":  "",
	"third_party/big/x":      "",
	"third_party/small/y":    "",
	".git/config":            "",
	"sub/.git":               "gitdir: nowhere\n",
	"sub/file":               "",
	".hg/store":              "",
	"bazel-bin":              "-> ../elsewhere",
	"bazel-real/kept":        "",
	"bazel-out/k8/copy":      "",
	"sub-2/bazel-testlogs/x": "",
	"lib/.sl/x":              "",
	"lib/.jj/x":              "",
	"to-lib":                 "-> lib",
	"dangling":               "-> none",
	"odd/new\nline":          "",
	"odd/not utf8 \xff":      "",
	"odd/-dash":              "",
	"odd/*star":              "",
	".autofix-journal":       "",
	"lib/.autofix-tmp-123-0": "",
}

func TestListWalks(t *testing.T) {
	w := open(t, source)
	for _, row := range []struct {
		rule    string
		paths   []string
		exclude []string
		want    []string
	}{
		{
			"everything but version control, Bazel's outputs, links, ignored folders and our own files",
			[]string{"."},
			nil,
			[]string{
				".bazelignore", "MODULE.bazel", "app/gen/x.pb.go", "app/main.go", "app/main_test.go",
				"app/node_modules/i.js", "bazel-real/kept", "lib-2/b.txt", "lib/a.txt", "odd/*star", "odd/-dash",
				"odd/new\nline", "odd/not utf8 \xff", "third_party/small/y", "vendor/v/v.go",
			},
		},
		{"a folder", []string{"lib"}, nil, []string{"lib/a.txt"}},
		{"each file once, in byte order", []string{"lib", "lib/a.txt", "lib-2", "lib"}, nil, []string{"lib-2/b.txt", "lib/a.txt"}},
		{"a separate repository is walked if it is named", []string{"sub"}, nil, []string{"sub/file"}},
		{"and a file in it is listed", []string{"sub/file", "lib"}, nil, []string{"lib/a.txt", "sub/file"}},
		{"a named link is resolved", []string{"app/to-main"}, nil, []string{"app/main.go"}},
		{"a named link to a folder is walked", []string{"to-lib"}, nil, []string{"lib/a.txt"}},
		{"a named ignored folder is walked", []string{"node_modules"}, nil, []string{"node_modules/m/i.js"}},
		{"and a folder in an ignored one", []string{"node_modules/m"}, nil, []string{"node_modules/m/i.js"}},
		{"globs leave out files", []string{"app"}, []string{"**/*_test.go", "**/*.pb.go"}, []string{"app/main.go", "app/node_modules/i.js"}},
		{"and folders", []string{"app", "vendor"}, []string{"vendor", "app/{gen,node_modules}/"}, []string{"app/main.go", "app/main_test.go"}},
		{"a glob on all below a folder", []string{"vendor", "lib"}, []string{"./vendor/**"}, []string{"lib/a.txt"}},
		{"a glob matches only at its own depth", []string{"app"}, []string{"*.go", "app/gen/**", "app/node_modules"}, []string{"app/main.go", "app/main_test.go"}},
		{"a named file is listed whatever the globs say", []string{"vendor/v/v.go", "vendor"}, []string{"vendor", "**/*.go"}, []string{"vendor/v/v.go"}},
		{"a name with a star is not a glob", []string{"odd/*star"}, nil, []string{"odd/*star"}},
		{"no paths, no files", nil, nil, nil},
	} {
		got, err := w.List(row.paths, ListOptions{Exclude: row.exclude})
		if err != nil || !slices.Equal(got, row.want) {
			t.Errorf("%s: List(%q) = %q, %v\nwant %q", row.rule, row.paths, got, err, row.want)
		}
	}
}

func TestListResolvesPathsAgainstAFolder(t *testing.T) {
	base := t.TempDir()
	plant(t, base, map[string]string{"ws/app/main.go": "", "ws/lib/a": "", "to-ws": "-> ws", "other": ""})
	w, err := Open(filepath.Join(base, "to-ws"))
	check(t, err)
	defer w.Close()
	for _, row := range []struct{ rule, dir, path, want string }{
		{"relative to the folder", filepath.Join(base, "to-ws/app"), "main.go", "app/main.go"},
		{"upward within the workspace", filepath.Join(base, "to-ws/app"), "../lib", "lib/a"},
		{"out and in again", filepath.Join(base, "to-ws/app"), "../../to-ws/lib/a", "lib/a"},
		{"the folder by its real name", filepath.Join(base, "ws/app"), ".", "app/main.go"},
		{"absolute", "", filepath.Join(base, "to-ws/lib/a"), "lib/a"},
		{"absolute by the real name", "", filepath.Join(base, "ws/lib/a"), "lib/a"},
		{"no folder: the root", "", "lib/a", "lib/a"},
	} {
		got, err := w.List([]string{row.path}, ListOptions{Dir: row.dir})
		if err != nil || strings.Join(got, " ") != row.want {
			t.Errorf("%s: %q, %v, want %q", row.rule, got, err, row.want)
		}
	}
}

func TestListRefuses(t *testing.T) {
	base := t.TempDir()
	w := openAt(t, filepath.Join(base, "ws"), map[string]string{"a": "", "out": "-> ../other", ".git/config": "", "bazel-out/x": "", "folder/": ""})
	plant(t, base, map[string]string{"other/x": ""})
	for _, row := range []struct {
		path, dir string
		is        error
		why       string
	}{
		{"none", "", fs.ErrNotExist, "none: no such file or folder in " + w.Root()},
		{"none", filepath.Join(w.Root(), "folder"), fs.ErrNotExist, "no such file or folder in " + filepath.Join(w.Root(), "folder")},
		{"../other", "", ErrOutside, "../other: outside the workspace " + w.Root() + ""},
		{filepath.Join(base, "other"), "", ErrOutside, "outside the workspace"},
		{"out", "", ErrOutside, "a link in it leads above the root"},
		{"out/x", "", ErrOutside, "a link in it leads above the root"},
		{".git", "", ErrOutside, "it belongs to version control"},
		{".git/config", "", ErrOutside, "it belongs to version control"},
		{"bazel-out", "", ErrOutside, "to Bazel"},
		{"", "", nil, "empty path"},
	} {
		_, err := w.List([]string{"a", row.path}, ListOptions{Dir: row.dir})
		wantError(t, err, row.why)
		if row.is != nil && !errors.Is(err, row.is) {
			t.Errorf("List(%q): %v is no %v", row.path, err, row.is)
		}
	}
	_, err := w.List([]string{"."}, ListOptions{Exclude: []string{"{a"}})
	wantError(t, err, `"{a": not a valid glob to exclude`)
}

func TestListSorts(t *testing.T) {
	w := open(t, numbered(300, "text"))
	want := harvest(t, w.Root())
	got, err := w.List([]string{"."}, ListOptions{})
	check(t, err)
	if len(got) != len(want) || !slices.IsSorted(got) {
		t.Errorf("%d files, sorted %v, want %d sorted", len(got), slices.IsSorted(got), len(want))
	}
	check(t, os.RemoveAll(filepath.Join(w.Root(), "d00")))
	if got, err = w.List([]string{"."}, ListOptions{}); err != nil || len(got) != len(want)-10 {
		t.Errorf("after removing a folder %d files, %v, want %d", len(got), err, len(want)-10)
	}
}
