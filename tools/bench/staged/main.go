//go:build linux

// Command staged measures `autofix fix --staged` against lefthook and prek, with
// hooks that do the same: gofmt, and sed for whitespace at the ends of lines.
// Of the 10,000 files of a repository, 50 are staged and need both.
//
//	go run ./tools/bench/staged -lefthook=PROGRAM -prek=PROGRAM
//
// Both are from npm, as programs without the script of npm that starts them:
// that is how their hooks start them too. Each run begins with the same index and
// files, and must make the same tree. prek stages nothing, so its files are staged
// after the measurement.
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
	all            = 10_000
	staged         = 50
	lefthookConfig = `pre-commit:
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
	prekConfig = `repos:
  - repo: local
    hooks:
      - {id: gofmt, name: gofmt, language: system, files: '[.]go$', entry: gofmt -w}
      - {id: spaces, name: spaces, language: system, files: '[.]txt$', entry: "sed -i 's/[[:space:]]*$//'"}
`
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("staged: ")
	runs := flag.Int("runs", 11, "measurements of each side; the median counts")
	autofix := flag.String("autofix", "", "the binary; default: a new one")
	lefthook := flag.String("lefthook", "lefthook", "the binary, from npm")
	prek := flag.String("prek", "prek", "the binary, from npm")
	flag.Parse()
	dir, err := os.MkdirTemp("", "bench-staged-")
	if err == nil {
		err = run(dir, *runs, *autofix, *lefthook, *prek)
	}
	os.RemoveAll(dir)
	if err != nil {
		log.Fatal(err)
	}
}

func run(dir string, runs int, autofix, lefthook, prek string) error {
	autofix, err := measure.Autofix(autofix, dir)
	if err != nil {
		return err
	}
	r := &repository{root: filepath.Join(dir, "repository")}
	if err := r.make(); err != nil {
		return err
	}
	commands := []*command{
		{name: "autofix fix --staged", program: autofix, args: []string{"fix", "--staged"}},
		{name: "lefthook run pre-commit", program: lefthook, args: []string{"run", "pre-commit"}},
		{name: "prek run", program: prek, args: []string{"run"}, exit: 1}, // since files have changed
	}
	var sides []measure.Side
	for _, c := range commands {
		if c.program, err = exec.LookPath(c.program); err == nil {
			c.program, err = filepath.Abs(c.program)
		}
		if err != nil {
			return err
		}
		sides = append(sides, measure.Side{Name: c.name, Do: func() (measure.Cost, error) { return r.fix(c) }})
	}
	costs, err := measure.InTurn(runs, 0, sides...)
	if err != nil {
		return err
	}
	lines := []string{"\twall\tratio\tprocessor\tratio"}
	ours := costs[commands[0].name]
	for _, c := range commands {
		if c.tree != commands[0].tree {
			return fmt.Errorf("%s made another tree than %s: %s, %s", c.name, commands[0].name, c.tree, commands[0].tree)
		}
		cost := costs[c.name]
		lines = append(lines, fmt.Sprintf("%s\t%s\t%.2f\t%s\t%.2f", c.name, cost.Wall.Round(time.Millisecond), float64(ours.Wall)/float64(cost.Wall),
			cost.CPU.Round(time.Millisecond), float64(ours.CPU)/float64(cost.CPU)))
	}
	fmt.Print(measure.Table(lines))
	return nil
}

// A command fixes the staged files.
type command struct {
	name, program string
	args          []string
	exit          int
	tree          string // that it made
}

// A repository is the one that the sides work in.
type repository struct {
	root  string
	texts map[string]string // of the staged files
}

// make makes the repository, and keeps its index.
func (r *repository) make() error {
	r.texts = map[string]string{}
	write := map[string]string{"lefthook.yml": lefthookConfig, ".pre-commit-config.yaml": prekConfig}
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

// fix runs a command, from the state that make left.
func (r *repository) fix(c *command) (measure.Cost, error) {
	if err := r.write(r.texts); err != nil {
		return measure.Cost{}, err
	}
	if err := copyFile(filepath.Join(r.root, ".git", "index.staged"), filepath.Join(r.root, ".git", "index")); err != nil {
		return measure.Cost{}, err
	}
	if _, err := r.git("update-index", "-q", "--refresh"); err != nil {
		return measure.Cost{}, err
	}
	cmd := exec.Command(c.program, c.args...)
	cmd.Dir = r.root
	cost, err := measure.Run(cmd, c.exit)
	if err == nil && c.exit != 0 {
		_, err = r.git("add", ".")
	}
	if err == nil {
		c.tree, err = r.git("write-tree")
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
