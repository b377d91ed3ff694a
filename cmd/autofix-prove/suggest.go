package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/cmd/internal/suggestverb"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/github"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/report"
	"github.com/rules-autofix/rules_autofix/internal/suggest"
	"github.com/rules-autofix/rules_autofix/internal/version"
)

// The limits of what the verb reads and posts.
const (
	mostArtifacts   = 64 << 20 // bytes of a file of --from
	mostSuggestions = 50
)

// A suggestCmd is a command line of the verb suggest.
type suggestCmd struct{ suggestverb.Flags }

func newSuggest(flags *cli.Globals, env *cli.Environment) *cobra.Command {
	c := suggestCmd{suggestverb.Flags{Command: "autofix fix"}}
	return suggestverb.New(&c.Flags, func(cmd *cobra.Command, _ []string) error {
		return suggestError(c.run(cmd.Context(), flags, env))
	})
}

func (c *suggestCmd) run(ctx context.Context, flags *cli.Globals, env *cli.Environment) error {
	if c.Most < 0 || c.Most > mostSuggestions {
		return cli.Mistake("--most=%d: give a number from 0 to %d", c.Most, mostSuggestions)
	}
	text, err := readRegular(env.Absolute(c.Event), github.MaxEvent)
	if err != nil {
		return &cli.UsageError{Err: fmt.Errorf("--github-event=%s: %w", c.Event, err)}
	}
	o := suggest.Options{Tool: env.Checkers.Tool.Name, Most: c.Most, Command: c.Command}
	if o.Run, err = suggest.ReadEvent(text); err != nil {
		return err
	}
	for _, name := range c.From {
		text, err := readRegular(env.Absolute(name), mostArtifacts)
		var some []*artifact.Artifact
		if err == nil {
			some, err = artifact.DecodeList(text)
		}
		if err != nil {
			return &cli.UsageError{Err: fmt.Errorf("--from=%s: %w; give the file that check --out=artifacts=FILE wrote in the run", name, err)}
		}
		o.Artifacts = append(o.Artifacts, some...)
	}
	if o.Config, err = readConfig(flags, env); err != nil {
		return err
	}
	place, err := github.Find("", os.LookupEnv)
	if err != nil {
		return err
	}
	transport, err := github.REST(place, version.Version, os.LookupEnv, nil, 0)
	if err != nil {
		return err
	}
	o.Client = github.New(place, transport, github.Options{Retries: github.DefaultRetries})
	out, err := suggest.Publish(ctx, o)
	if err != nil {
		return err
	}
	return say(env.Stdout, out)
}

// readConfig reads the configuration of --config, or returns nil. A checkout has
// none to find: it would be the change's.
func readConfig(flags *cli.Globals, env *cli.Environment) (*config.Config, error) {
	if flags.Config == "" {
		return nil, nil
	}
	text, err := os.ReadFile(env.Absolute(flags.Config))
	if err != nil {
		return nil, &cli.UsageError{Err: fmt.Errorf("--config=%s: %w", flags.Config, err)}
	}
	c, err := config.Parse(flags.Config, text, pipeline.Sections(env.Tools()))
	if err != nil {
		return nil, &cli.UsageError{Err: err}
	}
	return c, nil
}

// readRegular reads a file that a stranger may have made.
func readRegular(name string, most int64) ([]byte, error) {
	info, err := os.Lstat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("not a regular file")
	}
	if err != nil {
		return nil, err
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("larger than %d MiB", most>>20)
	}
	return text, err
}

// say prints the result.
func say(to io.Writer, out *suggest.Published) error {
	text := "nothing is posted: " + out.Nothing
	if out.Nothing == "" {
		text = fmt.Sprintf("pull request #%d: %s posted, %d there already, %s in the comment", out.Number, report.NumberOf(out.Posted, "suggestion"), out.Standing, report.NumberOf(out.Rest, "place"))
		if out.URL != "" {
			text += ": " + out.URL
		}
	}
	_, err := fmt.Fprintf(to, "autofix: %s\n", inert.Line(text))
	if err == nil && out.Stale > 0 {
		err = writeNote(to, report.NumberOf(out.Stale, "fix")+" of other bytes than the pull request has at its head: check out github.event.pull_request.head.sha in the run")
	}
	return err
}

// suggestError is the error of the verb: what the person can change ends with 2,
// what may pass with 3.
func suggestError(err error) error {
	if err == nil {
		return nil
	}
	wrapped := fmt.Errorf("suggest: %w", err)
	if _, ok := errors.AsType[*suggest.Error](err); ok {
		return &cli.UsageError{Err: wrapped}
	}
	if foreign, ok := errors.AsType[*pipeline.ForeignArtifactError](err); ok {
		return &cli.UsageError{Err: fmt.Errorf("suggest: --from: %w", foreign)}
	}
	failed, ok := errors.AsType[*github.Error](err)
	switch {
	case ok && failed.Code == github.NoToken:
		return &cli.UsageError{Err: fmt.Errorf("suggest: %s; in the workflow, give the step env: GITHUB_TOKEN: ${{ github.token }}", failed.Detail)}
	case ok && mistaken(failed.Code):
		return &cli.UsageError{Err: wrapped}
	}
	if _, ok := errors.AsType[*cli.UsageError](err); ok {
		return err
	}
	return wrapped
}
