package suggest_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/github"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/suggest"
	"github.com/rules-autofix/rules_autofix/internal/testing/githubtest"
)

var update = flag.Bool("update", false, "write the golden files")

// The conversation about a pull request: small fixes, another commit, a second
// run for it, and a commit in which all is fixed. The server takes only
// requests that GitHub's OpenAPI has.
func TestConversation(t *testing.T) {
	base := numbered("old", 1, 9)
	first := []file{{"a.txt", base, base + "wrod one\nmore\nwrod two\n"}, {"b.txt", "", "x  \r\n"}}
	w := newWorld(t, first)
	var told bytes.Buffer
	w.server.Set(func() {
		w.server.Fault = func(_ http.ResponseWriter, r *http.Request) bool {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				t.Error(err)
			}
			r.Body = io.NopCloser(bytes.NewReader(body))
			path := strings.TrimPrefix(r.URL.RequestURI(), "/api/v3")
			fmt.Fprintf(&told, "%s %s\n", r.Method, path)
			if len(body) > 0 {
				var value any
				if err := json.Unmarshal(body, &value); err != nil {
					t.Error(err)
				}
				out := json.NewEncoder(&told)
				out.SetEscapeHTML(false)
				out.SetIndent("", "  ")
				if err := out.Encode(value); err != nil {
					t.Error(err)
				}
			}
			return false
		}
	})
	publish := func(title string, files []file, fixes ...fix) {
		fmt.Fprintf(&told, "== %s\n", title)
		out := w.publish(artifactOf(t, files, fixes...))
		out.URL = strings.TrimPrefix(out.URL, w.server.URL)
		fmt.Fprintf(&told, "-> %+v\n\n", *out)
	}
	spell := func(old, want string) fix {
		return fix{rule: "own/spelling", title: "Say " + want, edits: []edit{{path: "a.txt", old: old, new: want}}}
	}
	space := fix{rule: "text/trailing-whitespace", title: "Remove trailing whitespace", phase: fixedits.PhaseStyle, edits: []edit{{path: "b.txt", old: "x  ", new: "x"}}}

	publish("the first commit", first, spell("wrod one", "word one"), spell("wrod two", "word two"), space)
	publish("the same run again", first, spell("wrod one", "word one"), spell("wrod two", "word two"), space)

	second := []file{{"a.txt", base, base + "word one\nmore\nwrod two\nwrod three\n"}, {"b.txt", "", "x\n"}}
	w.push(strings.Repeat("b", 40), second)
	publish("another commit", second, spell("wrod two", "word two"), spell("wrod three", "word three"))

	third := []file{{"a.txt", base, base + "word\n"}}
	w.push(strings.Repeat("c", 40), third)
	publish("nothing is left", third)

	const golden = "testdata/conversation.txt"
	if *update {
		if err := os.WriteFile(golden, told.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), told.String()); diff != "" {
		t.Errorf("(-golden +got)\n%s", diff)
	}
}

// A source is files in memory.
type source map[string]string

func (s source) Canonical(path string) (string, error) { return path, nil }

func (s source) Read(path string) ([]byte, error) {
	if text, found := s[path]; found {
		return []byte(text), nil
	}
	return nil, fs.ErrNotExist
}

func (s source) Head(path string, limit int) ([]byte, error) {
	text, err := s.Read(path)
	return text[:min(limit, len(text))], err
}

// What the built-in checkers find in a change becomes suggestions.
func TestOfACheck(t *testing.T) {
	files := []file{
		{"Dockerfile", "FROM alpine:3.20\nADD old /\n", "FROM alpine:3.20\nADD old /\nADD new /\n"},
		{"a.go", "package a\n\nvar  old = 1\n", "package a\n\nvar  old = 1\n\nvar  x = 2\nvar  yy = 3\n"},
		{"a.txt", "old \n", "old \nnew \n"},
	}
	texts := source{}
	for _, f := range files {
		texts[f.path] = f.head
	}
	checkers, formats := builtin.Registry("1.0")
	checked, err := pipeline.Check(t.Context(), texts, slices.Sorted(maps.Keys(texts)), "", pipeline.Options{Tools: pipeline.Tools{Checkers: checkers, Formats: formats}})
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t, files)
	w.options.Tool = checkers.Tool.Name
	w.publish(checked.Artifact)
	want := []string{"Dockerfile 3 COPY new /", "a.go 5-6 var x = 2|var yy = 3", "a.txt 2 new"}
	if got := w.posted(); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// A pull request without fixes gets no comment.
