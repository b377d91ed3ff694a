package pullrequest_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/github"
	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/pullrequest"
	"github.com/rules-autofix/rules_autofix/internal/testing/githubtest"
)

func TestMain(m *testing.M) {
	process.Init()
	os.Exit(m.Run())
}

func TestVerdicts(t *testing.T) {
	for _, row := range []struct {
		verdict evidence.Verdict
		issue   int
		action  pullrequest.Action
		draft   bool
		writes  string // requests of REST that change something
	}{
		{evidence.Proven, 0, pullrequest.Created, false, "POST /repos/octo/sum/pulls"},
		{evidence.Weak, 0, pullrequest.Created, true, "POST /repos/octo/sum/pulls"},
		{evidence.Proven, 12, pullrequest.Created, false, "POST /repos/octo/sum/pulls,POST /repos/octo/sum/issues/12/comments"},
		{evidence.Inconclusive, 12, pullrequest.Commented, false, "POST /repos/octo/sum/issues/12/comments"},
		{evidence.NotAccepted, 12, pullrequest.Commented, false, "POST /repos/octo/sum/issues/12/comments"},
		{evidence.Refuted, 12, pullrequest.Commented, false, "POST /repos/octo/sum/issues/12/comments"},
		{evidence.Refuted, 0, pullrequest.Nothing, false, ""},
	} {
		w := newWorld(t)
		w.server.Issues[12] = [2]string{"It is wrong", ""}
		w.options.Issue = row.issue
		w.become(row.verdict)
		before := w.branches()
		out, err := w.publish()
		if err != nil {
			t.Fatalf("%s: %v", row.verdict, err)
		}
		if out.Action != row.action || out.Verdict != row.verdict || out.Draft != row.draft || strings.Join(w.server.Requests(false), ",") != row.writes {
			t.Errorf("%s: %+v, requests %q", row.verdict, out, w.server.Requests(false))
		}
		if pulls := len(w.server.Pulls); (pulls > 0) != (row.action == pullrequest.Created) {
			t.Errorf("%s: %d pull requests", row.verdict, pulls)
		}
		if row.action != pullrequest.Created && w.branches() != before {
			t.Errorf("%s: a branch was pushed", row.verdict)
		}
		for _, c := range w.server.Comments {
			if !strings.HasPrefix(c.Body, "<!-- autofix-prove: autofix/prove-test -->\n") || !strings.Contains(c.Body, string(row.verdict)) {
				t.Errorf("%s: the comment %q", row.verdict, c.Body)
			}
		}
	}
}

func TestInfraIsNotPublished(t *testing.T) {
	w := newWorld(t)
	w.server.Issues[12] = [2]string{"It is wrong", ""}
	w.options.Issue = 12
	w.become(evidence.Infra)
	_, err := w.publish()
	wantCode(t, err, pullrequest.Failed)
	w.nothingHappened()
}

// The branch has one commit on the base, with the files of the patch and nothing
// else.
func TestCommit(t *testing.T) {
	w := newWorld(t)
	out, err := w.publish()
	if err != nil {
		t.Fatal(err)
	}
	got := w.bare("show", "-s", "--format=%P|%an|%ae|%cn|%at|%ct|%B", "autofix/prove-test")
	want := w.evidence.Base.Commit + "|autofix prove|autofix-prove@users.noreply.github.com|autofix prove|1767323045|1767323045|Sum all numbers\n\n" +
		"Verdict: proven. The behavior changed as asserted: the command fails before the patch and passes with it, and tests hold it to that.\n\nAutofix-Proof: 0123456789abcdef\nAutofix-Patch: " + w.evidence.Candidates[0].SHA256 + "\n"
	if got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if files := w.bare("diff", "--raw", "--abbrev=4", "main", "autofix/prove-test"); strings.Count(files, "\n") != 1 || !strings.Contains(files, "M\tsum.go") || !strings.Contains(files, "A\tsum_test.go") {
		t.Errorf("files:\n%s", files)
	}
	if text := w.bare("show", "autofix/prove-test:sum.go"); text != fixedSum {
		t.Errorf("sum.go:\n%s", text)
	}
	p := w.server.Pulls[0]
	if out.Commit != w.bare("rev-parse", "autofix/prove-test") || p.Head != "autofix/prove-test" || p.Base != "main" || out.Number != p.Number || !strings.Contains(out.URL, "/pull/") {
		t.Errorf("%+v, %+v", out, p)
	}
	w.options.Epoch = time.Unix(1e9, 0)
	if _, err := w.publish(); err != nil {
		t.Fatal(err)
	}
	if at := w.bare("show", "-s", "--format=%at", "autofix/prove-test"); at != "1000000000" {
		t.Errorf("the time is %s", at)
	}
}

