//go:build conformance

package yaml_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/yaml"
)

// Conformance formats every YAML file below the folders of AUTOFIX_CORPUS, a list as PATH is. No tool is the measure:
// it demands that the guard takes what comes out, and counts and lists what is left alone.
func TestConformance(t *testing.T) {
	roots := filepath.SplitList(os.Getenv("AUTOFIX_CORPUS"))
	if len(roots) == 0 {
		t.Fatal("AUTOFIX_CORPUS names no folder")
	}
	l, err := yaml.New(yaml.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := formatting.NewRegistry(l)
	var files, clean, changed, syntax int
	refused := make(map[string]int)
	number := regexp.MustCompile(`[0-9]+`)
	visit := func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || !l.Match(filepath.ToSlash(name), nil) {
			return nil
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return nil
		}
		files++
		result, err := r.Format(name, src)
		switch {
		case err == nil && result.Changed:
			changed++
		case err == nil:
			clean++
		case errors.As(err, new(*formatting.SyntaxError)):
			syntax++
			t.Log(err)
		default:
			t.Log(err)
			refusal, ok := errors.AsType[*formatting.RefusedError](err)
			if !ok {
				t.Error("the formatter crashed")
				return nil
			}
			refused[number.ReplaceAllString(refusal.Reason, "N")]++
		}
		return nil
	}
	for _, root := range roots {
		if err := filepath.WalkDir(root, visit); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d files: %d clean, %d changed, %d do not parse", files, clean, changed, syntax)
	for reason, n := range refused {
		t.Logf("%d refused: %s", n, reason)
	}
}
