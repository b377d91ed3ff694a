package main

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/certifier"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/llb"
	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/version"
)

// asCommand makes the test binary act as the program.
const asCommand = "AUTOFIX_TEST_AS_CERTIFY"

func TestMain(m *testing.M) {
	process.Init()
	if os.Getenv(asCommand) != "" {
		main()
	}
	os.Exit(m.Run())
}

func TestCommandLine(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name           string
		args, env      []string
		input          string
		stdout, stderr string
		code           int
	}{
		{"the version", []string{"--version"}, nil, "", "autofix-certify " + version.Version + "\n", "", 0},
		{"help", []string{"--help"}, nil, "", usage, "", 0},
		{"an argument", []string{"Dockerfile"}, nil, "", "", "autofix-certify: command line: it takes no arguments; see --help\n", 2},
		{"no question", nil, nil, "", "", "", 0},
		{"a bad question", nil, nil, "FROM a\n", "", "autofix-certify: question 1: invalid character 'F' looking for beginning of value\n", 3},
		{"an autofix of its version", nil, []string{"AUTOFIX_COMPANION_OF=" + version.Version}, "", "", "", 0},
		{"an autofix of another version", nil, []string{"AUTOFIX_COMPANION_OF=0.0.1"}, "", "", "autofix-certify: " + self + " has version " + version.Version +
			", and the autofix that started it has version 0.0.1: install both from one archive\n", 3},
	} {
		cmd := exec.Command(self, row.args...)
		cmd.Env = append(append(os.Environ(), asCommand+"=1"), row.env...)
		cmd.Stdin = strings.NewReader(row.input)
		var stdout, stderr strings.Builder
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		_ = cmd.Run()
		if code := cmd.ProcessState.ExitCode(); stdout.String() != row.stdout || stderr.String() != row.stderr || code != row.code {
			t.Errorf("%s: %q, %q, exit code %d; want %q, %q, %d", row.name, stdout.String(), stderr.String(), code, row.stdout, row.stderr, row.code)
		}
	}
}

// The answers are what package llb computes.
func TestAnswers(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(asCommand, "1")
	program := certifier.New(self)
	defer program.Close()
	for _, text := range []string{"FROM a\nRUN b\n", "from a\nrun b\n", "FROM a\nRUN c\n", "RUN b\n", "", "FROM a\nENV A=a\n" + strings.Repeat("ENV A=$A$A\n", 40)} {
		want, refused := llb.Digest(t.Context(), "Dockerfile", []byte(text))
		got, err := program.Digest(t.Context(), "Dockerfile", []byte(text))
		reason, ok := errors.AsType[*certifier.RefusedError](err)
		if got != want || ok != (refused != nil) || ok && reason.Reason != refused.Error() {
			t.Errorf("%.40q: %q, %v; want %q, %v", text, got, err, want, refused)
		}
	}
}
