// Command faulty is an autofix tool with a defect, for tests: its check fails
// in the way that it was built with, and other verbs run the real tool.
package main

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"
)

// Set by the linker.
var (
	fault string // how `check` fails: exit, kill, malformed, silent or slow
	tool  string // the real tool, absolute
)

func main() {
	if len(os.Args) < 2 || os.Args[1] != "check" {
		err := syscall.Exec(tool, os.Args, os.Environ())
		fmt.Fprintln(os.Stderr, "faulty:", tool, err)
		os.Exit(3)
	}
	switch fault {
	case "exit":
		fmt.Fprintln(os.Stderr, "faulty: check: out of luck")
		os.Exit(1)
	case "kill":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	case "malformed":
		writeOutputs(`{"version": 1, "tool": `)
	case "slow":
		if err := os.WriteFile(tool+".slow", nil, 0o666); err != nil {
			fmt.Fprintln(os.Stderr, "faulty:", err)
			os.Exit(3)
		}
		time.Sleep(time.Minute)
	case "silent":
		// It reports success, and writes no output.
	}
}

// writeOutputs writes text to all files that the check was told to make.
func writeOutputs(text string) {
	params, err := os.ReadFile(strings.TrimPrefix(os.Args[len(os.Args)-1], "@"))
	if err != nil {
		fmt.Fprintln(os.Stderr, "faulty:", err)
		os.Exit(3)
	}
	for line := range strings.Lines(string(params)) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		switch name {
		case "--out", "--diff", "--sarif", "--report":
			if err := os.WriteFile(value, []byte(text), 0o666); err != nil {
				fmt.Fprintln(os.Stderr, "faulty:", err)
				os.Exit(3)
			}
		}
	}
}
