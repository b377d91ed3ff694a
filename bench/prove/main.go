// Command prove measures the cost of a proof besides the commands that it runs
// and the engine that it asks.
//
//	go run ./bench/prove             median of 5 proofs of a small patch for Go
//	go run ./bench/prove -runs 9
//
// The overhead is the time of `autofix prove`, less that of its commands as the
// evidence has it. Memory is the peak of its own process, without the commands.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/bench/measure"
)

// The repository, and a patch of it that is proven.
var files = map[string]string{
	"go.mod":      "module example.com/sum\n\ngo 1.22\n",
	"sum.go":      "package sum\n\nfunc Sum(n []int) int {\n\ttotal := 0\n\tfor i := 0; i < len(n)-1; i++ {\n\t\ttotal += n[i]\n\t}\n\treturn total\n}\n",
	"sum_test.go": "package sum\n\nimport \"testing\"\n\nfunc TestSum(t *testing.T) {\n\tif got := Sum([]int{1, 2, 3}); got != 6 {\n\t\tt.Errorf(\"got %d\", got)\n\t}\n}\n",
}

const fix = `--- a/sum.go
+++ b/sum.go
@@ -4,3 +4,3 @@
 	total := 0
-	for i := 0; i < len(n)-1; i++ {
+	for i := 0; i < len(n); i++ {
 		total += n[i]
--- a/sum_test.go
+++ b/sum_test.go
@@ -8,2 +8,8 @@
 	}
 }
+
+func TestOne(t *testing.T) {
+	if got := Sum([]int{7}); got != 7 {
+		t.Errorf("got %d", got)
+	}
+}
`

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	runs := flag.Int("runs", 5, "proofs; the median counts")
	tool := flag.String("autofix", "", "the autofix binary; default: built from this repository")
	flag.Parse()
	if flag.NArg() > 0 || *runs < 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(*runs, *tool); err != nil {
		log.Fatal(err)
	}
}

func run(runs int, tool string) error {
	dir, err := os.MkdirTemp("", "bench-prove-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if tool, err = measure.Autofix(tool, dir); err != nil {
		return err
	}
	root := filepath.Join(dir, "repository")
	if err := makeRepository(root); err != nil {
		return err
	}
	patch := filepath.Join(dir, "fix.diff")
	if err := os.WriteFile(patch, []byte(fix), 0o600); err != nil {
		return err
	}
	var overheads, walls []time.Duration
	var peaks []int64
	commands := 0
	for i := range runs + 1 { // the first fills the caches
		p, err := prove(tool, root, patch, filepath.Join(dir, "state"))
		if err != nil {
			return err
		}
		if i > 0 {
			overheads, walls, peaks = append(overheads, p.wall-p.commands), append(walls, p.wall), append(peaks, p.peak)
			commands = p.runs
		}
	}
	fmt.Print(measure.Table([]string{
		"what\tmeasured\tbar",
		fmt.Sprintf("a proof of %d commands\t%.2f s\t", commands, measure.Median(walls).Seconds()),
		fmt.Sprintf("overhead\t%.2f s\t2 s", measure.Median(overheads).Seconds()),
		fmt.Sprintf("peak memory\t%d MB\t100 MB", measure.Median(peaks)/1e6),
	}))
	return nil
}

func makeRepository(root string) error {
	if err := os.MkdirAll(root, 0o755); err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=bench", "-c", "user.email=bench@localhost", "commit", "-qm", "first"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("git %s: %w\n%s", args[0], err, out)
		}
	}
	return nil
}

type proof struct {
	wall, commands time.Duration
	peak           int64 // bytes
	runs           int
}

// prove makes one proof, which must be proven.
func prove(tool, root, patch, state string) (*proof, error) {
	cmd := exec.Command(tool, "prove", "--repo="+root, "--patch="+patch, "--json", "--", "go", "test", "./...")
	cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+state)
	var out, messages bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &messages
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	peak, ended := make(chan int64), make(chan struct{})
	go func() { peak <- peakOf(cmd.Process.Pid, ended) }()
	err := cmd.Wait()
	p := &proof{wall: time.Since(start)}
	close(ended)
	p.peak = <-peak
	if err != nil {
		return nil, fmt.Errorf("%w\n%s%s", err, out.Bytes(), messages.Bytes())
	}
	var summary struct {
		Runs     int   `json:"runs"`
		Commands int64 `json:"commands_ms"`
	}
	if err := json.Unmarshal(out.Bytes(), &summary); err != nil {
		return nil, err
	}
	p.runs, p.commands = summary.Runs, time.Duration(summary.Commands)*time.Millisecond
	return p, nil
}

// peakOf returns the peak memory of a process until it has ended, without its
// children. Only Linux tells; elsewhere it is 0.
func peakOf(pid int, ended <-chan struct{}) (peak int64) {
	for {
		text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		for line := range strings.Lines(string(text)) {
			if fields := strings.Fields(line); len(fields) == 3 && fields[0] == "VmHWM:" {
				if kib, err := strconv.ParseInt(fields[1], 10, 64); err == nil {
					peak = max(peak, kib<<10)
				}
			}
		}
		select {
		case <-ended:
			return peak
		case <-time.After(20 * time.Millisecond):
		}
	}
}
