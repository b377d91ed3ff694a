package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The findings of a target with the tag autofix-warn are reported, and shut no
// gate.
func TestWarn(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"Dockerfile":   "FROM a:1\nRUN apt-get install z && sudo y\nUSER b\n",
		"a.txt":        "blanks  \n",
		"b.txt":        "blanks  \n",
		"autofix.toml": "[rules.DL3014]\nseverity = \"info\"\n[rules.DL3015]\nseverity = \"error\"\n",
	} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	check := func(out string, args ...string) string {
		t.Helper()
		code, printed := runIn(root, append([]string{"check", "--declared", "--config=" + filepath.Join(root, "autofix.toml"), "--origin=//:" + out, "--out=" + filepath.Join(root, out+".json")}, args...)...)
		if code != 0 {
			t.Fatalf("%s: exit code %d: %s", out, code, printed)
		}
		return printed
	}
	if printed := check("tagged", "--warn=./Dockerfile", "--warn=a.txt", "--warn=gone.txt", "Dockerfile", "a.txt"); strings.Contains(printed, "error") || !strings.Contains(printed, "2:26: warning: ") || !strings.Contains(printed, "2:13: info: ") {
		t.Errorf("the findings are not warnings and infos: %s", printed)
	}
	check("plain", "Dockerfile")
	check("mixed", "--warn=a.txt", "a.txt", "b.txt")
	for _, test := range []struct {
		args string
		code int
		says []string
		not  string
	}{
		{"gate tagged.json", 0, []string{"nothing pending\nautofix: the tag autofix-warn keeps 2 findings from shutting the gate\n"}, ""},
		{"gate plain.json", 1, []string{"1 safe fix pending, 2 errors"}, "autofix-warn"},
		{"gate plain.json tagged.json", 0, []string{"keeps 4 findings"}, ""},
		{"gate tagged.json plain.json", 0, []string{"keeps 4 findings"}, ""},
		{"gate mixed.json", 1, []string{"1 safe fix pending\n  b.txt:1:7", "keeps 1 finding from"}, "a.txt"},
		{"check --declared --policy=strict --warn=a.txt a.txt", 0, nil, ""},
		{"check --declared --policy=strict a.txt", 1, nil, ""},
		{"fix --mode=print --rule=DL3020 --verbose --artifact=plain.json --artifact=tagged.json", 0, []string{
			"Dockerfile: by the tag autofix-warn (//:tagged), its findings shut no gate; the tag makes warnings of the errors of hadolint/DL3004, hadolint/DL3015; the configuration is more lenient about hadolint/DL3014\n",
			"a.txt: by the tag autofix-warn (//:tagged), its findings shut no gate\n",
		}, "error: "},
		{"fix --mode=print --rule=DL3020 --artifact=plain.json", 1, []string{"error: "}, "autofix-warn"},
		{"fix --policy=strict --artifact=tagged.json", 0, []string{"applied 2 fixes"}, ""},
	} {
		args := strings.Fields(test.args)
		for i, arg := range args {
			if name, ok := strings.CutPrefix(arg, "--artifact="); ok {
				args[i] = "--artifact=" + filepath.Join(root, name)
			} else if strings.HasSuffix(arg, ".json") {
				args[i] = filepath.Join(root, arg)
			}
		}
		code, out := runIn(root, args...)
		if code != test.code {
			t.Errorf("%s: exit code %d, want %d: %s", test.args, code, test.code, out)
		}
		for _, want := range test.says {
			if !strings.Contains(out, want) {
				t.Errorf("%s does not say %q: %s", test.args, want, out)
			}
		}
		if test.not != "" && strings.Contains(out, test.not) {
			t.Errorf("%s says %q: %s", test.args, test.not, out)
		}
	}
}
