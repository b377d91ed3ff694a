//go:build unix

package workspace

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// commitChild makes two commits in the checkout args[0], which puts "good" in
// place of each "bad" in the files a and b, one commit each, and writes the
// files. It kills itself at step args[1], from 1; 0: never.
func commitChild(args []string) error {
	w, err := Open(args[0])
	if err != nil {
		return err
	}
	defer w.Close()
	if err := killAt(w, args[1]); err != nil {
		return err
	}
	if _, err := w.Recover(context.Background()); err != nil {
		return err
	}
	c, resumed, err := w.Commits(context.Background())
	if err != nil {
		return err
	}
	if resumed.Commits > 0 {
		fmt.Printf("resumed %d\n", resumed.Commits)
	}
	if resumed.Dropped {
		fmt.Println("dropped")
	}
	var commits []Commit
	var changes []Change
	for _, name := range []string{"a", "b", "new"} {
		text, err := w.Read(name)
		if err != nil || !strings.Contains(string(text), "bad") {
			continue
		}
		after := strings.ReplaceAll(string(text), "bad", "good")
		commits = append(commits, Commit{"fix " + name + "\n\nAutofix-Rule: r/" + name + "\n", []CommitFile{{Path: name, Before: text, After: []byte(after)}}})
		changes = append(changes, change(name, string(text), after))
	}
	if err := c.Prepare(context.Background(), commits); err != nil {
		return err
	}
	if err := w.Write(context.Background(), changes); err != nil {
		return err
	}
	_, err = c.Finish(context.Background())
	return err
}

// commitAll runs commitChild.
func (c *scripted) commitAll() string {
	c.t.Helper()
	out, _ := child(nil, "commit", c.root, "0").CombinedOutput()
	return string(out)
}

const log = "git log --reverse --format=%s; git status -s"

