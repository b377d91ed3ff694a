package workspace

import (
	"cmp"
	"errors"
	"strings"
)

// A missingError reports an object that the repository does not have.
type missingError struct{ object string }

func (e *missingError) Error() string { return "git has no object " + e.object }

// partial returns a *[NoRevisionError] in place of an error about an object that
// a partial clone has not fetched yet, or else the error. Fetching it here would
// run the programs that the configuration of the checkout names.
func (c *checkout) partial(err error, revision, commit string, staged bool) error {
	_, missing := errors.AsType[*missingError](err)
	if failed, ok := errors.AsType[*gitError](err); ok && strings.Contains(failed.stderr, "promisor remote") {
		missing = true
	}
	if !missing {
		return err
	}
	if remotes, _ := c.run(nil, "config", "--get-regexp", `^remote\..*\.promisor$`); len(remotes) == 0 {
		return err // it is broken
	}
	command := "git diff --stat "
	if staged {
		command += "--cached "
	}
	return &NoRevisionError{cmp.Or(revision, "HEAD"), "the clone is partial, and texts of the commit that is compared with are missing; fetch them with: " + command + commit}
}