func TestNothingToSay(t *testing.T) {
	files := []file{{"a.txt", "", "x\n"}}
	w := newWorld(t, files)
	if out := w.publish(artifactOf(t, files)); out.URL != "" || len(w.server.Requests(false)) > 0 {
		t.Errorf("%+v, %q", out, w.server.Requests(false))
	}
}

// The event and GitHub say which pull request it is.
func TestWhichPullRequest(t *testing.T) {
	for _, row := range []struct {
		name   string
		change func(w *world)
		want   string // a part of Nothing, or of the error
	}{
		{"of a fork", func(*world) {}, ""},
		{"by number, too", func(w *world) { w.options.Run.PullRequests = []int{number} }, ""},
		{"of another number", func(w *world) { w.options.Run.PullRequests = []int{number + 1} }, "no pull request from patch-1 of stranger/sum is open"},
		{"closed", func(w *world) { w.server.Pulls[0].Open = false }, "no pull request from patch-1 of stranger/sum is open"},
		{"of another branch", func(w *world) { w.options.Run.Branch = "patch-2" }, "no pull request from patch-2 of stranger/sum is open"},
		{"of another fork of one owner", func(w *world) { w.options.Run.Head = "stranger/other" }, "no pull request from patch-1 of stranger/other is open"},
		{"of another owner", func(w *world) { w.options.Run.Head = "octo/sum" }, "no pull request from patch-1 of octo/sum is open"},
		{"another commit by now", func(w *world) { w.server.Pulls[0].SHA = strings.Repeat("b", 40) }, "the pull request #7 is at " + strings.Repeat("b", 40) + " by now, and the run checked " + sha},
		{"two of one branch", func(w *world) {
			second := w.server.Pulls[0]
			second.Number, second.Base = 8, "release"
			w.server.Pulls = append(w.server.Pulls, second)
		}, "the pull requests #8 and #7 are both from patch-1 at " + sha + "; close all but one of them"},
		{"another repository", func(w *world) { w.options.Run.Repository = "octo/other" }, "the event is of octo/other, and this is octo/sum; run it in a workflow of that repository"},
		{"no access", func(w *world) {
			w.server.Fault = func(rw http.ResponseWriter, r *http.Request) bool {
				if r.Method != http.MethodPost {
					return false
				}
				rw.WriteHeader(http.StatusForbidden)
				_, _ = io.WriteString(rw, `{"message": "Resource not accessible by integration"}`)
				return true
			}
		}, "Resource not accessible by integration; give the token write access"},
	} {
		t.Run(row.name, func(t *testing.T) {
			files := []file{{"a.txt", "", "x\n"}}
			w := newWorld(t, files)
			row.change(w)
			w.options.Artifacts = []*artifact.Artifact{artifactOf(t, files, fix{edits: []edit{{path: "a.txt", old: "x", new: "y"}}})}
			out, err := suggest.Publish(t.Context(), w.options)
			said := ""
			if err != nil {
				said = err.Error()
			} else {
				said = out.Nothing
			}
			if !strings.Contains(said, row.want) || (said == "") != (row.want == "") {
				t.Errorf("got %q, want %q", said, row.want)
			}
			if wrote := w.server.Requests(false); (len(wrote) > 0) != (row.want == "") {
				t.Errorf("wrote %q", wrote)
			}
		})
	}
}

// What a server says between the requests is not believed to stay: a comment of
// somebody else with the marker is not ours.
func TestOthersComments(t *testing.T) {
	files := []file{{"a.txt", "", "x\r\n"}}
	w := newWorld(t, files)
	w.server.Comments = []githubtest.Comment{{ID: 1, Issue: number, User: "stranger", Body: "<!-- autofix suggest -->\nmine"}}
	w.publish(artifactOf(t, files, fix{edits: []edit{{path: "a.txt", old: "x", new: "y"}}}))
	if len(w.server.Comments) != 2 || w.server.Comments[0].Body != "<!-- autofix suggest -->\nmine" {
		t.Errorf("%+v", w.server.Comments)
	}
}

