package resultstest

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
)

// Hostile puts other things in the place of the file of results, as a test can,
// and checks that the runner does not read them.
func Hostile(t *testing.T, r *results.Runner, file string) {
	for _, row := range []struct {
		name string
		make func(t *testing.T, path string) error
	}{
		{"a folder", func(_ *testing.T, path string) error { return os.Mkdir(path, 0o777) }},
		{"a link to a file elsewhere", func(t *testing.T, path string) error {
			secret := filepath.Join(t.TempDir(), "secret")
			if err := os.WriteFile(secret, []byte(`<testcase name="leaked"/>`), 0o666); err != nil {
				return err
			}
			return os.Symlink(secret, path)
		}},
		{"a huge file", func(_ *testing.T, path string) error {
			if err := os.WriteFile(path, nil, 0o666); err != nil {
				return err
			}
			return os.Truncate(path, 64<<20+1) // has no blocks on the disk
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			raw := Wrote(t, 0, nil)
			if err := row.make(t, filepath.Join(raw.Out, file)); err != nil {
				if runtime.GOOS == "windows" {
					t.Skip("this machine has no such file: ", err)
				}
				t.Fatal(err)
			}
			got := r.Read(raw)
			if diff := cmp.Diff([]string{evidence.ProblemBadResults}, Brief(got)); diff != "" {
				t.Errorf("-want +got:\n%s\n%s", diff, Text(got))
			}
		})
	}
}