// Publishing again updates, and duplicates nothing.
func TestAgain(t *testing.T) {
	w := newWorld(t)
	w.server.Issues[12] = [2]string{"It is wrong", ""}
	w.options.Issue = 12
	first := w.mustPublish()
	tip := w.bare("rev-parse", first.Branch)
	second := w.mustPublish()
	if second.Action != pullrequest.Updated || second.Number != first.Number || second.Commit != tip || len(w.server.Pulls) != 1 || len(w.server.Comments) != 1 {
		t.Errorf("%+v; %d pull requests, %d comments", second, len(w.server.Pulls), len(w.server.Comments))
	}
	// Another proof of the same command, with a weaker verdict.
	w.evidence.ID = "fedcba9876543210"
	w.become(evidence.Weak)
	third := w.mustPublish()
	if third.Action != pullrequest.Updated || third.Commit == tip || third.Draft || len(third.Notes) != 1 || len(w.server.Pulls) != 1 {
		t.Errorf("%+v", third)
	}
	if body := w.server.Pulls[0].Body; !strings.Contains(body, "## Verdict: weak") || !strings.Contains(body, "make the pull request a draft") || !strings.Contains(body, "Issue: #12") {
		t.Errorf("body:\n%s", body)
	}
}

func TestClosedOnesStayClosed(t *testing.T) {
	for _, merged := range []bool{false, true} {
		w := newWorld(t)
		first := w.mustPublish()
		w.server.Set(func() { w.server.Pulls[0].Open, w.server.Pulls[0].Merged = false, merged })
		second := w.mustPublish()
		was := map[bool]string{false: "was closed", true: "was merged"}[merged]
		if second.Action != pullrequest.Created || second.Number == first.Number || !strings.Contains(w.server.Pulls[1].Body, was) {
			t.Errorf("%+v\n%.300s", second, w.server.Pulls[1].Body)
		}
	}
}

// Somebody else's work is left alone.
func TestNotOurs(t *testing.T) {
	t.Run("a commit of a person", func(t *testing.T) {
		w := newWorld(t)
		w.mustPublish()
		tip := w.commitOn("autofix/prove-test", "A Person")
		_, err := w.publish()
		wantCode(t, err, pullrequest.NotOurs)
		if now := w.bare("rev-parse", "autofix/prove-test"); now != tip {
			t.Errorf("the branch is at %s", now)
		}
	})
	t.Run("an amended commit", func(t *testing.T) {
		w := newWorld(t)
		w.mustPublish()
		w.amend("autofix/prove-test", "A Person")
		_, err := w.publish()
		wantCode(t, err, pullrequest.NotOurs)
	})
	t.Run("a pull request of a person", func(t *testing.T) {
		w := newWorld(t)
		w.mustPublish()
		w.server.Set(func() { w.server.Pulls[0].Body = "mine" })
		_, err := w.publish()
		wantCode(t, err, pullrequest.NotOurs)
		if w.server.Pulls[0].Body != "mine" {
			t.Error("the body is another")
		}
	})
	t.Run("a pull request of a fork", func(t *testing.T) {
		w := newWorld(t)
		w.server.Pulls = []githubtest.Pull{{Number: 3, Head: "autofix/prove-test", Base: "main", Open: true, Elsewhere: true, Body: "<!-- autofix-prove: autofix/prove-test -->"}}
		if out := w.mustPublish(); out.Action != pullrequest.Created || w.server.Pulls[0].Title != "" {
			t.Errorf("%+v", out)
		}
	})
	t.Run("a push at the same time", func(t *testing.T) {
		w := newWorld(t)
		w.mustPublish()
		w.evidence.ID = "fedcba9876543210"
		w.write()
		var tip string
		w.onCommitAsked(func() { tip = w.commitOn("autofix/prove-test", "A Person") })
		_, err := w.publish()
		if err == nil || tip == "" || w.bare("rev-parse", "autofix/prove-test") != tip {
			t.Errorf("somebody's push is gone: %v", err)
		}
	})
}

