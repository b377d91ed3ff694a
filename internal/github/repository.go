package github

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
)

// DefaultBranch returns the name of the default branch of the repository.
func (c *Client) DefaultBranch(ctx context.Context) (string, error) {
	var r struct {
		DefaultBranch string `json:"default_branch"`
	}
	if err := c.call(ctx, http.MethodGet, c.path(""), nil, &r); err != nil {
		return "", err
	}
	if r.DefaultBranch == "" {
		return "", fail(BadAnswer, nil, "the repository has no default branch")
	}
	return r.DefaultBranch, nil
}

// Contains reports whether a branch has a commit in its history.
func (c *Client) Contains(ctx context.Context, branch, commit string) (bool, error) {
	var r struct {
		Status  string `json:"status"`
		AheadBy *int   `json:"ahead_by"`
	}
	err := c.call(ctx, http.MethodGet, c.path("/compare/%s...%s?per_page=1", escaped(branch), escaped(commit)), nil, &r)
	if is(err, NotFound) {
		return false, nil
	}
	if err == nil && r.AheadBy == nil {
		err = fail(BadAnswer, nil, "a comparison does not tell its result")
	}
	return err == nil && *r.AheadBy == 0, err
}

// escaped returns a name escaped for a path, except for its slashes.
func escaped(name string) string { return strings.ReplaceAll(url.PathEscape(name), "%2F", "/") }

// is reports whether an error has a code.
func is(err error, code Code) bool {
	failed, ok := errors.AsType[*Error](err)
	return ok && failed.Code == code
}

// A Person is an author or committer of a commit.
type Person struct {
	Name  string `json:"name"`
	Email string `json:"email"`
}

// A Commit is one of the repository.
type Commit struct {
	Author    Person `json:"author"`
	Committer Person `json:"committer"`
	Message   string `json:"message"`
	Parents   []struct {
		SHA string `json:"sha"`
	} `json:"parents"`
}

// Commit returns a commit by its hash.
func (c *Client) Commit(ctx context.Context, hash string) (*Commit, error) {
	var commit Commit
	if err := c.call(ctx, http.MethodGet, c.path("/git/commits/%s", url.PathEscape(hash)), nil, &commit); err != nil {
		return nil, err
	}
	return &commit, nil
}

// MayWrite reports whether a user may write to the repository.
func (c *Client) MayWrite(ctx context.Context, user string) (bool, error) {
	if !names().MatchString(strings.TrimSuffix(user, "[bot]")) {
		return false, nil
	}
	var r struct {
		Permission string `json:"permission"`
	}
	err := c.call(ctx, http.MethodGet, c.path("/collaborators/%s/permission", url.PathEscape(user)), nil, &r)
	if is(err, NotFound) {
		return false, nil
	}
	if err == nil && r.Permission == "" {
		err = fail(BadAnswer, nil, "the server does not say what %q may do", user)
	}
	// Maintain is write, and triage is read, in this answer.
	return err == nil && (r.Permission == "admin" || r.Permission == "write"), err
}

// actionsUser is who a token of GitHub Actions writes as. It may not ask who it
// is.
const actionsUser = "github-actions[bot]"

// User returns the name of the user that writes.
func (c *Client) User(ctx context.Context) (string, error) {
	var r struct {
		Login string `json:"login"`
	}
	err := c.call(ctx, http.MethodGet, "user", nil, &r)
	if is(err, Forbidden) {
		return actionsUser, nil
	}
	if err == nil && r.Login == "" {
		err = fail(BadAnswer, nil, "the user has no name")
	}
	return r.Login, err
}
