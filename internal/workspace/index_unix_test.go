//go:build unix

package workspace

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// stagedChild puts "good" in place of each "bad" in the staged files of the
// checkout args[0], empties the ones with the word "void", deletes the ones with
// "obsolete", and prints the files that it left alone or kept. It kills itself at
// step args[1], from 1; 0: never.
func stagedChild(args []string) error {
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
	x, err := w.Index(context.Background())
	if err != nil {
		return err
	}
	err = x.Write(context.Background(), improved(x))
	for _, file := range append(x.LeftAlone(), x.Kept()...) {
		fmt.Printf("%s: %s\n", file.Path, file.Reason)
	}
	return err
}

// improved returns the changes that stagedChild makes.
func improved(x *Index) []Change {
	var changes []Change
	for name, text := range x.Texts() {
		switch was := string(text); {
		case strings.Contains(was, "obsolete"):
			changes = append(changes, Change{Path: name, BeforeSHA256: fixedits.Digest(text), Delete: true})
		case strings.Contains(was, "void"):
			changes = append(changes, change(name, was, ""))
		case strings.Contains(was, "bad"):
			changes = append(changes, change(name, was, strings.ReplaceAll(was, "bad", "good")))
		}
	}
	return changes
}

// A scripted checkout of git is changed by scripts of a shell.
type scripted struct {
	t    *testing.T
	root string
}

// newCheckout returns a checkout with one commit of the files a and b, of the
// lines 1 to 9.
func newCheckout(t *testing.T, flags ...string) *scripted {
	t.Helper()
	isolate(t)
	for _, name := range []string{"GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"} {
		t.Setenv(name, "a@b")
	}
	t.Setenv("EDITOR", "true")
	program, err := os.Executable()
	check(t, err)
	t.Setenv("STAGED", program)
	c := &scripted{t, t.TempDir()}
	git(t, c.root, append([]string{"init", "-q", "-b", "main"}, flags...)...)
	c.sh("seq 9 >a; seq 9 >b; git add a b; git commit -qm first")
	return c
}

// sh runs a script in the checkout, and returns what it printed.
func (c *scripted) sh(script string) string {
	c.t.Helper()
	command := exec.Command("sh", "-ec", script)
	command.Dir = c.root
	out, err := command.CombinedOutput()
	if err != nil {
		c.t.Fatalf("%s: %v\n%s", script, err, out)
	}
	return string(out)
}

// fix runs stagedChild.
func (c *scripted) fix() string {
	c.t.Helper()
	out, err := child(nil, "staged", c.root, "0").CombinedOutput()
	if err != nil {
		return strings.TrimSpace(fmt.Sprintf("%s", out)) + "\n"
	}
	return string(out)
}

