package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/clip"
	"github.com/rules-autofix/rules_autofix/internal/github"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/prove"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/pullrequest"
	"github.com/rules-autofix/rules_autofix/internal/prove/pullrequest/trigger"
	"github.com/rules-autofix/rules_autofix/internal/prove/reports"
	"github.com/rules-autofix/rules_autofix/internal/version"
)

// publishFolder publishes a finished proof. It runs nothing of the repository.
func (c *proveCmd) publishFolder(ctx context.Context, flags *cli.Globals, env *cli.Environment) error {
	s := &proving{proveCmd: c, env: env}
	defer s.close()
	if err := s.openRepository(ctx, flags); err != nil {
		return err
	}
	if err := s.authorize(ctx); err != nil {
		return err
	}
	folder := env.Absolute(c.Publish)
	err := s.publish(ctx, folder)
	if err != nil && os.Getenv("GITHUB_ACTIONS") == "true" {
		s.tellFailure(ctx, folder)
	}
	return err
}

// publish publishes the proof in a folder, and prints the result on the server.
func (s *proving) publish(ctx context.Context, folder string) error {
	client, err := s.github(ctx)
	if err != nil {
		return publishError(err)
	}
	o := pullrequest.Options{Folder: folder, Repository: s.repository, Client: client, Branch: prove.Branch, Into: actionsBranch(), Epoch: epoch()}
	if s.Publish != "" && len(s.Command) > 0 {
		o.Command = s.Command
	}
	if s.Issue != "" {
		if o.Issue, err = client.Place.IssueNumber(s.Issue); err != nil {
			return publishError(err)
		}
	}
	out, err := pullrequest.Publish(ctx, o)
	if err != nil {
		return publishError(err)
	}
	return s.sayPublished(out)
}

func (s *proving) sayPublished(out *pullrequest.Published) error {
	// After a proof, standard output is the summary's.
	to := s.env.Stdout
	if s.Publish == "" && s.JSON {
		to = s.env.Stderr
	} else if s.JSON {
		text, err := json.MarshalIndent(out, "", "  ")
		if err == nil {
			_, err = fmt.Fprintf(to, "%s\n", text)
		}
		return err
	}
	what := map[pullrequest.Action]string{
		pullrequest.Created: "opened", pullrequest.Updated: "updated", pullrequest.Commented: "commented on the issue", pullrequest.Nothing: "published nothing",
	}[out.Action]
	if out.Number > 0 {
		kind := "pull request"
		if out.Draft {
			kind = "draft of a pull request"
		}
		what = fmt.Sprintf("%s the %s #%d", what, kind, out.Number)
	}
	if _, err := fmt.Fprintf(to, "autofix: %s: %s\n", string(out.Verdict), strings.TrimSpace(what+" "+inert.Line(out.URL))); err != nil {
		return err
	}
	for _, note := range out.Notes {
		if err := writeNote(to, note); err != nil {
			return err
		}
	}
	return nil
}

func writeNote(to io.Writer, note string) error {
	_, err := fmt.Fprintf(to, "autofix: note: %s\n", inert.Line(note))
	return err
}

// tellFailure tells the issue that there is nothing to publish, and where the
// log of GitHub Actions is. The error itself is for the log only.
func (s *proving) tellFailure(ctx context.Context, folder string) {
	client, err := s.github(ctx)
	if err != nil || s.Issue == "" {
		return
	}
	issue, err := client.Place.IssueNumber(s.Issue)
	if err != nil {
		return
	}
	text := "The proof that was asked for was not published."
	if !prove.Finished(folder) {
		text = "The proof that was asked for did not end, so there is no evidence." + whyUnfinished(folder)
	}
	if run, ok := actionsRun(client.Place); ok {
		text += "\n\nThe log: " + run
	}
	branch := prove.Branch(&evidence.Evidence{Command: s.Command})
	if _, err := pullrequest.Report(ctx, client, issue, branch, text); err != nil {
		fmt.Fprintf(s.env.Stderr, "autofix: the issue was not told: %s\n", inert.Line(err.Error()))
	}
}

// whyUnfinished returns the reasons in the summary of a proof that did not end,
// as Markdown. Code that nobody has read may have written it.
func whyUnfinished(folder string) string {
	file, err := os.Open(filepath.Join(folder, summaryName))
	if err != nil {
		return ""
	}
	defer file.Close()
	var s reports.Summary
	if json.NewDecoder(io.LimitReader(file, 1<<20)).Decode(&s) != nil {
		return ""
	}
	text := ""
	for _, reason := range s.Reasons[:min(len(s.Reasons), 3)] {
		text += "\n\n- " + inert.Text(clip.Within(reason, 600))
	}
	return text
}

// actionsRun returns the address of the run of GitHub Actions that this is.
func actionsRun(p github.Place) (string, bool) {
	run, err := strconv.ParseUint(os.Getenv("GITHUB_RUN_ID"), 10, 64)
	return fmt.Sprintf("%s/%s/actions/runs/%d", p.Server, p.Repository(), run), err == nil
}

