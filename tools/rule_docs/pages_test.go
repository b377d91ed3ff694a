package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

func TestRender(t *testing.T) {
	pages, err := render([]checks.Rule{
		{Name: "format/yaml", Summary: "YAML is formatted", Severity: fixedits.SeverityWarning, Format: &config.FormatSchema{Language: "yaml", Off: true}},
		{
			Name: "hadolint/DL9999", Summary: "No *, |", Phase: fixedits.PhaseStyle, Severity: config.SeverityOff, Safety: fixedits.SafetySafe,
			Why: "Since <<EOF is `x|*`.", Bad: "FROM a \n", Good: "FROM b\n", Fix: "writes b.", NoCertificate: "The bytes differ.",
			Options: []checks.Option{{Name: "is", Kind: config.String, Default: "a", Values: []string{"a", "b"}, Doc: "a|b"}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := header + `# hadolint

The rules of hadolint for [Dockerfiles](../dockerfile.md).

## DL9999

No \*, |.

| severity | phase | fix |
|---|---|---|
| off, unless configured | style | safe |

Since \<\<EOF is ` + "`x|*`" + `.

Bad:

` + "```dockerfile\nFROM a·\n```" + `

Here ` + "`·`" + ` stands for a space.

Good:

` + "```dockerfile\nFROM b\n```" + `

**What the fix does.** The fix writes b.

**Why the fix has no certificate.** The bytes differ.

**Options** in ` + "`[rules.\"hadolint/DL9999\"]` of [`autofix.toml`](../configuration.md)" + `:

| option | type | default | meaning |
|---|---|---|---|
| ` + "`is` | string | `\"a\"` | a\\|b: one of `a`, `b`" + ` |
`
	if diff := cmp.Diff(want, pages["hadolint.md"]); diff != "" {
		t.Errorf("page (-want +got):\n%s", diff)
	}
	for _, row := range []string{
		"\n| [DL9999](hadolint.md#dl9999) | off, unless configured | safe | No \\*, \\| |\n",
		"\n| [yaml](format.md#yaml) | warning, if enabled | none | YAML is formatted |\n",
	} {
		if !strings.Contains(pages["README.md"], row) {
			t.Errorf("the index lacks %q:\n%s", row, pages["README.md"])
		}
	}
	if strings.Contains(pages["README.md"], "## text") || len(pages) != 3 {
		t.Errorf("%d pages, and the index:\n%s", len(pages), pages["README.md"])
	}
}

func TestUnknownNamespace(t *testing.T) {
	if _, err := render([]checks.Rule{{Name: "new/rule"}}); err == nil || !strings.Contains(err.Error(), "new/rule: its namespace is unknown") {
		t.Errorf("got %v", err)
	}
}
