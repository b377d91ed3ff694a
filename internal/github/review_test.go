package github_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/github"
	"github.com/rules-autofix/rules_autofix/internal/testing/githubtest"
)

// A review posts its comments at once, and others' comments are not its own.
func TestReview(t *testing.T) {
	s := githubtest.New(t, "octo", "sum", "")
	head := strings.Repeat("a", 40)
	files := make([]githubtest.File, 101)
	for i := range files {
		files[i] = githubtest.File{Path: fmt.Sprintf("%03d.txt", i), Status: "modified", Text: "one\ntwo\r\nthree" + strings.Repeat(" ", i), Patch: "@@ -1,2 +1,3 @@\n one\n+two\n three"}
	}
	s.Pulls = []githubtest.Pull{{Number: 7, Head: "fix", Base: "main", Open: true, Elsewhere: true, SHA: head, Files: files}}
	s.ReviewComments = []githubtest.ReviewComment{{Pull: 7, User: "somebody", Path: "000.txt", Line: 2, Body: "mine"}, {Pull: 8, User: githubtest.User, Path: "000.txt", Line: 2, Body: "of another"}}
	c, _ := rest(t, s)
	ctx := t.Context()

	pulls, err := c.PullsOf(ctx, githubtest.Stranger, "fix")
	if err != nil || len(pulls) != 1 || pulls[0].Head.SHA != head || pulls[0].Head.Repo.FullName != "stranger/sum" {
		t.Fatalf("%+v, %v", pulls, err)
	}
	listed, err := c.Files(ctx, 7)
	if err != nil || len(listed) != 101 || listed[100].Path != "100.txt" {
		t.Fatalf("%d files, %v", len(listed), err)
	}
	text, err := c.Blob(ctx, listed[100].SHA)
	if err != nil || string(text) != files[100].Text {
		t.Errorf("%q, %v", text, err)
	}
	_, err = c.Blob(ctx, head)
	wantCode(t, err, github.NotFound)

	comments := []github.ReviewComment{{Path: "000.txt", Line: 2, Side: "RIGHT", Body: "a"}, {Path: "001.txt", StartLine: 1, StartSide: "RIGHT", Line: 3, Side: "RIGHT", Body: "b"}}
	url, err := c.Review(ctx, 7, head, "two", comments)
	if err != nil || url != s.URL+"/octo/sum/pull/7#pullrequestreview-1" {
		t.Errorf("%s, %v", url, err)
	}
	own, err := c.ReviewComments(ctx, 7)
	if err != nil || !slices.Equal(own, comments) {
		t.Errorf("%+v, %v", own, err)
	}
	_, err = c.Review(ctx, 7, strings.Repeat("b", 40), "other", comments)
	wantCode(t, err, github.Rejected)
	_, err = c.Review(ctx, 7, head, "outside", []github.ReviewComment{{Path: "000.txt", Line: 4, Side: "RIGHT", Body: "a"}})
	wantCode(t, err, github.Rejected)
}

// A comment is changed only if it is there, and only if it says something else.
func TestChangeComment(t *testing.T) {
	s := githubtest.New(t, "octo", "sum", "")
	s.Issues[12] = [2]string{"title", ""}
	c, _ := rest(t, s)
	ctx := t.Context()
	if old, err := c.ChangeComment(ctx, 12, "<!-- m -->", "x"); old != nil || err != nil {
		t.Errorf("%+v, %v", old, err)
	}
	for range 2 {
		if _, err := c.PutComment(ctx, 12, "<!-- m -->", "<!-- m --> first"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.ChangeComment(ctx, 12, "<!-- m -->", "<!-- m --> second"); err != nil {
		t.Fatal(err)
	}
	if got, want := s.Requests(false), []string{"POST /repos/octo/sum/issues/12/comments", "PATCH /repos/octo/sum/issues/comments/100"}; !slices.Equal(got, want) || s.Comments[0].Body != "<!-- m --> second" {
		t.Errorf("%q\n%+v", got, s.Comments)
	}
}
