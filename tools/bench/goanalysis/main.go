// Command goanalysis measures autofix_go_checker against nogo of rules_go: the
// same analyzers of x/tools on the same 300 Go packages. One package changes, and
// is checked again: by itself, and with all packages, of which some import it. It
// prints medians and ratios. Bazel is this repository's bazelw.
//
//	go run ./tools/bench/goanalysis
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
	"time"

	"github.com/rules-autofix/rules_autofix/tools/bench/measure"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("goanalysis: ")
	var b bench
	flag.IntVar(&b.packages, "packages", 300, "Go packages")
	flag.IntVar(&b.runs, "runs", 7, "measurements; the median counts")
	flag.StringVar(&b.autofix, "autofix", "", "the binary; default: a new one")
	flag.Parse()
	dir, err := os.MkdirTemp("", "bench-goanalysis-")
	if err == nil {
		err = b.run(dir)
	}
	os.RemoveAll(dir)
	if err != nil {
		log.Fatal(err)
	}
}

// A bench is one run of this program.
type bench struct {
	packages, runs      int
	autofix, repository string
	changes             int
}

func (b *bench) run(dir string) (err error) {
	if b.repository, err = os.Getwd(); err != nil {
		return err
	}
	if b.autofix, err = measure.Autofix(b.autofix, dir); err != nil {
		return err
	}
	ours, theirs := filepath.Join(dir, "ours"), filepath.Join(dir, "theirs")
	defer func() { err = errors.Join(err, b.expunge(ours), b.expunge(theirs)) }()
	for _, err := range []error{b.write(ours, oursFiles), b.write(theirs, theirsFiles)} {
		if err != nil {
			return err
		}
	}
	one := fmt.Sprintf("//p%03d", b.packages/2)
	const checked, built, nogo = "checked", "built and checked", "built with nogo"
	lines := []string{"what\ttargets\twall\tratio"}
	for _, targets := range []string{one, "//..."} {
		costs, err := measure.InTurn(b.runs, 0,
			b.side(nogo, theirs, targets),
			b.side(checked, ours, targets, "--config=lint", "--output_groups=autofix_artifact"),
			b.side(built, ours, targets, "--config=lint", "--output_groups=+autofix_artifact"),
		)
		if err != nil {
			return err
		}
		for _, name := range []string{nogo, checked, built} {
			wall := costs[name].Wall
			lines = append(lines, fmt.Sprintf("%s\t%s\t%s\t%.2f", name, targets, wall.Round(10*time.Millisecond), float64(wall)/float64(costs[nogo].Wall)))
		}
	}
	fmt.Print(measure.Table(lines))
	return nil
}

// side returns the build of targets after a change of one package.
func (b *bench) side(name, dir, targets string, flags ...string) measure.Side {
	return measure.Side{Name: name, Do: func() (measure.Cost, error) {
		b.changes++
		n := b.packages / 2
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("p%03d/p.go", n)), b.source(n, b.changes), 0o666); err != nil {
			return measure.Cost{}, err
		}
		return measure.Run(b.bazel(dir, append(append([]string{"build"}, flags...), targets)...), 0)
	}}
}

func (b *bench) bazel(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(b.repository, "bazelw"), append([]string{args[0], "--noshow_progress"}, args[1:]...)...)
	cmd.Dir = dir
	return cmd
}

func (b *bench) expunge(dir string) error {
	if _, err := os.Stat(filepath.Join(dir, "MODULE.bazel")); err != nil {
		return nil // it was not written
	}
	_, err := measure.Run(b.bazel(dir, "clean", "--expunge"), 0)
	return err
}

// write writes a workspace: its own files, and the packages.
func (b *bench) write(dir string, own map[string]string) error {
	files := map[string][]byte{}
	var deps strings.Builder
	for _, name := range analyzers {
		fmt.Fprintf(&deps, "        \"@org_golang_x_tools//go/analysis/passes/%s\",\n", name)
	}
	fill := strings.NewReplacer("REPOSITORY", b.repository, "AUTOFIX", b.autofix, "        ANALYZERS\n", deps.String())
	for name, text := range own {
		files[name] = []byte(fill.Replace(text))
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(b.repository, "examples/go_checker", name))
		if err != nil {
			return err
		}
		files[name] = text
	}
	for n := range b.packages {
		files[fmt.Sprintf("p%03d/p.go", n)] = b.source(n, 0)
		files[fmt.Sprintf("p%03d/BUILD.bazel", n)] = b.build(n)
	}
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, text, 0o666)); err != nil {
			return err
		}
	}
	return nil
}

// imports returns the packages that a package imports: two that are before it,
// if there are enough.
func imports(n int) []int {
	if n < 4 {
		return nil
	}
	return []int{n / 2, n - 1 - n%2}
}

// source returns a package of functions, one of which formats as Printf does. A
// change changes its behavior.
func (b *bench) source(n, change int) []byte {
	var text strings.Builder
	fmt.Fprintf(&text, "// Package p%03d is one of many.\npackage p%03d\n\nimport (\n\t\"fmt\"\n\t\"strings\"\n", n, n)
	for _, i := range imports(n) {
		fmt.Fprintf(&text, "\n\t\"example.com/shop/p%03d\"", i)
	}
	text.WriteString("\n)\n\n// Logf formats.\nfunc Logf(format string, args ...any) { fmt.Printf(format, args...) }\n")
	for _, i := range imports(n) {
		fmt.Fprintf(&text, "\nfunc use%03d() { p%03d.Logf(\"%%d %%s\", %d, \"x\") }\n\nvar _ = use%03d\n", i, i, change, i)
	}
	for f := range 8 {
		fmt.Fprintf(&text, `
// F%d counts words.
func F%d(text string) map[string]int {
	counts := map[string]int{}
	for _, word := range strings.Fields(text) {
		if len(word) > %d {
			counts[word]++
		}
	}
	if len(counts) == 0 {
		Logf("no words in %%q", text)
	}
	return counts
}
`, f, f, change)
	}
	return []byte(text.String())
}

// build returns the BUILD file of a package.
func (b *bench) build(n int) []byte {
	deps := ""
	for _, i := range imports(n) {
		deps += fmt.Sprintf("%q, ", fmt.Sprintf("//p%03d", i))
	}
	return fmt.Appendf(nil, `load("@rules_go//go:def.bzl", "go_library")

go_library(
    name = "p%03d",
    srcs = ["p.go"],
    importpath = "example.com/shop/p%03d",
    visibility = ["//visibility:public"],
    deps = [%s],
)
`, n, n, strings.TrimSuffix(deps, ", "))
}
