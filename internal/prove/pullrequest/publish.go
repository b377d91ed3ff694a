package pullrequest

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/github"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/reports"
	"github.com/rules-autofix/rules_autofix/internal/prove/worktree"
)

// Options say which proof to publish, and where.
type Options struct {
	Folder     string // of a finished proof
	Repository *worktree.Repository
	Client     *github.Client
	// Branch names the branch of a proof.
	Branch func(*evidence.Evidence) string
	// Into is the branch that the pull request is for, or empty: the default
	// branch of the repository.
	Into string
	// Issue is the number of the issue for the comment, or 0.
	Issue int
	// Command is the command that the evidence must be about, or nil.
	Command []string
	// Epoch is the time of the commit; zero means the time of the evidence.
	Epoch time.Time
}

// An Action is what Publish did.
type Action string

// The actions.
const (
	Created   Action = "created"   // a pull request
	Updated   Action = "updated"   // the one that was there
	Commented Action = "commented" // on the issue, without a pull request
	Nothing   Action = "nothing"   // a proof without a pull request, and no issue is known
)

// A Published is the result of publishing, as it stands on the server.
type Published struct {
	Action  Action           `json:"action"`
	Verdict evidence.Verdict `json:"verdict"`
	Branch  string           `json:"branch,omitempty"`
	Commit  string           `json:"commit,omitempty"`
	Number  int              `json:"number,omitempty"` // of the pull request
	URL     string           `json:"url,omitempty"`    // of the pull request, or of the comment
	Draft   bool             `json:"draft,omitempty"`
	Notes   []string         `json:"notes,omitempty"`
}

// Publish publishes a finished proof: a proven one as a pull request, a weak
// one as a draft, and any other that has a verdict as a comment on the issue,
// if one is known. It updates the pull request or comment of an earlier proof
// of the same command. A proof that failed is an error, and so is one that does
// not fit the repository, or whose verdict does not follow from its evidence.
func Publish(ctx context.Context, o Options) (*Published, error) {
	f, err := open(o.Folder, o.Branch)
	if err != nil {
		return nil, err
	}
	if o.Command != nil && !slices.Equal(o.Command, f.evidence.Command) {
		return nil, fail(NotAsked, nil, "the evidence is about another command than the one that was asked for")
	}
	p := &publication{Options: o, folder: f, out: &Published{Verdict: f.evidence.Verdict}}
	switch f.evidence.Verdict {
	case evidence.Proven, evidence.Weak:
		err = p.pull(ctx)
	case evidence.Inconclusive, evidence.NotAccepted, evidence.Refuted:
		err = p.comment(ctx, bounded(reports.Body(f.evidence, f.branch), p.about()))
	default:
		err = fail(Failed, nil, "the verdict is %s", f.evidence.Verdict)
	}
	if err != nil {
		return nil, err
	}
	return p.out, nil
}

// A publication is a run of Publish.
type publication struct {
	Options
	folder *folder
	out    *Published
}

// about returns the lines about the issue.
func (p *publication) about() []string {
	if p.Issue == 0 {
		return nil
	}
	return []string{fmt.Sprintf("Issue: #%d", p.Issue)}
}

// comment comments on the issue, if one is known.
func (p *publication) comment(ctx context.Context, text string) error {
	if p.Issue == 0 {
		p.out.Action = Nothing
		p.out.Notes = append(p.out.Notes, "no issue is known to comment on")
		return nil
	}
	c, err := p.Client.PutComment(ctx, p.Issue, reports.Marker(p.folder.branch), text)
	if err == nil {
		p.out.Action, p.out.URL = Commented, c.URL
	}
	return err
}

