package checks_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// A picky checker has a section of its own, and explains what it leaves alone.
type picky struct{ reading }

func (picky) Sections() []*config.Section {
	return []*config.Section{{Name: "taste", Keys: []config.Option{{Name: "sweet", Kind: config.Bool, Default: false}}}}
}

func (picky) Explain(f checks.File, _ checks.Settings) ([]string, error) {
	if string(f.Content) == "?" {
		return nil, errors.New("nobody knows")
	}
	return []string{"it does not taste"}, nil
}

func TestSectionsOfCheckers(t *testing.T) {
	r := checks.New(artifact.Tool{Name: "autofix"}, fake{name: "plain"}, picky{reading{fake: fake{name: "picky"}}})
	for _, known := range []*checks.Registry{r, r.Without("picky")} {
		c, err := config.Parse("autofix.toml", []byte("[taste]\nsweet = true\n"), known.Sections())
		if err != nil {
			t.Fatal(err)
		}
		if c.Said(&config.Section{Name: "taste"})["sweet"] != true {
			t.Error("the section is not read")
		}
	}
}

func TestExplain(t *testing.T) {
	r := checks.New(artifact.Tool{Name: "autofix"}, fake{name: "plain"}, picky{reading{fake: fake{name: "picky"}}})
	for path, want := range map[string][]string{"picky": {"picky: it does not taste"}, "plain": nil, "vendor/picky": nil} {
		got, err := r.Explain(checks.File{Path: path}, nil)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v, want %q", path, got, err, want)
		}
	}
	if _, err := r.Explain(checks.File{Path: "picky", Content: []byte("?")}, nil); err == nil {
		t.Error("an error is lost")
	}
}

// A fix may change a further file that its checker has read; the artifact then
// has a snapshot of it.
func TestFixOfAnotherFile(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "compose.yaml"), []byte("old\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	pointer, document := "/a", 1
	check := func(f checks.File, s checks.Settings) ([]checks.Finding, error) {
		other := s.File(builds, "compose.yaml")
		return []checks.Finding{{
			Rule: "docker/bad", Message: "they differ", Pointer: &pointer, Document: &document,
			Fixes: []fixedits.Fix{{Title: "Change both", Edits: []fixedits.Edit{
				{Path: f.Path, Start: 0, End: 1, New: []byte("x")}, {Path: other.Path, Start: 0, End: 3, New: []byte("new")},
			}}},
		}}, nil
	}
	r := checks.New(artifact.Tool{Name: "autofix"}, reading{fake{name: "docker", check: check}, []*config.FileKind{builds}})
	around := config.NewToolFiles(r.FileKinds())
	if err := around.Find(workspace.OpenDeclared(root), nil); err != nil {
		t.Fatal(err)
	}
	files := []checks.File{{Path: "docker-1", Content: []byte("a")}, {Path: "docker-2", Content: []byte("b")}}
	a, err := r.Run(context.Background(), "", files, (*config.Config)(nil).WithToolFiles(around))
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Snapshots) != 3 || a.Snapshots[0] != fixedits.SnapshotOf("compose.yaml", []byte("old\n")) {
		t.Errorf("snapshots: %v", a.Snapshots)
	}
	if d := a.Diagnostics[0]; d.Pointer != &pointer || d.Document != &document {
		t.Errorf("the place is %v, %v", d.Pointer, d.Document)
	}
	data, err := artifact.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := artifact.Decode(data); err != nil {
		t.Error(err)
	}
}
