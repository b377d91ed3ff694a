package dockerfile_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// judge returns the findings of rules in a file, with severities, under an
// autofix.toml and a .hadolint.yaml.
func judge(t *testing.T, src, toml, hadolint string, rules ...string) ([]string, error) {
	t.Helper()
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, ".hadolint.yaml"), []byte(hadolint), 0o666); err != nil {
		t.Fatal(err)
	}
	r := checks.New(artifact.Tool{Name: "autofix"}, dockerfile.New())
	files, err := config.ReadToolFiles(workspace.OpenDeclared(root), r.FileKinds(), []string{".hadolint.yaml"})
	if err != nil {
		t.Fatal(err)
	}
	c, err := config.Parse("autofix.toml", []byte(toml), r.Sections())
	if err != nil {
		t.Fatal(err)
	}
	a, err := r.Run(context.Background(), "", []checks.File{{Path: testFile, Content: []byte(src)}}, c.WithToolFiles(files))
	if err != nil {
		return nil, err
	}
	var got []string
	for _, d := range a.Diagnostics {
		for _, rule := range rules {
			if d.Rule == rule {
				got = append(got, fmt.Sprintf("%d %s %s", d.Line, d.Rule, d.Severity))
			}
		}
	}
	return got, nil
}

func TestSourcesOfSeverities(t *testing.T) {
	const src = "FROM debian:12 as x\n# hadolint ignore=DL3020\nADD a /a\nADD b /b\n"
	for _, row := range []struct {
		name, toml, hadolint, src string
		want                      []string
	}{
		{"nothing said", "", "", src, []string{"4 hadolint/DL3020 error", "1 buildkit/FromAsCasing warning"}},
		{"ignored", "", "ignored: [DL3020]", src, []string{"1 buildkit/FromAsCasing warning"}},
		{"another severity", "", "override: {style: [DL3020]}", src, []string{"1 buildkit/FromAsCasing warning", "4 hadolint/DL3020 info"}},
		{"autofix.toml goes before", "[rules.\"hadolint/DL3020\"]\nseverity = \"warning\"", "ignored: [DL3020]", src, []string{
			"1 buildkit/FromAsCasing warning", "4 hadolint/DL3020 warning",
		}},
		{"what is off", "", "override: {info: [DL1001]}", src, []string{
			"4 hadolint/DL3020 error", "1 buildkit/FromAsCasing warning", "2 hadolint/DL1001 info",
		}},
		{"comments hold no more", "", "disable-ignore-pragma: true", src, []string{
			"3 hadolint/DL3020 error", "4 hadolint/DL3020 error", "1 buildkit/FromAsCasing warning",
		}},
		{"errors by BuildKit's directive", "", "", "# check=error=true\n" + src, []string{"2 buildkit/FromAsCasing error", "5 hadolint/DL3020 error"}},
		{
			"errors by BuildKit's directive, of what is off", "", "", "# check=error=true\n# about x\nFROM debian:12 AS y\n", nil,
		},
		{
			"an experimental rule that the directive turns on", "", "", "# check=experimental=all;error=true\n# about x\nFROM debian:12 AS y\n",
			[]string{"3 buildkit/InvalidDefinitionDescription error"},
		},
		{
			"an experimental rule that the configuration turns on", "[rules.\"buildkit/InvalidDefinitionDescription\"]\nseverity = \"info\"", "",
			"# check=error=true\n# about x\nFROM debian:12 AS y\n",
			[]string{"3 buildkit/InvalidDefinitionDescription info"},
		},
		{"off by the configuration, and an error by the directive", "", "ignored: [DL3025]", "# check=error=true\nFROM debian:12\nCMD a b\n", nil},
	} {
		got, err := judge(t, row.src, row.toml, row.hadolint, "hadolint/DL3020", "buildkit/FromAsCasing", "hadolint/DL1001",
			"buildkit/InvalidDefinitionDescription", "buildkit/JSONArgsRecommended")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.name, diff)
		}
	}
}

// A setting of .hadolint.yaml for a rule also applies to the equivalent rule of
// BuildKit.
func TestHadolintYAMLNamesBoth(t *testing.T) {
	for _, row := range []struct {
		hadolint string
		want     []string
	}{
		{"", []string{"2 hadolint/DL3025 warning"}},
		{"ignored: [DL3025]", nil},
		{"override: {error: [DL3025]}", []string{"2 hadolint/DL3025 error"}},
	} {
		got, err := judge(t, "FROM debian:12\nCMD a b\n", "", row.hadolint, "hadolint/DL3025", "buildkit/JSONArgsRecommended")
		if diff := cmp.Diff(row.want, got); diff != "" || err != nil {
			t.Errorf("%q: findings (-want +got), error %v:\n%s", row.hadolint, err, diff)
		}
	}
}

// The rules about labels use the labels of .hadolint.yaml, unless autofix.toml
// sets others.
func TestSourcesOfLabels(t *testing.T) {
	const src = "FROM debian:12\nLABEL site=nowhere\n"
	const schema = "label-schema: {site: url, author: text}\n"
	for _, row := range []struct {
		name, toml, hadolint string
		want                 []string
	}{
		{"nothing said", "", "", nil},
		{"a schema", "", schema, []string{"2 hadolint/DL3052 warning", "1 hadolint/DL3049 info"}},
		{"autofix.toml goes before", "[rules.\"hadolint/DL3049\"]\nlabels = [\"site\"]", schema, nil},
		{"no others", "", "strict-labels: true", []string{"2 hadolint/DL3050 info"}},
		{"no others, overridden", "", "strict-labels: true\noverride: {error: [DL3050]}", []string{"2 hadolint/DL3050 error"}},
	} {
		got, err := judge(t, src, row.toml, row.hadolint, "hadolint/DL3049", "hadolint/DL3050", "hadolint/DL3052")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.name, diff)
		}
	}
}

func TestBadHadolintYAMLFailsTheCheck(t *testing.T) {
	for src, want := range map[string]string{
		"override: {fatal: [DL3020]}": `.hadolint.yaml: override: unknown severity "fatal"`,
		"label-schema: {site: zip}":   `.hadolint.yaml: labels of hadolint/DL3049: "site:zip" has an unknown type`,
	} {
		_, err := judge(t, "FROM debian:12\n", "", src)
		if _, ok := errors.AsType[*config.Error](err); !ok || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", src, err, want)
		}
	}
}
