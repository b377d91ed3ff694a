package pullrequest

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/github"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/reports"
)

// find returns the open pull request of the branch, or nil, and notes about
// closed ones.
func (p *publication) find(ctx context.Context) (*github.Pull, []string, error) {
	pulls, err := p.Client.Pulls(ctx, p.folder.branch)
	if err != nil {
		return nil, nil, err
	}
	marker := reports.Marker(p.folder.branch)
	var notes []string
	for i := range pulls {
		pull := &pulls[i]
		marked := strings.Contains(pull.Body, marker)
		switch {
		case pull.State == "open" && !marked:
			return nil, nil, fail(NotOurs, nil, "pull request #%d is from the branch %s, and is not one of autofix", pull.Number, p.folder.branch)
		case pull.State == "open":
			return pull, nil, nil
		case marked && notes == nil:
			was := "closed"
			if pull.MergedAt != "" {
				was = "merged"
			}
			notes = append(notes, fmt.Sprintf("An earlier pull request for the same command is #%d, which was %s.", pull.Number, was))
		}
	}
	return nil, notes, nil
}

// put opens the pull request, or updates the one that is open.
func (p *publication) put(ctx context.Context, open *github.Pull, notes []string) error {
	e := p.folder.evidence
	draft := e.Verdict == evidence.Weak
	body := func(notes []string) string {
		return bounded(reports.Body(e, p.folder.branch), append(p.about(), notes...))
	}
	if open == nil {
		pull, err := p.Client.CreatePull(ctx, p.folder.branch, p.Into, title(e), body(notes), draft)
		if err == nil {
			p.done(Created, pull)
			return nil
		}
		// The server may have done it, and another run may have been faster.
		if open = p.after(ctx, err); open == nil {
			return err
		}
	}
	if open.Draft != draft {
		// REST cannot change that.
		says := "This proof is weak: please make the pull request a draft."
		if open.Draft {
			says = "This proof is no longer weak: the pull request can leave its draft."
		}
		notes = append(notes, says)
		p.out.Notes = append(p.out.Notes, says)
	}
	if open.Base.Ref != "" && open.Base.Ref != p.Into {
		p.out.Notes = append(p.out.Notes, fmt.Sprintf("the pull request stays one for the branch %q", open.Base.Ref))
	}
	pull, err := p.Client.UpdatePull(ctx, open.Number, title(e), body(notes))
	if err == nil {
		p.done(Updated, pull)
	}
	return err
}

// after looks for the pull request that an error may be about, or nil.
func (p *publication) after(ctx context.Context, err error) *github.Pull {
	failed, ok := errors.AsType[*github.Error](err)
	if !ok || failed.Code != github.Unavailable && failed.Code != github.Rejected {
		return nil
	}
	open, _, err := p.find(ctx)
	if err != nil {
		return nil
	}
	return open
}

func (p *publication) done(did Action, pull *github.Pull) {
	p.out.Action, p.out.Number, p.out.URL, p.out.Draft = did, pull.Number, pull.URL, pull.Draft
}

// tell comments on the issue about the pull request.
func (p *publication) tell(ctx context.Context) error {
	if p.Issue == 0 || p.Issue == p.out.Number {
		return nil
	}
	text := fmt.Sprintf("%s\n%s Verdict: %s. Pull request: #%d\n", reports.Marker(p.folder.branch), reports.Meaning(p.out.Verdict), p.out.Verdict, p.out.Number)
	if _, err := p.Client.PutComment(ctx, p.Issue, reports.Marker(p.folder.branch), text); err != nil {
		p.out.Notes = append(p.out.Notes, fmt.Sprintf("issue #%d was not told: %v", p.Issue, err))
	}
	return nil
}

// Report posts a comment on an issue about a proof without a verdict. The
// comment has the marker of the branch.
func Report(ctx context.Context, c *github.Client, issue int, branch, text string) (*github.Comment, error) {
	return c.PutComment(ctx, issue, reports.Marker(branch), bounded(reports.Marker(branch)+"\n"+text+"\n", nil))
}
