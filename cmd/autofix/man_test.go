package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
	"github.com/rules-autofix/rules_autofix/internal/version"
)

func TestManPages(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "share", "man1")
	if _, stderr, code := clitest.Command(t, t.TempDir(), nil, nil, "man", "--out="+dir); code != cli.ExitDone {
		t.Fatalf("exit %d\n%s", code, stderr)
	}
	root := newCommand(&environment{})
	pages, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if want := 1 + len(root.Commands()); len(pages) != want {
		t.Errorf("%d pages, want %d", len(pages), want)
	}
	for _, verb := range root.Commands() {
		name := "autofix-" + verb.Name()
		page := readFile(t, dir, name+".1")
		for _, want := range []string{
			`.TH ` + strings.ToUpper(name) + ` 1 "" "autofix ` + version.Version + `" rules_autofix`,
			"\n.SH NAME\n" + cli.Roff(name) + ` \- `,
			"\n.SH SYNOPSIS\n\\fBautofix " + cli.Roff(verb.Use) + "\\fR\n",
			"\n.BR autofix (1)\n",
		} {
			if !strings.Contains(page, want) {
				t.Errorf("%s.1 lacks %q:\n%s", name, want, page)
			}
		}
		for _, flag := range cli.OwnFlags(verb) {
			if want := "\n.TP\n\\fB" + cli.Roff(cli.FlagUsage(flag)) + "\\fR\n" + cli.Roff(flag.Usage); !strings.Contains(page, want) {
				t.Errorf("%s.1 lacks %q", name, want)
			}
		}
		if all := readFile(t, dir, "autofix.1"); !strings.Contains(all, ".BR "+cli.Roff(name)+" (1)\n"+cli.Roff(verb.Short)) {
			t.Errorf("autofix.1 lacks %s", name)
		}
	}
	t.Run("mandoc", func(t *testing.T) {
		mandoc, err := exec.LookPath("mandoc")
		if err != nil {
			t.Skip("no mandoc on this machine: .ci/run installs it")
		}
		for _, page := range pages {
			out, _ := exec.Command(mandoc, "-T", "lint", "-W", "warning", filepath.Join(dir, page.Name())).CombinedOutput()
			for line := range strings.Lines(string(out)) {
				if !strings.Contains(line, "missing date") { // on purpose
					t.Error(line)
				}
			}
		}
	})
}

func TestManPagesThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{"file": ""})
	_, stderr, code := clitest.Command(t, dir, nil, nil, "man", "--out=file")
	if code != cli.ExitFailed || !strings.HasPrefix(stderr, "autofix: cannot write the man pages: ") {
		t.Errorf("exit %d\n%s", code, stderr)
	}
}
