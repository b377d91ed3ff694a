package main

import (
	"strings"
	"testing"
)

// baseScript commits a Dockerfile with two errors, each an ADD of a local file.
// The branch topic begins there.
const baseScript = `printf 'FROM a:1\nUSER 1:1\nADD a /a\nRUN x\nADD b /b\n' >Dockerfile
git add -A
git commit -qm base
git checkout -qb topic
`

func TestCheckBase(t *testing.T) {
	for _, test := range []struct {
		name, script string
		args         string // default: --base=main
		code         int
		says         []string
	}{
		{name: "nothing changed", says: []string{"0 new, 2 old (--all shows them)\n"}},
		{name: "all", args: "--base=main --all", says: []string{"Dockerfile:3:1: error", "autofix: 0 new, 2 old\n"}},
		{name: "a line above", script: "sed -i '1a ENV A=b' Dockerfile", says: []string{"0 new, 2 old"}},
		{name: "a new one, not committed", script: "echo 'ADD c /c' >>Dockerfile", code: 1, says: []string{"Dockerfile:6:1: error", "1 new, 2 old"}},
		{name: "a new one, committed", script: "echo 'ADD c /c' >>Dockerfile; git commit -qam new", code: 1, says: []string{"Dockerfile:6:1: error", "1 new, 2 old"}},
		{name: "one replaced by another", script: "sed -i '3d; $a ADD c /c' Dockerfile", code: 1, says: []string{"Dockerfile:5:1: error", "1 new, 1 old (--all shows them), 1 old one gone\n"}},
		{name: "all fixed", script: "sed -i s/^ADD/COPY/ Dockerfile", says: []string{"0 new, 0 old, 2 old ones gone\n"}},
		{name: "a file that git does not know", script: "cp Dockerfile Dockerfile.new", code: 1, says: []string{"Dockerfile.new:3:1", "2 new, 2 old"}},
		{name: "renamed and changed", script: "git mv Dockerfile Dockerfile.new; echo 'ADD c /c' >>Dockerfile.new; git commit -qam new", code: 1, says: []string{"Dockerfile.new:6:1", "1 new, 2 old"}},
		{name: "renamed and changed, untracked", script: "mv Dockerfile Dockerfile.new; echo 'ADD c /c' >>Dockerfile.new", code: 1, says: []string{"Dockerfile.new:6:1", "1 new, 2 old"}},
		{name: "main went on", script: "git checkout -q main; sed -i s/ADD/COPY/ Dockerfile; git commit -qam fixed; git checkout -q topic", says: []string{"0 new, 2 old"}},
		{name: "the base is newer than HEAD", script: "git checkout -q main; echo >>Dockerfile; git commit -qam newer; git checkout -q topic", says: []string{"0 new, 2 old"}},
		{name: "a rule that is turned on is on in both", script: "printf '[rules.\"hadolint/DL3006\"]\nseverity = \"error\"\n' >autofix.toml", says: []string{"0 new, 2 old"}},
		{name: "a rule that is held everywhere", script: "printf '[rules.DL3020]\ngate = \"all\"\n' >autofix.toml", code: 1, says: []string{"Dockerfile:3:1: error", "0 new, 2 old"}},
		{name: "one that is held where it is new", script: "printf '[rules.DL3020]\ngate = \"new\"\n' >autofix.toml; echo 'ADD c /c' >>Dockerfile", code: 1, says: []string{"Dockerfile:6:1: error", "1 new, 2 old"}},
		{name: "likewise, without a base", script: "printf '[rules.DL3020]\ngate = \"new\"\n' >autofix.toml", args: "Dockerfile", says: []string{"Dockerfile:3:1: error"}},
		{name: "a namespace that is never held", script: "printf '[rules.\"hadolint/*\"]\ngate = \"off\"\n' >autofix.toml; echo 'ADD c /c' >>Dockerfile", args: "--base=main --policy=strict Dockerfile", says: []string{"Dockerfile:6:1: error", "1 new, 2 old"}},
		{name: "no way to hold a rule", script: "printf '[rules.DL3020]\ngate = \"maybe\"\n' >autofix.toml", code: 2, says: []string{"maybe"}},
		{name: "in a folder of the checkout", script: "mkdir d; git mv Dockerfile d; git commit -qam moved; git branch -f main; echo 'ADD c /c' >>d/Dockerfile", args: "--base=main d", code: 1, says: []string{"d/Dockerfile:6:1", "1 new, 2 old"}},
		{name: "binary in the base", script: "git checkout -q main; printf 'FROM\\0\\377' >Dockerfile; git commit -qam binary; git checkout -qB topic; printf 'FROM a:1\nUSER 1:1\nADD a /a\n' >Dockerfile", code: 1, says: []string{"Dockerfile:3:1"}},
		{name: "names of files only", script: "echo 'ADD c /c' >>Dockerfile; cp Dockerfile Dockerfile.new; git add -A; git commit -qm new", args: "--base=main --format=files", code: 1, says: []string{"Dockerfile\nDockerfile.new\n", "autofix: 4 new, 2 old"}},
		{name: "no such revision", args: "--base=upstream/main", code: 2, says: []string{"--base=upstream/main: there is no such revision here; fetch it with: git fetch upstream main\n"}},
		{name: "not a name", args: "--base=--all", code: 2, says: []string{"--base=--all: there is no such revision here"}},
		{name: "a commit of another history", script: "git checkout -q --orphan other; git commit -qm other", args: "--base=main", code: 2, says: []string{"it has no commit in common with HEAD"}},
		{name: "unborn branch", script: "git checkout -q --orphan other", code: 2, says: []string{"--base=main: there is nothing to compare: the branch has no commit yet"}},
		{name: "shallow", script: "git commit -qm 2 --allow-empty; git checkout -q main; git commit -qm 3 --allow-empty; git clone -q --depth=1 --no-single-branch \"file://$PWD\" c; cp -r c/.git/. .git", args: "--base=origin/topic", code: 2, says: []string{"the clone is shallow", "git fetch --unshallow"}},
		{name: "a partial clone", script: "sed -i 3d Dockerfile; git commit -qam 2; git config uploadpack.allowFilter true; git clone -q --filter=blob:none \"file://$PWD\" c; rm -rf .git; mv c/.git .; rm -rf c", args: "--base=origin/main", code: 2, says: []string{"--base=origin/main: the clone is partial, and texts of the commit that is compared with are missing; fetch them with: git diff --stat "}},
		{name: "no git", script: "rm -rf .git", code: 2, says: []string{"--base=main: ", "not in a checkout of git"}},
		{name: "all without a base", args: "--all", code: 1, says: []string{"Dockerfile:3:1: error"}},
		{name: "declared", args: "--base=main --declared Dockerfile", code: 2, says: []string{"--base excludes --declared"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			root, sh := inCheckout(t)
			sh(baseScript + test.script)
			if test.args == "" {
				test.args = "--base=main"
			}
			code, out := runIn(root, append([]string{"check"}, strings.Fields(test.args)...)...)
			if code != test.code {
				t.Errorf("exit code %d, want %d", code, test.code)
			}
			for _, want := range test.says {
				if !strings.Contains(out, want) {
					t.Errorf("it does not say %q", want)
				}
			}
			if t.Failed() {
				t.Log(out)
			}
		})
	}
}

