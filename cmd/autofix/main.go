// Command autofix checks files, merges the fixes that checks propose, and
// applies them.
//
// Each verb is in its own file, and only connects flags to the packages that do
// the work.
package main

import (
	"os"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/heap"
	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
)

func main() {
	sandbox.Init()
	heap.Small()
	ctx, stop := cli.Interruptible()
	env := newEnvironment()
	env.alone = true
	code := run(ctx, os.Args[1:], env)
	stop()
	os.Exit(code)
}
