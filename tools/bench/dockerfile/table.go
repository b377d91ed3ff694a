//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/tools/bench/measure"
)

// A row is a line of the table. Bars are what issue 6 asks for.
type row struct {
	what, figure, cpu, ratio, bar string
	held                          bool
}

// others are the checkers other than that of Dockerfiles, including the
// formatter.
var others = []string{"format", "starlark", "text"}

// measure measures everything.
func (b *bench) measure() (_ []row, err error) {
	if b.binary, err = measure.Autofix(b.binary, b.dir); err != nil {
		return nil, err
	}
	fast, err := b.check(withoutSecrets)
	if err != nil {
		return nil, err
	}
	whole, err := b.check("")
	if err != nil {
		return nil, err
	}
	format, err := b.format()
	if err != nil {
		return nil, err
	}
	without, with := filepath.Join(b.dir, "without.toml"), filepath.Join(b.dir, "with.toml")
	small := filepath.Join(b.dir, "Dockerfile")
	for name, content := range map[string]string{without: withoutSecrets, with: "", small: "FROM debian:12\nENV A=b\n"} {
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			return nil, err
		}
	}
	folder := filepath.Join(b.dir, "files")
	costs, err := measure.InTurn(b.runs, 0,
		inProcess("parse", b.parse),
		inProcess("fast", fast),
		inProcess("lint", b.lint),
		inProcess("whole", whole),
		inProcess("format", format),
		b.command("start", with, small),
		b.command("command", without, folder, others...),
		b.command("commandWhole", with, folder, others...),
		b.command("all", without, folder),
		b.command("allWhole", with, folder),
	)
	if err != nil {
		return nil, err
	}
	return b.rows(costs), nil
}

func (b *bench) rows(costs map[string]measure.Cost) []row {
	each := func(name, start string) (wall, cpu time.Duration) {
		n := time.Duration(len(b.files))
		return (costs[name].Wall - costs[start].Wall) / n, (costs[name].CPU - costs[start].CPU) / n
	}
	parse, _ := each("parse", "")
	perFile := func(what, name, start string, bar time.Duration, times float64) row {
		wall, cpu := each(name, start)
		ratio := wall.Seconds() / parse.Seconds()
		r := row{what: what, figure: figure(wall), cpu: figure(cpu), ratio: fmt.Sprintf("%.2f", ratio), held: true}
		switch {
		case bar > 0:
			r.bar, r.held = figure(bar), wall <= bar
		case times > 0:
			r.bar, r.held = fmt.Sprintf("%.0f x parse", times), ratio <= times
		}
		return r
	}
	start := costs["start"]
	peak := max(costs["command"].Peak, costs["commandWhole"].Peak, costs["all"].Peak, costs["allWhole"].Peak)
	return []row{
		perFile("BuildKit: parse", "parse", "", 0, 0),
		perFile("BuildKit: parse, instructions and linter", "lint", "", 0, 0),
		perFile("all rules but secrets, in this process", "fast", "", 0, 3),
		perFile("all rules, in this process", "whole", "", 0, 0),
		perFile("format, in this process", "format", "", 0, 0),
		perFile("autofix check without secrets, beyond start-up", "command", "start", time.Millisecond, 0),
		perFile("autofix check, beyond start-up", "commandWhole", "start", 2500*time.Microsecond, 0),
		perFile("with its other checkers, too, without secrets", "all", "start", time.Millisecond, 0),
		perFile("with its other checkers, too", "allWhole", "start", 2500*time.Microsecond, 0),
		{"start-up of autofix check", figure(start.Wall), figure(start.CPU), "", figure(60 * time.Millisecond), start.Wall <= 60*time.Millisecond},
		{"peak memory of autofix check", fmt.Sprintf("%d MB", peak>>20), "", "", "120 MB", peak <= 120<<20},
	}
}

func figure(d time.Duration) string { return fmt.Sprintf("%.3f ms", d.Seconds()*1000) }

// table returns rows in Markdown. Figures are per file, except for startup and
// memory.
func table(rows []row) string {
	var b strings.Builder
	b.WriteString("| what | wall | processor | ratio to parse | bar | |\n|---|--:|--:|--:|--:|---|\n")
	for _, r := range rows {
		verdict := ""
		switch {
		case !r.held:
			verdict = "**missed**"
		case r.bar != "":
			verdict = "held"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", r.what, r.figure, r.cpu, r.ratio, r.bar, verdict)
	}
	return b.String()
}