// actionsBranch returns the branch that GitHub Actions work on, or "".
func actionsBranch() string {
	branch, found := strings.CutPrefix(os.Getenv("GITHUB_REF"), "refs/heads/")
	if !found || os.Getenv("GITHUB_ACTIONS") != "true" {
		return ""
	}
	return branch
}

// epoch is the time that SOURCE_DATE_EPOCH asks for, or the zero time.
func epoch() time.Time {
	seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	if err != nil {
		return time.Time{}
	}
	return time.Unix(seconds, 0)
}

// place returns which repository on GitHub this is.
func (s *proving) place(ctx context.Context) (github.Place, error) {
	origin, err := s.repository.Origin(ctx, "origin")
	if err != nil {
		return github.Place{}, err
	}
	return github.Find(origin, os.LookupEnv)
}

// github returns a client for the repository: with the token of the
// environment, or by gh, which has one itself. It asks nobody yet.
func (s *proving) github(ctx context.Context) (*github.Client, error) {
	place, err := s.place(ctx)
	if err != nil {
		return nil, err
	}
	transport, err := github.REST(place, version.Version, os.LookupEnv, nil, 0)
	if err != nil && os.Getenv("GH_TOKEN")+os.Getenv("GITHUB_TOKEN") == "" {
		if by, missing := github.GH(place, s.repository.Root, 0); missing == nil {
			transport, err = by, nil
		}
	}
	if err != nil {
		return nil, err
	}
	return github.New(place, transport, github.Options{Retries: github.DefaultRetries}), nil
}

// checkPublishing finds what would keep the proof from being published, before
// anything runs.
func (s *proving) checkPublishing(ctx context.Context) error {
	if s.Issue != "" {
		place, err := s.place(ctx)
		if err == nil {
			_, err = place.IssueNumber(s.Issue)
		}
		if err != nil {
			return publishError(err)
		}
	}
	if !s.OpenPR {
		return nil
	}
	_, err := s.github(ctx)
	return publishError(err)
}

// issueText returns the text of the issue that is given, or "". It is for an
// engine only.
func (s *proving) issueText(ctx context.Context) (string, error) {
	if s.Issue == "" || s.options.Patch != nil {
		return "", nil
	}
	client, err := s.github(ctx)
	if err != nil {
		return "", publishError(err)
	}
	issue, err := client.Issue(ctx, s.Issue)
	if err != nil {
		return "", publishError(err)
	}
	return issue.Text(), nil
}

// readEvent takes the command and the issue from the event of GitHub Actions
// that asks for the proof.
func (c *proveCmd) readEvent(env *cli.Environment) error {
	if c.Event == "" {
		return nil
	}
	if len(c.Command) > 0 || c.Issue != "" {
		return cli.Mistake("--github-event has the command and the issue; leave them out")
	}
	text, err := os.ReadFile(env.Absolute(c.Event))
	if err != nil {
		return &cli.UsageError{Err: fmt.Errorf("prove: %w", err)}
	}
	request, err := trigger.Read(text)
	if err != nil {
		return &cli.UsageError{Err: fmt.Errorf("prove: --github-event: %w", err)}
	}
	c.Command, c.Issue, c.asks = request.Command, request.Issue, request
	return nil
}

// authorize refuses an event of somebody who may not write to the repository,
// or of another one.
func (s *proving) authorize(ctx context.Context) error {
	if s.asks == nil {
		return nil
	}
	client, err := s.github(ctx)
	if err != nil {
		return publishError(err)
	}
	if !strings.EqualFold(s.asks.Repository, client.Place.Repository()) {
		return cli.Mistake("--github-event is about another repository than %s", client.Place.Repository())
	}
	may, err := client.MayWrite(ctx, s.asks.Person)
	if err != nil {
		return publishError(err)
	}
	if !may {
		return publishError(&pullrequest.Error{Code: pullrequest.NotAsked, Detail: fmt.Sprintf("%q may not write to %s", s.asks.Person, client.Place.Repository())})
	}
	return nil
}

// publishError is the error of the verb for one of GitHub: what the person can
// change ends with 2, what may pass with 3.
func publishError(err error) error {
	if err == nil {
		return nil
	}
	wrapped := fmt.Errorf("prove: %w", err)
	if _, ok := errors.AsType[*pullrequest.Error](err); ok {
		return &cli.UsageError{Err: wrapped}
	}
	if failed, ok := errors.AsType[*github.Error](err); ok {
		if mistaken(failed.Code) {
			return &cli.UsageError{Err: wrapped}
		}
		return wrapped
	}
	return proofError(err)
}

// mistaken reports whether the person can avoid an error of GitHub.
func mistaken(code github.Code) bool {
	switch code {
	case github.NoRepository, github.BadAddress, github.WrongHost, github.Mismatch, github.BadIssue, github.NoToken, github.NoProgram:
		return true
	}
	return false
}
