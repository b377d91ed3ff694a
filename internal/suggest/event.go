package suggest

import (
	"encoding/json"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/github"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// A Run is a run of a workflow for a pull request, by the event that tells of
// its end. The event is GitHub's own, and the branch in it is a stranger's.
type Run struct {
	Repository   string // OWNER/NAME, of the workflow
	Head         string // OWNER/NAME, of the branch
	Branch, SHA  string // of the pull request when the run began
	PullRequests []int  // numbers; none if the branch is of a fork
}

type event struct {
	Action string `json:"action"`
	Run    *struct {
		Event  string     `json:"event"`
		Branch string     `json:"head_branch"`
		SHA    string     `json:"head_sha"`
		Head   repository `json:"head_repository"`
		Pulls  []struct {
			Number int `json:"number"`
		} `json:"pull_requests"`
	} `json:"workflow_run"`
	Repository repository `json:"repository"`
}

type repository struct {
	FullName string `json:"full_name"`
}

var hashes = lazyregexp.New(`^[0-9a-f]{40}([0-9a-f]{24})?$`)

// ReadEvent reads an event of workflow_run.
func ReadEvent(text []byte) (*Run, error) {
	if len(text) > github.MaxEvent {
		return nil, fail(BadEvent, "the event is larger than %d MiB", github.MaxEvent>>20)
	}
	var e event
	if err := json.Unmarshal(text, &e); err != nil {
		return nil, fail(BadEvent, "the event is not JSON of GitHub")
	}
	if e.Run == nil {
		return nil, fail(BadEvent, "the event is not one of workflow_run")
	}
	if e.Action != "completed" {
		return nil, fail(BadEvent, "the run is not completed")
	}
	if e.Run.Event != "pull_request" {
		return nil, fail(BadEvent, "the run is of %q, not of pull_request", e.Run.Event)
	}
	r := &Run{Repository: e.Repository.FullName, Head: e.Run.Head.FullName, Branch: e.Run.Branch, SHA: e.Run.SHA}
	for _, name := range []string{r.Repository, r.Head} {
		if _, _, ok := github.Split(name); !ok {
			return nil, fail(BadEvent, "the event does not say which repositories it is about")
		}
	}
	if r.Branch == "" || !hashes().MatchString(r.SHA) {
		return nil, fail(BadEvent, "the event does not say which commit was checked")
	}
	for _, p := range e.Run.Pulls {
		r.PullRequests = append(r.PullRequests, p.Number)
	}
	return r, nil
}

// owner returns the owner of the branch.
func (r *Run) owner() string {
	owner, _, _ := strings.Cut(r.Head, "/")
	return owner
}
