//go:build unix

package workspace

import (
	"strings"
	"testing"
)

// hook makes stagedChild the hook before commits.
func (c *scripted) hook() {
	c.sh(`mkdir -p "$(git rev-parse --git-path hooks)"; hook=$(git rev-parse --git-path hooks)/pre-commit
		printf '#!/bin/sh\nexec env %s=staged "$STAGED" "$PWD" 0\n' ` + childVariable + ` >$hook; chmod +x $hook`)
}

// Hooks get an index of their own from some commits.
func TestIndexInHooks(t *testing.T) {
	for _, test := range []struct{ name, script, want string }{
		{"commit", "echo bad >>a; git add a; git commit -qm x; git show HEAD:a | tail -1; git status -s", "good\n"},
		{"commit, unrelated unstaged changes", "echo bad >>a; git add a; echo bad >>b; echo bad >new; git commit -qm x; git show HEAD:a | tail -1; tail -1 b; cat new; git status -s", "good\nbad\nbad\n M b\n?? new\n"},
		{"commit, partly staged", "sed -i s/5/bad/ a; git add a; sed -i s/9/mine/ a; git commit -qm x; git show HEAD:a | sed -n '5p;9p'; git diff -U0 | tail -2", "good\n9\n-9\n+mine\n"},
		{"commit FILE", "echo bad >>a; echo bad >>b; git add b; git commit -qm x a; git show HEAD:a | tail -1; tail -1 a; git show :b | tail -1; tail -1 b; git status -s", "good\ngood\nbad\nbad\nM  b\n"},
		{"commit FILE, partly staged", "sed -i s/5/bad/ a; git add a; sed -i s/9/bad/ a; git commit -qm x a; git show HEAD:a | grep -c good; git status -s", "2\n"},
		{"commit --include FILE", "echo bad >>a; echo bad >>b; git add b; git commit -qm x -i a; git show HEAD:a HEAD:b | grep -c good; git status -s", "2\n"},
		{"commit --all", "echo bad >>a; echo bad >>b; git add b; git commit -qam x; git show HEAD:a HEAD:b | grep -c good; git status -s", "2\n"},
		{"commit --all of a file added with intent", "echo bad >new; git add -N new; git commit -qam x; git show HEAD:new; git status -s", "good\n"},
		{"commit --amend", "echo bad >>a; git add a; git commit -q --amend --no-edit; git show HEAD:a | tail -1; git status -s", "good\n"},
		{"commit in a folder", "mkdir d; echo bad >d/f; git add d; cd d; git commit -qm x; git show HEAD:d/f; git status -s", "good\n"},
		{"commit FILE in a folder", "mkdir d; echo 1 >d/f; git add d; git commit -qm d; echo bad >d/f; cd d; git commit -qm x f; git show HEAD:d/f; git status -s", "good\n"},
		{"merge", "git switch -qc side; echo bad >>a; git commit -qnam x; git switch -q main; echo 1 >>b; git commit -qam y; git merge -q --no-edit side; git status -s; git stash list", ""},
		{"after a conflict", "git switch -qc side; echo x >>a; git commit -qam x; git switch -q main; echo y >>a; git commit -qam y; git merge -q side >/dev/null 2>&1 || true; echo bad >a; git add a; git commit -qm z; cat a; git show HEAD:a; git rev-parse -q --verify HEAD^2 | wc -l; git status -s", "good\ngood\n1\n"},
		{"in a work tree", "git worktree add -q ../tree-$$; cd ../tree-$$; echo bad >>a; git add a; git commit -qm x; git show HEAD:a | tail -1; tail -1 a; git status -s; cd -; git worktree remove ../tree-$$", "good\ngood\n"},
		{"FILE in a work tree", "git worktree add -q ../tree-$$; cd ../tree-$$; echo bad >>a; git commit -qm x a; git show HEAD:a | tail -1; git status -s; cd - ; git worktree remove ../tree-$$", "good\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newCheckout(t)
			c.hook()
			got := strings.ReplaceAll(c.sh(test.script), c.root+"\n", "")
			if got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// Managers of hooks that put unstaged changes aside have lost work. The name of
// each row has the issue that tells how.
func TestIndexLosesNoWork(t *testing.T) {
	const inTheWay = "sed -i s/5/bad/ a; git add a; sed -i s/bad/mine/ a; "
	for _, test := range []struct{ name, script, want string }{
		{
			"the text of a file that was added with intent, when unstaged changes could not be put back (j178/prek#2142)",
			inTheWay + "echo bad >new; git add -N new; git commit -qm x 2>&1; git show HEAD:a | sed -n 5p; sed -n 5p a; cat new; git status -s",
			"a: unstaged lines are in the way of edits: 1\ngood\nmine\nbad\n M a\n A new\n",
		},
		{
			"unstaged changes of other files, which git checkout discarded when the ones of a partly staged file could not be put back (evilmartians/lefthook#1480)",
			inTheWay + "echo bad >>b; git commit -qm x 2>&1; git show HEAD:a | sed -n 5p; sed -n 5p a; git diff -U0 b | tail -1; git stash list",
			"a: unstaged lines are in the way of edits: 1\ngood\nmine\n+bad\n",
		},
		{
			"all unstaged changes, thrown away if they could not be put back (jdx/hk#13)",
			inTheWay + "sed -i 9d a; echo mine >>b; rm -f c; echo exit 1 >>.git/hooks/pre-commit; sed -i s/exec// .git/hooks/pre-commit; git commit -qm x 2>&1 || echo refused; git show :a | sed -n 5p; sed -n 5p a; wc -l <a; tail -1 b; git log --format=%s; git stash list",
			"a: unstaged lines are in the way of edits: 1\nrefused\ngood\nmine\n8\nmine\nfirst\n",
		},
		{
			"unstaged changes of 22 files, gone after commits of single files that reported success (Jamie-BitFlight/claude_skills#3175)",
			`for i in $(seq 22); do seq 9 >f$i; done; git add .; git commit -qm f; sed -i 's/5/bad/; s/9/mine/' f*
			for i in $(seq 0 3 21); do git commit -qm $i f$((i+1)); done; git status -s | wc -l; cat f* | grep -c mine; git grep -h good HEAD | wc -l; git grep -h mine HEAD | wc -l; cat f* | grep -c bad; git stash list`,
			"14\n22\n8\n8\n14\n",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newCheckout(t)
			c.hook()
			if got := c.sh(test.script); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// Of two commits at once, one may fail. Both leave the unstaged changes.
func TestIndexOfTwoCommitters(t *testing.T) {
	for _, commits := range [][2]string{
		{"git commit -qm one", "git commit -qm two"},
		{"git commit -qm one a", "git commit -qm two a"},
		{"git commit -qm one", "git commit -qm two a"},
		{"git commit -qam one", "git commit -qm two"},
		{"git commit -qm one", "cd ../two; git commit -qm two"},
	} {
		t.Run(strings.Join(commits[:], " and "), func(t *testing.T) {
			c := newCheckout(t)
			c.hook()
			c.sh("git worktree add -q ../two; cd ../two; sed -i s/5/bad/ b; git add b; echo mine >>a")
			c.sh("sed -i s/5/bad/ a; git add a; echo mine >new; sed -i s/9/mine/ b")
			c.sh("(" + commits[0] + ") >/dev/null 2>&1 & (" + commits[1] + ") >/dev/null 2>&1 & wait")
			if got := c.sh("git show HEAD:a | sed -n 5p; sed -n 5p a; cat new; sed -n 9p b; tail -1 ../two/a; git stash list; ls -A . .git | grep -e autofix -e lock || true"); got != "good\ngood\nmine\nmine\nmine\n" {
				t.Errorf("%q", got)
			}
			c.sh("git fsck 2>/dev/null; git status; rm -rf ../two")
		})
	}
}
