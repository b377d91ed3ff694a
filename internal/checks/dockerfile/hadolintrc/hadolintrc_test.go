package hadolintrc_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/hadolintrc"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

func TestParse(t *testing.T) {
	got, err := hadolintrc.Parse(".hadolint.yaml", []byte(`
failure-threshold: warning
format: tty
ignored:
  - DL3008
  - sc2086
override:
  error: [DL3006, DL3008]
  style:
    - DL3015
trustedRegistries:
  - docker.io
  - "*.example.com"
label-schema:
  author: text
  created: rfc3339
strict-labels: true
disable-ignore-pragma: true
`))
	if err != nil {
		t.Fatal(err)
	}
	want := &hadolintrc.Config{
		Severity: map[string]fixedits.Severity{
			"hadolint/DL3008": config.SeverityOff, "hadolint/SC2086": config.SeverityOff,
			"hadolint/DL3006": fixedits.SeverityError, "hadolint/DL3015": fixedits.SeverityInfo,
			"hadolint/DL3050": fixedits.SeverityInfo,
		},
		Registries: []string{"docker.io", "*.example.com"},
		Labels:     map[string]string{"author": "text", "created": "rfc3339"},
		NoPragmas:  true,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestParseErrors(t *testing.T) {
	for src, want := range map[string]string{
		"ignored: DL3008\n":             ".hadolint.yaml: yaml: ",
		"ignored: [DL3008\n":            ".hadolint.yaml: yaml: ",
		"override: {fatal: [DL3008]}\n": `.hadolint.yaml: override: unknown severity "fatal": expected one of: error, warning, info, style`,
	} {
		_, err := hadolintrc.Parse(".hadolint.yaml", []byte(src))
		if _, ok := errors.AsType[*config.Error](err); !ok || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", src, err, want)
		}
	}
	for _, src := range []string{"", "# nothing\n", "{}\n"} {
		if c, err := hadolintrc.Parse(".hadolint.yaml", []byte(src)); err != nil || len(c.Severity) != 0 {
			t.Errorf("%q: %+v, %v", src, c, err)
		}
	}
}