// A fix that the configuration excludes is nowhere.
func TestConfig(t *testing.T) {
	files := []file{{"a.txt", "", "x\ny\n"}}
	w := newWorld(t, files)
	checkers, formats := builtin.Registry("1.0")
	sections := pipeline.Sections(pipeline.Tools{Checkers: checkers, Formats: formats})
	var err error
	if w.options.Config, err = config.Parse("autofix.toml", []byte("[rules.\"own/never\"]\nfix = \"never\"\n[rules.\"own/named\"]\nfix = \"explicit\"\n"), sections); err != nil {
		t.Fatal(err)
	}
	w.publish(artifactOf(t, files, fix{rule: "own/never", edits: []edit{{path: "a.txt", old: "x", new: "1"}}}, fix{rule: "own/named", edits: []edit{{path: "a.txt", old: "y", new: "2"}}}))
	if wrote := w.server.Requests(false); len(wrote) > 0 {
		t.Errorf("wrote %q", wrote)
	}
}

func codeOf(err error) string {
	var own *suggest.Error
	var theirs *github.Error
	var foreign *pipeline.ForeignArtifactError
	switch {
	case errors.As(err, &own):
		return string(own.Code)
	case errors.As(err, &theirs):
		return string(theirs.Code)
	case errors.As(err, &foreign):
		return "foreign"
	}
	return fmt.Sprint(err)
}

func TestReadEvent(t *testing.T) {
	good, err := os.ReadFile("testdata/workflow_run.json")
	if err != nil {
		t.Fatal(err)
	}
	run, err := suggest.ReadEvent(good)
	want := suggest.Run{Repository: "octo/sum", Head: "stranger/sum", Branch: "patch-1", SHA: sha}
	if err != nil || run.Repository != want.Repository || run.Head != want.Head || run.Branch != want.Branch || run.SHA != want.SHA || len(run.PullRequests) > 0 {
		t.Fatalf("%+v, %v", run, err)
	}
	change := func(old, text string) string {
		if !strings.Contains(string(good), old) {
			t.Fatalf("the event has no %s", old)
		}
		return strings.ReplaceAll(string(good), old, text)
	}
	for name, row := range map[string]struct{ text, want string }{
		"empty":           {"", "the event is not JSON of GitHub"},
		"a list":          {"[]", "the event is not JSON of GitHub"},
		"another event":   {`{"action": "opened", "pull_request": {"number": 7}}`, "the event is not one of workflow_run"},
		"too early":       {change(`"completed"`, `"requested"`), "the run is not completed"},
		"of a push":       {change(`"pull_request"`, `"push"`), `the run is of "push", not of pull_request`},
		"of the base":     {change(`"pull_request"`, `"pull_request_target"`), `the run is of "pull_request_target", not of pull_request`},
		"no commit":       {change(sha, "main"), "the event does not say which commit was checked"},
		"no branch":       {change(`"patch-1"`, `""`), "the event does not say which commit was checked"},
		"no fork":         {change("stranger/sum", "stranger"), "the event does not say which repositories it is about"},
		"a path":          {change("octo/sum", "../.."), "the event does not say which repositories it is about"},
		"a query":         {change("stranger/sum", "a?b/c"), "the event does not say which repositories it is about"},
		"larger than any": {strings.Repeat(" ", github.MaxEvent+1), "the event is larger than 25 MiB"},
	} {
		_, err := suggest.ReadEvent([]byte(row.text))
		if err == nil || err.Error() != row.want+"; "+suggest.BadEvent.WayOut() {
			t.Errorf("%s: %v", name, err)
		}
	}
	numbers := strings.Replace(string(good), `"pull_requests": []`, `"pull_requests": [{"number": 7}, {"number": 9}]`, 1)
	if run, err := suggest.ReadEvent([]byte(numbers)); err != nil || !slices.Equal(run.PullRequests, []int{7, 9}) {
		t.Errorf("%+v, %v", run, err)
	}
}
