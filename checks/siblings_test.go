package checks_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/config"
)

// telling is a checker whose finding is which siblings a file has.
func telling(_ checks.File, s checks.Settings) ([]checks.Finding, error) {
	var words []string
	for _, sibling := range []func() (string, []byte){s.Hadolint, s.Dockerignore} {
		path, content := sibling()
		words = append(words, path+"="+string(content))
	}
	return []checks.Finding{{Rule: "docker/bad", Message: strings.Join(words, " ")}}, nil
}

func TestSettingsHaveSiblings(t *testing.T) {
	root := t.TempDir()
	for name, content := range map[string]string{
		".hadolint.yaml": "a: 1", "docker/.hadolint.yml": "b: 1", "docker/.dockerignore": "*.md", "docker/2.dockerignore": "*.go",
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
		".hadolint.yaml=a: 1 =",
		"docker/.hadolint.yml=b: 1 docker/2.dockerignore=*.go",
		"docker/.hadolint.yml=b: 1 docker/.dockerignore=*.md",
	}
	r := checks.New(artifact.Tool{Name: "autofix"}, fake{name: "docker", check: telling})
	siblings := new(config.Siblings)
	if err := siblings.Find(root, nil); err != nil {
		t.Fatal(err)
	}
	source := (*config.Config)(nil).WithSiblings(siblings)
	a, err := r.Run(context.Background(), "", files, source)
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range a.Diagnostics {
		if d.Message != want[i] {
			t.Errorf("%s: %q, want %q", d.Path, d.Message, want[i])
		}
	}
	if a, err := r.Run(context.Background(), "", files[:1], nil); err != nil || a.Diagnostics[0].Message != "= =" {
		t.Errorf("without a configuration: %v, %v", a, err)
	}
	if findings, err := telling(checks.File{}, checks.Settings{}); err != nil || findings[0].Message != "= =" {
		t.Errorf("settings that nobody set: %v, %v", findings, err)
	}
}

// What is there and can't be read is an error of the run, once, whatever the checker makes of the rest.
func TestUnreadableSibling(t *testing.T) {
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, ".hadolint.yaml"), 0o777); err != nil {
		t.Fatal(err)
	}
	siblings := new(config.Siblings)
	if err := siblings.Find(root, nil); err != nil {
		t.Fatal(err)
	}
	r := checks.New(artifact.Tool{Name: "autofix"}, fake{name: "docker", check: telling})
	files := []checks.File{{Path: "docker-1"}, {Path: "docker-2"}}
	_, err := r.Run(context.Background(), "", files, (*config.Config)(nil).WithSiblings(siblings))
	if _, ok := errors.AsType[*config.Error](err); !ok || err.Error() != ".hadolint.yaml: is a directory: make it a file that can be read, or remove it" {
		t.Errorf("got %v", err)
	}
}

// A mistake that a checker finds in what a sibling says is the user's to fix,
// and is told once. No checker has failed.
func TestMistakeInASibling(t *testing.T) {
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
