package github

import "github.com/rules-autofix/rules_autofix/internal/coded"

// A Code names the reason of an error. Codes are stable.
type Code string

// The codes of errors.
const (
	NoRepository Code = "no_repository"
	BadAddress   Code = "bad_address"
	WrongHost    Code = "wrong_host"
	Mismatch     Code = "other_repository"
	BadIssue     Code = "bad_issue"
	NoToken      Code = "no_token"
	NoProgram    Code = "no_gh"
	Unauthorized Code = "unauthorized"
	Forbidden    Code = "forbidden"
	NotFound     Code = "not_found"
	Rejected     Code = "rejected"
	RateLimited  Code = "rate_limited"
	Moved        Code = "moved"
	Unavailable  Code = "unavailable"
	BadAnswer    Code = "bad_answer"
	Canceled     Code = "canceled"
)

var waysOut = map[Code]string{
	NoRepository: "add a remote named origin, or set GITHUB_REPOSITORY to OWNER/NAME",
	BadAddress:   "use https://HOST/OWNER/NAME, or set GITHUB_REPOSITORY to OWNER/NAME",
	WrongHost:    "for GitHub Enterprise Server, set GITHUB_SERVER_URL and GITHUB_API_URL; other hosts have no pull requests of this kind",
	Mismatch:     "run it in a checkout of that repository",
	BadIssue:     "give the number of an issue of the repository, or its address",
	NoToken:      "set GH_TOKEN or GITHUB_TOKEN, or log in by gh auth login",
	NoProgram:    "install gh, or set GH_TOKEN or GITHUB_TOKEN",
	Unauthorized: "the token is wrong or has ended; make a new one",
	Forbidden:    "give the token write access to contents, pull requests and issues of the repository",
	NotFound:     "check the name, and that the token may read the repository",
	Rejected:     "see what the server says",
	RateLimited:  "wait, and run it again; a finished proof, with autofix prove --publish=FOLDER",
	Moved:        "set the address of the remote to where the repository is now",
	Unavailable:  "run it again later; a finished proof, with autofix prove --publish=FOLDER",
	BadAnswer:    "check that the address is that of GitHub's REST interface",
	Canceled:     "run it again; a finished proof, with autofix prove --publish=FOLDER",
}

// WayOut says in a few words what to do about the code.
func (c Code) WayOut() string { return waysOut[c] }

// An Error says why something could not be asked for or done.
type Error = coded.Error[Code]

func fail(code Code, err error, format string, args ...any) *Error {
	return coded.New(code, err, "GitHub: "+format, args...)
}
