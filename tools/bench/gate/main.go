// Command gate measures `autofix gate --base` against the gate without a base:
// the artifacts of 2,000 files, with 10,000 old findings and a new one. The base
// is one list, as --out=artifacts writes it, or a folder with an artifact for
// each file, as the head is. It prints medians and ratios.
//
//	go run ./tools/bench/gate
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

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/baseline"
	"github.com/rules-autofix/rules_autofix/tools/bench/measure"
)

const (
	files    = 2_000
	findings = 5 // in a file
	between  = 20
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("gate: ")
	runs := flag.Int("runs", 11, "measurements; the median counts")
	autofix := flag.String("autofix", "", "the binary; default: a new one")
	flag.Parse()
	dir, err := os.MkdirTemp("", "bench-gate-")
	if err == nil {
		err = run(dir, *runs, *autofix)
	}
	os.RemoveAll(dir)
	if err != nil {
		log.Fatal(err)
	}
}

func run(dir string, runs int, autofix string) error {
	autofix, err := measure.Autofix(autofix, dir)
	if err != nil {
		return err
	}
	var base, head []*artifact.Artifact
	for i := range files {
		base, head = append(base, check(i, 0)), append(head, check(i, 1))
	}
	head[0] = check(0, findings+1) // a new one
	heads, err := write(filepath.Join(dir, "head"), head)
	if err != nil {
		return err
	}
	if _, err := write(filepath.Join(dir, "base"), base); err != nil {
		return err
	}
	list, err := artifact.MarshalList(base)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "base.json"), list, 0o644)
	}
	if err != nil {
		return err
	}
	gate := func(name string, flags ...string) measure.Side {
		return measure.Side{Name: name, Do: func() (measure.Cost, error) {
			var said strings.Builder
			cmd := exec.Command(autofix, append(append([]string{"gate"}, flags...), heads...)...)
			cmd.Dir, cmd.Stderr = dir, &said
			cost, err := measure.Run(cmd, 1)
			if want := fmt.Sprintf("1 new, %d old", files*findings); err == nil && len(flags) > 0 && !strings.Contains(said.String(), want) {
				err = fmt.Errorf("%s says %q, want %s", name, said.String(), want)
			}
			return cost, err
		}}
	}
	const plain, ofList, ofFolder = "no base", "a list", "a folder"
	costs, err := measure.InTurn(runs, 0, gate(plain), gate(ofList, "--base=base.json"), gate(ofFolder, "--base=base"))
	if err != nil {
		return err
	}
	lines := []string{"base\twall\tratio\tprocessor\tratio\tMiB"}
	for _, name := range []string{plain, ofList, ofFolder} {
		c, p := costs[name], costs[plain]
		lines = append(lines, fmt.Sprintf("%s\t%s\t%.2f\t%s\t%.2f\t%d", name, c.Wall.Round(time.Millisecond), float64(c.Wall)/float64(p.Wall),
			c.CPU.Round(time.Millisecond), float64(c.CPU)/float64(p.CPU), c.Peak>>20))
	}
	fmt.Print(measure.Table(lines))
	return nil
}

// check returns the artifact of a file, in which some lines have whitespace at
// their ends, as a check would write it. The head has one more line at the top,
// or more findings.
func check(i, more int) *artifact.Artifact {
	var text strings.Builder
	a := artifact.New(artifact.Tool{Name: "autofix", Version: "0"}, fmt.Sprintf("//p%02d:t%04d", i%100, i))
	a.Planned, a.Checkers = true, []string{"text"}
	path := fmt.Sprintf("p%02d/t%04d.txt", i%100, i)
	if more > 0 {
		text.WriteString("a new line\n")
	}
	for n := range max(findings, more) {
		for k := range between {
			fmt.Fprintf(&text, "line %d of part %d of file %d\n", k, n, i)
		}
		fmt.Fprintf(&text, "part %d of file %d", n, i)
		start := text.Len()
		text.WriteString("  \n")
		fix := fixedits.Fix{
			Rule: "text/trailing-whitespace", Phase: fixedits.PhaseStyle, Title: "Remove the whitespace", Safety: fixedits.SafetySafe,
			Confidence: fixedits.ConfidenceHigh, Edits: []fixedits.Edit{{Path: path, Start: start, End: start + 2}},
		}
		fix.ID = fixedits.ContentID(&fix)
		d := fixedits.Diagnostic{
			Rule: fix.Rule, Phase: fix.Phase, Severity: fixedits.SeverityWarning, Message: "whitespace at the end of the line",
			Path: path, Start: start, End: start + 2, Line: 1, Column: 1, Fixes: []string{fix.ID},
		}
		d.ID = fixedits.DiagnosticID(&d)
		a.Fixes, a.Diagnostics = append(a.Fixes, fix), append(a.Diagnostics, d)
	}
	content := []byte(text.String())
	a.Snapshots = []fixedits.Snapshot{fixedits.SnapshotOf(path, content)}
	baseline.Record(baseline.State{Artifact: a, Text: func(string) []byte { return content }})
	return a
}

// write writes each artifact to a file in a folder, and returns the names.
func write(dir string, all []*artifact.Artifact) ([]string, error) {
	err := os.MkdirAll(dir, 0o755)
	names := make([]string, len(all))
	for i, a := range all {
		text, malformed := artifact.Marshal(a)
		names[i] = filepath.Join(dir, fmt.Sprintf("%04d.json", i))
		err = errors.Join(err, malformed, os.WriteFile(names[i], text, 0o644))
	}
	return names, err
}
