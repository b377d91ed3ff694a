package builtin

import (
	"errors"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

// asked are the namespaces of rules whose certificates are made only on request.
// Tests beside the code that makes them hold these rules to their certificates.
var asked = []string{"buildifier/", "buildkit/", "hadolint/", "dockerfile/", "windows/"}

// certificatesOf checks files and returns how many safe fixes have a
// certificate, by rule. It fails the test for each one that has none, unless its
// rule says why.
func certificatesOf(t *testing.T, files []checks.File) map[string]int {
	t.Helper()
	registry, _ := Registry("0")
	found, err := registry.Run(t.Context(), "", files, enabled(t, registry))
	if crashes, ok := errors.AsType[checks.Crashes](err); err != nil && !ok {
		t.Fatal(err)
	} else if len(crashes) > 0 {
		t.Error(crashes)
	}
	held := map[string]int{}
	for i := range found.Fixes {
		fix := &found.Fixes[i]
		rule, _ := registry.Rule(fix.Rule)
		switch {
		case fix.Certificate.Holds():
			held[fix.Rule]++
		case fix.Certificate != nil:
			t.Errorf("%s: %s has a certificate that does not hold: %+v", fix.Edits[0].Path, fix.Rule, fix.Certificate)
		case fix.Safety != fixedits.SafetySafe, rule.NoCertificate != "":
		case !hasPrefix(fix.Rule, asked):
			t.Errorf("%s: %s calls a fix safe that has no certificate, and does not say why", fix.Edits[0].Path, fix.Rule)
		}
	}
	return held
}

func hasPrefix(text string, prefixes []string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(text, prefix) {
			return true
		}
	}
	return false
}

// enabled returns a configuration with all formatters on.
func enabled(t *testing.T, registry *checks.Registry) config.Source {
	t.Helper()
	text := ""
	for _, schema := range registry.FormatSchemas() {
		if schema.Off {
			text += "[format." + schema.Language + "]\nenabled = true\n"
		}
	}
	c, err := config.Parse("autofix.toml", []byte(text), registry.Sections())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Each formatter certifies its example.
func TestFormattersCertify(t *testing.T) {
	var files []checks.File
	for _, l := range languages {
		files = append(files, checks.File{Path: samplePaths[l.name], Content: []byte(l.documented().Bad)})
	}
	held := certificatesOf(t, files)
	for _, l := range languages {
		if held["format/"+l.name] != 1 {
			t.Errorf("format/%s: %d certificates for its example", l.name, held["format/"+l.name])
		}
	}
}
