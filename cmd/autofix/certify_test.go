package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/certifier"
	"github.com/rules-autofix/rules_autofix/internal/companion"
	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
)

// certifyProgram returns the test binary under the name that makes it act as
// autofix-certify: see TestMain.
func certifyProgram(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), certifier.Name)
	if err := os.Symlink(self, path); err != nil {
		t.Fatal(err)
	}
	return path
}

// A program that does not answer as it should gives no certificate, changes no
// exit code, and is told once, whatever the number of fixes.
func TestCertifyPrograms(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs are shell scripts")
	}
	const zeros = "0000000000000000000000000000000000000000000000000000000000000000"
	for _, row := range []struct{ name, script, want string }{
		{"one that is missing", "", "autofix: --certify: no certificates of Dockerfiles: the program autofix-certify is missing: "},
		{"one that answers nothing", "exit 0", "autofix: --certify: no certificates of Dockerfiles: autofix-certify: ended without an answer"},
		{"one of another version", "echo install both from one archive >&2; exit 3", "autofix-certify: ended without an answer: install both from one archive: exit code 3"},
		{"one that is killed", "kill -9 $$", "signal: killed"},
		{"one that certifies all", `while read -r line; do echo '{"text":"` + zeros + `","digest":"` + zeros + `"}'; done`, "the answer is about another text"},
		{"one that prints other things", `read -r line; echo "$line"; cat`, `answer: json: unknown field "path"`},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			root, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			for name, text := range map[string]string{"autofix.toml": "", "Dockerfile": "from a as B\nrun c\n", "sub/Dockerfile": "from a\nrun c\n"} {
				if err := os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			program := filepath.Join(t.TempDir(), "program")
			if row.script != "" {
				if err := os.WriteFile(program, []byte("#!/bin/sh\n"+row.script+"\n"), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			env := []string{"BUILD_WORKSPACE_DIRECTORY=" + root, companion.Variable(certifier.Name) + "=" + program}
			for _, args := range [][]string{{"fix", "--certify", "--safety=certified", "--mode=diff"}, {"fix", "--certify", "--mode=diff"}, {"check", "--certify"}} {
				_, _, want := clitest.Command(t, root, env, nil, append([]string{args[0]}, args[2:]...)...)
				stdout, stderr, code := clitest.Command(t, root, env, nil, args...)
				all := stdout + stderr
				if code != want || strings.Count(all, "autofix: --certify: no certificates of Dockerfiles: ") != 1 || !strings.Contains(all, row.want) {
					t.Errorf("%q: exit code %d, want %d:\n%s", args, code, want, all)
				}
				if args[len(args)-1] == "--safety=certified" && strings.Contains(stdout, "+from") {
					t.Errorf("%q: a fix without a certificate:\n%s", args, stdout)
				}
			}
		})
	}
}
