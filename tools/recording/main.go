// Command recording writes docs/recording.svg, the terminal session that the
// README shows. It runs autofix on a terminal, in a copy of examples/hello, and
// draws its output:
//
//	go run ./tools/recording
//
// The drawing depends only on the output: its times are fixed.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/rules-autofix/rules_autofix/tools/recording/session"
	"github.com/rules-autofix/rules_autofix/tools/recording/terminal"
)

func main() {
	out := flag.String("out", filepath.FromSlash("docs/recording.svg"), "the `FILE` to write")
	tool := flag.String("autofix", "", "the autofix `PROGRAM` to run; built from ./cmd/autofix by default")
	example := flag.String("example", filepath.FromSlash("examples/hello"), "the `FOLDER` to run it in a copy of")
	flag.Parse()
	if err := run(context.Background(), *out, *tool, *example); err != nil {
		fmt.Fprintln(os.Stderr, "recording:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out, tool, example string) error {
	scratch, err := os.MkdirTemp("", "autofix-recording-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	workspace := filepath.Join(scratch, "hello")
	if err := os.CopyFS(workspace, os.DirFS(example)); err != nil {
		return fmt.Errorf("copy of %s: %w", example, err)
	}
	bin := filepath.Join(scratch, "bin", "autofix")
	if tool == "" {
		build := exec.CommandContext(ctx, "go", "build", "-o", bin, "./cmd/autofix")
		if said, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("go build: %w\n%s", err, said)
		}
	} else if err := link(tool, bin); err != nil {
		return err
	}
	steps, err := session.Record(ctx, workspace, filepath.Dir(bin), session.Commands)
	if err != nil {
		return err
	}
	return os.WriteFile(out, terminal.SVG(steps), 0o666)
}

// link creates the link bin to the program.
func link(program, bin string) error {
	program, err := filepath.Abs(program)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(bin), 0o777); err != nil {
		return err
	}
	return os.Symlink(program, bin)
}
