package session

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/bazel"
	"github.com/rules-autofix/rules_autofix/internal/bazel/rounds"
	"github.com/rules-autofix/rules_autofix/internal/exit"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

func TestHasSubpackage(t *testing.T) {
	tests := []struct {
		name       string
		files      []string
		unreadable string // a folder
		want       bool
	}{
		{"only its own BUILD file", []string{"BUILD.bazel", "a/x.go"}, "", false},
		{"a package below it", []string{"BUILD.bazel", "a/b/BUILD"}, "", true},
		{"a folder named BUILD", []string{"BUILD.bazel", "a/BUILD/x.go"}, "", false},
		{"a package after an unreadable folder", []string{"BUILD.bazel", "a/BUILD", "b/BUILD"}, "a", true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.unreadable != "" && os.Geteuid() == 0 {
				t.Skip("root can read every folder")
			}
			folder := t.TempDir()
			for _, file := range test.files {
				name := filepath.Join(folder, filepath.FromSlash(file))
				if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(name, nil, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if test.unreadable != "" {
				dir := filepath.Join(folder, test.unreadable)
				if err := os.Chmod(dir, 0); err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = os.Chmod(dir, 0o700) })
			}
			if got := hasSubpackage(folder); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

func TestExcluding(t *testing.T) {
	labels := func(packages, each int) (all []string) {
		for p := range packages {
			for i := range each {
				all = append(all, fmt.Sprintf("//p%d:t%d", p, i))
			}
		}
		return all
	}
	below := func(folder string, packages int) (all []string) {
		for p := range packages {
			all = append(all, fmt.Sprintf("//%s/p%d:t", folder, p))
		}
		return all
	}
	for _, test := range []struct {
		labels []string
		want   []string
	}{
		{nil, nil},
		{[]string{"//a:b", "//c"}, []string{"-//a:b", "-//c"}},
		{labels(2, 5), []string{"-//p0:t0", "-//p0:t1", "-//p0:t2", "-//p0:t3", "-//p0:t4", "-//p1:t0", "-//p1:t1", "-//p1:t2", "-//p1:t3", "-//p1:t4"}},
		{labels(2, 29), []string{"-//p0:all", "-//p1:all"}},
		{labels(11, 1), nil},
		{below("a/b", 11), []string{"-//a/b/..."}},
		{append(below("a/b", 6), below("a/c", 6)...), []string{"-//a/b/...", "-//a/c/..."}},
		{append(below("a", 11), "//:x", "//b:y"), []string{"-//a/...", "-//:all", "-//b:all"}},
		{append(below("a/b/c", 11), below("a/d", 8)...), []string{"-//a/b/c/...", "-//a/d/p0:all", "-//a/d/p1:all", "-//a/d/p2:all", "-//a/d/p3:all", "-//a/d/p4:all", "-//a/d/p5:all", "-//a/d/p6:all", "-//a/d/p7:all"}},
	} {
		if got := excluding(test.labels); !slices.Equal(got, test.want) {
			t.Errorf("%d labels: %q, want %q", len(test.labels), got, test.want)
		}
	}
}

// Targets that were not built are reported even if a file could not be written.
func TestAFailedFileHidesNoUnbuiltTarget(t *testing.T) {
	s := &Session{}
	result := &rounds.Result{Unbuilt: &bazel.BuildError{ExitCode: 1, Failures: []bazel.Failure{
		{Kind: bazel.PackageFailed, Label: "//broken", Reason: "syntax error"},
	}}}
	err := s.Partly(result, report.FailedError([]*fixedits.FileError{{Path: "a.txt", Err: errors.New("a.txt: read-only file system")}}, nil))
	for _, want := range []string{"package //broken does not load: syntax error", "a.txt: read-only file system"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in: %v", want, err)
		}
	}
	if _, findings := errors.AsType[*exit.FindingsError](err); findings {
		t.Errorf("%v: findings, want a failure", err)
	}
}
