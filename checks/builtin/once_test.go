package builtin

import (
	"context"
	"slices"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/format"
	"github.com/rules-autofix/rules_autofix/checks/starlark"
	"github.com/rules-autofix/rules_autofix/checks/text"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/formatting"
)

// A counting language counts what is asked of a language. It is not Incremental, whatever the language is.
type counting struct {
	formatting.Language
	parses, formats int
}

func (c *counting) Parse(path string, src []byte) error {
	c.parses++
	return c.Language.Parse(path, src)
}

func (c *counting) Format(path string, src []byte) ([]byte, error) {
	c.formats++
	return c.Language.Format(path, src)
}

// fixed are formatters without a configuration.
type fixed struct{ registry *formatting.Registry }

func (f fixed) For(*config.Config, string) (*formatting.Registry, error) { return f.registry, nil }

// samplePaths are files of each language.
var samplePaths = map[string]string{
	"go": "a.go", "gomod": "go.mod", "starlark": "BUILD", "shell": "a.sh", "hcl": "a.tf", "cue": "a.cue", "jsonnet": "a.jsonnet",
	"json": "a.json", "toml": "a.toml", "yaml": "a.yaml", "dockerfile": "Dockerfile", "protobuf": "a.proto",
}

// A check formats a clean file of any language once, whichever checkers look at it, and parses it no further time; where
// something changes, the guard has a second look.
func TestCleanFilesAreFormattedOnce(t *testing.T) {
	for _, l := range languages {
		path, ok := samplePaths[l.name]
		if !ok {
			t.Errorf("%s: samplePaths lacks it", l.name)
			continue
		}
		docs := l.documented()
		for _, sample := range []struct {
			what, text string
			formats    int
		}{
			{"clean", docs.Good, 1},
			{"not formatted", docs.Bad, 2},
			{"broken", docs.Broken, 1},
		} {
			language := &counting{Language: docs.Known}
			docs.Known, docs.Schema.Off = language, false
			formats := fixed{formatting.NewRegistry(language)}
			r := checks.New(artifact.Tool{Name: "autofix"}, format.New(formats, []format.Language{docs}), starlark.New(), text.New(formats))
			found, err := r.Run(context.Background(), "", []checks.File{{Path: path, Content: []byte(sample.text)}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			about := func(d fixedits.Diagnostic) bool { return d.Rule == "format/"+l.name || d.Rule == "syntax/"+l.name }
			if slices.ContainsFunc(found.Diagnostics, about) != (sample.what != "clean") {
				t.Errorf("%s, %s: found %+v", l.name, sample.what, found.Diagnostics)
			}
			if language.formats != sample.formats || language.parses != 0 {
				t.Errorf("%s, %s: formatted %d times, parsed %d times besides; want %d and 0",
					l.name, sample.what, language.formats, language.parses, sample.formats)
			}
			docs.Known = language.Language
		}
	}
}
