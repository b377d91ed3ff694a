package githubtest

import (
	"crypto/sha1"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// pullNumbered returns the pull request of a path, or nil.
func (s *Server) pullNumbered(path map[string]string) *Pull {
	for i := range s.Pulls {
		if s.is(path) && s.Pulls[i].Number == number(path["pull_number"]) {
			return &s.Pulls[i]
		}
	}
	return nil
}

// sha returns the hash of the blob of a text.
func sha(text string) string {
	sum := sha1.Sum([]byte(fmt.Sprintf("blob %d\x00%s", len(text), text)))
	return hex.EncodeToString(sum[:])
}

func files(s *Server, path map[string]string, query func(string) string, _ object) any {
	p := s.pullNumbered(path)
	if p == nil {
		return missing
	}
	all := []any{}
	for _, f := range p.Files {
		one := object{"filename": f.Path, "status": f.Status, "sha": sha(f.Text)}
		if f.Patch != "" {
			one["patch"] = f.Patch
		}
		all = append(all, one)
	}
	return page(all, query)
}

func blob(s *Server, path map[string]string, _ func(string) string, _ object) any {
	for i := range s.Pulls {
		for _, f := range s.Pulls[i].Files {
			if sha(f.Text) == path["file_sha"] {
				content := base64.StdEncoding.EncodeToString([]byte(f.Text))
				if len(content) > 60 {
					content = content[:60] + "\n" + content[60:]
				}
				return object{"sha": sha(f.Text), "content": content + "\n", "encoding": "base64"}
			}
		}
	}
	return missing
}

func reviewComments(s *Server, path map[string]string, query func(string) string, _ object) any {
	all := []any{}
	for i := range s.ReviewComments {
		c := &s.ReviewComments[i]
		if c.Pull != number(path["pull_number"]) {
			continue
		}
		one := object{
			"id": i, "path": c.Path, "body": c.Body, "user": s.user(c.User), "side": "RIGHT", "start_line": nil, "start_side": nil,
			"html_url": fmt.Sprintf("%s/%s/%s/pull/%d#discussion_r%d", s.URL, s.Owner, s.Name, c.Pull, i),
		}
		if c.StartLine > 0 {
			one["start_line"], one["start_side"] = c.StartLine, "RIGHT"
		}
		if c.Line > 0 {
			one["line"] = c.Line
		}
		all = append(all, one)
	}
	return page(all, query)
}

// review adds comments, which GitHub takes at lines of one hunk of the diff.
func review(s *Server, path map[string]string, _ func(string) string, in object) any {
	p := s.pullNumbered(path)
	if p == nil {
		return missing
	}
	commit, _ := in["commit_id"].(string)
	body, _ := in["body"].(string)
	if head, ok := s.pull(p)["head"].(object); !ok || commit != head["sha"] || body == "" || in["event"] != "COMMENT" {
		return refusal{http.StatusUnprocessableEntity, "Unprocessable Entity"}
	}
	var added []ReviewComment
	list, _ := in["comments"].([]any)
	for _, item := range list {
		one := item.(object)
		text, _ := one["body"].(string)
		line, _ := one["line"].(float64)
		start, multiline := one["start_line"].(float64)
		if !multiline {
			start = line
		}
		if tooLong(text) || one["side"] != "RIGHT" || multiline != (one["start_side"] == "RIGHT") || multiline && start >= line || !p.shows(one["path"], int(start), int(line)) {
			return refusal{http.StatusUnprocessableEntity, "pull_request_review_thread.line must be part of the diff"}
		}
		c := ReviewComment{Pull: p.Number, User: s.writer(), Path: one["path"].(string), Body: text, Line: int(line)}
		if multiline {
			c.StartLine = int(start)
		}
		added = append(added, c)
	}
	s.ReviewComments, s.Reviews = append(s.ReviewComments, added...), append(s.Reviews, body)
	return object{
		"id": len(s.Reviews), "user": s.user(s.writer()), "body": body, "state": "COMMENTED", "commit_id": commit,
		"html_url": fmt.Sprintf("%s/%s/%s/pull/%d#pullrequestreview-%d", s.URL, s.Owner, s.Name, p.Number, len(s.Reviews)),
	}
}

// shows reports whether lines of the new text of a file are in one hunk of its
// diff.
func (p *Pull) shows(path any, start, end int) bool {
	for _, f := range p.Files {
		if f.Path != path {
			continue
		}
		for header := range strings.Lines(f.Patch) {
			_, after, found := strings.Cut(header, " +")
			if !strings.HasPrefix(header, "@@ ") || !found {
				continue
			}
			after, _, _ = strings.Cut(after, " ")
			from, count, several := strings.Cut(after, ",")
			first, _ := strconv.Atoi(from)
			n := 1
			if several {
				n, _ = strconv.Atoi(count)
			}
			if first <= start && start <= end && end < first+n {
				return true
			}
		}
	}
	return false
}
