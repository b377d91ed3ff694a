//go:build conformance

package conformance

import (
	"bytes"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/adapters/external"
)

// A tool that only fixes files in place runs on a copy, and the fixes that are
// made of what it changed equal what it makes of the files themselves.
func TestFixesInPlaceEqualTheToolsOwn(t *testing.T) {
	args := []string{"--fix", "-A", "all", "-D", "no-debugger", "-D", "no-extra-boolean-cast", "-D", "no-useless-escape", "-D", "unicorn/no-zero-fractions", "-D", "prefer-const"}
	source := map[string]string{
		"a.js":     "let a = '😀';\tif (!!a) { console.log(1.0, \"\\d\"); }\ndebugger; // é\nexport { a };\n",
		"sub/b.js": "/* 🙂 */ const naïve = \"é\";\n\tif (!!naïve) { naïve(2.0); }\nexport { naïve };\n",
	}
	for _, variant := range []variant{plain, crlf, mark, both, open} {
		t.Run("oxlint/"+variant.name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{}
			for name, text := range source {
				files[name] = variant.of(text)
			}
			names := slices.Sorted(maps.Keys(files))
			theirs, ours := newFolder(t, files), newFolder(t, files)
			theirs.run("oxlint", append(slices.Clone(args), names...)...)

			linters, err := commands()
			if err != nil {
				t.Fatal(err)
			}
			var given []fixedits.Snapshot
			for _, name := range names {
				given = append(given, fixedits.SnapshotOf(name, []byte(files[name])))
			}
			checker := &external.Checker{
				Name: "oxlint", Program: filepath.Join(linters, "oxlint"), Args: args, Dir: ours.path, ExitCodes: []int{0, 1},
				Rewrite: &external.Rewrite{Phase: fixedits.PhaseSemantic, Safety: fixedits.SafetySafe},
			}
			found, refused, err := checker.Check(t.Context(), "", given)
			if err != nil || len(refused) > 0 {
				t.Fatalf("%v, refused %v", err, refused)
			}
			plan, err := fixedits.Merge([]fixedits.Proposal{found.Proposal()}, fixedits.Options{Read: ours.read})
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range plan.Files {
				ours.write(file.Path, string(file.After))
			}
			for _, name := range names {
				want, err := theirs.read(name)
				if err != nil {
					t.Fatal(err)
				}
				got, err := ours.read(name)
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(want, got) {
					t.Errorf("%s: %q, the tool makes %q", name, got, want)
				}
				if string(want) == files[name] {
					t.Errorf("%s: the tool fixes nothing: the test shows nothing", name)
				}
			}
		})
	}
}
