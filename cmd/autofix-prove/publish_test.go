package main

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

// An issue and the way to a pull request are checked before anything runs. With
// a patch nobody is told the text of the issue, so nobody is asked for it.
func TestProveChecksWhatIsPublished(t *testing.T) {
	t.Parallel()
	p := newProofOf(t, nil)
	p.git("remote", "add", "origin", "https://github.com/octo/sum")
	worktreetest.Untouched(t, p.repo)
	nothing := []string{"GITHUB_REPOSITORY=", "GITHUB_SERVER_URL=", "GITHUB_API_URL=", "GH_HOST=", "GH_TOKEN=", "GITHUB_TOKEN="}
	for _, tt := range []struct {
		name   string
		args   []string
		env    string
		code   int
		stderr string // the start
	}{
		{"no number", []string{"--issue=notanumber"}, "", 2, `prove: GitHub: "notanumber" is no number of an issue; `},
		{"a negative number", []string{"--issue=-3"}, "", 2, `prove: GitHub: "-3" is no number of an issue; `},
		{"another repository", []string{"--issue=https://github.com/octo/other/issues/3"}, "", 2, `prove: GitHub: the issue is one of "octo/other", and this is octo/sum; `},
		{"another server", []string{"--issue=https://git.example/octo/sum/issues/3"}, "", 2, `prove: GitHub: the issue is on "git.example", and GitHub is "github.com"; `},
		{"for an estimate", []string{"--issue=0", "--estimate"}, "", 2, `prove: GitHub: "0" is no number of an issue; `},
		{"a pull request elsewhere", []string{"--open-pr"}, "GITHUB_REPOSITORY=octo/other", 2, "prove: GitHub: the remote origin is octo/sum, and GITHUB_REPOSITORY is another; "},
		{"no token that is one", []string{"--open-pr"}, "GH_TOKEN=two words", 2, "prove: GitHub: the value of GH_TOKEN is no token: "},
		{"a number", []string{"--issue=12"}, "", 1, ""},
		{"an address", []string{"--issue=https://github.com/octo/sum/issues/12"}, "", 1, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			with := *p
			with.env = append(append(append([]string{}, p.env...), nothing...), tt.env)
			given := append([]string{"--patch=../fix.diff"}, tt.args...)
			stdout, stderr, code := with.run(args(append(given, "--", "grep", "sum=4", "calc.cfg")...)...)
			if code != tt.code || (stdout != "") != (code == 1) || tt.stderr != "" && !strings.HasPrefix(stderr, "autofix: "+tt.stderr) || tt.stderr == "" && stderr != "" {
				t.Errorf("exit %d, want %d\n%s%s", code, tt.code, stdout, stderr)
			}
		})
	}
}
