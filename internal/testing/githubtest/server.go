package githubtest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// Token is the token that the server accepts.
const Token = "ghp_0123456789abcdefghijABCDEFGHIJ456789"

// User is who Token writes as.
const User = "the-bot"

// A Comment is one of an issue or pull request.
type Comment struct {
	ID         int
	Issue      int
	User, Body string
}

// A Pull is a pull request.
type Pull struct {
	Number            int
	Title, Body       string
	Head, Base        string
	Open, Draft       bool
	Merged, Elsewhere bool   // Elsewhere: the head is of a fork, of Stranger
	SHA               string // of the head; empty: the tip of the branch in Git
	Files             []File
}

// Stranger is the owner of forks.
const Stranger = "stranger"

// A File is a file that a pull request changes.
type File struct {
	Path, Status, Patch string
	Text                string // at the head
}

// A ReviewComment is a comment at lines of a pull request.
type ReviewComment struct {
	Pull            int
	User            string
	Path, Body      string
	StartLine, Line int // 0: none
}

// A Server is a repository of GitHub.
type Server struct {
	*httptest.Server
	t           testing.TB
	Owner, Name string
	Git         string // the folder of the bare repository; empty: none

	mu sync.Mutex
	// Permissions are the permissions of users; others have none.
	Permissions map[string]string
	Issues      map[int][2]string // title and body
	Comments    []Comment
	Pulls       []Pull
	// ReviewComments are of all pull requests. Reviews are the texts above them.
	ReviewComments []ReviewComment
	Reviews        []string
	// Fault answers in the place of the server, if it is not nil and returns
	// true.
	Fault func(w http.ResponseWriter, r *http.Request) bool
	// Actions is whether the token is one of GitHub Actions, which may not ask who
	// it is.
	Actions  bool
	requests []string
}

// New starts a server, which ends with the test.
func New(t testing.TB, owner, name, git string) *Server {
	t.Helper()
	s := &Server{t: t, Owner: owner, Name: name, Git: git, Permissions: map[string]string{}, Issues: map[int][2]string{}}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

// Environment returns a function that looks variables up, as the environment of
// somebody who works with the server.
func (s *Server) Environment() func(string) (string, bool) {
	values := map[string]string{"GITHUB_SERVER_URL": s.URL, "GITHUB_API_URL": s.URL + "/api/v3", "GITHUB_TOKEN": Token}
	return func(name string) (string, bool) { value, found := values[name]; return value, found }
}

// Set changes the server while it runs.
func (s *Server) Set(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

// Requests returns the requests so far that did not only read, or all, as METHOD
// PATH.
func (s *Server) Requests(all bool) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(s.requests), func(r string) bool { return !all && strings.HasPrefix(r, "GET ") })
}

// ServeHTTP answers for REST and for git.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path, rest := strings.CutPrefix(r.URL.Path, "/api/v3")
	s.mu.Lock()
	fault := s.Fault
	s.mu.Unlock()
	if fault != nil && fault(w, r) {
		return
	}
	if !rest && r.Host != "api.github.com" {
		s.git(w, r)
		return
	}
	s.rest(w, r, path)
}

// rest checks a request, answers it, and checks the answer.
func (s *Server) rest(w http.ResponseWriter, r *http.Request, path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, r.Method+" "+path)
	if got := r.Header.Get("Authorization"); got != "Bearer "+Token && got != "token "+Token {
		refuse(w, http.StatusUnauthorized, "Bad credentials")
		return
	}
	body, err := io.ReadAll(r.Body)
	op, values, found := find(r.Method, path)
	if err == nil {
		err = found
	}
	if err == nil {
		err = op.checkRequest(r.URL.Query(), body)
	}
	if err != nil {
		s.t.Errorf("a request that GitHub does not know: %v", err)
		refuse(w, http.StatusUnprocessableEntity, "Validation Failed")
		return
	}
	var in map[string]any
	if len(body) > 0 {
		_ = json.Unmarshal(body, &in) // it was checked
	}
	out := answers[op.Method+" "+op.Path](s, values, r.URL.Query().Get, in)
	if refused, ok := out.(refusal); ok {
		refuse(w, refused.status, refused.message)
		return
	}
	text, err := json.Marshal(out)
	if err == nil {
		err = op.checkAnswer(op.Status, text)
	}
	if err != nil {
		s.t.Errorf("an answer that GitHub does not give: %v", err)
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(op.Status)
	_, _ = w.Write(text)
}

func refuse(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	text, _ := json.Marshal(map[string]any{"message": message, "documentation_url": "https://docs.github.com/rest"})
	_, _ = w.Write(text)
}

// A refusal is an answer that is an error.
type refusal struct {
	status  int
	message string
}

type object = map[string]any