// TestCommits has the states that a checkout can be in.
func TestCommits(t *testing.T) {
	const bad = "echo bad >>a; echo bad >>b; git commit -qam bad\n"
	for _, test := range []struct {
		name   string
		flags  []string // of git init
		before string   // a script
		print  string   // what shows the result
		want   string
		fails  string // the error: then nothing may be written
	}{
		{name: "clean", before: bad, print: log + "; tail -1 a; git show HEAD~:b | tail -1; git show HEAD:b | tail -1", want: "first\nbad\nfix a\nfix b\ngood\nbad\ngood\n"},
		{name: "sha256", flags: []string{"--object-format=sha256"}, before: bad, print: log, want: "first\nbad\nfix a\nfix b\n"},
		{name: "trailers", before: bad, print: "git log -2 --format='%(trailers:key=Autofix-Rule,valueonly)'", want: "r/b\n\nr/a\n\n"},
		{name: "nothing to do", print: log, want: "first\n"},
		{name: "changes of other files stay", before: bad + "echo x >c; git add c; git commit -qm c; echo y >>c; git add c; echo z >>c; echo 1 >d", print: log, want: "first\nbad\nc\nfix a\nfix b\nMM c\n?? d\n"},
		{name: "another file is deleted", before: bad + "echo x >c; git add c; git commit -qm c; rm c", print: log, want: "first\nbad\nc\nfix a\nfix b\n D c\n"},
		{name: "only one file", before: "echo bad >>b; git commit -qam bad; echo mine >>a", print: log, want: "first\nbad\nfix b\n M a\n"},
		{name: "executable", before: "chmod +x a;" + bad, print: "git ls-tree HEAD a | cut -c1-6", want: "100755\n"},
		{name: "the mode changed", before: bad + "chmod +x a", print: "git ls-tree HEAD a | cut -c1-6; git diff --summary", want: "100644\n mode change 100644 => 100755 a\n"},
		{name: "line ends are converted", before: "echo 'a eol=crlf' >.gitattributes; git add .; printf 'x\\r\\nbad\\r\\n' >a; git add .; git commit -qm bad", print: log + "; git show HEAD:a; tr '\\r' R <a", want: "first\nbad\nfix a\nx\ngood\nxR\ngoodR\n"},
		{name: "converted by the configuration", before: "git config core.autocrlf input; printf 'x\\nbad\\n' >a; git commit -qam bad", print: log, want: "first\nbad\nfix a\n"},
		{name: "unstaged", before: bad + "echo mine >>a", fails: "a: has changes that are not committed; commit or stash that first"},
		{name: "staged", before: bad + "echo mine >>a; git add a", fails: "a: has staged changes"},
		{name: "staged and taken back", before: bad + "echo mine >>a; git add a; git show HEAD:a >a", fails: "a: has staged changes"},
		{name: "untracked", before: "echo bad >new", fails: "new: is not tracked by git"},
		{name: "added", before: "echo bad >new; git add new", fails: "new: has staged changes"},
		{name: "intended to be added", before: "echo bad >new; git add -N new", fails: "new: has staged changes"},
		{name: "two files", before: bad + "echo mine | tee -a a >>b", fails: "a: has changes that are not committed; b: has changes that are not committed; commit"},
		{name: "a filter", before: bad + "echo 'a filter=lfs' >.gitattributes", fails: `a: is stored by git through the filter "lfs"`},
		{name: "detached", before: bad + "git checkout -q --detach", fails: "no branch is checked out (HEAD is detached)"},
		{name: "no commit", before: bad + "git checkout -q --orphan new", fails: "the branch new has no commit yet"},
		{name: "merge", before: bad + "git checkout -qb o HEAD~; echo 1 >c; git add c; git commit -qm c; git merge -q --no-commit --no-ff main", fails: "a merge is in progress: end it with git commit or git merge --abort first"},
		{name: "rebase", before: bad + "GIT_SEQUENCE_EDITOR='sed -i s/pick/edit/' git rebase -qi HEAD~ 2>&1", fails: "a rebase is in progress"},
		{name: "cherry-pick", before: bad + "git checkout -qb o HEAD~; echo 1 >>a; git commit -qam o; git cherry-pick main || git checkout -q --theirs a", fails: "a cherry-pick is in progress"},
		{name: "revert", before: bad + "git revert --no-commit HEAD", fails: "a revert is in progress"},
		{name: "bisection", before: bad + "git bisect start -q", fails: "a bisection is in progress"},
		{name: "no identity", before: bad + "git config user.useConfigOnly false", fails: "git does not know who commits: set user.name and user.email"},
		{
			name: "signed", before: bad + "git config commit.gpgSign true; printf '#!/bin/sh\\ncat >/dev/null\\necho \"[GNUPG:] SIG_CREATED x\" >&2\\necho -----BEGIN PGP SIGNATURE-----\\n' >.git/gpg; chmod +x .git/gpg; git config gpg.program \"$PWD/.git/gpg\"",
			print: "git cat-file commit HEAD | grep -c gpgsig; git cat-file commit HEAD~ | grep -c gpgsig", want: "1\n1\n",
		},
		{name: "signing fails", before: bad + "git config commit.gpgSign true; git config gpg.program false", fails: "git cannot make the commit"},
		{name: "another git writes", before: bad + "touch .git/index.lock", fails: "another git process is writing the index"},
		{name: "a wrong setting", before: bad + "git config commit.gpgSign maybe", fails: "cannot read the configuration of git"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newCheckout(t, test.flags...)
			if test.before != "" {
				c.sh(test.before)
			}
			if test.name == "no identity" {
				for _, name := range []string{"GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL", "EMAIL"} {
					t.Setenv(name, "")
					os.Unsetenv(name)
				}
			}
			state := "cat a b; git ls-files -s; git for-each-ref; ls -a .git . | grep autofix || true"
			was := c.sh(state)
			out := c.commitAll()
			if test.fails != "" {
				if !strings.Contains(out, test.fails) {
					t.Errorf("it says %q, want %q", out, test.fails)
				}
				if got := c.sh(state); got != was {
					t.Errorf("it changed\n%s\nto\n%s", was, got)
				}
				return
			}
			if got := c.sh(test.print); got != test.want {
				t.Errorf("%q, want %q\n%s", got, test.want, out)
			}
			if left := c.sh("git for-each-ref refs/worktree; ls -a .git . | grep autofix || true; git fsck --no-dangling 2>&1"); left != "" {
				t.Errorf("left behind: %s", left)
			}
		})
	}
}

// A workspace below the top of a linked checkout, whose branch has a slash.
func TestCommitsOfALinkedCheckout(t *testing.T) {
	c := newCheckout(t)
	c.sh("mkdir sub; echo bad >sub/a; echo bad >sub/b; git add sub; git commit -qm bad; git worktree add -q -b x/y linked")
	top := *c
	c.root = filepath.Join(c.root, "linked", "sub")
	if out := c.commitAll(); out != "" {
		t.Fatal(out)
	}
	if got, want := c.sh(log+"; git branch --show-current; cat a"), "first\nbad\nfix a\nfix b\nx/y\ngood\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := top.sh("git log --reverse --format=%s; cat sub/a"), "first\nbad\nbad\n"; got != want {
		t.Errorf("the first checkout: %q, want %q", got, want)
	}
}

// A run that is killed at any step leaves whole files and all commits or none,
// and another run does the rest.
func TestCommitsKilled(t *testing.T) {
	resumed := false
	for step := 1; ; step++ {
		c := newCheckout(t)
		c.sh("echo bad >>a; echo bad >>b; git commit -qam bad; echo x >c; git add c; echo y >>c")
		_, killed := run(t, child(nil, "commit", c.root, strconv.Itoa(step)))
		if got := c.sh("git log --reverse --format=%s"); got != "first\nbad\n" && got != "first\nbad\nfix a\nfix b\n" {
			t.Errorf("step %d: %q", step, got)
		}
		out := c.commitAll()
		if strings.Contains(out, "resumed 2") {
			resumed = true
		} else if out != "" {
			t.Errorf("step %d, again: %s", step, out)
		}
		if got, want := c.sh(log+"; git for-each-ref refs/worktree; ls -a | grep autofix || true; tail -qn1 a b"), "first\nbad\nfix a\nfix b\nAM c\ngood\ngood\n"; got != want {
			t.Errorf("step %d, again: %q, want %q", step, got, want)
		}
		if !killed {
			if !resumed || step < 10 {
				t.Errorf("only %d steps, or none whose commits were resumed", step)
			}
			return
		}
	}
}

