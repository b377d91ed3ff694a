package main

import (
	"go/build"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"
)

func TestImports(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, ".", map[string]string{"pkg/p_q_race/fmt.a": "", "pkg/p_q_race/a/b.a": "", "pkg/other/unknown.a": ""})
	was := build.Default
	defer func() { build.Default = was }()
	build.Default.GOOS, build.Default.GOARCH = "p", "q"
	r, err := parse([]string{
		"-stdlib=pkg", "-archive=example.com/x:example.com/y=vendor/x=x.x", "-archive=example.com/y:example.com/z=y=y.x",
	})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"fmt": "pkg/p_q_race/fmt.a", "a/b": "pkg/p_q_race/a/b.a", "unknown": "", "a": ""} {
		if got := filepath.ToSlash(r.standard(path)); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	got := map[string]string{}
	for name, a := range r.byName() {
		got[name] = a.path + " " + a.file
	}
	want := map[string]string{"example.com/x": "vendor/x x.x", "example.com/y": "y y.x", "example.com/z": "y y.x"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestModuleOf(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, ".", map[string]string{
		"go.mod":  "module \"example.com/m\" // ours\n\ngo 1.21\n\nrequire (\n\tx v1.0.0\n\tgo 9\n)\n",
		"new.mod": "module example.com/m\ngo 1.999\n",
	})
	for name, want := range map[string]*analysis.Module{
		"go.mod":  {Path: "example.com/m", GoVersion: "1.21"},
		"new.mod": {Path: "example.com/m"}, // newer than the compiler
		"":        nil,
	} {
		got, err := moduleOf(name)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
	}
}

func TestMistakenArguments(t *testing.T) {
	for arg, want := range map[string]string{
		"-archive=a": `arguments: invalid value "a" for flag -archive: expected NAMES=PATH=FILE`,
		"-imported=": `arguments: invalid value "" for flag -imported: expected PATH=FILE`,
		"a.go":       "arguments: a.go: unexpected",
		"-color":     "arguments: flag provided but not defined: -color",
	} {
		if _, err := parse([]string{arg}); err == nil || err.Error() != want {
			t.Errorf("%s: error %v, want %s", arg, err, want)
		}
	}
	if _, err := expand([]string{"@gone"}); err == nil {
		t.Error("a missing file of arguments is no error")
	}
}
