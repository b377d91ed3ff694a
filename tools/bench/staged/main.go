//go:build linux

// Command staged measures `autofix fix --staged` against lefthook with hooks
// that do the same: gofmt, and sed for white space at the ends of lines. Of the
// 10,000 files of a repository, 50 are staged and need both.
//
//	go run ./tools/bench/staged -lefthook=node_modules/.bin/lefthook
//
// Each run starts from the same index and files, and must make the same tree.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/tools/bench/measure"
)

const (
	all    = 10_000
	staged = 50
	config = `pre-commit:
  parallel: true
  commands:
    gofmt:
      glob: "*.go"
      run: gofmt -w {staged_files}
      stage_fixed: true
    spaces:
      glob: "*.txt"
      run: sed -i 's/[[:space:]]*$//' {staged_files}
      stage_fixed: true
`
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("staged: ")
	runs := flag.Int("runs", 11, "measurements of each side; the median counts")
	autofix := flag.String("autofix", "", "the binary; default: a new one")
	lefthook := flag.String("lefthook", "lefthook", "the binary, from npm")
	flag.Parse()
	dir, err := os.MkdirTemp("", "bench-staged-")
	if err == nil {
		err = run(dir, *runs, *autofix, *lefthook)
	}
	os.RemoveAll(dir)
	if err != nil {
		log.Fatal(err)
	}
}

func run(dir string, runs int, autofix, lefthook string) error {
	autofix, err := measure.Autofix(autofix, dir)
	if err != nil {
		return err
	}
	if lefthook, err = exec.LookPath(lefthook); err == nil {
		lefthook, err = filepath.Abs(lefthook)
	}
	if err != nil {
		return err
	}
	r := &repository{root: filepath.Join(dir, "repository"), tree: map[string]string{}}
	if err := r.make(); err != nil {
		return err
	}
	ours, theirs := "autofix fix --staged", "lefthook run pre-commit, with gofmt and sed"
	costs, err := measure.InTurn(runs, 0,
		measure.Side{Name: ours, Do: func() (measure.Cost, error) { return r.fix(ours, autofix, "fix", "--staged") }},
		measure.Side{Name: theirs, Do: func() (measure.Cost, error) { return r.fix(theirs, lefthook, "run", "pre-commit") }},
	)
	if err != nil {
		return err
	}
	if r.tree[ours] != r.tree[theirs] {
		return fmt.Errorf("the sides made different trees: %v", r.tree)
	}
	lines := []string{"\twall\tprocessor"}
	for _, name := range []string{ours, theirs} {
		lines = append(lines, fmt.Sprintf("%s\t%s\t%s", name, costs[name].Wall.Round(time.Millisecond), costs[name].CPU.Round(time.Millisecond)))
	}
	fmt.Print(measure.Table(append(lines, fmt.Sprintf("ratio\t%.2f\t%.2f",
		float64(costs[ours].Wall)/float64(costs[theirs].Wall), float64(costs[ours].CPU)/float64(costs[theirs].CPU)))))
	return nil
}

// A repository is the one that the sides work in.
type repository struct {
	root  string
	texts map[string]string // of the staged files
	tree  map[string]string // by side: the tree that it staged
}

// make makes the repository, and keeps its index.
func (r *repository) make() error {
	r.texts = map[string]string{}
	write := map[string]string{"lefthook.yml": config}
	for i := range all {
		name, text, changed := fmt.Sprintf("d%02d/f%04d.txt", i%100, i), fmt.Sprintf("text %d\n", i), "some text  \nand more\t\n"
		if i%2 == 0 {
			name, text, changed = fmt.Sprintf("d%02d/f%04d.go", i%100, i), fmt.Sprintf("package d\n\nfunc f%d() int { return %d }\n", i, i), "package d\n\nfunc  g() {\nreturn\n}\n"
		}
		write[name] = text
		if i < 2*staged && i%4 < 2 { // of both kinds
			r.texts[name] = changed
		}
	}
	if err := r.write(write); err != nil {
		return err
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "all"}} {
		if _, err := r.git(args...); err != nil {
			return err
		}
	}
	if err := r.write(r.texts); err != nil {
		return err
	}
	if _, err := r.git("add", "."); err != nil {
		return err
	}
	return copyFile(filepath.Join(r.root, ".git", "index"), filepath.Join(r.root, ".git", "index.staged"))
}

// fix runs a side, from the state that make left.
func (r *repository) fix(side, program string, args ...string) (measure.Cost, error) {
	if err := r.write(r.texts); err != nil {
		return measure.Cost{}, err
	}
	if err := copyFile(filepath.Join(r.root, ".git", "index.staged"), filepath.Join(r.root, ".git", "index")); err != nil {
		return measure.Cost{}, err
	}
	if _, err := r.git("update-index", "-q", "--refresh"); err != nil {
		return measure.Cost{}, err
	}
	cmd := exec.Command(program, args...)
	cmd.Dir = r.root
	cost, err := measure.Run(cmd, 0)
	if err == nil {
		r.tree[side], err = r.git("write-tree")
	}
	return cost, err
}

func (r *repository) write(texts map[string]string) error {
	for name, text := range texts {
		path := filepath.Join(r.root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (r *repository) git(args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = r.root
	out, err := cmd.Output()
	return strings.TrimSpace(string(out)), err
}

func copyFile(from, to string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o644)
}