// TestIndexWrite has the states that a checkout can be in. Each script of
// "staged" ends with the index and the source tree as a person has them; then
// "bad" becomes "good" in what is staged.
func TestIndexWrite(t *testing.T) {
	for _, test := range []struct {
		name   string
		flags  []string // of git init
		staged string
		print  string // what shows the result
		want   string
		notes  string
	}{
		{name: "nothing staged", staged: "echo bad >>a", print: "git diff-index --cached HEAD; tail -1 a", want: "bad\n"},
		{name: "staged only", staged: "echo bad >>a; git add a", print: "git show :a | tail -1; tail -1 a; git status -s", want: "good\ngood\nM  a\n"},
		{
			name: "unstaged file beside it", staged: "echo bad >>a; git add a; echo bad >>b", print: "git show :a | tail -1; tail -n1 a b; git status -s",
			want: "good\n==> a <==\ngood\n\n==> b <==\nbad\nM  a\n M b\n",
		},
		{
			name: "partly staged, far apart", staged: "sed -i s/9/bad/ a; git add a; sed -i 's/^1$/bad/' a", print: "git show :a | sed -n '1p;9p'; sed -n '1p;9p' a",
			want: "1\ngood\nbad\ngood\n",
		},
		{
			name: "partly staged, with a line between", staged: "sed -i s/5/bad/ a; git add a; sed -i s/7/mine/ a", print: "git show :a | sed -n 5,7p; sed -n 5,7p a",
			want: "good\n6\n7\ngood\n6\nmine\n",
		},
		{
			name: "unstaged line beside it", staged: "sed -i s/5/bad/ a; git add a; sed -i s/6/mine/ a", print: "git show :a | sed -n 5,6p; sed -n 5,6p a",
			want: "good\n6\nbad\nmine\n", notes: "a: unstaged lines are in the way of edits: 1\n",
		},
		{
			name: "unstaged line inserted beside it", staged: "sed -i s/5/bad/ a; git add a; sed -i '5a mine' a", print: "git show :a | sed -n 5,6p; sed -n 5,6p a",
			want: "good\n6\nbad\nmine\n", notes: "a: unstaged lines are in the way of edits: 1\n",
		},
		{
			name: "same line unstaged", staged: "sed -i s/5/bad/ a; git add a; sed -i s/bad/worse/ a", print: "git show :a | sed -n 5p; sed -n 5p a",
			want: "good\nworse\n", notes: "a: unstaged lines are in the way of edits: 1\n",
		},
		{
			name: "same line unstaged, another far away", staged: "sed -i 's/[28]/bad/' a; git add a; sed -i '2s/.*/mine/' a", print: "git show :a | sed -n '2p;8p'; sed -n '2p;8p' a",
			want: "good\ngood\nmine\ngood\n", notes: "a: unstaged lines are in the way of edits: 1\n",
		},
		{name: "fixed by hand, unstaged", staged: "sed -i s/5/bad/ a; git add a; sed -i s/bad/good/ a", print: "git show :a | sed -n 5p; git status -s", want: "good\nM  a\n"},
		{
			name: "fixed by hand, with another line", staged: "sed -i s/5/bad/ a; git add a; sed -i 's/bad/good/; s/9/mine/' a", print: "git show :a | sed -n 5p; sed -n '5p;9p' a",
			want: "good\ngood\nmine\n",
		},
		{
			name: "taken back, unstaged", staged: "sed -i s/5/bad/ a; git add a; git show HEAD:a >a", print: "git show :a | sed -n 5p; sed -n 5p a", want: "good\n5\n",
			notes: "a: unstaged lines are in the way of edits: 1\n",
		},
		{
			name: "no newline at the end", staged: "printf bad >a; git add a; printf 'bad\nmine' >a", print: "git show :a; echo; cat a", want: "good\nbad\nmine",
			notes: "a: unstaged lines are in the way of edits: 1\n",
		},
		{
			name: "emptied, unstaged", staged: "echo bad >a; git add a; : >a", print: "git show :a; cat a; echo end", want: "good\nend\n",
			notes: "a: unstaged lines are in the way of edits: 1\n",
		},

		{
			name: "intent to add", staged: "echo bad >new; git add -N new; echo bad >>a; git add a", print: "git show :a | tail -1; cat new; git status -s",
			want: "good\nbad\nM  a\n A new\n",
		},
		{
			name: "intent to add, then more", staged: "echo bad >new; git add -N new; git add new; echo mine >>new; echo >>new", print: "git show :new; head -1 new", want: "good\nbad\n",
			notes: "new: unstaged lines are in the way of edits: 1\n",
		},
		{name: "new file", staged: "mkdir d; echo bad >d/new; git add d", print: "git show :d/new; cat d/new; git status -s", want: "good\ngood\nA  d/new\n"},
		{name: "deletion staged", staged: "git rm -q a; echo bad >a", print: "cat a; git status -s", want: "bad\nD  a\n?? a\n"},
		{name: "deleted, unstaged", staged: "echo bad >>a; git add a; rm a", print: "git show :a | tail -1; git status -s", want: "good\nMD a\n"},
		{name: "folder deleted, unstaged", staged: "mkdir d; echo bad >d/a; git add d; rm -r d", print: "git show :d/a; git status -s", want: "good\nAD d/a\n"},
		{name: "renamed", staged: "git mv a c; echo bad >>c; git add c", print: "git show :c | tail -1; tail -1 c; git status -s", want: "good\ngood\nR  a -> c\n"},
		{name: "renamed, unstaged", staged: "echo bad >>a; git add a; mv a c", print: "git show :a | tail -1; tail -1 c", want: "good\nbad\n"},
		{name: "mode staged", staged: "chmod +x a; echo bad >>a; git add a", print: "git ls-files -s a | cut -d' ' -f1; test -x a; tail -1 a", want: "100755\ngood\n"},
		{name: "mode unstaged", staged: "echo bad >>a; git add a; chmod +x a", print: "git ls-files -s a | cut -d' ' -f1; test -x a; tail -1 a; git status -s", want: "100644\ngood\nMM a\n"},
		{name: "replaced by a link, unstaged", staged: "echo bad >>a; git add a; echo bad >b; ln -sf b a", print: "git show :a | tail -1; readlink a; cat b", want: "good\nb\nbad\n"},
		{name: "replaced by a pipe, unstaged", staged: "echo bad >>a; git add a; rm a; mkfifo a", print: "git show :a | tail -1; test -p a", want: "good\n"},
		{name: "link staged", staged: "ln -s bad l; git add l; ln -sf b a; git add a", print: "git status -s; cat b | head -1; readlink l", want: "T  a\nA  l\n1\nbad\n"},
		{name: "folder behind a link, unstaged", staged: "mkdir d e; echo bad >d/f; git add d; rm -r d; echo bad >e/f; ln -s e d", print: "git show :d/f; cat e/f", want: "good\nbad\n"},

		{name: "emptied by a fix", staged: "echo void >a; git add a", print: "git status -s; git show :a; wc -c <a", want: "M  a\n0\n"},
		{name: "bytes that are no text", staged: `printf 'bad\0\377\001' >a; git add a`, print: "git status -s; git show :a | od -c | cut -c9- | tr -d ' \\n'", want: "M  a\n" + `good\0377001`},
		{name: "a long text", staged: "seq 100000 >a; echo bad >>a; git add a", print: "git status -s; tail -1 a; git show :a | tail -1; git show :a | wc -l", want: "M  a\ngood\ngood\n100001\n"},
		{name: "a text that git has", staged: "echo good >g; git add g; git commit -qm g; echo bad >a; git add a", print: "git status -s; git show :a", want: "M  a\ngood\n"},
		{name: "deleted by a fix", staged: "echo obsolete >a; echo bad >b; git add a b", print: "git status -s; cat b", want: "D  a\nM  b\ngood\n"},
		{name: "a new file deleted by a fix", staged: "mkdir d; echo obsolete >d/n; git add d", print: "git status -s; ls", want: "a\nb\n"},
		{
			name: "deleted by a fix, with unstaged lines", staged: "echo obsolete >a; git add a; echo mine >>a", print: "git status -s; cat a", want: "D  a\n?? a\nobsolete\nmine\n",
			notes: "a: it is not deleted, since it has unstaged changes\n",
		},
		{name: "deleted by a fix, and by hand", staged: "echo obsolete >a; git add a; rm a", print: "git status -s", want: "D  a\n"},
		{name: "deleted by a fix, replaced by a link", staged: "echo obsolete >a; git add a; ln -sf b a", print: "git status -s; readlink a", want: "D  a\n?? a\nb\n"},
		{name: "deleted by a fix, executable, with a bare name", staged: `f='-x "q" ü'; echo obsolete >"$f"; chmod +x -- "$f"; git add .`, print: "git status -s", want: ""},
		{name: "deleted by a fix, SHA-256", flags: []string{"--object-format=sha256"}, staged: "echo obsolete >a; git add a", print: "git status -s", want: "D  a\n"},
		{name: "deleted by a fix, autocrlf", staged: `git config core.autocrlf true; printf 'obsolete\r\n' >a; git add a`, print: "git status -s", want: "D  a\n"},
		{
			name: "conflict in progress", staged: "git switch -qc side; echo bad >>a; echo bad >>b; git commit -qam x; git switch -q main; echo c >>a; git commit -qam y; git merge side >/dev/null || true",
			print: "git show :b | tail -1; git ls-files -u | wc -l; tail -4 a", want: "good\n3\nc\n=======\nbad\n>>>>>>> side\n", notes: "a: its merge conflict is not resolved\n",
		},
		{
			name: "during a rebase", staged: "git switch -qc side; echo bad >>a; git commit -qam x; git switch -q main; echo c >>a; git commit -qam y; git rebase side >/dev/null 2>&1 || true; seq 9 >a; echo bad >>a; echo c >>a; git add a",
			print: "git show :a | tail -2; git status | head -1 | cut -c1-10; git rebase --continue >/dev/null 2>&1; git show HEAD:a | tail -2", want: "good\nc\ninteractiv\ngood\nc\n",
		},
		{
			name: "during a rebase, with a new line", staged: "git switch -qc side; echo x >>a; git commit -qam x; git switch -q main; echo c >>a; git commit -qam y; git rebase side >/dev/null 2>&1 || true; seq 9 >a; echo bad >>a; git add a",
			print: "git show :a | tail -1; git rebase --continue >/dev/null 2>&1; git show HEAD:a | tail -1; git status -s", want: "good\ngood\n",
		},
		{
			name: "during a cherry-pick", staged: "git switch -qc side; echo x >>a; git commit -qam x; git switch -q main; echo c >>a; git commit -qam y; git cherry-pick side >/dev/null 2>&1 || true; echo bad >a; git add a",
			print: "git show :a; cat a; test -f .git/CHERRY_PICK_HEAD", want: "good\ngood\n",
		},
		{name: "unborn branch", staged: "git switch -q --orphan new; echo bad >n; git add n", print: "git show :n; cat n", want: "good\ngood\n"},
		{
			name: "bare names", staged: `mkdir "a b"; for f in '-x' 'a b/"q"' ' s' 'tab	' 'ü' ':(glob)*' '\back'; do echo bad >"$f"; git --literal-pathspecs add -- "$f"; done`,
			print: "git grep --cached -c bad | wc -l; git grep --cached -hc good | sort | uniq -c; grep -rl --exclude-dir=.git bad . | wc -l", want: "0\n      7 1\n0\n",
		},
		{name: "name with a newline", staged: "f=$(printf 'a\\nb'); echo bad >\"$f\"; git add .", print: "cat a?b; git grep --cached -hc good", want: "good\n1\n"},
		{name: "name that is not UTF-8", staged: "f=$(printf 'a\\377b'); echo bad >\"$f\"; git add .", print: "cat a*b; git grep --cached -hc good", want: "good\n1\n"},
		{name: "SHA-256", flags: []string{"--object-format=sha256"}, staged: "echo bad >>a; git add a", print: "git show :a | tail -1; tail -1 a; git status -s", want: "good\ngood\nM  a\n"},
		{name: "split index", staged: "git update-index --split-index; echo bad >>a; git add a", print: "git show :a | tail -1; git status -s", want: "good\nM  a\n"},
		{name: "index version 4", staged: "git update-index --index-version 4; echo bad >>a; git add a", print: "git show :a | tail -1; git status -s", want: "good\nM  a\n"},
		{
			name: "a pager, an external diff and colors", staged: "git config core.pager false; git config diff.external false; git config color.ui always; git config status.short true; echo bad >>a; git add a",
			print: "git show :a | tail -1", want: "good\n",
		},

		{
			name: "Git LFS", staged: "printf '*.bin filter=lfs -text\n' >.gitattributes; git config filter.lfs.clean cat; echo bad >x.bin; git add .", print: "git show :x.bin; cat x.bin", want: "bad\nbad\n",
			notes: "x.bin: git stores it through the filter \"lfs\"\n",
		},
		{name: "autocrlf", staged: `git config core.autocrlf true; printf '1\r\nbad\r\n3\r\n' >a; git add a`, print: "git show :a; od -c a | cut -c9- | tr -d ' \\n'", want: "1\ngood\n3\n1\\r\\ngood\\r\\n3\\r\\n"},
		{
			name: "autocrlf, partly staged", staged: `git config core.autocrlf true; printf 'bad\r\n2\r\n3\r\n' >a; git add a; printf 'bad\r\n2\r\nmine\r\n' >a`,
			print: "git show :a; od -c a | cut -c9- | tr -d ' \\n'", want: "good\n2\n3\ngood\\r\\n2\\r\\nmine\\r\\n",
		},
		{name: "eol attribute", staged: `echo '* eol=crlf' >.gitattributes; printf 'bad\r\n' >a; git add a`, print: "git show :a; od -c a | cut -c9- | tr -d ' \\n'", want: "good\ngood\\r\\n"},
		{name: "encoding attribute", staged: `echo 'a working-tree-encoding=UTF-16LE' >.gitattributes; printf 'b\0a\0d\0' >a; git add a`, print: "git show :a; od -c a | cut -c9- | tr -d ' \\n'", want: "badb\\0a\\0d\\0"},
		{
			name: "line ends that are not normalized", staged: `printf 'bad\r\n2\r\n' >a; git add a; echo '* text eol=crlf' >.gitattributes`, print: "git show :a | od -c | cut -c9- | tr -d ' \\n'", want: `bad\r\n2\r\n`,
			notes: "a: cannot store its new text: git would convert its other lines too; run git add --renormalize on it first\n",
		},
		{name: "CR LF in the repository", staged: `printf 'bad\r\n2\r\n' >a; git add a`, print: "git show :a | od -c | cut -c9- | tr -d ' \\n'", want: `good\r\n2\r\n`},

		{
			name: "submodule", staged: "git -c protocol.file.allow=always submodule --quiet add ./. sub 2>/dev/null; echo bad >>sub/a; git -C sub add a; echo bad >>a; git add .",
			print: "git show :a | tail -1; tail -1 sub/a; git ls-files -s sub | cut -d' ' -f1", want: "good\nbad\n160000\n",
		},
		{
			name: "sparse checkout", staged: "mkdir d; echo 1 >d/f; git add d; git commit -qm d; git sparse-checkout set --no-cone /a /b; echo bad >>a; git add a; git update-index --cacheinfo 100644,$(echo bad | git hash-object -w --stdin),d/f; git update-index --skip-worktree d/f",
			print: "git show :a | tail -1; git show :d/f; git ls-files -t d", want: "good\nbad\nS d/f\n", notes: "d/f: it is outside of the sparse checkout\n",
		},
		{
			name: "sparse checkout of a partial clone", staged: "mkdir d; echo 1 >d/f; git add d; git commit -qm d; git sparse-checkout set --no-cone /a /b; echo bad >>a; git add a; git update-index --cacheinfo 100644,$(echo not here | git hash-object --stdin),d/f; git update-index --skip-worktree d/f",
			print: "git show :a | tail -1; git ls-files -t d", want: "good\nS d/f\n", notes: "d/f: it is outside of the sparse checkout\n",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newCheckout(t, test.flags...)
			c.sh(test.staged)
			head := c.sh("git rev-parse -q --verify HEAD || true")
			if got := c.fix(); got != test.notes {
				t.Errorf("notes: %q, want %q", got, test.notes)
			}
			if c.sh("git rev-parse -q --verify HEAD || true") != head || c.sh("git stash list; ls -a | grep autofix || true; ls .git | grep -e autofix -e lock || true") != "" {
				t.Error("another commit, a stash, a journal or a lock")
			}
			if got := c.sh(test.print); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
			if again := c.fix(); !strings.HasPrefix(test.notes, again) && again != test.notes {
				t.Errorf("again: %q", again)
			}
		})
	}
}

