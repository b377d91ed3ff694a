package builtin

import (
	"context"
	"slices"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/format"
	"github.com/rules-autofix/rules_autofix/internal/checks/starlark"
	"github.com/rules-autofix/rules_autofix/internal/checks/text"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

// fixed are formatters without a configuration.
type fixed struct{ registry *formatting.Registry }

func (f fixed) For(*config.Config, string) (*formatting.Registry, error) { return f.registry, nil }

func (f fixed) Parser(*config.Config, string, string) (*formatting.Registry, error) {
	return f.registry, nil
}

// samplePaths are files of each language.
var samplePaths = map[string]string{
	"go": "a.go", "gomod": "go.mod", "starlark": "BUILD", "shell": "a.sh", "hcl": "a.tf", "cue": "a.cue", "jsonnet": "a.jsonnet",
	"json": "a.json", "toml": "a.toml", "yaml": "a.yaml", "dockerfile": "Dockerfile", "protobuf": "a.proto",
}

// The examples of each language are what its rules say of them, whichever
// checkers look at them.
func TestExamplesOfLanguages(t *testing.T) {
	for _, l := range languages {
		path, ok := samplePaths[l.name]
		if !ok {
			t.Errorf("%s: samplePaths lacks it", l.name)
			continue
		}
		docs := l.documented()
		for _, sample := range []struct {
			what, text, rule string
		}{
			{"clean", docs.Good, ""},
			{"not formatted", docs.Bad, "format/" + l.name},
			{"broken", docs.Broken, "syntax/" + l.name},
		} {
			docs.Schema.Off = false
			formats := fixed{formatting.NewRegistry(docs.Known)}
			r := checks.New(artifact.Tool{Name: "autofix"}, format.New(formats, []format.Language{docs}), starlark.New(), text.New(formats))
			found, err := r.Run(context.Background(), "", []checks.File{{Path: path, Content: []byte(sample.text)}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, namespace := range []string{"format/", "syntax/"} {
				rule := namespace + l.name
				about := func(d fixedits.Diagnostic) bool { return d.Rule == rule }
				if got := slices.ContainsFunc(found.Diagnostics, about); got != (rule == sample.rule) {
					t.Errorf("%s, %s: found %+v", l.name, sample.what, found.Diagnostics)
				}
			}
		}
	}
}
