// Command from measures `autofix fix --from`: the fixes that CI computed for
// 2,000 targets, 1,000 of which need one, applied without Bazel. Then 30 percent
// of the files with a fix are edited in between, and the result is compared
// with gofmt's: each file with a finding of the formatter must be what gofmt
// makes of its last text, and each fix of another tool that has become stale
// must be named.
//
//	go run ./tools/bench/from
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/format"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/tools/bench/measure"
)

const (
	targets = 2_000
	fixes   = 1_000 // of the first targets: a tenth of another tool
	edited  = 300   // of these, evenly
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("from: ")
	runs := flag.Int("runs", 11, "measurements; the median counts")
	autofix := flag.String("autofix", "", "the binary; default: a new one")
	flag.Parse()
	dir, err := os.MkdirTemp("", "bench-from-")
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
	w := &workspace{autofix: autofix, root: filepath.Join(dir, "workspace"), artifacts: filepath.Join(dir, "ci.json")}
	if err := w.make(); err != nil {
		return err
	}
	all := "all files as CI checked them"
	some := fmt.Sprintf("%d of them edited since", edited)
	costs, err := measure.InTurn(runs, 0,
		measure.Side{Name: all, Do: func() (measure.Cost, error) { return w.apply(0) }},
		measure.Side{Name: some, Do: func() (measure.Cost, error) { return w.apply(edited) }},
	)
	if err != nil {
		return err
	}
	lines := []string{"\twall\tprocessor\tMiB"}
	for _, name := range []string{all, some} {
		c := costs[name]
		lines = append(lines, fmt.Sprintf("%s\t%s\t%s\t%d", name, c.Wall.Round(time.Millisecond), c.CPU.Round(time.Millisecond), c.Peak>>20))
	}
	fmt.Print(measure.Table(lines))
	fmt.Println("wrong bytes: 0; stale fixes that are not named: 0")
	return nil
}

// A workspace has a package per target, and the artifacts of all.
type workspace struct {
	autofix, root, artifacts string
}

// file returns the path of the file of a target, its text, and the text that
// the fix of another tool makes, or nil.
func file(i int) (name string, text, theirs []byte) {
	name = fmt.Sprintf("p%02d/t%04d/x.go", i%100, i)
	text = fmt.Appendf(nil, "package x\n\n// F%d returns %d.\nfunc F%d() int {\n\treturn %d\n}\n", i, i, i, i)
	switch {
	case i < fixes/10:
		return name, text, bytes.Replace(text, []byte(" returns "), []byte(" always returns "), 1)
	case i < fixes:
		text = bytes.Replace(text, []byte("\treturn"), []byte("return  "), 1)
	}
	return name, text, nil
}

// make writes the files, and makes the artifacts as CI does.
func (w *workspace) make() error {
	var all []*artifact.Artifact
	for i := range targets {
		if err := w.write(i, nil); err != nil {
			return err
		}
		name, text, theirs := file(i)
		origin := fmt.Sprintf("//p%02d/t%04d:x", i%100, i)
		cmd := exec.Command(w.autofix, "check", "--out=-", "--brief", "--origin="+origin, name)
		cmd.Dir = w.root
		out, err := cmd.Output()
		if err != nil && cmd.ProcessState.ExitCode() != 1 {
			return err
		}
		a, err := artifact.Decode(out)
		if err != nil {
			return err
		}
		all = append(all, a)
		if theirs != nil {
			all = append(all, foreign(origin, name, text))
		}
	}
	text, err := artifact.MarshalList(all)
	if err != nil {
		return err
	}
	return os.WriteFile(w.artifacts, text, 0o644)
}

// foreign returns the artifact of a checker that is not built in.
func foreign(origin, name string, text []byte) *artifact.Artifact {
	at := bytes.Index(text, []byte("returns"))
	fix := fixedits.Fix{
		Rule: "wording/always", Phase: fixedits.PhaseStyle, Title: "Write always", Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh,
		Edits: []fixedits.Edit{{Path: name, Start: at, End: at, New: []byte("always ")}},
	}
	fix.ID = fixedits.ContentID(&fix)
	a := artifact.New(artifact.Tool{Name: "wording"}, origin)
	a.Snapshots = []fixedits.Snapshot{fixedits.SnapshotOf(name, text)}
	a.Fixes = []fixedits.Fix{fix}
	return a
}

// write writes the file of a target, with more at its end.
func (w *workspace) write(i int, more []byte) error {
	name, text, _ := file(i)
	path := filepath.Join(w.root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, append(text, more...), 0o644)
}

// more is what somebody added since CI checked the file.
var more = []byte("\nfunc   more( ) { }\n")

// apply applies the artifacts after n of the files with a fix were edited, and
// judges the result.
func (w *workspace) apply(n int) (measure.Cost, error) {
	isEdited := func(i int) bool { return i < fixes && n > 0 && i%(fixes/n) == 0 }
	for i := range fixes {
		var added []byte
		if isEdited(i) {
			added = more
		}
		if err := w.write(i, added); err != nil {
			return measure.Cost{}, err
		}
	}
	summary := filepath.Join(filepath.Dir(w.artifacts), "summary.json")
	cmd := exec.Command(w.autofix, "fix", "--from="+w.artifacts, "--summary="+summary)
	cmd.Dir = w.root
	cost, err := measure.Run(cmd, 0, 1)
	if err != nil {
		return cost, err
	}
	stale, err := staleIn(summary)
	for i := 0; i < targets && err == nil; i++ {
		err = w.judge(i, isEdited(i), stale)
	}
	return cost, err
}

// judge returns an error if the file of a target is not as it should be.
func (w *workspace) judge(i int, isEdited bool, stale map[string]bool) error {
	name, text, theirs := file(i)
	got, err := os.ReadFile(filepath.Join(w.root, filepath.FromSlash(name)))
	if err != nil {
		return err
	}
	want := theirs
	switch {
	case isEdited && theirs != nil:
		want = append(text, more...) // nothing that is built in was found there
	case isEdited:
		want, err = format.Source(append(text, more...))
	case theirs == nil:
		want, err = format.Source(text)
	}
	if err != nil {
		return err
	}
	if !bytes.Equal(got, want) {
		return fmt.Errorf("%s is\n%s\nwant\n%s", name, got, want)
	}
	if stale[name] != (isEdited && theirs != nil) {
		return fmt.Errorf("%s: named as stale: %v", name, stale[name])
	}
	return nil
}

// staleIn returns the files of the stale fixes that a summary names.
func staleIn(name string) (map[string]bool, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var summary struct {
		Fixes []struct {
			Status fixedits.Status
			Path   string
		}
	}
	if err := json.Unmarshal(text, &summary); err != nil {
		return nil, err
	}
	stale := map[string]bool{}
	for _, fix := range summary.Fixes {
		if fix.Status == fixedits.StatusStale {
			stale[fix.Path] = true
		}
	}
	return stale, nil
}
