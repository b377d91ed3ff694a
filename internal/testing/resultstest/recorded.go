package resultstest

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
)

var update = flag.Bool("update", false, "write the golden files of recorded runs anew")

// Recorded checks the results that a runner reads in testdata. They are
// outputs and files of real runners, with other paths; their first line names
// the version. Files with _1 and _2 in their names are two runs of the same
// command.
func Recorded(t *testing.T, r *results.Runner) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) < 2 {
		t.Fatalf("%d files, error %v", len(files), err)
	}
	signatures := map[string]string{}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(name, func(t *testing.T) {
			raw := recorded(t, file)
			got := r.Read(raw)
			golden := strings.TrimSuffix(file, ".txtar") + ".want"
			if *update {
				if err := os.WriteFile(golden, []byte(Text(got)), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), Text(got)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if strings.Contains(Text(got), raw.Out) || strings.Contains(Text(got), raw.Dir+"/") {
				t.Error("a path of this machine is in the results")
			}
			signatures[name] = got.Signature
		})
	}
	for name, first := range signatures {
		if runner, isFirst := strings.CutSuffix(name, "_1"); isFirst {
			if diff := cmp.Diff(first, signatures[runner+"_2"]); diff != "" || first == "" {
				t.Errorf("%s: the signatures of two equal runs (-first +second):\n%s", runner, diff)
			}
		}
	}
}

// recorded returns a recorded run.
func recorded(t *testing.T, file string) *results.Raw {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	raw := &results.Raw{End: evidence.Exited, Out: out, Dir: "/tree"}
	fill := strings.NewReplacer("{out}", filepath.ToSlash(out), "{tree}", raw.Dir)
	for _, f := range archive.Files {
		text := fill.Replace(string(f.Data))
		switch f.Name {
		case "argv":
			raw.Argv = strings.Split(strings.TrimSpace(text), "\n")
		case "exit":
			if raw.Exit, err = strconv.Atoi(strings.TrimSpace(text)); err != nil {
				t.Fatal(err)
			}
		case "stdout":
			raw.Stdout = []byte(text)
		case "stderr":
			raw.Stderr = []byte(text)
		default:
			name := filepath.Join(out, filepath.FromSlash(strings.TrimPrefix(f.Name, "out/")))
			if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	return raw
}
