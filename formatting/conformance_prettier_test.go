//go:build conformance

package formatting_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/json"
)

// Of what the command that AUTOFIX_PRETTIER names makes of the JSON of
// AUTOFIX_CORPUS, it is counted how much is canonical for us, too.
func TestJSONAfterPrettier(t *testing.T) {
	prettier := os.Getenv("AUTOFIX_PRETTIER")
	if prettier == "" {
		t.Skip("AUTOFIX_PRETTIER is not set: it is the path of the command prettier, which is not a dependency of this module")
	}
	language := made(t)(json.New(json.Options{}))
	registry := formatting.NewRegistry(language)
	folder := t.TempDir()
	original := make(map[string]string)
	for i, f := range newCorpus(t, filepath.SplitList(os.Getenv("AUTOFIX_CORPUS"))).files(t, language) {
		if registry.Parse(filepath.ToSlash(f.name), f.src) != nil {
			continue
		}
		copied := filepath.Join(folder, fmt.Sprint(i), filepath.Base(f.name))
		original[copied] = f.name
		if err := os.Mkdir(filepath.Dir(copied), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(copied, f.src, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.Command(prettier, "--write", "--log-level=warn", "--end-of-line=auto", folder)
	if out, err := command.CombinedOutput(); err != nil {
		t.Logf("%v: %.2000s", err, out)
	}
	same := 0
	for _, copied := range slices.Sorted(maps.Keys(original)) {
		src, err := os.ReadFile(copied)
		if err != nil {
			t.Fatal(err)
		}
		result, err := registry.Format(filepath.ToSlash(original[copied]), src)
		if err != nil || result.Changed {
			t.Logf("%s: not canonical after prettier: %v", original[copied], err)
			continue
		}
		same++
	}
	t.Logf("%d of %d files that prettier formatted are canonical", same, len(original))
	if same == 0 {
		t.Error("none is")
	}
}
