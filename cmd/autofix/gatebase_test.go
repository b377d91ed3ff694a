package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestGateBase(t *testing.T) {
	const added = "echo 'ADD c /c' >>Dockerfile"
	check := func(out string) string { return "\nautofix check --out=" + out + " Dockerfile* >text || true\n" }
	edit := func(script string) string { return "sed -i '" + script + "' base.json" }
	strip := func(name string) string { return `sed -i 's/, "fingerprints": \[[^]]*\]//' ` + name }
	for _, test := range []struct {
		name   string
		script string // between the checks of the base and of the head
		after  string // after them
		args   string // default: --base=base.json head.json
		code   int
		says   []string
		never  string
	}{
		{name: "nothing changed", says: []string{"checked 1 file, nothing pending\nautofix: 0 new, 2 old (--all shows them)\n"}},
		{name: "a new one", script: added, code: 1, says: []string{"autofix: gate: 1 safe fix pending, 1 error\n  Dockerfile:6:1: error", "autofix: 1 new, 2 old (--all shows them)\n"}, never: "Dockerfile:3:1"},
		{name: "all", script: added, args: "--base=base.json --all head.json", code: 1, says: []string{"1 new, 2 old; old:\n  Dockerfile:3:1: error"}},
		{name: "moved", script: "sed -i '1a ENV A=b' Dockerfile", says: []string{"0 new, 2 old"}},
		{name: "one replaced by another", script: "sed -i '3d; $a ADD c /c' Dockerfile", code: 1, says: []string{"Dockerfile:5:1", "1 new, 1 old (--all shows them), 1 old one gone\n"}},
		{name: "the same line elsewhere", script: "sed -i '3d; $a ADD a /a' Dockerfile", says: []string{"0 new, 2 old"}},
		{name: "the same line twice", script: "echo 'ADD a /a' >>Dockerfile", code: 1, says: []string{"Dockerfile:6:1", "1 new, 2 old"}},
		{name: "its line changed", script: "sed -i 's/ADD a .*/ADD a c \\/a\\//' Dockerfile", says: []string{"0 new, 2 old"}},
		{name: "all fixed", script: "sed -i s/^ADD/COPY/ Dockerfile", says: []string{"0 new, 0 old, 2 old ones gone\n"}},
		{name: "another file", script: "cp Dockerfile Dockerfile.b", code: 1, says: []string{"Dockerfile.b:3:1", "2 new, 2 old"}},
		{name: "a renamed file", script: "mv Dockerfile Dockerfile.b", says: []string{"0 new, 2 old"}},
		{name: "a file in two artifacts", args: "--base=base.json head.json head.json", says: []string{"0 new, 2 old"}},
		{name: "a folder", script: "mkdir -p base/d; mv base.json base/d; echo x >base/d/base.txt\n" + added, args: "--base=base head.json", code: 1, says: []string{"1 new, 2 old"}},
		{name: "a list", script: check("artifacts=base.json") + added, code: 1, says: []string{"1 new, 2 old"}},
		{name: "a rule that is held everywhere", script: "printf '[rules.DL3020]\ngate = \"all\"\n' >autofix.toml", args: "--config=autofix.toml --base=base.json head.json", code: 1, says: []string{"2 errors", "0 new, 2 old"}},
		{name: "a rule that is held where it is new", script: "printf '[rules.DL3020]\ngate = \"new\"\n' >autofix.toml; " + added, args: "--config=autofix.toml --base=base.json head.json", code: 1, says: []string{"1 error\n", "1 new, 2 old"}},
		{name: "a rule that is never held", script: "printf '[rules.DL3020]\ngate = \"off\"\n' >autofix.toml; " + added, args: "--config=autofix.toml --base=base.json head.json", says: []string{"1 new, 2 old"}},
		{name: "a stamp", args: "--stamp=stamp --base=base.json head.json"},
		{name: "an action", script: added, args: "--stamp=stamp --base=base.json --all-command=fix head.json", code: 1, says: []string{"1 error", "1 new, 2 old"}},
		{name: "a base without fingerprints", after: strip("base.json"), code: 2, says: []string{"gate: --base=base.json: an artifact of autofix ", "has no fingerprint of a finding of hadolint/DL3020 in Dockerfile: ", "check the base and the head again"}},
		{name: "a head without fingerprints", after: strip("head.json"), code: 2, says: []string{"has no fingerprint"}},
		{name: "no base", args: "--base=gone.json head.json", code: 2, says: []string{"gone.json"}},
		{name: "a folder without artifacts", script: "mkdir base", args: "--base=base head.json", code: 2, says: []string{"--base=base: no file in it ends in .json"}},
		{name: "an empty list", script: "echo '[]' >base.json", code: 2, says: []string{"--base=base.json: it has no artifacts"}},
		{name: "a malformed base", script: "echo '{}' >base.json", code: 2, says: []string{"--base=base.json: artifact: version: missing"}},
		{name: "a base that is cut off", after: "head -c -3 base.json >cut; mv cut base.json", code: 2, says: []string{"--base=base.json: artifact: the text ends where ", "was it cut off?"}},
		{name: "a base of another version", after: edit(`s/"version": 1/"version": 9/`), code: 2, says: []string{"--base=base.json: artifact: version: this program reads version 1, not 9"}},
		{name: "a base with a name twice", after: edit(`s/"rule": /"rule": "r", &/`), code: 2, says: []string{"--base=base.json: artifact: diagnostics[0]: the name \"rule\" occurs twice"}},
		{name: "a base with a malformed fingerprint", after: edit(`s/"fingerprints": \["./&x/`), code: 2, says: []string{"--base=base.json: artifact: diagnostics[0].fingerprints[0]: "}},
		{name: "a base with a fix that is not JSON", after: edit(`s/"edits": \[/&}/`), code: 2, says: []string{"--base=base.json: artifact: fixes[0]"}},
		{name: "a base with a fix that is only JSON", after: edit(`s/"edits": \[/"x": [], &/`), says: []string{"0 new, 2 old"}},
		{name: "a head with a fix that is only JSON", after: edit(`s/"edits": \[/"x": [], &/`) + "; cp base.json head.json", code: 3, says: []string{"malformed artifact head.json"}},
		{name: "a malformed file in a base folder", script: check("base2.json"), after: "mkdir base; mv base.json base; head -c 9 base2.json >base/z.json", args: "--base=base head.json", code: 2, says: []string{"--base=base/z.json: artifact: "}},
		{name: "two states in the base", script: "mkdir base; mv base.json base; echo >>Dockerfile" + check("base/b.json"), args: "--base=base head.json", code: 2, says: []string{"--base=base: Dockerfile: two artifacts are for different bytes of it"}},
		{name: "with changed lines", args: "--base=base.json --changed-lines head.json", code: 2, says: []string{"exclude each other"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			root, sh := inCheckout(t)
			sh(baseScript + check("base.json") + test.script + check("head.json") + test.after)
			if test.args == "" {
				test.args = "--base=base.json head.json"
			}
			code, out := runIn(root, append([]string{"gate"}, strings.Fields(test.args)...)...)
			if code != test.code {
				t.Errorf("exit code %d, want %d", code, test.code)
			}
			if test.name == "a stamp" {
				stamp, err := os.ReadFile(filepath.Join(root, "stamp"))
				if want := "nothing pending\nautofix: 0 new, 2 old (--all shows them)\n"; err != nil || !strings.HasSuffix(string(stamp), want) || out != "" {
					t.Errorf("the stamp is %q (%v), and it prints %q", stamp, err, out)
				}
			}
			for _, want := range test.says {
				if !strings.Contains(out, want) {
					t.Errorf("it does not say %q", want)
				}
			}
			if test.never != "" && strings.Contains(out, test.never) {
				t.Errorf("it says %q", test.never)
			}
			if t.Failed() {
				t.Log(out)
			}
		})
	}
}
