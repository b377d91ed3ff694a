package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
)

func TestDoctor(t *testing.T) {
	for _, row := range []struct {
		name, toml     string
		args           []string
		exit           int
		stdout, stderr string
	}{
		{"a sound setup", "", nil, cli.ExitDone, "valid: autofix.toml", ""},
		{"a mistake", "[fils]\n", nil, cli.ExitFindings, `problem  configuration  autofix.toml:1:2: unknown key "fils": did you mean "files"?`, "autofix: doctor: 1 problem\n"},
		{"an argument", "", []string{"x"}, cli.ExitUsage, "", "autofix: command line: "},
		{"a format", "", []string{"--format=xml"}, cli.ExitUsage, "", "autofix: command line: --format=xml"},
		{"no such folder", "", []string{"--root=gone"}, cli.ExitUsage, "", "autofix: "},
	} {
		t.Run(row.name, func(t *testing.T) {
			root := t.TempDir()
			clitest.WriteGolden(t, root+"/autofix.toml", row.toml+"\n")
			stdout, stderr, exit := clitest.Command(t, root, []string{"XDG_CONFIG_HOME=" + t.TempDir()}, nil, append([]string{"doctor"}, row.args...)...)
			if exit != row.exit || !strings.Contains(stdout, row.stdout) || !strings.HasPrefix(stderr, row.stderr) {
				t.Errorf("exit %d\n%s%s", exit, stdout, stderr)
			}
		})
	}
	stdout, stderr, exit := clitest.Command(t, t.TempDir(), nil, nil, "doctor", "--format=json")
	var report struct {
		Version  int
		Autofix  string
		Findings []struct{ Topic, Level, Text, Remedy string }
	}
	if err := json.Unmarshal([]byte(stdout), &report); err != nil || exit != cli.ExitDone || report.Version != 1 || report.Autofix == "" || len(report.Findings) < 5 {
		t.Errorf("%v, exit %d: %+v\n%s", err, exit, report, stderr)
	}
}
