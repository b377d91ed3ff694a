package githubtest

import (
	"fmt"
	"net/http"
	"strings"
)

func (s *Server) pull(p *Pull) object {
	state := "open"
	if !p.Open {
		state = "closed"
	}
	var merged any
	if p.Merged {
		merged = "2026-01-02T03:04:05Z"
	}
	end := func(branch, owner, sha string) object {
		if sha == "" {
			sha = s.tip(branch)
		}
		repo := object{"id": 1, "name": s.Name, "full_name": owner + "/" + s.Name, "default_branch": "main", "html_url": s.URL}
		return object{"ref": branch, "sha": sha, "user": s.user(owner), "repo": repo}
	}
	owner := s.Owner
	if p.Elsewhere {
		owner = Stranger
	}
	return object{
		"number": p.Number, "id": p.Number, "state": state, "title": p.Title, "body": p.Body, "draft": p.Draft, "merged_at": merged,
		"user": s.user(User), "head": end(p.Head, owner, p.SHA), "base": end(p.Base, s.Owner, ""),
		"html_url": fmt.Sprintf("%s/%s/%s/pull/%d", s.URL, s.Owner, s.Name, p.Number),
	}
}

func pulls(s *Server, path map[string]string, query func(string) string, _ object) any {
	if !s.is(path) {
		return missing
	}
	all := []any{}
	for i := len(s.Pulls) - 1; i >= 0; i-- {
		p := &s.Pulls[i]
		head := s.Owner + ":" + p.Head
		if p.Elsewhere {
			head = Stranger + ":" + p.Head
		}
		if want := query("head"); want != "" && want != head || query("state") != "all" && !p.Open {
			continue
		}
		all = append(all, s.pull(p))
	}
	return page(all, query)
}

func createPull(s *Server, path map[string]string, _ func(string) string, in object) any {
	head, base := in["head"].(string), in["base"].(string)
	title, _ := in["title"].(string)
	body, _ := in["body"].(string)
	draft, _ := in["draft"].(bool)
	switch {
	case !s.is(path):
		return missing
	case s.tip(head) == "" || s.tip(base) == "":
		return refusal{http.StatusUnprocessableEntity, "Validation Failed: head or base is no branch"}
	case tooLong(body) || len([]rune(title)) > 256:
		return refusal{http.StatusUnprocessableEntity, "body is too long (maximum is 65536 characters)"}
	}
	for i := range s.Pulls {
		if p := &s.Pulls[i]; p.Open && p.Head == head && p.Base == base && !p.Elsewhere {
			return refusal{http.StatusUnprocessableEntity, "A pull request already exists for " + s.Owner + ":" + head + "."}
		}
	}
	p := Pull{Number: 500 + len(s.Pulls), Title: title, Body: body, Head: head, Base: base, Open: true, Draft: draft}
	s.Pulls = append(s.Pulls, p)
	s.Issues[p.Number] = [2]string{title, body}
	return s.pull(&p)
}

func updatePull(s *Server, path map[string]string, _ func(string) string, in object) any {
	for i := range s.Pulls {
		if p := &s.Pulls[i]; p.Number == number(path["pull_number"]) {
			p.Title, p.Body = in["title"].(string), in["body"].(string)
			return s.pull(p)
		}
	}
	return missing
}

// compare counts commits by git.
func compare(s *Server, path map[string]string, _ func(string) string, _ object) any {
	base, head, _ := strings.Cut(path["basehead"], "...")
	ahead, err := s.ask("rev-list", "--count", head, "^"+base)
	behind, also := s.ask("rev-list", "--count", base, "^"+head)
	if err != nil || also != nil {
		return missing
	}
	status := "behind"
	switch {
	case ahead == "0" && behind == "0":
		status = "identical"
	case ahead != "0" && behind != "0":
		status = "diverged"
	case ahead != "0":
		status = "ahead"
	}
	return object{"status": status, "ahead_by": number(ahead), "html_url": s.URL}
}

func commit(s *Server, path map[string]string, _ func(string) string, _ object) any {
	hash := path["commit_sha"]
	text, err := s.ask("show", "-s", "--format=%an%x00%ae%x00%cn%x00%ce%x00%P%x00%B", hash)
	if err != nil {
		return missing
	}
	parts := strings.SplitN(text, "\x00", 6)
	parents := []any{}
	for _, p := range strings.Fields(parts[4]) {
		parents = append(parents, object{"sha": p, "html_url": s.URL})
	}
	return object{
		"sha": hash, "html_url": s.URL, "message": parts[5], "parents": parents,
		"author": object{"name": parts[0], "email": parts[1]}, "committer": object{"name": parts[2], "email": parts[3]},
	}
}
