package github_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/github"
	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/testing/githubtest"
)

func TestMain(m *testing.M) {
	process.Init()
	os.Exit(m.Run())
}

// A clock records how long a client waits, and waits for nothing.
type clock struct{ waits []time.Duration }

func (c *clock) sleep(ctx context.Context, d time.Duration) error {
	c.waits = append(c.waits, d)
	return ctx.Err()
}

var now = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

func options(c *clock) github.Options {
	return github.Options{Retries: 2, Sleep: c.sleep, Now: func() time.Time { return now }}
}

// rest returns a client of a server.
func rest(t *testing.T, s *githubtest.Server) (*github.Client, *clock) {
	t.Helper()
	p, err := github.Find(s.URL+"/octo/sum.git", s.Environment())
	if err != nil {
		t.Fatal(err)
	}
	transport, err := github.REST(p, "1.0", s.Environment(), nil, 5*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	c := &clock{}
	return github.New(p, transport, options(c)), c
}

// gh returns a client whose requests go through Debian's gh and a socket to a
// server.
func gh(t *testing.T, s *githubtest.Server) *github.Client {
	t.Helper()
	if _, err := exec.LookPath("gh"); err != nil {
		t.Skip("gh is not installed")
	}
	dir, err := os.MkdirTemp("", "gh") // the path of a socket is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	socket := filepath.Join(dir, "socket")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Skipf("there are no sockets in files: %v", err)
	}
	server := &http.Server{Handler: s, ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	if err := os.WriteFile(filepath.Join(dir, "config.yml"), []byte("http_unix_socket: "+socket+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{"GH_CONFIG_DIR": dir, "GH_TOKEN": githubtest.Token, "HOME": dir} {
		t.Setenv(name, value)
	}
	p, err := github.Find("https://github.com/octo/sum.git", func(string) (string, bool) { return "", false })
	if err != nil {
		t.Fatal(err)
	}
	transport, err := github.GH(p, t.TempDir(), 20*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	return github.New(p, transport, options(&clock{}))
}

// Both transports do the same.
func TestTransports(t *testing.T) {
	for name, open := range map[string]func(*testing.T, *githubtest.Server) *github.Client{
		"rest": func(t *testing.T, s *githubtest.Server) *github.Client { c, _ := rest(t, s); return c },
		"gh":   gh,
	} {
		t.Run(name, func(t *testing.T) {
			s := githubtest.New(t, "octo", "sum", "")
			s.Issues[12] = [2]string{"It is\twrong", "See [this].\n@everyone"}
			s.Permissions["writer"], s.Permissions["reader"] = "write", "read"
			for i := range 150 {
				s.Comments = append(s.Comments, githubtest.Comment{ID: i, Issue: 12, User: "somebody", Body: "<!-- m --> mine"})
			}
			c, ctx := open(t, s), context.Background()
			i, err := c.Issue(ctx, "#12")
			if err != nil || i.Text() != "It is wrong\n\nSee [this].\n@everyone" {
				t.Fatalf("%+v, %v", i, err)
			}
			for user, want := range map[string]bool{"writer": true, "reader": false, "nobody": false, "../x": false, "": false} {
				if may, err := c.MayWrite(ctx, user); may != want || err != nil {
					t.Errorf("%q may write: %v, %v", user, may, err)
				}
			}
			// A comment of somebody else with our marker is not touched.
			for _, text := range []string{"first <!-- m -->", "second <!-- m -->"} {
				if _, err := c.PutComment(ctx, 12, "<!-- m -->", text); err != nil {
					t.Fatal(err)
				}
			}
			if n := len(s.Comments); n != 151 || s.Comments[150].Body != "second <!-- m -->" || s.Comments[149].Body != "<!-- m --> mine" {
				t.Errorf("%d comments, the last %+v", n, s.Comments[n-1])
			}
			if branch, err := c.DefaultBranch(ctx); branch != "main" || err != nil {
				t.Errorf("%q, %v", branch, err)
			}
			if token, err := c.Transport().Token(ctx); token != githubtest.Token || err != nil {
				t.Errorf("the token is %q, %v", token, err)
			}
			_, err = c.Issue(ctx, "13")
			wantCode(t, err, github.NotFound)
			_, err = c.PutComment(ctx, 13, "m", "x")
			wantCode(t, err, github.NotFound)
		})
	}
}

func wantCode(t *testing.T, err error, want github.Code) {
	t.Helper()
	failed, ok := errors.AsType[*github.Error](err)
	if !ok || failed.Code != want {
		t.Fatalf("got %v, want the code %s", err, want)
	}
	if strings.Contains(err.Error(), githubtest.Token) || strings.ContainsAny(err.Error(), "\x1b\n") {
		t.Errorf("the error has the token or is not one line: %q", err)
	}
	if !strings.HasSuffix(err.Error(), "; "+want.WayOut()) || want.WayOut() == "" {
		t.Errorf("the error has no way out: %v", err)
	}
}

func TestActionsMayNotAskWhoTheyAre(t *testing.T) {
	s := githubtest.New(t, "octo", "sum", "")
	s.Actions, s.Issues[1] = true, [2]string{"a", "b"}
	c, _ := rest(t, s)
	for range 2 {
		if _, err := c.PutComment(context.Background(), 1, "m", "m"); err != nil {
			t.Fatal(err)
		}
	}
	if len(s.Comments) != 1 {
		t.Errorf("%d comments", len(s.Comments))
	}
}

// answers makes a server answer so n times.
func answers(s *githubtest.Server, n int, status int, body string, headers ...string) *int {
	count := 0
	s.Fault = func(w http.ResponseWriter, _ *http.Request) bool {
		if count++; count > n {
			return false
		}
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
		return true
	}
	return &count
}

func TestFaults(t *testing.T) {
	says := `{"message": "no, ` + githubtest.Token + `\u001b[31m\nGo away", "errors": [{"message": "deep"}, "x"]}`
	for name, row := range map[string]struct {
		status  int
		headers []string
		code    github.Code
		asked   int // requests until the client gives up
		waits   time.Duration
	}{
		"bad token":         {401, nil, github.Unauthorized, 1, 0},
		"may not":           {403, nil, github.Forbidden, 1, 0},
		"no such thing":     {404, nil, github.NotFound, 1, 0},
		"gone":              {410, nil, github.NotFound, 1, 0},
		"refused":           {422, nil, github.Rejected, 1, 0},
		"too many":          {429, []string{"Retry-After", "7"}, github.RateLimited, 3, 14 * time.Second},
		"too many, date":    {429, []string{"Retry-After", now.Add(9 * time.Second).Format(http.TimeFormat)}, github.RateLimited, 3, 18 * time.Second},
		"secondary limit":   {403, []string{"Retry-After", "3"}, github.RateLimited, 3, 6 * time.Second},
		"primary limit":     {403, []string{"X-Ratelimit-Remaining", "0", "X-Ratelimit-Reset", fmt.Sprint(now.Unix() + 5)}, github.RateLimited, 3, 10 * time.Second},
		"too long a wait":   {429, []string{"Retry-After", "3600"}, github.RateLimited, 1, 0},
		"broken":            {500, nil, github.Unavailable, 3, 0},
		"renamed":           {301, []string{"Location", "https://evil.example/x"}, github.Moved, 1, 0},
		"redirect to peers": {307, []string{"Location", "/api/v3/user"}, github.Moved, 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			s := githubtest.New(t, "octo", "sum", "")
			asked := answers(s, 100, row.status, says, row.headers...)
			c, clock := rest(t, s)
			_, err := c.DefaultBranch(context.Background())
			wantCode(t, err, row.code)
			total := time.Duration(0)
			for _, w := range clock.waits {
				total += w
			}
			if *asked != row.asked || total < row.waits {
				t.Errorf("%d requests, waits %v", *asked, clock.waits)
			}
			if row.status >= 400 && !strings.Contains(err.Error(), "deep") {
				t.Errorf("it does not tell what the server says: %v", err)
			}
		})
	}
}

// A POST whose answer is lost is not sent again; one that was refused for the
// rate is.
func TestPostIsSentOnce(t *testing.T) {
	for status, want := range map[int]int{500: 1, 502: 1, 429: 3} {
		s := githubtest.New(t, "octo", "sum", "")
		asked := answers(s, 100, status, "{}")
		c, _ := rest(t, s)
		if _, err := c.CreatePull(context.Background(), "b", "main", "t", "x", false); err == nil || *asked != want {
			t.Errorf("%d: %d requests, %v", status, *asked, err)
		}
	}
}

func TestItPasses(t *testing.T) {
	s := githubtest.New(t, "octo", "sum", "")
	answers(s, 2, 503, "<html>")
	c, _ := rest(t, s)
	if _, err := c.DefaultBranch(context.Background()); err != nil {
		t.Fatal(err)
	}
}

func TestBadAnswers(t *testing.T) {
	for _, body := range []string{"", "null", "[]", "{", `{"default_branch": 3}`, "<html>"} {
		s := githubtest.New(t, "octo", "sum", "")
		answers(s, 100, 200, body)
		c, _ := rest(t, s)
		_, err := c.DefaultBranch(context.Background())
		wantCode(t, err, github.BadAnswer)
		if _, err := c.Contains(context.Background(), "main", strings.Repeat("a", 40)); err == nil {
			t.Errorf("%q says that a branch has a commit", body)
		}
		if may, err := c.MayWrite(context.Background(), "writer"); may || err == nil {
			t.Errorf("%q lets somebody write: %v", body, err)
		}
	}
}

func TestAnswersWithoutAnEnd(t *testing.T) {
	block := make(chan struct{})
	for name, handler := range map[string]http.HandlerFunc{
		"hang": func(_ http.ResponseWriter, r *http.Request) { <-block },
		"truncated": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, "{")
		},
		"large": func(w http.ResponseWriter, _ *http.Request) {
			for chunk := strings.Repeat(" ", 1<<20); ; {
				if _, err := io.WriteString(w, chunk); err != nil {
					return
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(handler)
			t.Cleanup(server.Close)
			p := github.Place{Owner: "o", Name: "n", Server: server.URL, API: server.URL}
			lookup := func(string) (string, bool) { return githubtest.Token, true }
			timeout := 10 * time.Second
			if name == "hang" {
				timeout = 50 * time.Millisecond
				t.Cleanup(func() { close(block) })
			}
			transport, err := github.REST(p, "1", lookup, nil, timeout)
			if err != nil {
				t.Fatal(err)
			}
			_, err = github.New(p, transport, options(&clock{})).DefaultBranch(context.Background())
			wantCode(t, err, github.Unavailable)
		})
	}
}

func TestCanceled(t *testing.T) {
	s := githubtest.New(t, "octo", "sum", "")
	c, _ := rest(t, s)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := c.DefaultBranch(ctx)
	wantCode(t, err, github.Canceled)
	if len(s.Requests(true)) != 0 {
		t.Error("it asked all the same")
	}
}

func TestTheTokenIsNotShown(t *testing.T) {
	s := githubtest.New(t, "octo", "sum", "")
	c, _ := rest(t, s)
	for _, format := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		if text := fmt.Sprintf(format, c.Transport()); strings.Contains(text, githubtest.Token) {
			t.Errorf("%s shows it", format)
		}
	}
	for _, value := range []string{"", " ", "a b", "a\nb", "é"} {
		_, err := github.REST(github.Place{}, "1", func(string) (string, bool) { return value, true }, nil, 0)
		wantCode(t, err, github.NoToken)
	}
}

// A gh with arbitrary output is an error.
func TestBadPrograms(t *testing.T) {
	if os.PathSeparator != '/' {
		t.Skip("the programs are scripts of sh")
	}
	for name, script := range map[string]string{
		"nothing": "exit 0", "text": "echo hello", "failure": "echo 'HTTP/2.0 200 OK'; echo; echo '{}'; exit 1",
		"status": "echo 'HTTP/2.0 x'; echo", "headers": "echo 'HTTP/2.0 200 OK'; echo x", "signal": "kill -9 $$",
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "gh"), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
				t.Fatal(err)
			}
			t.Setenv("PATH", dir+":/usr/bin:/bin")
			p := github.Place{Owner: "o", Name: "n", Server: "https://github.com"}
			if _, err := github.GH(p, dir, 0); err == nil {
				t.Error("a gh of the checkout is run")
			}
			transport, err := github.GH(p, t.TempDir(), 10*time.Second)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := github.New(p, transport, github.Options{Sleep: (&clock{}).sleep}).DefaultBranch(context.Background()); err == nil {
				t.Error("it is an answer")
			}
		})
	}
	t.Setenv("PATH", t.TempDir())
	_, err := github.GH(github.Place{}, t.TempDir(), 0)
	wantCode(t, err, github.NoProgram)
}