// An answer makes the answer of an operation.
type answer func(s *Server, path map[string]string, query func(string) string, in object) any

var answers = map[string]answer{
	"GET /user": func(s *Server, _ map[string]string, _ func(string) string, _ object) any {
		if s.Actions {
			return refusal{http.StatusForbidden, "Resource not accessible by integration"}
		}
		return s.user(User)
	},
	"GET /repos/{owner}/{repo}": func(s *Server, path map[string]string, _ func(string) string, _ object) any {
		if !s.is(path) {
			return missing
		}
		return object{"id": 1, "name": s.Name, "full_name": s.Owner + "/" + s.Name, "default_branch": "main", "html_url": s.URL, "permissions": object{}}
	},
	"GET /repos/{owner}/{repo}/collaborators/{username}/permission": func(s *Server, path map[string]string, _ func(string) string, _ object) any {
		permission, found := s.Permissions[path["username"]]
		if !s.is(path) || !found {
			return missing
		}
		return object{"permission": permission, "user": s.user(path["username"])}
	},
	"GET /repos/{owner}/{repo}/compare/{basehead}":              compare,
	"GET /repos/{owner}/{repo}/git/commits/{commit_sha}":        commit,
	"GET /repos/{owner}/{repo}/issues/{issue_number}":           issue,
	"GET /repos/{owner}/{repo}/issues/{issue_number}/comments":  comments,
	"POST /repos/{owner}/{repo}/issues/{issue_number}/comments": createComment,
	"PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}":  updateComment,
	"GET /repos/{owner}/{repo}/pulls":                           pulls,
	"POST /repos/{owner}/{repo}/pulls":                          createPull,
	"PATCH /repos/{owner}/{repo}/pulls/{pull_number}":           updatePull,
	"GET /repos/{owner}/{repo}/pulls/{pull_number}/files":       files,
	"GET /repos/{owner}/{repo}/pulls/{pull_number}/comments":    reviewComments,
	"POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews":    review,
	"GET /repos/{owner}/{repo}/git/blobs/{file_sha}":            blob,
}

var missing = refusal{http.StatusNotFound, "Not Found"}

func (s *Server) is(path map[string]string) bool {
	return path["owner"] == s.Owner && path["repo"] == s.Name
}

func (s *Server) user(login string) object {
	return object{"login": login, "id": 7, "html_url": s.URL + "/" + login, "name": nil, "email": nil}
}

func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

func issue(s *Server, path map[string]string, _ func(string) string, _ object) any {
	n := number(path["issue_number"])
	texts, found := s.Issues[n]
	if !s.is(path) || !found {
		return missing
	}
	return object{
		"number": n, "id": n, "title": texts[0], "body": texts[1], "state": "open", "user": s.user("somebody"),
		"html_url": fmt.Sprintf("%s/%s/%s/issues/%d", s.URL, s.Owner, s.Name, n),
	}
}

func (s *Server) comment(c *Comment) object {
	return object{
		"id": c.ID, "body": c.Body, "user": s.user(c.User),
		"html_url": fmt.Sprintf("%s/%s/%s/issues/%d#issuecomment-%d", s.URL, s.Owner, s.Name, c.Issue, c.ID),
	}
}

func comments(s *Server, path map[string]string, query func(string) string, _ object) any {
	all := []any{}
	for i := range s.Comments {
		if s.Comments[i].Issue == number(path["issue_number"]) {
			all = append(all, s.comment(&s.Comments[i]))
		}
	}
	return page(all, query)
}

// page returns a page of a list.
func page(all []any, query func(string) string) []any {
	size, at := max(number(query("per_page")), 1), max(number(query("page")), 1)
	from := min((at-1)*size, len(all))
	return all[from:min(from+size, len(all))]
}

func createComment(s *Server, path map[string]string, _ func(string) string, in object) any {
	if _, found := s.Issues[number(path["issue_number"])]; !s.is(path) || !found {
		return missing
	}
	body := in["body"].(string)
	if tooLong(body) {
		return refusal{http.StatusUnprocessableEntity, "body is too long (maximum is 65536 characters)"}
	}
	c := Comment{100 + len(s.Comments), number(path["issue_number"]), s.writer(), body}
	s.Comments = append(s.Comments, c)
	return s.comment(&c)
}

func updateComment(s *Server, path map[string]string, _ func(string) string, in object) any {
	for i := range s.Comments {
		if c := &s.Comments[i]; c.ID == number(path["comment_id"]) {
			c.Body = in["body"].(string)
			return s.comment(c)
		}
	}
	return missing
}

// writer returns who Token writes as.
func (s *Server) writer() string {
	if s.Actions {
		return "github-actions[bot]"
	}
	return User
}

func tooLong(text string) bool { return len([]rune(text)) > 65536 }