// What others do while the source tree is written.
func TestCommitsOfTwo(t *testing.T) {
	for _, test := range []struct{ name, meanwhile, fails, want string }{
		{"nothing", "true", "", "first\nbad\nfix a\n"},
		{"a commit", "git commit -q --allow-empty -m mine", "the files are fixed, but the branch main has no commits of them", "first\nbad\nmine\n M a\n"},
		{"the index is locked", "touch .git/index.lock", "another git process is writing the index", "first\nbad\n M a\n"},
		{"another file is staged", "echo 1 >c; git add c", "", "first\nbad\nfix a\nA  c\n"},
		{"the file is staged", "echo mine >a; git add a", "", "first\nbad\nfix a\nMM a\n"},
		{"another branch", "git checkout -qb o", "", "first\nbad\nfix a\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newCheckout(t)
			c.sh("echo bad >a; git commit -qam bad")
			w, err := Open(c.root)
			check(t, err)
			defer w.Close()
			commits, _, err := w.Commits(context.Background())
			check(t, err)
			commits.lockWait = 0
			check(t, commits.Prepare(context.Background(), []Commit{{"fix a\n", []CommitFile{{Path: "a", Before: []byte("bad\n"), After: []byte("good\n")}}}}))
			c.sh(test.meanwhile + "; echo good >a")
			made, err := commits.Finish(context.Background())
			if test.fails == "" && (err != nil || made != 1) || test.fails != "" && (err == nil || !strings.Contains(err.Error(), test.fails)) {
				t.Errorf("%d commits, %v, want %q", made, err, test.fails)
			}
			c.sh("rm -f .git/index.lock")
			if got := c.sh(log); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// The commits of a killed run are dropped if the files are not as it left them.
func TestCommitsDropped(t *testing.T) {
	for _, test := range []struct {
		name, since string
		want        Resumed
	}{
		{"written", "echo good >a; echo good >b", Resumed{Commits: 2}},
		{"not written", "true", Resumed{}},
		{"half written", "echo good >a", Resumed{Dropped: true}},
		{"edited", "echo good >a; echo mine >b", Resumed{Dropped: true}},
		{"committed by hand", "echo good | tee a >b; git commit -qam mine", Resumed{Dropped: true}},
		{"taken", "git reset -q --soft refs/worktree/autofix", Resumed{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newCheckout(t)
			c.sh("echo bad | tee a >b; git commit -qam bad")
			w, err := Open(c.root)
			check(t, err)
			defer w.Close()
			commits, _, err := w.Commits(context.Background())
			check(t, err)
			check(t, commits.Prepare(context.Background(), []Commit{
				{"fix a\n", []CommitFile{{Path: "a", Before: []byte("bad\n"), After: []byte("good\n")}}},
				{"fix b\n", []CommitFile{{Path: "b", Before: []byte("bad\n"), After: []byte("good\n")}}},
			}))
			c.sh(test.since)
			if _, got, err := w.Commits(context.Background()); err != nil || got != test.want {
				t.Errorf("%+v, %v, want %+v", got, err, test.want)
			}
			if left := c.sh("git for-each-ref refs/worktree"); left != "" {
				t.Errorf("left behind: %s", left)
			}
		})
	}
}

// Files that commits create and delete, and texts that follow each other.
func TestCommitsOfFiles(t *testing.T) {
	c := newCheckout(t)
	w, err := Open(c.root)
	check(t, err)
	defer w.Close()
	commits, _, err := w.Commits(context.Background())
	check(t, err)
	first, err := os.ReadFile(filepath.Join(c.root, "a"))
	check(t, err)
	check(t, commits.Prepare(context.Background(), []Commit{
		{"one\n", []CommitFile{{Path: "a", Before: first, After: []byte("1\n")}, {Path: "d/new", Create: true, Executable: true, After: []byte("x\n")}}},
		{"two\n", []CommitFile{{Path: "a", Before: []byte("1\n"), After: []byte("2\n")}, {Path: "b", Before: first, Delete: true}, {Path: "d/new", Before: []byte("x\n"), After: []byte("y\n")}}},
	}))
	c.sh("echo 2 >a; rm b; mkdir d; echo y >d/new; chmod +x d/new")
	made, err := commits.Finish(context.Background())
	if err != nil || made != 2 {
		t.Fatalf("%d, %v", made, err)
	}
	if got, want := c.sh("git log -2 --reverse --format=%s --raw --abbrev=1 | cut -d' ' -f1,2,5-; git status -s; git show HEAD~:d/new"), "one\n\n:100644 100644 M\ta\n:000000 100755 A\td/new\ntwo\n\n:100644 100644 M\ta\n:100644 000000 D\tb\n:100755 100755 M\td/new\nx\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
