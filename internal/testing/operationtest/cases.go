package operationtest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

var (
	update = flag.Bool("update", false, "write what the operations give into testdata")
	long   = flag.Int("long", 0, "random operations on so many files of each kind, with twice as many seeds")
)

// Cases runs the cases of testdata. Each is a file of a text, operations in the
// notation of Parse, and the new text: the sections text, operations and want.
// The section error stands in place of want.
func (l Language) Cases(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases in testdata: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for start := 0; start+2 < len(archive.Files); start += 3 {
				l.runCase(t, archive.Files[start:start+3])
			}
			if len(archive.Files)%3 != 0 {
				t.Errorf("%d sections, want three each", len(archive.Files))
			}
			if *update {
				if err := os.WriteFile(path, txtar.Format(archive), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func (l Language) runCase(t *testing.T, sections []txtar.File) {
	t.Helper()
	name, ok := strings.CutPrefix(sections[0].Name, "text: ")
	if !ok || sections[1].Name != "operations" || sections[2].Name != "want" && sections[2].Name != "error" {
		t.Fatalf("the sections are %s, %s and %s", sections[0].Name, sections[1].Name, sections[2].Name)
	}
	t.Run(name, func(t *testing.T) {
		got, err := l.Run(t, string(sections[0].Data), Parse(t, string(sections[1].Data)))
		section := "want"
		if err != nil {
			section, got = "error", codeOf(err)+"\n"
		}
		if *update {
			sections[2].Name, sections[2].Data = section, []byte(got)
		}
		if section != sections[2].Name {
			t.Errorf("there is the section %s, want %s: %v", section, sections[2].Name, err)
		}
		if diff := cmp.Diff(string(sections[2].Data), got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

func codeOf(err error) string {
	if e, ok := err.(*operation.Error); ok {
		return string(e.Code)
	}
	return err.Error()
}
