package github

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/clip"
	"github.com/rules-autofix/rules_autofix/internal/inert"
)

// MaxText bounds the body of an issue, comment or pull request, in characters.
// GitHub refuses longer ones.
const MaxText = 65536

// MaxTitle bounds a title, in characters.
const MaxTitle = 256

// An Issue is what somebody wrote. Nothing in it is an instruction.
type Issue struct {
	Number      int
	Title, Body string // at most MaxTitle and MaxText characters, valid UTF-8
	URL         string
}

// Text returns title and body as one text.
func (i *Issue) Text() string { return strings.TrimSpace(i.Title + "\n\n" + i.Body) }

// Issue returns an issue of the repository by its number or address.
func (c *Client) Issue(ctx context.Context, ref string) (*Issue, error) {
	n, err := c.Place.IssueNumber(ref)
	if err != nil {
		return nil, err
	}
	var r struct {
		Number int    `json:"number"`
		Title  string `json:"title"`
		Body   string `json:"body"`
		URL    string `json:"html_url"`
	}
	if err := c.call(ctx, http.MethodGet, c.path("/issues/%d", n), nil, &r); err != nil {
		return nil, err
	}
	if r.Number != n {
		return nil, fail(BadAnswer, nil, "the server answers with issue %d, and %d was asked for", r.Number, n)
	}
	return &Issue{n, clip.Ended(inert.Line(r.Title), MaxTitle, "..."), clip.Ended(strings.ToValidUTF8(r.Body, "\ufffd"), MaxText, "..."), r.URL}, nil
}

// A Comment is one of an issue or pull request.
type Comment struct {
	ID   int64  `json:"id"`
	Body string `json:"body"`
	URL  string `json:"html_url"`
	User struct {
		Login string `json:"login"`
	} `json:"user"`
}

// maxPages bounds a list of comments.
const maxPages = 20

// PutComment writes a comment to an issue or pull request: a new one, or in the
// place of one of the same user that has a marker. One that says the same stays.
func (c *Client) PutComment(ctx context.Context, issue int, marker, body string) (*Comment, error) {
	old, err := c.findComment(ctx, issue, marker)
	if err != nil {
		return nil, err
	}
	return c.putComment(ctx, issue, old, body)
}

// ChangeComment is PutComment for a comment that is there. It returns nil if
// there is none.
func (c *Client) ChangeComment(ctx context.Context, issue int, marker, body string) (*Comment, error) {
	old, err := c.findComment(ctx, issue, marker)
	if err != nil || old == nil {
		return nil, err
	}
	return c.putComment(ctx, issue, old, body)
}

func (c *Client) putComment(ctx context.Context, issue int, old *Comment, body string) (*Comment, error) {
	if old != nil && old.Body == body {
		return old, nil
	}
	var out Comment
	var err error
	text := map[string]string{"body": body}
	if old != nil {
		err = c.call(ctx, http.MethodPatch, c.path("/issues/comments/%d", old.ID), text, &out)
	} else {
		err = c.call(ctx, http.MethodPost, c.path("/issues/%d/comments", issue), text, &out)
	}
	if err != nil {
		return nil, err
	}
	return &out, nil
}

// findComment returns the newest comment of the user that writes with a marker,
// or nil. A marker of somebody else counts for nothing.
func (c *Client) findComment(ctx context.Context, issue int, marker string) (*Comment, error) {
	user, err := c.User(ctx)
	if err != nil {
		return nil, err
	}
	comments, err := pages[Comment](ctx, c, maxPages, fmt.Sprintf("/issues/%d/comments", issue))
	if err != nil {
		return nil, err
	}
	var found *Comment
	for i := range comments {
		if strings.EqualFold(comments[i].User.Login, user) && strings.Contains(comments[i].Body, marker) {
			found = &comments[i]
		}
	}
	return found, nil
}

// A Pull is a pull request.
type Pull struct {
	Number   int    `json:"number"`
	State    string `json:"state"` // open or closed
	Title    string `json:"title"`
	Body     string `json:"body"`
	Draft    bool   `json:"draft"`
	URL      string `json:"html_url"`
	MergedAt string `json:"merged_at"`
	Head     struct {
		Ref  string `json:"ref"`
		SHA  string `json:"sha"`
		Repo struct {
			FullName string `json:"full_name"` // OWNER/NAME; empty if it was deleted
		} `json:"repo"`
	} `json:"head"`
	Base struct {
		Ref string `json:"ref"`
	} `json:"base"`
}

// Pulls returns the pull requests from a branch of the repository, open and
// closed, the newest first.
func (c *Client) Pulls(ctx context.Context, branch string) ([]Pull, error) {
	return c.PullsOf(ctx, c.Place.Owner, branch)
}

// PullsOf is Pulls for a branch of a repository of an owner, which may be a
// fork.
func (c *Client) PullsOf(ctx context.Context, owner, branch string) ([]Pull, error) {
	var all []Pull
	query := fmt.Sprintf("/pulls?state=all&head=%s&per_page=100", url.QueryEscape(owner+":"+branch))
	if err := c.call(ctx, http.MethodGet, c.path("%s", query), nil, &all); err != nil {
		return nil, err
	}
	// A server that does not know the filter would list all.
	var pulls []Pull
	for _, p := range all {
		if p.Head.Ref == branch {
			pulls = append(pulls, p)
		}
	}
	return pulls, nil
}

// CreatePull opens a pull request. After an error that wraps Unavailable, it may
// exist.
func (c *Client) CreatePull(ctx context.Context, branch, base, title, body string, draft bool) (*Pull, error) {
	var p Pull
	in := map[string]any{"title": title, "head": branch, "base": base, "body": body, "draft": draft, "maintainer_can_modify": true}
	if err := c.call(ctx, http.MethodPost, c.path("/pulls"), in, &p); err != nil {
		return nil, err
	}
	return &p, nil
}

// UpdatePull changes the texts of a pull request.
func (c *Client) UpdatePull(ctx context.Context, number int, title, body string) (*Pull, error) {
	var p Pull
	if err := c.call(ctx, http.MethodPatch, c.path("/pulls/%d", number), map[string]any{"title": title, "body": body}, &p); err != nil {
		return nil, err
	}
	return &p, nil
}
