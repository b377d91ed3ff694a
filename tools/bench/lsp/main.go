//go:build linux

// Command lsp measures `autofix lsp` against a check of the same files within
// one process, and prints tables of medians.
//
//	go run ./tools/bench/lsp                                                 autofix alone
//	go run ./tools/bench/lsp -peer 'ruff server' -language Python            and another server
//	go run ./tools/bench/lsp -peer 'biome lsp-proxy' -language JavaScript
//
// The first table has, for a file of 1,000 lines: the time from a keystroke to
// its findings, pulled and pushed, and of source.fixAll. The sides of a row are measured in turn,
// in one run. A check opens the workspace, reads its configuration and runs all
// checkers, as the server does. The second table has the time from opening 200
// files to the findings in all of them, against the command that checks them,
// and the memory of the server afterwards. The third one has how the time of a
// keystroke grows with the file.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
	"github.com/rules-autofix/rules_autofix/tools/bench/measure"
)

const (
	fileLines = 1000
	openCount = 200
	openLines = 100
)

type bench struct {
	runs    int
	dir     string
	autofix []string // the commands of servers
	peer    []string
	speaks  string // the language of the peer
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	runs := flag.Int("runs", 21, "measurements of each side; the median counts")
	autofix := flag.String("autofix", "", "an autofix binary; default: a new one")
	peer := flag.String("peer", "", "the command of another server, such as 'ruff server'")
	speaks := flag.String("language", "Python", "the language of the files of the other server: Python or JavaScript")
	flag.Parse()
	if err := run(*runs, *autofix, *peer, *speaks); err != nil {
		log.Fatal(err)
	}
}

func run(runs int, autofix, peer, speaks string) error {
	dir, err := os.MkdirTemp("", "autofix-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if _, known := languages[speaks]; !known {
		return fmt.Errorf("-language=%s: there are Python and JavaScript", speaks)
	}
	if autofix, err = measure.Autofix(autofix, dir); err != nil {
		return err
	}
	b := &bench{runs: runs, dir: filepath.Join(dir, "tree"), autofix: []string{autofix, "lsp"}, peer: strings.Fields(peer), speaks: speaks}
	if err := os.MkdirAll(b.dir, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(b.dir, "MODULE.bazel"), nil, 0o644); err != nil {
		return err
	}
	for _, table := range []func() error{b.keystrokes, b.opening, b.growth} {
		if err := table(); err != nil {
			return err
		}
	}
	return nil
}

// keystrokes prints the table of single files.
func (b *bench) keystrokes() error {
	lines := []string{"file\tcheck\tkeystroke\t/check\tpushed\t/check\tfix all\t/keystroke"}
	for _, name := range []string{"Dockerfile", "Go"} {
		l := languages[name]
		files, err := l.write(b.dir, 1, fileLines)
		if err != nil {
			return err
		}
		s, err := b.opened(b.autofix, files)
		if err != nil {
			return err
		}
		pushes, err := startAs(withoutPull, b.dir, b.autofix...)
		if err != nil {
			return err
		}
		pushed := *files[0]
		if err := pushes.openAll([]*file{&pushed}); err != nil {
			return err
		}
		costs, err := measure.InTurn(b.runs, 0,
			measure.Side{Name: "check", Do: timed(func() error { return b.check(files) })},
			measure.Side{Name: "keystroke", Do: timed(func() error { return s.keystroke(files[0]) })},
			measure.Side{Name: "pushed", Do: timed(func() error { return pushes.keystroke(&pushed) })},
			measure.Side{Name: "fix all", Do: timed(func() error { return s.fixAll(files[0]) })},
		)
		if err != nil {
			return err
		}
		check, keystroke, all := costs["check"].Wall, costs["keystroke"].Wall, costs["fix all"].Wall
		push := costs["pushed"].Wall
		lines = append(lines, fmt.Sprintf("%s\t%s\t%s\t%.2f\t%s\t%.2f\t%s\t%.2f", name, milliseconds(check),
			milliseconds(keystroke), ratio(keystroke, check), milliseconds(push), ratio(push, check), milliseconds(all), ratio(all, keystroke)))
		if err := errors.Join(s.stop(), pushes.stop()); err != nil {
			return err
		}
	}
	fmt.Printf("one file of %d lines\n%s\n", fileLines, measure.Table(lines))
	return nil
}

