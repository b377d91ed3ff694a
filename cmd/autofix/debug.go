package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/rules-autofix/rules_autofix/pipeline"
	"github.com/rules-autofix/rules_autofix/workspace"
)

type debugCmd struct {
	Paths []string `arg:"" optional:"" name:"path" help:"The sources of the target."`

	Draft string `required:"" placeholder:"FILE" help:"What the build knows: lines that begin with two spaces, a path and a colon."`
	Out   string `required:"" placeholder:"FILE" help:"Write the draft here, with the folders among PATHS passed over."`
}

func (*debugCmd) Help() string {
	return `Completes what the aspect autofix_debug says of a target: whether a source is a folder is not known before its action runs.`
}

// Run writes the draft, and prints what it corrects.
func (c *debugCmd) Run(_ context.Context, _ *globals, env *environment) error {
	draft, err := env.readInput(c.Draft)
	if err != nil {
		return err
	}
	_, folders, err := workspace.OpenDeclared(env.dir).List(c.Paths)
	if err != nil {
		return &usageError{err: err}
	}
	title, _, _ := strings.Cut(string(draft), "\n")
	lines := strings.SplitAfter(string(draft), "\n")
	for _, folder := range folders {
		begins := "  " + folder + ": "
		passedOver := begins + "passed over: " + pipeline.WhyNoFolder + "\n"
		for i, line := range lines {
			if strings.HasPrefix(line, begins) {
				lines[i] = passedOver
			}
		}
		if _, err := fmt.Fprintf(env.stdout, "%s\n%s", title, passedOver); err != nil {
			return err
		}
	}
	return env.writeFile(c.Out, func(w writer) error {
		_, err := io.WriteString(w, strings.Join(lines, ""))
		return err
	})
}
