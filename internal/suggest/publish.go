package suggest

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/github"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

// Options say what to post, and where.
type Options struct {
	Client    *github.Client
	Run       *Run
	Artifacts []*artifact.Artifact
	Tool      string // the name of the tool with the built-in checkers
	Most      int    // how many suggestions a pull request has at most
	Command   string // that applies all fixes
	// Config says which fixes apply; nil: the defaults.
	Config *config.Config
}

// A Published is the result of Publish.
type Published struct {
	Number   int    // of the pull request, or 0
	URL      string // of the review, or else of the comment; empty: neither was written
	Posted   int    // suggestions
	Standing int    // suggestions that were there already
	Rest     int    // places in the comment
	Stale    int    // fixes for other bytes than the head has
	Nothing  string // why nothing can be posted, which the next run makes good
}

// mostRead bounds the files of a pull request that are read.
const mostRead = 200

// Publish posts the fixes on the pull request of a run. If it was closed, or has
// another commit by now, Publish posts nothing and says why.
func Publish(ctx context.Context, o Options) (*Published, error) {
	if !strings.EqualFold(o.Run.Repository, o.Client.Place.Repository()) {
		return nil, fail(OtherPlace, "the event is of %s, and this is %s", o.Run.Repository, o.Client.Place.Repository())
	}
	artifacts, err := pipeline.Received(o.Artifacts, o.Tool)
	if err != nil {
		return nil, err
	}
	pull, why, err := o.pull(ctx)
	if err != nil || why != "" {
		return &Published{Nothing: why}, err
	}
	heads, err := o.heads(ctx, pull.Number, artifacts)
	if err != nil {
		return nil, err
	}
	chosen, err := choose(artifacts, heads, o.Most, o.Config)
	if err != nil {
		return nil, err
	}
	out := &Published{Number: pull.Number, Rest: len(chosen.rest), Stale: chosen.stale}
	if err := o.suggest(ctx, pull, chosen.suggestions, out); err != nil {
		return nil, err
	}
	return out, o.comment(ctx, pull, chosen.rest, out)
}

// pull returns the open pull request that the run was for, or why there is
// nothing to do. GitHub says which one it is, never the artifact.
func (o *Options) pull(ctx context.Context) (*github.Pull, string, error) {
	all, err := o.Client.PullsOf(ctx, o.Run.owner(), o.Run.Branch)
	if err != nil {
		return nil, "", err
	}
	var open, now []github.Pull
	for _, p := range all {
		if !strings.EqualFold(p.Head.Repo.FullName, o.Run.Head) || p.State != "open" || len(o.Run.PullRequests) > 0 && !slices.Contains(o.Run.PullRequests, p.Number) {
			continue
		}
		open = append(open, p)
		if p.Head.SHA == o.Run.SHA {
			now = append(now, p)
		}
	}
	switch {
	case len(open) == 0:
		return nil, fmt.Sprintf("no pull request from %s of %s is open", o.Run.Branch, o.Run.Head), nil
	case len(now) == 0:
		return nil, fmt.Sprintf("the pull request #%d is at %s by now, and the run checked %s: the run for that commit posts", open[0].Number, open[0].Head.SHA, o.Run.SHA), nil
	case len(now) > 1:
		return nil, "", fail(SeveralFrom, "the pull requests #%d and #%d are both from %s at %s", now[0].Number, now[1].Number, o.Run.Branch, o.Run.SHA)
	}
	return &now[0], "", nil
}

// heads returns the files that the pull request changes and fixes are for, by
// their paths.
func (o *Options) heads(ctx context.Context, number int, artifacts []*artifact.Artifact) (map[string]*head, error) {
	files, err := o.Client.Files(ctx, number)
	if err != nil {
		return nil, err
	}
	wanted := map[string]bool{}
	for _, a := range artifacts {
		for i := range a.Fixes {
			for path := range a.Fixes[i].Paths() {
				wanted[path] = true
			}
		}
	}
	heads := map[string]*head{}
	for _, f := range files {
		if f.Patch == "" || f.Status == "removed" || !wanted[f.Path] || len(heads) == mostRead {
			continue
		}
		text, err := o.Client.Blob(ctx, f.SHA)
		if err != nil {
			return nil, err
		}
		if d, ok := readDiff(f.Patch, string(text)); ok {
			heads[f.Path] = newHead(text, d)
		}
	}
	return heads, nil
}

// right is the side of the new text in a diff.
const right = "RIGHT"

// suggest posts the suggestions that are not there yet, as one review.
func (o *Options) suggest(ctx context.Context, pull *github.Pull, blocks []*block, out *Published) error {
	if len(blocks) == 0 {
		return nil
	}
	there, err := o.Client.ReviewComments(ctx, pull.Number)
	if err != nil {
		return err
	}
	var comments []github.ReviewComment
	for _, b := range blocks {
		c := github.ReviewComment{Path: b.path, Line: b.last, Side: right, Body: b.body()}
		if b.first < b.last {
			c.StartLine, c.StartSide = b.first, right
		}
		if slices.ContainsFunc(there, func(old github.ReviewComment) bool { return same(old, c) }) {
			out.Standing++
			continue
		}
		comments = append(comments, c)
	}
	if len(comments) == 0 {
		return nil
	}
	out.Posted = len(comments)
	out.URL, err = o.Client.Review(ctx, pull.Number, pull.Head.SHA, above(len(comments), o.Command), comments)
	return err
}

// same reports whether two comments say the same at the same lines. A server
// may change the ends of lines.
func same(a, b github.ReviewComment) bool {
	plain := func(text string) string { return strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n")) }
	return a.Path == b.Path && a.StartLine == b.StartLine && a.Line == b.Line && plain(a.Body) == plain(b.Body)
}

// comment writes the one comment, or changes the one that is there.
func (o *Options) comment(ctx context.Context, pull *github.Pull, rest []*block, out *Published) error {
	var c *github.Comment
	var err error
	if len(rest) > 0 {
		c, err = o.Client.PutComment(ctx, pull.Number, marker, comment(rest, o.Command))
	} else {
		c, err = o.Client.ChangeComment(ctx, pull.Number, marker, done)
	}
	if err == nil && c != nil && out.URL == "" {
		out.URL = c.URL
	}
	return err
}