// opening prints the cost of opening many files.
func (b *bench) opening() error {
	var files []*file
	for _, name := range []string{"Dockerfile", "Go"} {
		l := languages[name]
		more, err := l.write(b.dir, openCount/2, openLines)
		if err != nil {
			return err
		}
		files = append(files, more...)
	}
	s, err := start(b.dir, b.autofix...)
	if err != nil {
		return err
	}
	costs, err := measure.InTurn(b.runs, 0,
		measure.Side{Name: "check", Do: func() (measure.Cost, error) {
			cmd := exec.Command(b.autofix[0], "check", ".")
			cmd.Dir = b.dir
			return measure.Run(cmd, 0, 1)
		}},
		measure.Side{Name: "open", Do: func() (measure.Cost, error) {
			cost, err := timed(func() error { return s.openAll(files) })()
			for _, f := range files {
				err = errors.Join(err, s.close(f))
			}
			return cost, err
		}},
	)
	if err != nil {
		return err
	}
	if err := s.openAll(files); err != nil {
		return err
	}
	time.Sleep(time.Second)
	memory, err := s.resident()
	if err = errors.Join(err, s.stop()); err != nil {
		return err
	}
	check, open := costs["check"].Wall, costs["open"].Wall
	fmt.Printf("%d files of %d lines\n%s\n", openCount, openLines, measure.Table([]string{
		"check\topen\t/check\tmemory a second later",
		fmt.Sprintf("%s\t%s\t%.2f\t%d MB", milliseconds(check), milliseconds(open), ratio(open, check), memory>>20),
	}))
	return nil
}

// growth prints how the time of a keystroke grows with the file.
func (b *bench) growth() error {
	lines := []string{"lines\tDockerfile\tGo"}
	if len(b.peer) > 0 {
		lines[0] += "\t" + filepath.Base(b.peer[0])
	}
	for _, n := range []int{250, 1000, 4000} {
		line := fmt.Sprint(n)
		for _, side := range []struct {
			command  []string
			language string
		}{{b.autofix, "Dockerfile"}, {b.autofix, "Go"}, {b.peer, b.speaks}} {
			if len(side.command) == 0 {
				continue
			}
			l := languages[side.language]
			files, err := l.write(b.dir, 1, n)
			if err != nil {
				return err
			}
			s, err := b.opened(side.command, files)
			if err != nil {
				return err
			}
			costs, err := measure.InTurn(b.runs, 0, measure.Side{Name: "keystroke", Do: timed(func() error { return s.keystroke(files[0]) })})
			if err != nil {
				return err
			}
			line += "\t" + milliseconds(costs["keystroke"].Wall)
			if err := s.stop(); err != nil {
				return err
			}
		}
		lines = append(lines, line)
	}
	fmt.Printf("from a keystroke to its findings\n%s", measure.Table(lines))
	return nil
}

// opened starts a server that has opened files.
func (b *bench) opened(command []string, files []*file) (*server, error) {
	s, err := start(b.dir, command...)
	if err != nil {
		return nil, err
	}
	return s, s.openAll(files)
}

// openAll opens files, and waits for the findings in all of them.
func (s *server) openAll(files []*file) error {
	var all errgroup.Group
	for _, f := range files {
		if err := s.open(f); err != nil {
			return err
		}
		all.Go(func() error { return s.findings(f) })
	}
	return all.Wait()
}

func (s *server) keystroke(f *file) error {
	if err := s.press(f); err != nil {
		return err
	}
	return s.findings(f)
}

// check checks files in this process.
func (b *bench) check(files []*file) error {
	checkers, formats := builtin.Registry("bench")
	opts := pipeline.Options{Tools: pipeline.Tools{Checkers: checkers, Formats: formats}}
	ws, err := workspace.Open(b.dir)
	if err != nil {
		return err
	}
	defer ws.Close()
	var names []string
	for _, f := range files {
		names = append(names, f.name)
	}
	if opts.Config, err = pipeline.LoadConfig(ws, pipeline.ConfigFiles{}, names, opts.Tools); err != nil {
		return err
	}
	checked, err := pipeline.Check(context.Background(), ws, names, "", opts)
	if err == nil && len(checked.Artifact.Diagnostics) == 0 {
		return fmt.Errorf("%s has no findings", names[0])
	}
	return err
}

func timed(do func() error) func() (measure.Cost, error) {
	return func() (measure.Cost, error) {
		began := time.Now()
		err := do()
		return measure.Cost{Wall: time.Since(began)}, err
	}
}

func ratio(a, b time.Duration) float64 { return a.Seconds() / b.Seconds() }

func milliseconds(d time.Duration) string { return fmt.Sprintf("%.1f ms", 1000*d.Seconds()) }