func wantCode(t *testing.T, err error, want pullrequest.Code) {
	t.Helper()
	failed, ok := errors.AsType[*pullrequest.Error](err)
	if !ok || failed.Code != want {
		t.Fatalf("got %v, want the code %s", err, want)
	}
	if !strings.HasSuffix(err.Error(), "; "+want.WayOut()) || want.WayOut() == "" || strings.Contains(err.Error(), githubtest.Token) {
		t.Errorf("the error has no way out, or the token: %v", err)
	}
}

// Wherever the server fails, a second run ends with one pull request.
func TestFaultsOfTheServer(t *testing.T) {
	for name, row := range map[string]struct {
		method, path string
		status       int
		done         bool // the server does it all the same
		want         github.Code
	}{
		"the default branch":      {"GET", "/repos/octo/sum", 403, false, github.Forbidden},
		"the pull requests":       {"GET", "/repos/octo/sum/pulls", 401, false, github.Unauthorized},
		"the new one":             {"POST", "/repos/octo/sum/pulls", 422, false, github.Rejected},
		"the new one, no answer":  {"POST", "/repos/octo/sum/pulls", 502, false, github.Unavailable},
		"the new one, lost":       {"POST", "/repos/octo/sum/pulls", 502, true, ""},
		"may not write":           {"POST", "/repos/octo/sum/pulls", 403, false, github.Forbidden},
		"git":                     {"GET", "/octo/sum.git/info/refs", 500, false, github.Unavailable},
		"git, may not":            {"GET", "/octo/sum.git/info/refs", 403, false, github.Unavailable},
		"git, elsewhere":          {"GET", "/octo/sum.git/info/refs", 302, false, github.Unavailable},
		"git, the push":           {"POST", "/octo/sum.git/git-receive-pack", 500, false, github.Unavailable},
		"the history of the base": {"GET", "/compare/", 500, false, github.Unavailable},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.fault(row.method, row.path, row.status, row.done)
			_, err := w.publish()
			if row.want == "" {
				if err != nil || len(w.server.Pulls) != 1 {
					t.Fatalf("%d pull requests, %v", len(w.server.Pulls), err)
				}
			} else if failed, ok := errors.AsType[*github.Error](err); !ok || failed.Code != row.want || strings.Contains(err.Error(), githubtest.Token) {
				t.Fatalf("got %v, want the code %s", err, row.want)
			}
			w.server.Set(func() { w.server.Fault = nil })
			w.mustPublish()
			if len(w.server.Pulls) != 1 {
				t.Errorf("%d pull requests", len(w.server.Pulls))
			}
		})
	}
}

func TestCanceled(t *testing.T) {
	w := newWorld(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := pullrequest.Publish(ctx, w.options); err == nil {
		t.Error("it is published")
	}
	w.nothingHappened()
}

// A clone without history, as GitHub Actions have it, can push.
func TestShallow(t *testing.T) {
	w := newWorld(t)
	w.shallow()
	if out := w.mustPublish(); out.Action != pullrequest.Created || w.bare("rev-list", "--count", out.Branch) != "3" {
		t.Errorf("%+v", out)
	}
}

// A checkout whose HEAD has moved since the proof is as good.
func TestHeadMoved(t *testing.T) {
	w := newWorld(t)
	w.change(func() { w.checkoutCommit("later.txt") })
	if out := w.mustPublish(); w.bare("rev-parse", out.Branch+"^") != w.evidence.Base.Commit {
		t.Errorf("%+v", out)
	}
}

func TestReport(t *testing.T) {
	w := newWorld(t)
	w.server.Issues[12] = [2]string{"a", "b"}
	for range 2 {
		if _, err := pullrequest.Report(context.Background(), w.options.Client, 12, "autofix/prove-test", "It failed."); err != nil {
			t.Fatal(err)
		}
	}
	if len(w.server.Comments) != 1 || w.server.Comments[0].Body != "<!-- autofix-prove: autofix/prove-test -->\nIt failed.\n" {
		t.Errorf("%+v", w.server.Comments)
	}
}
