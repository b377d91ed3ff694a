//go:build unix

package workspace

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestChangedFiles(t *testing.T) {
	for _, test := range []struct{ name, script, want string }{
		{"nothing", "true", ""},
		{"changed", "sed -i 3d a", "a 1-9\n"},
		{"gone", "rm a", "a 1-9\n"},
		{"gone from the index", "git rm -q a", "a 1-9\n"},
		{"new", "echo >n; git add n; echo >m", "m absent\nn absent\n"},
		{"renamed", "git mv a n", "a 1-9\nn absent\n"},
		{"moved, untracked", "mv a n", "a 1-9\nn absent\n"},
		{"moved, and another in its place", "mv a n; echo >a", "a 1-9\nn absent\n"},
		{"executable before", "chmod +x a; git commit -qam x; chmod -x a", "a 1-9 executable\n"},
		{"a link before", "ln -s b n; git add n; git commit -qm n; rm n; seq 2 >n", ""},
		{"stored through a filter", "echo 'a filter=f' >.gitattributes; git add -A; git commit -qm f; sed -i 3d a", "a absent\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newCheckout(t)
			c.sh(test.script)
			w, err := Open(c.root)
			check(t, err)
			defer w.Close()
			changed, err := w.Changed(t.Context(), "", false)
			check(t, err)
			files, err := changed.Files(t.Context())
			check(t, err)
			got := ""
			for _, f := range files {
				got += f.Path
				switch {
				case f.Absent:
					got += " absent"
				case string(f.Text) == "1\n2\n3\n4\n5\n6\n7\n8\n9\n":
					got += " 1-9"
				default:
					got += fmt.Sprintf(" %q", f.Text)
				}
				if f.Executable {
					got += " executable"
				}
				got += "\n"
			}
			if got != test.want {
				t.Errorf("got\n%swant\n%s", got, test.want)
			}
		})
	}
}

// partial makes the checkout a partial clone of itself, with the branches main
// and topic. Nothing is checked out.
const partial = `git checkout -qb topic; sed -i s/5/x/ a; git mv b c; echo x >>c; git commit -qam topic; git checkout -q main
git clone -q --bare . ../origin
git -C ../origin config uploadpack.allowFilter true
git clone -q --no-checkout --filter=blob:none "file://$PWD/../origin" ../partial
rm -rf .git a b
mv ../partial/.git .
`

