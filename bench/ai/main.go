// Command ai measures what asking an agent costs besides the agent: a fake one
// that answers at once.
//
//	go run ./bench/ai                200 files, median of 5 runs
//	go run ./bench/ai -files 50 -runs 3
//
// The overhead of a fix is the time of a run that asks for all files one after
// the other, less that of the same run without --ai, by the number of files. It
// contains the agent's own time and the checks of the answer.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/rules-autofix/rules_autofix/agents/fakeagent"
	"github.com/rules-autofix/rules_autofix/bench/measure"
)

// A file that should be split, and how.
const (
	dockerfile = "# %d\nFROM golang:1.26\nWORKDIR /src\nCOPY . .\nRUN go build -o /app ./cmd/app\nUSER 1000\nHEALTHCHECK CMD [\"/app\", \"-check\"]\nENTRYPOINT [\"/app\"]\n"
	split      = "```diff\n--- a/Dockerfile\n+++ b/Dockerfile\n@@ -2,5 +2,9 @@\n-FROM golang:1.26\n+FROM golang:1.26 AS build\n WORKDIR /src\n COPY . .\n RUN go build -o /app ./cmd/app\n+\n+FROM debian:12\n+WORKDIR /src\n+COPY --from=build /app /app\n USER 1000\n```\n"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	files := flag.Int("files", 200, "files that the agent is asked about")
	runs := flag.Int("runs", 5, "measurements of each side; the median counts")
	tool := flag.String("autofix", "", "the autofix binary; default: built from this repository")
	flag.Parse()
	if flag.NArg() > 0 || *files < 1 || *runs < 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(*files, *runs, *tool); err != nil {
		log.Fatal(err)
	}
}

func run(files, runs int, tool string) error {
	dir, err := os.MkdirTemp("", "bench-ai-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if tool, err = measure.Autofix(tool, dir); err != nil {
		return err
	}
	agent := filepath.Join(dir, "agent")
	if out, err := exec.Command("go", "build", "-o", agent, "./agents/fakeagent/fake_acp_agent").CombinedOutput(); err != nil {
		return fmt.Errorf("the fake agent: %w\n%s", err, out)
	}
	root := filepath.Join(dir, "workspace")
	for i := range files {
		folder := filepath.Join(root, fmt.Sprintf("d%d", i))
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, "Dockerfile"), fmt.Appendf(nil, dockerfile, i), 0o644); err != nil {
			return err
		}
	}
	script, err := json.Marshal(fakeagent.Script{Answers: []fakeagent.Answer{{Text: split}}})
	if err != nil {
		return err
	}
	side := func(args ...string) func() (measure.Cost, error) {
		return func() (measure.Cost, error) {
			cmd := exec.Command(tool, append([]string{
				"fix", "--root=" + root, "--mode=diff", "--safety=unsafe", "--rule=dockerfile/prefer-multi-stage-build", "--ai-cache=off",
				"--ai-set=enabled=true", "--ai-set=command=" + agent, "--ai-set=env=" + fakeagent.Variable, fmt.Sprintf("--ai-set=max-fixes=%d", files),
			}, args...)...)
			cmd.Dir = root
			cmd.Env = append(measure.Environ(os.Environ(), 0), fakeagent.Variable+"="+string(script), "XDG_CONFIG_HOME="+filepath.Join(dir, "config"))
			return measure.Run(cmd, 0, 1)
		}
	}
	const none, one, four = "without --ai", "one job", "four jobs"
	medians, err := measure.InTurn(runs, 0,
		measure.Side{Name: none, Do: side()},
		measure.Side{Name: one, Do: side("--ai", "--ai-set=jobs=1")},
		measure.Side{Name: four, Do: side("--ai", "--ai-set=jobs=4")},
	)
	if err != nil {
		return err
	}
	overhead := (medians[one].Wall - medians[none].Wall) / time.Duration(files)
	all, peak := medians[four].Wall, medians[four].Peak
	fmt.Print(measure.Table([]string{
		"what\tmeasured\tbar",
		fmt.Sprintf("overhead of a fix\t%.1f ms\t60 ms", overhead.Seconds()*1000),
		fmt.Sprintf("%d files, four jobs\t%.2f s\t30 s", files, all.Seconds()),
		fmt.Sprintf("peak memory\t%d MB\t150 MB", peak/1e6),
	}))
	return nil
}
