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
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"
)

// most is the number of files of a commit up to which it is replayed.
const most = 100

func main() {
	log.SetFlags(0)
	log.SetPrefix("changedlines: ")
	program := flag.String("autofix", "autofix", "the program")
	commits := flag.Int("commits", 200, "the number of commits that count, from the newest")
	flag.Parse()
	if flag.NArg() != 1 {
		log.Fatal("name one repository")
	}
	dir, err := os.MkdirTemp("", "bench-changedlines-")
	if err == nil {
		r := &replay{program: *program, root: filepath.Join(dir, "clone")}
		err = r.run(flag.Arg(0), *commits)
		fmt.Printf("%d commits, %d files with other lines to fix, %d changes, %d of them distant, %d files with new syntax errors\n",
			r.commits, r.files, r.changes, r.distant, r.broken)
	}
	os.RemoveAll(dir)
	if err != nil {
		log.Fatal(err)
	}
}

// A replay has the counts so far.
type replay struct {
	program, root                            string
	commits, files, changes, distant, broken int
}

func (r *replay) run(repository string, commits int) error {
	if _, err := r.output("..", "git", "clone", "--quiet", "--shared", "--no-checkout", repository, r.root); err != nil {
		return err
	}
	out, err := r.output(".", "git", "rev-list", "--no-merges", "--min-parents=1", "HEAD")
	if err != nil {
		return err
	}
	for _, commit := range strings.Fields(out) {
		if r.commits == commits {
			break
		}
		if err := r.commit(commit); err != nil && !strings.Contains(err.Error(), "unable to read") { // a clone without all objects
			return fmt.Errorf("%s: %w", commit, err)
		}
	}
	return nil
}

// commit replays a commit.
func (r *replay) commit(name string) error {
	out, err := r.output(".", "git", "diff-tree", "-r", "-z", "--no-renames", "--name-only", "--diff-filter=M", name+"^", name)
	paths := strings.Split(strings.TrimSuffix(out, "\x00"), "\x00")
	if err != nil || out == "" || len(paths) > most {
		return err
	}
	for _, args := range [][]string{{"checkout", "--quiet", "--force", "--detach", name}, {"clean", "-qfdx"}} {
		if _, err := r.output(".", "git", args...); err != nil {
			return err
		}
	}
	texts := r.read(paths)
	if _, err := r.output(".", r.program, append([]string{"fix", "--quiet", "--root=.", "--"}, paths...)...); err != nil {
		return err
	}
	whole := r.read(paths)
	errorsBefore, err := r.errors(name, paths)
	if err != nil {
		return err
	}
	if _, err := r.output(".", "git", "reset", "--quiet", "--soft", name+"^"); err != nil {
		return err
	}
	if _, err := r.output(".", r.program, append([]string{"fix", "--quiet", "--root=.", "--changed-lines", "--"}, paths...)...); err != nil {
		return err
	}
	part := r.read(paths)
	errorsAfter, err := r.errors("", paths)
	if err != nil {
		return err
	}
	counts := false
	for _, path := range paths {
		was, err := r.output(".", "git", "cat-file", "blob", name+"^:"+path)
		if err != nil {
			return err
		}
		touched := textdiff.Changes([]byte(texts[path]), []byte(was))
		if distantIn(textdiff.Changes([]byte(texts[path]), []byte(whole[path])), touched) == 0 {
			continue
		}
		counts = true
		r.files++
		made := textdiff.Changes([]byte(texts[path]), []byte(part[path]))
		r.changes += len(made)
		if n := distantIn(made, touched); n > 0 {
			r.distant += n
			fmt.Printf("%s: %s: %d distant changes\n", name, path, n)
		}
		if errorsAfter[path] > errorsBefore[path] {
			r.broken++
			fmt.Printf("%s: %s: new syntax errors\n", name, path)
		}
	}
	if counts {
		r.commits++
	}
	return nil
}

// distantIn returns how many changes of a text replace only lines that the
// others leave as they are, and are not beside them.
func distantIn(changes, others []textdiff.Change) int {
	n := 0
	for _, c := range changes {
		distant := c.Start < c.End
		for _, o := range others {
			distant = distant && (o.End < c.Start || c.End < o.Start)
		}
		if distant {
			n++
		}
	}
	return n
}

// errors returns the number of syntax errors of files. If commit is not empty,
// it restores them first.
func (r *replay) errors(commit string, paths []string) (map[string]int, error) {
	if commit != "" {
		if _, err := r.output(".", "git", append([]string{"checkout", "--quiet", commit, "--"}, paths...)...); err != nil {
			return nil, err
		}
	}
	file := filepath.Join(filepath.Dir(r.root), "artifact.json")
	if _, err := r.output(".", r.program, append([]string{"check", "--quiet", "--root=.", "--out=" + file, "--"}, paths...)...); err != nil {
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
func (r *replay) read(paths []string) map[string]string {
	texts := map[string]string{}
	for _, path := range paths {
		text, _ := os.ReadFile(filepath.Join(r.root, path)) // a link to nothing has none
		texts[path] = string(text)
	}
	return texts
}

// output runs a program and returns its standard output. Findings, exit code 1,
// are no failure.
func (r *replay) output(dir, program string, args ...string) (string, error) {
	cmd := exec.Command(program, args...)
	cmd.Dir = filepath.Join(r.root, dir)
	if dir == ".." {
		cmd.Dir = filepath.Dir(r.root)
	}
	out, err := cmd.Output()
	if cmd.ProcessState != nil && cmd.ProcessState.ExitCode() == 1 && program == r.program {
		err = nil
	}
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w: %s", err, exit.Stderr)
		}
		return "", fmt.Errorf("%s %s: %w", program, strings.Join(args, " "), err)
	}
	return string(out), nil
}
