package github_test

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/github"
)

func TestFind(t *testing.T) {
	for _, row := range []struct {
		origin string
		env    map[string]string
		want   string // OWNER/NAME SERVER API, or a code
	}{
		{"https://github.com/octo/sum.git", nil, "octo/sum https://github.com https://api.github.com"},
		{"https://github.com/octo/sum", nil, "octo/sum https://github.com https://api.github.com"},
		{"https://user:secret@github.com/octo/sum.git/", nil, "octo/sum https://github.com https://api.github.com"},
		{"git@github.com:octo/sum.git", nil, "octo/sum https://github.com https://api.github.com"},
		{"github.com:octo/sum.js", nil, "octo/sum.js https://github.com https://api.github.com"},
		{"ssh://git@github.com/octo/sum.git", nil, "octo/sum https://github.com https://api.github.com"},
		{"ssh://git@ssh.github.com:443/octo/sum.git", nil, "octo/sum https://github.com https://api.github.com"},
		{"", map[string]string{"GITHUB_REPOSITORY": "octo/sum"}, "octo/sum https://github.com https://api.github.com"},
		{"https://github.com/Octo/Sum", map[string]string{"GITHUB_REPOSITORY": "octo/sum"}, "Octo/Sum https://github.com https://api.github.com"},
		{"https://git.example/octo/sum", map[string]string{"GH_HOST": "git.example"}, "octo/sum https://git.example https://git.example/api/v3"},
		{"git@git.example:octo/sum", map[string]string{"GITHUB_SERVER_URL": "https://git.example", "GITHUB_API_URL": "https://git.example/api/v3/"}, "octo/sum https://git.example https://git.example/api/v3"},
		{"http://127.0.0.1:8080/octo/sum", map[string]string{"GITHUB_SERVER_URL": "http://127.0.0.1:8080"}, "octo/sum http://127.0.0.1:8080 http://127.0.0.1:8080/api/v3"},

		{"", nil, "no_repository"},
		{"", map[string]string{"GITHUB_REPOSITORY": "octo"}, "no_repository"},
		{"", map[string]string{"GITHUB_REPOSITORY": "../.."}, "no_repository"},
		{"https://gitlab.com/octo/sum", nil, "wrong_host"},
		{"git@evil.example:octo/sum", nil, "wrong_host"},
		{"https://github.com.evil.example/octo/sum", nil, "wrong_host"},
		{"https://github.com@evil.example/octo/sum", nil, "wrong_host"},
		{"https://github.com:444/octo/sum", nil, "wrong_host"},
		{"https://github.com/octo", nil, "bad_address"},
		{"https://github.com/octo/sum/more", nil, "bad_address"},
		{"https://github.com/octo/..", nil, "bad_address"},
		{"https://github.com/-x/%2e%2e", nil, "bad_address"},
		{"https://github.com/octo/su m", nil, "bad_address"},
		{"/srv/git/sum.git", nil, "bad_address"},
		{"file:///srv/git/sum.git", nil, "bad_address"},
		{"ext::sh -c x", nil, "bad_address"},
		{"https://github.com/octo/sum", map[string]string{"GITHUB_REPOSITORY": "octo/other"}, "other_repository"},
		{"https://github.com/octo/sum", map[string]string{"GITHUB_API_URL": "http://api.github.com"}, "bad_address"},
		{"https://github.com/octo/sum", map[string]string{"GITHUB_API_URL": "https://u:p@api.github.com"}, "bad_address"},
		{"https://github.com/octo/sum", map[string]string{"GITHUB_SERVER_URL": "ftp://github.com"}, "bad_address"},
		{"https://github.com/octo/sum", map[string]string{"GITHUB_SERVER_URL": "://secret"}, "bad_address"},
	} {
		p, err := github.Find(row.origin, func(name string) (string, bool) { v, ok := row.env[name]; return v, ok })
		if !strings.Contains(row.want, " ") {
			wantCode(t, err, github.Code(row.want))
			if strings.Contains(err.Error(), "secret") {
				t.Errorf("%v", err)
			}
			continue
		}
		if got := p.Repository() + " " + p.Server + " " + p.API; err != nil || got != row.want {
			t.Errorf("%s: %s, %v", row.origin, got, err)
		}
	}
}

func TestIssueNumber(t *testing.T) {
	p := github.Place{Owner: "octo", Name: "sum", Server: "https://github.com"}
	for ref, want := range map[string]any{
		"12": 12, "#12": 12, " 12\n": 12, "https://github.com/octo/sum/issues/12": 12, "https://github.com/Octo/sum/pull/7#x": 7,
		"": github.BadIssue, "0": github.BadIssue, "-1": github.BadIssue, "x": github.BadIssue, "12/../../x": github.BadIssue, "99999999999": github.BadIssue,
		"https://github.com/octo/sum": github.BadIssue, "https://github.com/octo/sum/issues/x": github.BadIssue,
		"https://evil.example/octo/sum/issues/1": github.WrongHost, "https://github.com/octo/other/issues/1": github.Mismatch,
	} {
		n, err := p.IssueNumber(ref)
		if code, bad := want.(github.Code); bad {
			wantCode(t, err, code)
		} else if n != want || err != nil {
			t.Errorf("%q: %d, %v", ref, n, err)
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add("git@github.com:octo/sum.git", "")
	f.Add("https://github.com/octo/sum", "#1")
	f.Fuzz(func(t *testing.T, origin, issue string) {
		p, err := github.Find(origin, func(string) (string, bool) { return "", false })
		if err != nil {
			return
		}
		if strings.ContainsAny(p.Repository(), " \n?#%@:\\") || strings.Count(p.Repository(), "/") != 1 {
			t.Errorf("%q is %q", origin, p.Repository())
		}
		if n, err := p.IssueNumber(issue); err == nil && n < 1 {
			t.Errorf("%q is %d", issue, n)
		}
	})
}
