// Command changedlines replays commits of a repository: in the tree of each one
// it runs `autofix fix --changed-lines` against its parent, and counts the
// changes to lines that the commit did not touch.
//
//	go build -o /tmp/autofix ./cmd/autofix
//	go run ./tools/bench/changedlines -autofix=/tmp/autofix -commits=200 REPOSITORY
//
// A commit counts if it changes a file that would be changed in other lines too
// without the flag. A change of a file is one of its differences in lines; it is
// distant if it replaces lines, and the commit touched none of them and inserted
// none beside them.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"

	"github.com/rules-autofix/rules_autofix/tools/bench/replay"
)

func main() { replay.Main("changedlines", 200, run) }

func run(program, repository, dir string, commits int) error {
	c := &counts{program: program, root: filepath.Join(dir, "clone")}
	if err := replay.Clone(repository, c.root); err != nil {
		return err
	}
	all, err := replay.Commits(c.root)
	if err != nil {
		return err
	}
	for _, commit := range all {
		if c.commits == commits {
			break
		}
		if err := c.commit(commit); err != nil && !strings.Contains(err.Error(), "unable to read") { // a clone without all objects
			return fmt.Errorf("%s: %w", commit, err)
		}
	}
	fmt.Printf("%d commits, %d files with other lines to fix, %d changes, %d of them distant, %d files with new syntax errors\n",
		c.commits, c.files, c.changes, c.distant, c.broken)
	return nil
}

// counts has the counts so far.
type counts struct {
	program, root                            string
	commits, files, changes, distant, broken int
}

// git returns the output of git in the clone.
func (c *counts) git(args ...string) (string, error) {
	out, err := replay.Output(c.root, "git", args...)
	return string(out), err
}

// autofix runs the program on files of the clone.
func (c *counts) autofix(paths []string, args ...string) error {
	_, err := replay.Autofix(c.root, c.program, append(append(args, "--quiet", "--root=.", "--"), paths...)...)
	return err
}

// commit replays a commit.
func (c *counts) commit(name string) error {
	out, err := c.git("diff-tree", "-r", "-z", "--no-renames", "--name-only", "--diff-filter=M", "--ignore-submodules=all", name+"^", name)
	paths := strings.Split(strings.TrimSuffix(out, "\x00"), "\x00")
	if err != nil || out == "" || len(paths) > replay.MostFiles {
		return err
	}
	if err := replay.CheckOut(c.root, name); err != nil {
		return err
	}
	texts := c.read(paths)
	if err := c.autofix(paths, "fix"); err != nil {
		return err
	}
	whole := c.read(paths)
	errorsBefore, err := c.errors(name, paths)
	if err != nil {
		return err
	}
	if _, err := c.git("reset", "--quiet", "--soft", name+"^"); err != nil {
		return err
	}
	if err := c.autofix(paths, "fix", "--changed-lines"); err != nil {
		return err
	}
	part := c.read(paths)
	errorsAfter, err := c.errors("", paths)
	if err != nil {
		return err
	}
	counts := false
	for _, path := range paths {
		was, err := c.git("cat-file", "blob", name+"^:"+path)
		if err != nil {
			return err
		}
		touched := textdiff.Changes([]byte(texts[path]), []byte(was))
		if distantIn(textdiff.Changes([]byte(texts[path]), []byte(whole[path])), touched) == 0 {
			continue
		}
		counts = true
		c.files++
		made := textdiff.Changes([]byte(texts[path]), []byte(part[path]))
		c.changes += len(made)
		if n := distantIn(made, touched); n > 0 {
			c.distant += n
			fmt.Printf("%s: %s: %d distant changes\n", name, path, n)
		}
		if errorsAfter[path] > errorsBefore[path] {
			c.broken++
			fmt.Printf("%s: %s: new syntax errors\n", name, path)
		}
	}
	if counts {
		c.commits++
	}
	return nil
}

// distantIn returns how many changes of a text replace only lines that the
// others leave as they are, and are not beside them.
func distantIn(changes, others []textdiff.Change) int {
	n := 0
	for _, change := range changes {
		distant := change.Start < change.End
		for _, o := range others {
			distant = distant && (o.End < change.Start || change.End < o.Start)
		}
		if distant {
			n++
		}
	}
	return n
}

// errors returns the number of syntax errors of files. If commit is not empty,
// it restores them first.
func (c *counts) errors(commit string, paths []string) (map[string]int, error) {
	if commit != "" {
		if _, err := c.git(append([]string{"checkout", "--quiet", commit, "--"}, paths...)...); err != nil {
			return nil, err
		}
	}
	file := filepath.Join(filepath.Dir(c.root), "artifact.json")
	if err := c.autofix(paths, "check", "--out="+file); err != nil {
		return nil, err
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	a, err := artifact.Decode(data)
	if err != nil {
		return nil, err
	}
	count := map[string]int{}
	for _, d := range a.Diagnostics {
		if strings.HasPrefix(d.Rule, "syntax/") {
			count[d.Path]++
		}
	}
	return count, nil
}

// read returns the texts of files.
func (c *counts) read(paths []string) map[string]string {
	texts := map[string]string{}
	for _, path := range paths {
		text, _ := os.ReadFile(filepath.Join(c.root, path)) // a link to nothing has none
		texts[path] = string(text)
	}
	return texts
}
