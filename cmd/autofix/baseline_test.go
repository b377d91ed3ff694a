package main

import (
	"strings"
	"testing"
)

func TestBaseline(t *testing.T) {
	for _, test := range []struct {
		name, script string // after a baseline was written for two errors
		args         string
		code         int
		says         []string
		places       string // in the file, by line
		after        string // a script that has to succeed
	}{
		{name: "check", args: "check", says: []string{"0 new, 2 old (--all shows them)\n"}, places: "2"},
		{name: "all", args: "check --all", says: []string{"Dockerfile:3:1: error", "0 new, 2 old\n"}, places: "2"},
		{name: "a new one", script: "echo 'ADD c /c' >>Dockerfile", args: "check", code: 1, says: []string{"Dockerfile:6:1: error", "1 new, 2 old"}, places: "2"},
		{name: "one replaced by another", script: "sed -i '3d; $a ADD c /c' Dockerfile", args: "check", code: 1, says: []string{"Dockerfile:5:1: error", "1 new, 1 old"}, places: "2"},
		{name: "an older version", script: "sed -i 's/version 2/version 1/' autofix.baseline", args: "check", code: 2, says: []string{"write it again with `autofix baseline --update`"}, places: "2"},
		{name: "it never grows", script: "echo 'ADD c /c' >>Dockerfile", args: "baseline", says: []string{"autofix.baseline: 2 places, 0 removed; 1 new finding not added: --update adds them\n"}, places: "2"},
		{name: "without git", script: "rm -rf .git", args: "check", says: []string{"0 new, 2 old"}, places: "2"},
		{name: "except by --update", script: "echo 'ADD c /c' >>Dockerfile", args: "baseline --update", says: []string{"autofix.baseline: 3 places, 0 removed, 1 added\n"}, places: "3"},
		{name: "pruned", script: "sed -i 3d Dockerfile", args: "baseline", says: []string{"autofix.baseline: 1 place, 1 removed\n"}, places: "1"},
		{name: "pruned by fix", args: "fix", says: []string{"autofix.baseline: 2 places removed, which no finding has any more\n", "applied 2 fixes"}, places: "0"},
		{name: "not pruned by a preview", args: "fix --mode=check", code: 1, places: "2"},
		{name: "not pruned in other paths", script: "mkdir d; cp Dockerfile d; sed -i s/^ADD/COPY/ Dockerfile", args: "baseline d", says: []string{"2 places, 0 removed; 2 new findings not added"}, places: "2"},
		{name: "a file that is gone", script: "rm Dockerfile; mkdir d; echo >d/a.txt", args: "baseline d", says: []string{"autofix.baseline: 0 places, 2 removed (2 in 1 file no longer there)\n"}, places: "0"},
		{name: "a file that is gone, fix", script: "rm Dockerfile; mkdir d; echo >d/a.txt", args: "fix d", says: []string{"autofix.baseline: 2 places removed, which no finding has any more (2 in 1 file no longer there)\n"}, places: "0"},
		{name: "not by a preview", script: "rm Dockerfile; mkdir d; echo >d/a.txt", args: "fix --mode=diff d", places: "2"},
		{name: "not by a strict run that writes nothing", script: "rm Dockerfile; printf 'package a\n\nfunc {\n' >a.go", args: "fix --policy=strict a.go", code: 1, places: "2"},
		{name: "a file outside of a sparse checkout", script: "mkdir d; echo >d/a.txt; git add -A; git commit -qm d; git sparse-checkout set --no-cone /d/ /autofix.baseline; [ ! -e Dockerfile ]", args: "baseline d", says: []string{"autofix.baseline: 2 places, 0 removed\n"}, places: "2"},
		{name: "a file in a submodule that is not checked out", script: "sed -i s/^Dockerfile/sub,Dockerfile/ autofix.baseline; sed -i s,^sub.,sub/, autofix.baseline; git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),sub; mkdir d; echo >d/a.txt", args: "baseline d", says: []string{"autofix.baseline: 2 places, 0 removed\n"}, places: "2"},
		{name: "a base of git instead", script: "echo 'ADD c /c' >>Dockerfile; git add -A; git commit -qm new", args: "check --base=topic", says: []string{"0 new, 3 old"}, places: "2"},
		{name: "another version", script: "sed -i 's/version 2/version 9/' autofix.baseline", args: "check", code: 2, says: []string{"autofix.baseline:1: not a baseline of version 2"}, places: "2"},
		{name: "another version, fix", script: "sed -i 's/version 2/version 9/' autofix.baseline; cp Dockerfile was", args: "fix", code: 2, says: []string{"autofix.baseline:1: not a baseline"}, places: "2", after: "cmp Dockerfile was"},
		{name: "fix of other paths", script: "mkdir d; cp Dockerfile d; sed -i s/^ADD/COPY/ Dockerfile", args: "fix d", says: []string{"applied 2 fixes"}, places: "2"},
		{name: "broken, and written again", script: "echo x >autofix.baseline", args: "baseline --update", says: []string{"autofix.baseline: 2 places\n"}, places: "2"},
		{name: "a conflict", script: "echo '<<<<<<< a' >>autofix.baseline", args: "baseline", code: 2, says: []string{"autofix.baseline:4: a mark of a merge conflict"}, places: "3"},
		{name: "a checker failed", script: "printf '[checkers.x]\ncommand = [\"false\"]\nin_place = true\nfiles = [\"*\"]\n' >autofix.toml", args: "baseline --trust", code: 3, places: "2"},
		{name: "declared", args: "check --declared Dockerfile", says: []string{"Dockerfile:3:1"}, places: "2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			root, sh := inCheckout(t)
			sh(baseScript)
			if code, out := runIn(root, "baseline"); code != 0 || out != "autofix: autofix.baseline: 2 places\n" {
				t.Fatalf("exit code %d: %s", code, out)
			}
			sh(test.script)
			code, out := runIn(root, strings.Fields(test.args)...)
			if code != test.code {
				t.Errorf("exit code %d, want %d", code, test.code)
			}
			for _, want := range test.says {
				if !strings.Contains(out, want) {
					t.Errorf("it does not say %q", want)
				}
			}
			if got := strings.TrimSpace(sh("sed 1d autofix.baseline | wc -l")); got != test.places {
				t.Errorf("the file has %s places, want %s", got, test.places)
			}
			sh(test.after)
			if t.Failed() {
				t.Log(out)
			}
		})
	}
}
