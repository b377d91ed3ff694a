// Command autofix-certify computes digests of BuildKit's output for
// Dockerfiles, for the certificates of fixes. autofix starts it for --certify.
// It reads questions from the standard input and writes answers to the standard
// output: see package certifier. It opens no file and no connection.
//
// It is a separate program because BuildKit's translation is large, and nothing
// else needs it.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/certifier"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/llb"
	"github.com/rules-autofix/rules_autofix/internal/companion"
	"github.com/rules-autofix/rules_autofix/internal/version"
)

const usage = "usage: " + certifier.Name + ` [--version]

It reads questions about Dockerfiles and writes answers, each a JSON object in a
line. "autofix check --certify" and "autofix fix --certify" start it.
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:])
	stop()
	os.Exit(code)
}

// run returns the exit code: 0 at the end of the questions, 2 for a mistake in
// the command line, 3 for another error.
func run(ctx context.Context, args []string) int {
	fail := func(code int, err error) int {
		fmt.Fprintf(os.Stderr, "%s: %v\n", certifier.Name, err)
		return code
	}
	if err := companion.CheckVersion(); err != nil {
		return fail(3, err)
	}
	switch {
	case len(args) == 1 && args[0] == "--version":
		fmt.Printf("%s %s\n", certifier.Name, version.Version)
		return 0
	case len(args) == 1 && (args[0] == "--help" || args[0] == "-h"):
		fmt.Print(usage)
		return 0
	case len(args) > 0:
		return fail(2, errors.New("command line: it takes no arguments; see --help"))
	}
	if err := certifier.Serve(ctx, os.Stdin, os.Stdout, llb.Digest); err != nil {
		return fail(3, err)
	}
	return 0
}