func TestGateOfARule(t *testing.T) {
	for _, test := range []struct {
		mode string
		code int
		says string
	}{
		{"all", 1, "2 errors"},
		{"new", 0, "keeps 2 findings from shutting the gate"},
		{"off", 0, "keeps 2 findings from shutting the gate"},
	} {
		t.Run(test.mode, func(t *testing.T) {
			root, sh := inCheckout(t)
			sh(baseScript + "printf '[rules.DL3020]\ngate = \"" + test.mode + "\"\n' >autofix.toml")
			runIn(root, "check", "--out=a.json", "Dockerfile")
			code, out := runIn(root, "gate", "--config=autofix.toml", "a.json")
			if code != test.code || !strings.Contains(out, test.says) {
				t.Errorf("exit code %d, want %d and %q:\n%s", code, test.code, test.says, out)
			}
		})
	}
}

func TestFixOnlyNew(t *testing.T) {
	const committed = "FROM a:1\nUSER 1:1\nADD a /a\nRUN x\nADD b /b\n"
	for _, test := range []struct {
		name, script string
		args         string // default: --only-new=main
		code         int
		says         []string
		files        string // what `cat Dockerfile* *.go` prints; default: what it printed before
	}{
		{name: "nothing changed", says: []string{"nothing pending"}},
		{name: "a new one", script: "echo 'ADD c /c' >>Dockerfile", says: []string{"applied 1 fix in 1 file"}, files: committed + "COPY c /c\n"},
		{name: "a new one above old ones", script: "sed -i '1a ADD c /c' Dockerfile", files: "FROM a:1\nCOPY c /c\nUSER 1:1\nADD a /a\nRUN x\nADD b /b\n"},
		{name: "preview", script: "echo 'ADD c /c' >>Dockerfile", args: "--only-new=main --mode=check", code: 1, says: []string{"apply with: autofix fix --only-new=main\n"}},
		{name: "only the new places of a formatter", script: "printf 'package a\\n\\nvar  x int\\n\\nvar y int\\n' >a.go; git add -A; git commit -qm go; git branch -f main; sed -i 's/var y/var  y/' a.go", files: committed + "package a\n\nvar  x int\n\nvar y int\n"},
		{name: "a formatter beside another fix", script: "printf 'package a\\n\\nvar  x int\\n\\nvar y int\\n' >a.go; git add -A; git commit -qm go; git branch -f main; echo 'ADD c /c' >>Dockerfile; sed -i 's/^RUN x/RUN   x/' Dockerfile", says: []string{"applied 1 fix"}, files: "FROM a:1\nUSER 1:1\nADD a /a\nRUN   x\nADD b /b\nCOPY c /c\npackage a\n\nvar  x int\n\nvar y int\n"},
		{name: "the default base", script: "git update-ref refs/remotes/origin/main main; git symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/main; echo 'ADD c /c' >>Dockerfile", args: "--only-new", files: committed + "COPY c /c\n"},
		{name: "staged", script: "echo 'ADD c /c' >>Dockerfile; git add Dockerfile; echo 'ADD d /d' >>Dockerfile", args: "--only-new=main --staged", files: committed + "ADD c /c\nADD d /d\n"},
		{name: "no default base", args: "--only-new", code: 2, says: []string{"--only-new=origin/HEAD: there is no such revision here"}},
		{name: "with an artifact", args: "--only-new --artifact=x", code: 2, says: []string{"exclude"}},
		{name: "with changed lines", args: "--only-new --changed-lines", code: 2, says: []string{"exclude each other"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			root, sh := inCheckout(t)
			sh(baseScript + test.script)
			const cat = "cat Dockerfile; [ ! -e a.go ] || cat a.go"
			want := test.files
			if want == "" {
				want = sh(cat)
			}
			if test.args == "" {
				test.args = "--only-new=main"
			}
			code, out := runIn(root, append([]string{"fix"}, strings.Fields(test.args)...)...)
			if code != test.code {
				t.Errorf("exit code %d, want %d", code, test.code)
			}
			for _, want := range test.says {
				if !strings.Contains(out, want) {
					t.Errorf("it does not say %q", want)
				}
			}
			if got := sh(cat); got != want {
				t.Errorf("the files are\n%s\nwant\n%s", got, want)
			}
			if t.Failed() {
				t.Log(out)
			}
		})
	}
}