// A root below the folder of the checkout sees only what is staged there.
func TestIndexBelowTheCheckout(t *testing.T) {
	c := newCheckout(t)
	c.sh("mkdir -p d/e; echo bad >d/e/f; echo bad >>a; git add .")
	inner := &scripted{t, filepath.Join(c.root, "d")}
	if out := inner.fix(); out != "" {
		t.Error(out)
	}
	if got := c.sh("git show :d/e/f; cat d/e/f; git show :a | tail -1"); got != "good\ngood\nbad\n" {
		t.Errorf("%q", got)
	}
}

func TestIndexOfNoCheckout(t *testing.T) {
	isolate(t)
	w := open(t, map[string]string{"a": "bad"})
	if _, err := w.Index(context.Background()); err == nil || !strings.Contains(err.Error(), "not in a checkout of git") {
		t.Errorf("no repository: %v", err)
	}
	c := newCheckout(t)
	c.sh("printf garbage >.git/index")
	w, err := Open(c.root)
	check(t, err)
	defer w.Close()
	if _, err := w.Index(context.Background()); err == nil || !strings.Contains(err.Error(), "cannot compare the index") {
		t.Errorf("broken index: %v", err)
	}
}

// Nothing is written while another process writes the index, or if it has
// staged something else meanwhile.
func TestIndexOfTwo(t *testing.T) {
	for _, test := range []struct{ name, meanwhile, want string }{
		{"lock held", "touch .git/index.lock", "another git process is writing the index"},
		{"the index is broken", "printf garbage >.git/index", ".git/index: index file"},
		{"staged again", "echo worse >a; git add a; echo bad >a", "a: stale: its staged text has changed"},
		{"unstaged", "git rm -q --cached a", "a: stale"},
		{"mode", "git update-index --chmod=+x a", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newCheckout(t)
			c.sh("echo bad >a; git add a; echo bad >b; git add b; echo obsolete >c; chmod 700 c; git add c")
			w, err := Open(c.root)
			check(t, err)
			defer w.Close()
			x, err := w.Index(context.Background())
			check(t, err)
			x.lockWait = 0
			c.sh(test.meanwhile)
			state := "git ls-files -s || true; cat a b c; test -x c"
			before := c.sh(state)
			err = x.Write(context.Background(), improved(x))
			if test.want == "" {
				check(t, err)
				return
			}
			if _, unwritten := errors.AsType[*UnwrittenError](err); !unwritten || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, want %s", err, test.want)
			}
			if after := c.sh(state); after != before {
				t.Errorf("written:\n%s\nbefore:\n%s", after, before)
			}
		})
	}
}

