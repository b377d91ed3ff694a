package workspace

import "strings"

// A NoRevisionError reports a revision that nothing can be compared with.
type NoRevisionError struct {
	Name string
	Why  string // with the way out
}

// Error includes the name and the reason.
func (e *NoRevisionError) Error() string { return e.Name + ": " + e.Why }

// mergeBase returns the name of the commit where HEAD and the revision with a
// name parted. It fetches nothing.
func (c *checkout) mergeBase(name string) (string, error) {
	head, err := c.line("rev-parse", "--verify", "--quiet", "--end-of-options", "HEAD^{commit}")
	if err != nil {
		return "", &NoRevisionError{name, "there is nothing to compare: the branch has no commit yet"}
	}
	commit, err := c.line("rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
	if err != nil {
		return "", &NoRevisionError{name, "there is no such revision here; fetch it with: " + fetchOf(name)}
	}
	base, err := c.line("merge-base", commit, head)
	if err == nil {
		return base, nil
	}
	if shallow, _ := c.line("rev-parse", "--is-shallow-repository"); shallow == "true" {
		return "", &NoRevisionError{name, "the clone is shallow, and the commit where HEAD left it is missing; fetch it with: git fetch --unshallow"}
	}
	return "", &NoRevisionError{name, "it has no commit in common with HEAD"}
}

// fetchOf returns the command that fetches a revision.
func fetchOf(name string) string {
	name, _, _ = strings.Cut(strings.TrimPrefix(name, "refs/remotes/"), "~")
	name, _, _ = strings.Cut(name, "^")
	if remote, branch, ok := strings.Cut(name, "/"); ok && remote != "" && branch != "" && !strings.ContainsAny(name, " '\"$`\\;&|<>()") {
		return "git fetch " + remote + " " + branch
	}
	return "git fetch --all"
}

// line returns the first line that git prints.
func (c *checkout) line(args ...string) (string, error) {
	out, err := c.run(nil, args...)
	line, _, _ := strings.Cut(string(out), "\n")
	return line, err
}