// What a rule holds decides the verdict of each verb in the same way.
func TestGateOfARuleInOtherVerbs(t *testing.T) {
	const broken = "printf 'package a\\n\\nfunc {\\n' >a.go\n" // nothing fixes it
	for _, test := range []struct {
		name, script, rule, mode string
		args                     string
		code                     int
		says                     string
	}{
		{name: "an error that is left", script: broken, args: "fix", code: 1},
		{name: "of a rule that is not held", script: broken, rule: "syntax/go", mode: "off", args: "fix", says: `gate = "new" or "off" of the configuration lets 1 of them pass`},
		{name: "of one that needs a base", script: broken, rule: "syntax/go", mode: "new", args: "fix", says: "lets 1 of them pass"},
		{name: "of one that has it", script: broken, rule: "syntax/go", mode: "new", args: "fix --only-new=main", code: 1},
		{name: "of one that has it, old", script: broken + "git add -A; git commit -qm broken; git branch -f main", rule: "syntax/go", mode: "new", args: "fix --only-new=main"},
		{name: "strict", script: broken, args: "fix --policy=strict", code: 1, says: "nothing was written"},
		{name: "strict, not held", script: broken, rule: "syntax/*", mode: "off", args: "fix --policy=strict", says: "applied 2 fixes"},
		{name: "a preview", args: "fix --mode=check", code: 1, says: "would"},
		{name: "a preview of what is not held", rule: "hadolint/*", mode: "off", args: "fix --mode=check", says: "would"},
		{name: "a diff of what is not held", rule: "hadolint/*", mode: "off", args: "fix --mode=diff", says: "+COPY a /a"},
		{name: "a preview of what is held too", script: "printf 'a  \\n' >a.txt", rule: "hadolint/*", mode: "off", args: "fix --mode=check", code: 1},
		{name: "comments are written all the same", rule: "hadolint/*", mode: "off", args: "suppress --rule=hadolint/DL3020 --mode=check", code: 1},
		{name: "a check", script: broken, rule: "syntax/go", mode: "off", args: "check a.go", says: "lets 1 of them pass"},
		{name: "explained", args: "explain DL3020", says: "\nGate: its findings shut a gate, with a base the new ones\n"},
		{name: "explained, off", rule: "hadolint/*", mode: "off", args: "explain DL3020", says: "\nGate: its findings shut no gate (gate = \"off\", autofix.toml:2)\n"},
		{name: "explained, all", rule: "hadolint/DL3020", mode: "all", args: "explain DL3020", says: "also where a base has them (gate = \"all\", autofix.toml:2)\n"},
		{name: "explained, with a mistake", rule: "hadolint/DL3020", mode: "x", args: "explain DL3020", code: 2, says: "Why: "},
		{name: "of a file", rule: "hadolint/DL3020", mode: "new", args: "config Dockerfile", says: "gate"},
	} {
		t.Run(test.name, func(t *testing.T) {
			root, sh := inCheckout(t)
			sh(baseScript + test.script)
			if test.rule != "" {
				writeFiles(t, root, map[string]string{"autofix.toml": "[rules.\"" + test.rule + "\"]\ngate = \"" + test.mode + "\"\n"})
			}
			code, out := runIn(root, strings.Fields(test.args)...)
			if code != test.code || !strings.Contains(out, test.says) {
				t.Errorf("exit code %d, want %d and %q:\n%s", code, test.code, test.says, out)
			}
		})
	}
}