// Another process that found the fixes in the source tree, and stages them too,
// is no reason to undo them.
func TestIndexOfTwoThatDoTheSame(t *testing.T) {
	const stage = "git add a b; git rm -q --cached c"
	for _, test := range []struct{ name, meanwhile string }{
		{"before", stage},
		{"about to", "export GIT_INDEX_FILE=.git/index.lock; cp .git/index .git/index.lock; " + stage + "; (sleep 0.3; mv .git/index.lock .git/index) >/dev/null 2>&1 &"},
		{"a lock for something else", "touch .git/index.lock; (sleep 0.3; rm .git/index.lock) >/dev/null 2>&1 &"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newCheckout(t)
			c.sh("echo bad >a; echo bad >b; echo obsolete >c; git add a b c")
			w, err := Open(c.root)
			check(t, err)
			defer w.Close()
			x, err := w.Index(context.Background())
			check(t, err)
			w.step = func(point, _ string) error {
				if point == "tree written" {
					c.sh(test.meanwhile)
				}
				return nil
			}
			check(t, x.Write(context.Background(), improved(x)))
			if got := c.sh("git show :a :b; cat a b; git ls-files c; ls c 2>/dev/null || true"); got != "good\ngood\ngood\ngood\n" {
				t.Errorf("%q", got)
			}
		})
	}
}