func TestChanged(t *testing.T) {
	for _, test := range []struct {
		name     string
		script   string
		revision string
		staged   bool
		want     string // the changed lines of the file a, or of the file n, in brackets
	}{
		{"nothing", "true", "", false, "-"},
		{"a line", "sed -i s/5/x/ a", "", false, "[x\n]"},
		{"two places", "sed -i 's/[28]/x/' a", "", false, "[x\n][x\n]"},
		{"inserted", "sed -i '5a x' a", "", false, "[x\n]"},
		{"deleted", "sed -i 5d a", "", false, ""},
		{"emptied", ": >a", "", false, ""},
		{"without a newline", "printf 1 >a", "", false, "[1]"},
		{"times only", "touch -d yesterday a", "", false, ""},
		{"mode only", "chmod +x a", "", false, ""},
		{"untracked", "seq 2 >n", "", false, "[1\n2\n]"},
		{"untracked and empty", ": >n", "", false, "[]"},
		{"ignored", "echo n >.gitignore; seq 2 >n", "", false, "-"},
		{"added with intent", "seq 2 >n; git add -N n", "", false, "[1\n2\n]"},
		{"renamed", "git mv a n; sed -i s/5/x/ n; git add n", "", false, "[x\n]"},
		{"moved, untracked", "mv a n; sed -i s/5/x/ n", "", false, "[x\n]"},
		{"moved, half of it is the same", "mv a n; sed -i 's/[1-4]/x/' n", "", false, "[x\nx\nx\nx\n]"},
		{"moved, less is the same", "mv a n; sed -i 's/[1-5]/x/' n", "", false, "[x\nx\nx\nx\nx\n6\n7\n8\n9\n]"},
		{"moved, twice as long", "mv a n; seq 10 18 >>n", "", false, "[10\n11\n12\n13\n14\n15\n16\n17\n18\n]"},
		{"moved, longer", "mv a n; seq 10 19 >>n", "", false, "[1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n]"},
		{"moved and removed from the index", "git rm -q --cached a; mv a n; sed -i s/5/x/ n", "", false, "[x\n]"},
		{"a copy", "cp a n", "", false, "[1\n2\n3\n4\n5\n6\n7\n8\n9\n]"},
		{"the other one is more similar", "seq 8 >b; git commit -qam b; rm a; mv b n; echo x >>n", "", false, "[x\n]"},
		{"moved to another order", "rm a; seq 9 -1 1 >n", "", false, "[9\n8\n7\n6\n5\n4\n3\n2\n1\n]"},
		{"moved, empty", ": >a; git commit -qam a; mv a n", "", false, "[]"},
		{"moved, but only staged counts", "mv a n", "", true, "-"},
		{"moved, through a filter", "echo 'a filter=f' >.gitattributes; mv a n", "", false, "[1\n2\n3\n4\n5\n6\n7\n8\n9\n]"},
		{"a link before", "ln -s b n; git add n; git commit -qm n; rm n; seq 2 >n", "", false, "[1\n2\n]"},
		{"a submodule before", "git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),n; git commit -qm n; git rm -q --cached n; seq 2 >n; git add n", "", false, "[1\n2\n]"},
		{"unborn branch", "git switch -q --orphan x; seq 2 >n; git add n", "", false, "[1\n2\n]"},
		{"staged", "sed -i s/5/x/ a; git add a; sed -i s/7/y/ a", "", true, "[x\n][y\n]"}, // of the text that is asked about
		{"unstaged", "sed -i s/5/x/ a", "", true, "-"},
		{"staged, intent to add", "seq 2 >n; git add -N n", "", true, "-"},
		{"conflict", "git switch -qc s; echo x >>a; git commit -qam x; git switch -q main; echo y >>a; git commit -qam y; git merge s >/dev/null || true", "", false, "[<<<<<<< HEAD\n][=======\nx\n>>>>>>> s\n]"},
		{"since the merge base", "git switch -qc s; sed -i s/5/x/ a; git commit -qam x; git switch -q main; sed -i s/9/y/ a; git commit -qam y; git switch -q s; sed -i s/2/z/ a", "main", false, "[z\n][x\n]"},
		{"base newer than HEAD", "sed -i s/5/x/ a; git commit -qam x; git tag new; git checkout -q HEAD~; sed -i s/2/z/ a", "new", false, "[z\n]"},
		{"line ends that git converts", "git config core.autocrlf true; seq 9 | sed 's/5/x/; s/$/\\r/' >a", "", false, "[x\r\n]"},
		{"a filter, which is not run", "echo 'a filter=f eol=crlf' >.gitattributes; git config filter.f.smudge 'touch ran; cat'; sed -i s/5/x/ a", "", false, "[x\n]"},
		{"no such revision", "true", "origin/main", false, "origin/main: there is no such revision here; fetch it with: git fetch origin main"},
		{"like a flag", "true", "--all", false, "--all: there is no such revision here; fetch it with: git fetch --all"},
		{"unborn branch, and a revision", "git switch -q --orphan x", "main", false, "main: there is nothing to compare: the branch has no commit yet"},
		{"unrelated", "git switch -q --orphan x; git commit -qm x --allow-empty", "main", false, "main: it has no commit in common with HEAD"},
		{"partial", partial + "git checkout -q topic", "origin/main", false, "origin/main: the clone is partial, and texts of the commit that is compared with are missing; fetch them with: git diff --stat "},
		{"partial, without renames", partial + "git checkout -q topic; git mv c b", "origin/main", false, "origin/main: the clone is partial"},
		{"partial, staged", partial + "git checkout -q topic", "origin/main", true, "origin/main: the clone is partial, and texts of the commit that is compared with are missing; fetch them with: git diff --stat --cached "},
		{"partial, and fetched", partial + "git checkout -q topic; git diff --stat $(git merge-base origin/main HEAD) >/dev/null", "origin/main", false, "[x\n]"},
		{"partial, and staged texts fetched", partial + "git checkout -q topic; git diff --stat --cached $(git merge-base origin/main HEAD) >/dev/null", "origin/main", true, "[x\n]"},
		{"partial, where nothing is missing", partial + "git checkout -q main; sed -i s/5/x/ a", "", false, "[x\n]"},
		{"shallow", "git commit -qm y --allow-empty; git switch -qc s HEAD~; git commit -qm z --allow-empty; git rev-parse main s >.git/shallow", "main", false, "main: the clone is shallow"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newCheckout(t)
			c.sh(test.script)
			w, err := Open(c.root)
			check(t, err)
			defer w.Close()
			changed, err := w.Changed(context.Background(), test.revision, test.staged)
			if _, missing := errors.AsType[*NoRevisionError](err); missing {
				if !strings.HasPrefix(err.Error(), test.want) || test.want == "" {
					t.Errorf("%v, want %s", err, test.want)
				}
				return
			}
			check(t, err)
			got := "-"
			for _, name := range []string{"a", "n"} {
				if text, err := w.Read(name); err == nil && changed.Has(name) {
					got = ""
					for _, lines := range changed.Lines(name, text) {
						got += fmt.Sprintf("[%s]", text[lines[0]:lines[1]])
					}
				}
			}
			if got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
			if _, err := os.Stat(filepath.Join(c.root, "ran")); err == nil {
				t.Error("a program of the checkout ran")
			}
		})
	}
}
