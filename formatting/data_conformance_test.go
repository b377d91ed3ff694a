//go:build conformance

package formatting_test

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	gotoml "github.com/pelletier/go-toml/v2"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/json"
	"github.com/rules-autofix/rules_autofix/formatting/toml"
)

// DataConformance runs the formatters of data over all files below the folders of AUTOFIX_CORPUS, a list as PATH is
// one. They must take the files that a decoder takes, and refuse none but for
// their line ends or bytes. Where AUTOFIX_PRETTIER names that command, what it makes of the files must be canonical. Run it with
// -tags=conformance -v.
func TestDataConformance(t *testing.T) {
	roots := filepath.SplitList(os.Getenv("AUTOFIX_CORPUS"))
	if len(roots) == 0 {
		t.Skip("AUTOFIX_CORPUS names no folders")
	}
	jsonlanguage, err := json.New(json.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Run("json", func(t *testing.T) {
		names := files(t, roots, jsonlanguage)
		runData(t, jsonlanguage, names, func(src []byte) error {
			var v stdjson.RawMessage
			return stdjson.Unmarshal(bytes.TrimPrefix(src, []byte("\ufeff")), &v)
		})
		if prettier := os.Getenv("AUTOFIX_PRETTIER"); prettier != "" {
			runPrettier(t, jsonlanguage, prettier, names)
		}
	})
	tomllanguage, err := toml.New(toml.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Run("toml", func(t *testing.T) {
		runData(t, tomllanguage, files(t, roots, tomllanguage), func(src []byte) error {
			var v map[string]any
			return gotoml.Unmarshal(bytes.TrimPrefix(src, []byte("\ufeff")), &v)
		})
	})
}

func runData(t *testing.T, language formatting.Language, names []string, decode func([]byte) error) {
	registry := formatting.NewRegistry(language)
	var clean, changed, syntax, refused, size int
	var spent time.Duration
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		result, err := registry.Format(filepath.ToSlash(name), src)
		spent += time.Since(start)
		size += len(src)
		decodeErr := decode(src)
		if _, ok := errors.AsType[*formatting.SyntaxError](err); ok {
			syntax++
			if decodeErr == nil {
				t.Errorf("%v, but the decoder takes it", err)
			}
			t.Log(err)
			continue
		}
		if decodeErr != nil {
			t.Logf("%s: formatted, though the decoder says: %v", name, decodeErr)
		}
		switch {
		case err != nil:
			refused++
			t.Log(err)
		case result.Changed:
			changed++
		default:
			clean++
		}
	}
	t.Logf("%d files, %d bytes: %d unchanged, %d changed, %d do not parse, %d refused; %v",
		len(names), size, clean, changed, syntax, refused, spent.Round(time.Millisecond))
}

// runPrettier demands that what prettier makes of the files be canonical.
func runPrettier(t *testing.T, language formatting.Language, prettier string, names []string) {
	dir := t.TempDir()
	registry := formatting.NewRegistry(language)
	original := make(map[string]string)
	for i, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if registry.Parse(filepath.ToSlash(name), src) != nil {
			continue
		}
		copied := filepath.Join(dir, fmt.Sprint(i), filepath.Base(name))
		original[copied] = name
		if err := os.MkdirAll(filepath.Dir(copied), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(copied, src, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.Command(prettier, "--write", "--log-level=warn", "--end-of-line=auto", dir)
	if out, err := command.CombinedOutput(); err != nil {
		t.Logf("%v: %.2000s", err, out)
	}
	same, other := 0, 0
	for _, copied := range slices.Sorted(maps.Keys(original)) {
		src, err := os.ReadFile(copied)
		if err != nil {
			t.Fatal(err)
		}
		result, err := registry.Format(filepath.ToSlash(original[copied]), src)
		if err != nil || result.Changed {
			other++
			t.Logf("%s: not canonical after prettier: %v", original[copied], err)
			continue
		}
		same++
	}
	t.Logf("%d of %d files that prettier formatted are canonical", same, same+other)
}
