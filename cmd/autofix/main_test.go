package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/certifier"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/llb"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
	"github.com/rules-autofix/rules_autofix/internal/testing/fakeagent"
	"github.com/rules-autofix/rules_autofix/internal/testing/fakemodel"
	"github.com/rules-autofix/rules_autofix/tools/unprivileged"
)

// More variables that make the test binary act as the command.
const (
	asUnprivileged = "AUTOFIX_TEST_UNPRIVILEGED" // and respect file permissions, even as root
	asDeaf         = "AUTOFIX_TEST_DEAF"         // and do nothing until a signal arrives, and nothing after it
	withChecker    = "AUTOFIX_TEST_CHECKER"      // and add a checker: see testChecker
)

// TestMain lets the test binary act as the command, so that golden cases run
// real processes with real exit codes, folders and environments, without
// building a binary.
func TestMain(m *testing.M) {
	sandbox.Init()
	if filepath.Base(os.Args[0]) == certifier.Name {
		if err := certifier.Serve(context.Background(), os.Stdin, os.Stdout, llb.Digest); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(3)
		}
		os.Exit(0)
	}
	if os.Getenv(clitest.AsCommand) == "" && fakemodel.IsAsked() {
		os.Exit(fakemodel.Main(os.Args[1:]))
	}
	if os.Getenv(clitest.AsCommand) == "" && fakeagent.IsAsked() {
		os.Exit(fakeagent.Main())
	}
	if os.Getenv(clitest.AsCommand) == "" {
		os.Exit(m.Run())
	}
	if os.Getenv(asUnprivileged) != "" {
		os.Unsetenv(asUnprivileged)
		if err := unprivileged.Become(); err != nil {
			fmt.Fprintln(os.Stderr, "unprivileged:", err)
			os.Exit(99)
		}
	}
	env := newEnvironment()
	if kind := os.Getenv(withChecker); kind != "" {
		env.Checkers.Register(testChecker(kind))
	}
	ctx, stop := cli.Interruptible()
	if os.Getenv(asDeaf) != "" {
		fmt.Println("listening")
		<-ctx.Done()
		fmt.Println("once")
		select {}
	}
	code := run(ctx, os.Args[1:], env)
	stop()
	os.Exit(code)
}

// A testChecker is a checker for *.txt whose name selects its behavior:
// "panic", "fail", "hang", "error" (an error without a fix), "conflict" (two
// fixes of the first x), "cycle" (turns the first a into b and the first b into
// a), "grow" (adds an x each time).
type testChecker string

func (testChecker) Name() string { return "test" }

func (testChecker) Rules() []checks.Rule {
	rule := func(name string, severity fixedits.Severity) checks.Rule {
		return checks.Rule{
			Name: name, Summary: "A rule of a test", Phase: fixedits.PhaseStyle, Severity: severity, Safety: fixedits.SafetySafe,
		}
	}
	return []checks.Rule{
		rule("test/error", fixedits.SeverityError), rule("test/one", fixedits.SeverityWarning), rule("test/two", fixedits.SeverityWarning),
	}
}

func (testChecker) Match(f checks.File, _ *config.Config) bool {
	return len(f.Path) > 4 && f.Path[len(f.Path)-4:] == ".txt"
}

func (c testChecker) Check(f checks.File, _ checks.Settings) ([]checks.Finding, error) {
	replaceFirst := func(rule, text string) checks.Finding {
		edit := fixedits.Edit{Path: f.Path, Start: 0, End: 1, New: []byte(text)}
		return checks.Finding{
			Rule: rule, Message: "should start with " + text, End: 1,
			Fixes: []fixedits.Fix{{Title: "Start with " + text, Edits: []fixedits.Edit{edit}}},
		}
	}
	switch c {
	case "panic":
		panic("index out of range")
	case "hang":
		fmt.Println("hanging")
		select {}
	case "fail":
		return nil, errors.New("its tool ended with signal 9")
	case "error":
		return []checks.Finding{{Rule: "test/error", Message: "this is wrong", End: 1}}, nil
	case "conflict":
		if f.Content[0] != 'x' {
			return nil, nil
		}
		return []checks.Finding{replaceFirst("test/one", "1"), replaceFirst("test/two", "2")}, nil
	case "cycle":
		if f.Content[0] == 'a' {
			return []checks.Finding{replaceFirst("test/one", "b")}, nil
		}
		return []checks.Finding{replaceFirst("test/two", "a")}, nil
	case "grow":
		return []checks.Finding{replaceFirst("test/one", string(f.Content[:1])+"x")}, nil
	default:
		return nil, fmt.Errorf("no test checker %q", string(c))
	}
}
