package checks_test

import (
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// Kinds of files that a checker reads.
var (
	lintrc  = &config.FileKind{Name: "lintrc", Names: []string{".hadolint.yaml", ".hadolint.yml"}}
	ignores = &config.FileKind{Name: "ignores", Names: []string{"*.dockerignore"}}
	builds  = &config.FileKind{Name: "builds", Names: []string{"compose*.yaml"}}
)

// A reading checker declares that it reads files.
type reading struct {
	fake
	kinds []*config.FileKind
}

func (r reading) Reads() []*config.FileKind { return r.kinds }

// telling is a checker whose finding is which further files a file has.
func telling(f checks.File, s checks.Settings) ([]checks.Finding, error) {
	var words []string
	files := append(s.Above(builds), s.Nearest(lintrc), s.Beside(ignores, path.Base(f.Path)+".dockerignore", ".dockerignore"), s.File(builds, "other/compose.yaml"))
	for _, file := range files {
		words = append(words, file.Path+"="+string(file.Content))
	}
	return []checks.Finding{{Rule: "docker/bad", Message: strings.Join(words, " ")}}, nil
}

func TestSettingsHaveFiles(t *testing.T) {
	root := t.TempDir()
	for name, content := range map[string]string{
		".hadolint.yaml": "a: 1", "docker/.hadolint.yml": "b: 1", "docker/.dockerignore": "*.md", "docker/2.dockerignore": "*.go",
		"docker/compose.yaml": "1", "other/compose.yaml": "2",
	} {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	files := []checks.File{{Path: "docker-1"}, {Path: "docker/2"}, {Path: "docker/3"}}
	want := []string{
		".hadolint.yaml=a: 1 = other/compose.yaml=2",
		"docker/compose.yaml=1 docker/.hadolint.yml=b: 1 docker/2.dockerignore=*.go other/compose.yaml=2",
		"docker/compose.yaml=1 docker/.hadolint.yml=b: 1 docker/.dockerignore=*.md other/compose.yaml=2",
	}
	r := checks.New(artifact.Tool{Name: "autofix"}, reading{fake{name: "docker", check: telling}, []*config.FileKind{lintrc, ignores, builds}})
	around := config.NewToolFiles(r.FileKinds())
	if err := around.Find(workspace.OpenDeclared(root), nil); err != nil {
		t.Fatal(err)
	}
	source := (*config.Config)(nil).WithToolFiles(around)
	a, err := r.Run(context.Background(), "", files, source)
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range a.Diagnostics {
		if d.Message != want[i] {
			t.Errorf("%s: %q, want %q", d.Path, d.Message, want[i])
		}
	}
	var read []string
	for _, snapshot := range a.Reads {
		read = append(read, snapshot.Path)
	}
	wantRead := []string{".hadolint.yaml", "docker/.dockerignore", "docker/.hadolint.yml", "docker/2.dockerignore", "docker/compose.yaml", "other/compose.yaml"}
	if !slices.Equal(read, wantRead) || a.Reads[0] != fixedits.SnapshotOf(".hadolint.yaml", []byte("a: 1")) {
		t.Errorf("read %q, want %q", read, wantRead)
	}
	if a, err := r.Run(context.Background(), "", files[:1], nil); err != nil || a.Diagnostics[0].Message != "= = =" {
		t.Errorf("without a configuration: %v, %v", a, err)
	}
	if findings, err := telling(checks.File{}, checks.Settings{}); err != nil || findings[0].Message != "= = =" {
		t.Errorf("settings that nobody set: %v, %v", findings, err)
	}
}

// A file that exists but cannot be read is one error of the run, regardless of
// the findings of the checker.
func TestUnreadableFile(t *testing.T) {
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, ".hadolint.yaml"), 0o777); err != nil {
		t.Fatal(err)
	}
	r := checks.New(artifact.Tool{Name: "autofix"}, reading{fake{name: "docker", check: telling}, []*config.FileKind{lintrc, ignores, builds}})
	around := config.NewToolFiles(r.FileKinds())
	if err := around.Find(workspace.OpenDeclared(root), nil); err != nil {
		t.Fatal(err)
	}
	files := []checks.File{{Path: "docker-1"}, {Path: "docker-2"}}
	_, err := r.Run(context.Background(), "", files, (*config.Config)(nil).WithToolFiles(around))
	if _, ok := errors.AsType[*config.Error](err); !ok || err.Error() != ".hadolint.yaml: cannot read it: it is a folder, not a regular file: make it a file of the workspace that can be read, or remove it" {
		t.Errorf("got %v", err)
	}
}

// A mistake that a checker finds in what a further file says is the user's to
// fix, and is told once. No checker has failed.
func TestMistakeInAFile(t *testing.T) {
	refusing := func(checks.File, checks.Settings) ([]checks.Finding, error) {
		return nil, &config.Error{Path: ".hadolint.yaml", Msg: "override: unknown severity"}
	}
	r := checks.New(artifact.Tool{Name: "autofix"}, fake{name: "docker", check: refusing})
	_, err := r.Run(context.Background(), "", []checks.File{{Path: "docker-1"}, {Path: "docker-2"}}, nil)
	if failed, ok := errors.AsType[*checks.CheckerError](err); ok {
		t.Errorf("the checker failed: %v", failed)
	}
	if err == nil || err.Error() != ".hadolint.yaml: override: unknown severity" {
		t.Errorf("got %v", err)
	}
}

// A checker fails if it reads a kind of file that it does not declare: in a
// build, the file would not be an input of its action.
func TestUndeclaredKind(t *testing.T) {
	r := checks.New(artifact.Tool{Name: "autofix"}, reading{fake{name: "docker", check: telling}, []*config.FileKind{lintrc, builds}})
	_, err := r.Run(context.Background(), "", []checks.File{{Path: "docker-1"}}, nil)
	crash, ok := errors.AsType[*checks.PanicError](err)
	const want = "checks: the checker docker does not declare that it reads files of the kind ignores: add it to what its method Reads returns"
	if !ok || crash.Value != want {
		t.Errorf("got %v, want a crash: %s", err, want)
	}
}

func TestFileKinds(t *testing.T) {
	one := reading{fake{name: "one"}, []*config.FileKind{lintrc, builds}}
	two := reading{fake{name: "two"}, []*config.FileKind{builds, ignores}}
	r := checks.New(artifact.Tool{Name: "autofix"}, one, fake{name: "three"}, two)
	want := []*config.FileKind{config.EditorConfig, config.GitAttributes, lintrc, builds, ignores}
	if got := r.FileKinds(); !slices.Equal(got, want) {
		t.Errorf("got %v", config.FileNames(got))
	}
	if got := r.Without("two").FileKinds(); !slices.Equal(got, want) {
		t.Errorf("without a checker: %v", config.FileNames(got))
	}
	if got := r.Readers(builds); !slices.Equal(got, []string{"one", "two"}) {
		t.Errorf("readers: %v", got)
	}
	defer func() {
		if v := recover(); v != "checks: two kinds of files named builds" {
			t.Errorf("two kinds of one name: %v", v)
		}
	}()
	r.Register(reading{fake{name: "four"}, []*config.FileKind{{Name: "builds"}}})
}
