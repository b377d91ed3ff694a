package github

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// A ChangedFile is a file that a pull request changes.
type ChangedFile struct {
	Path   string `json:"filename"`
	Status string `json:"status"` // such as added, modified, renamed and removed
	SHA    string `json:"sha"`    // of the blob at the head
	// Patch has the hunks of its diff, without names. It is empty if the file is
	// binary, if only its name changes, or if GitHub finds the diff too large.
	Patch string `json:"patch"`
}

// mostFiles is how many files of a pull request GitHub lists.
const mostFiles = 3000

// Files returns the files that a pull request changes.
func (c *Client) Files(ctx context.Context, number int) ([]ChangedFile, error) {
	return pages[ChangedFile](ctx, c, mostFiles/pageSize, fmt.Sprintf("/pulls/%d/files", number))
}

// pageSize is the largest page of a list.
const pageSize = 100

// pages returns at most a number of pages of a list.
func pages[T any](ctx context.Context, c *Client, most int, path string) ([]T, error) {
	var all []T
	for page := 1; page <= most; page++ {
		var some []T
		if err := c.call(ctx, http.MethodGet, c.path("%s?per_page=%d&page=%d", path, pageSize, page), nil, &some); err != nil {
			return nil, err
		}
		all = append(all, some...)
		if len(some) < pageSize {
			break
		}
	}
	return all, nil
}

// Blob returns the bytes of a file by the hash of its blob.
func (c *Client) Blob(ctx context.Context, hash string) ([]byte, error) {
	var r struct {
		Content  string `json:"content"`
		Encoding string `json:"encoding"`
	}
	if err := c.call(ctx, http.MethodGet, c.path("/git/blobs/%s", url.PathEscape(hash)), nil, &r); err != nil {
		return nil, err
	}
	text, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(r.Content, "\n", ""))
	if err != nil || r.Encoding != "base64" {
		return nil, fail(BadAnswer, nil, "the blob %s is not in base64", hash)
	}
	return text, nil
}

// A ReviewComment is a comment at lines of the diff of a pull request.
type ReviewComment struct {
	Path      string `json:"path"`
	StartLine int    `json:"start_line,omitempty"` // 0: Line is all
	StartSide string `json:"start_side,omitempty"`
	Line      int    `json:"line,omitempty"` // of the new text; 0 if the lines are no longer in the diff
	Side      string `json:"side,omitempty"`
	Body      string `json:"body"`
}

// ReviewComments returns the comments of the user that writes at the lines of a
// pull request.
func (c *Client) ReviewComments(ctx context.Context, number int) ([]ReviewComment, error) {
	user, err := c.User(ctx)
	if err != nil {
		return nil, err
	}
	type comment struct {
		ReviewComment
		User struct {
			Login string `json:"login"`
		} `json:"user"`
	}
	all, err := pages[comment](ctx, c, maxPages, fmt.Sprintf("/pulls/%d/comments", number))
	if err != nil {
		return nil, err
	}
	var own []ReviewComment
	for _, one := range all {
		if strings.EqualFold(one.User.Login, user) {
			own = append(own, one.ReviewComment)
		}
	}
	return own, nil
}

// Review posts comments at lines of a commit of a pull request, all as one
// review, which neither approves nor asks for changes. It returns the address
// of the review.
func (c *Client) Review(ctx context.Context, number int, commit, body string, comments []ReviewComment) (string, error) {
	var r struct {
		URL string `json:"html_url"`
	}
	in := map[string]any{"commit_id": commit, "event": "COMMENT", "body": body, "comments": comments}
	if err := c.call(ctx, http.MethodPost, c.path("/pulls/%d/reviews", number), in, &r); err != nil {
		return "", err
	}
	return r.URL, nil
}