// A run that is killed at any step leaves every file and the index whole, and
// another run does the rest.
func TestIndexKilled(t *testing.T) {
	for step := 1; ; step++ {
		c := newCheckout(t)
		c.sh("sed -i s/5/bad/ a; echo bad >b; echo obsolete >c; git add a b c; sed -i s/9/mine/ a")
		_, killed := run(t, child(nil, "staged", c.root, strconv.Itoa(step)))
		for _, text := range []string{c.sh("git show :a | sed -n 5p"), c.sh("git show :b"), c.sh("sed -n 5p a"), c.sh("cat b")} {
			if text != "bad\n" && text != "good\n" {
				t.Errorf("step %d: %q", step, text)
			}
		}
		c.sh("git status; git fsck 2>/dev/null; git add -N a")
		if out := c.fix(); strings.Contains(out, "a: ") {
			t.Errorf("step %d, again: %s", step, out)
		}
		if got := c.sh("git show :a | sed -n '5p;9p'; git show :b; sed -n '5p;9p' a; cat b; ls -a | grep -e autofix -e c || true; git ls-files c"); got != "good\n9\ngood\ngood\nmine\ngood\n" {
			t.Errorf("step %d, again: %q", step, got)
		}
		if !killed {
			if step < 10 {
				t.Errorf("only %d steps", step)
			}
			return
		}
	}
}
