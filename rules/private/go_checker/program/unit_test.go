package main

import (
	"go/build"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestUnit(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, ".", map[string]string{
		"go.mod":               "module \"example.com/m\" // ours\n\ngo 1.21\n\nrequire (\n\tx v1.0.0\n\tgo 9\n)\n",
		"new.mod":              "module example.com/m\ngo 1.999\n",
		"pkg/p_q_race/fmt.a":   "",
		"pkg/p_q_race/a/b.a":   "",
		"pkg/other/unknown.a":  "",
		"pkg/p_q_race/shown.a": "",
	})
	was := build.Default
	defer func() { build.Default = was }()
	build.Default.GOOS, build.Default.GOARCH = "p", "q"
	r, err := parse([]string{
		"-package=example.com/m/p", "-stdlib=pkg", "-gomod=go.mod", "-facts=f", "-findings=d",
		"-archive=example.com/x:example.com/y=vendor/x=x.x", "-archive=example.com/y=y=y.x", "-archive=shown=shown=hidden.x",
		"-imported=vendor/x=x.facts",
	})
	if err != nil {
		t.Fatal(err)
	}
	files := &files{
		compiled: []string{"a.go"}, other: []string{"a.s"}, ignored: []string{"b.go"},
		imports: map[string]bool{"unsafe": true, "fmt": true, "a/b": true, "example.com/x": true, "example.com/y": true, "shown": true, "unknown": true},
	}
	got, err := r.unit(files)
	if err != nil {
		t.Fatal(err)
	}
	want := &unit{
		ID: "example.com/m/p", Compiler: "gc", ImportPath: "example.com/m/p", GoVersion: "go1.21",
		GoFiles: []string{"a.go"}, NonGoFiles: []string{"a.s"}, IgnoredFiles: []string{"b.go"},
		ModulePath: "example.com/m", Module: &module{Path: "example.com/m", GoVersion: "1.21"},
		ImportMap: map[string]string{
			"unsafe": "unsafe", "fmt": "fmt", "a/b": "a/b", "example.com/x": "vendor/x", "example.com/y": "y", "shown": "shown",
		},
		PackageFile: map[string]string{
			"fmt": "pkg/p_q_race/fmt.a", "a/b": "pkg/p_q_race/a/b.a", "vendor/x": "x.x", "y": "y.x", "shown": "pkg/p_q_race/shown.a",
		},
		PackageVetx: map[string]string{"vendor/x": "x.facts"}, VetxOutput: "f",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}

	r.goMod, r.findings = "new.mod", ""
	if got, err = r.unit(files); err != nil || got.GoVersion != "" || !got.VetxOnly {
		t.Errorf("a go.mod that is newer than %s: %+v, %v", runtime.Version(), got, err)
	}
	r.goMod = "gone.mod"
	if _, err := r.unit(files); err == nil {
		t.Error("a missing go.mod is no error")
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