// pull pushes the branch, and opens or updates the pull request.
func (p *publication) pull(ctx context.Context) error {
	e := p.folder.evidence
	base, c, err := p.patched(ctx)
	if err != nil {
		return err
	}
	if err := recheck(e, c); err != nil {
		return err
	}
	if p.Into == "" {
		if p.Into, err = p.Client.DefaultBranch(ctx); err != nil {
			return err
		}
	}
	has, err := p.Client.Contains(ctx, p.Into, base.Commit)
	if err != nil {
		return err
	}
	if !has {
		return fail(Unpushed, nil, "the base %s is not on the branch %q of %s", base.Commit, p.Into, p.Client.Place.Repository())
	}
	open, notes, err := p.find(ctx)
	if err != nil {
		return err
	}
	commit, err := p.Repository.Commit(ctx, base, c, p.message())
	if err != nil {
		return err
	}
	if err := p.push(ctx, commit); err != nil {
		return err
	}
	p.out.Branch, p.out.Commit, p.out.Notes = p.folder.branch, commit, notes
	if err := p.put(ctx, open, notes); err != nil {
		return err
	}
	return p.tell(ctx)
}

// patched returns the base of the proof, and the patch over it.
func (p *publication) patched(ctx context.Context) (*worktree.Base, *change.Change, error) {
	e := p.folder.evidence
	if p.folder.best == nil {
		return nil, nil, forged("the verdict is %s, and there is no patch", e.Verdict)
	}
	if e.Base.Dirty {
		return nil, nil, fail(DirtyBase, nil, "the proof is about changes that are in no commit")
	}
	base, err := p.Repository.BaseAt(ctx, e.Base.Commit)
	if err != nil {
		return nil, nil, fail(OtherBase, err, "the base of the proof is not in this repository")
	}
	if base.Tree != e.Base.Tree {
		return nil, nil, fail(OtherBase, nil, "commit %s has the tree %s, and the evidence says %s", base.Commit, base.Tree, e.Base.Tree)
	}
	c, err := change.Parse(p.folder.diff, func(name string) ([]byte, fs.FileMode, error) { return p.Repository.Read(base, name) })
	if err == nil && c.SHA256() != p.folder.best.SHA256 {
		err = errors.New("not the proven one, once it is applied")
	}
	if err != nil {
		return nil, nil, fail(BadPatch, err, "%s", patchName)
	}
	return base, c, nil
}

// server is where git pushes to.
func (p *publication) server(ctx context.Context) (worktree.Server, error) {
	token, err := p.Client.Transport().Token(ctx)
	login := base64.StdEncoding.EncodeToString([]byte("x-access-token:" + token))
	return worktree.Server{URL: p.Client.Place.GitURL(), Header: "Authorization: Basic " + login}, err
}

// push makes the branch point to the commit. It refuses a branch that is not
// ours.
func (p *publication) push(ctx context.Context, commit string) error {
	server, err := p.server(ctx)
	if err != nil {
		return err
	}
	tip, err := p.Repository.Tip(ctx, server, p.folder.branch)
	if err != nil {
		return p.shown(ctx, err)
	}
	if tip == commit {
		return nil
	}
	if tip != "" {
		if err := p.ours(ctx, tip); err != nil {
			return err
		}
	}
	return p.shown(ctx, p.Repository.Push(ctx, server, commit, p.folder.branch, tip))
}

// shown is an error of git that is fit to be shown.
func (p *publication) shown(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil {
		return err
	}
	var coded *worktree.Error
	if errors.As(err, &coded) {
		return err
	}
	return &github.Error{Code: github.Unavailable, Detail: "GitHub: " + p.Client.Show(ctx, err.Error())}
}

// ours returns an error if a commit at the end of the branch is not one of
// message.
func (p *publication) ours(ctx context.Context, tip string) error {
	c, err := p.Client.Commit(ctx, tip)
	if err != nil {
		return err
	}
	us := github.Person{Name: author, Email: email}
	if c.Author != us || c.Committer != us || len(c.Parents) != 1 || !strings.Contains(c.Message, "\n"+trailer+": ") {
		return fail(NotOurs, nil, "somebody else has pushed to the branch %s: commit %s", p.folder.branch, tip)
	}
	return nil
}
