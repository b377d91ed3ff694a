package practice

import (
	"fmt"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var checksumDownloads = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/checksum-downloads",
		Summary:  "Verify downloads",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Security: true,
		Why: "A server may send something else today than when the file was reviewed. For ADD, use --checksum, or " +
			"the commit of a Git repository. In RUN, use sha256sum -c, gpg --verify, cosign or similar in the " +
			"same RUN. A download that is piped into a shell runs before it can be verified.",
		Bad:  "FROM debian:12\nRUN curl -fsSLO https://example.com/app.tar.gz && tar xf app.tar.gz\n",
		Good: "FROM debian:12\nRUN curl -fsSLO https://example.com/app.tar.gz && echo \"$SUM app.tar.gz\" | sha256sum -c && tar xf app.tar.gz\n",
	},
	Check: func(p *lint.Pass) {
		for s, ins := range p.All {
			switch inner := lint.Inner(ins); inner.Name {
			case "add":
				checkRemote(p, inner)
			case "run":
				checkDownloads(p, p.Script(s, ins))
			}
		}
	},
}

// checkRemote checks the remote sources of an ADD.
func checkRemote(p *lint.Pass, ins *syntax.Instruction) {
	for _, f := range ins.Flags {
		if f.Name == "checksum" {
			return
		}
	}
	for i, w := range ins.Words {
		source := strings.Trim(w.Value, `"'`)
		switch {
		case i == len(ins.Words)-1:
		case isGit(source):
			if !isCommit(source) {
				p.ReportWord(ins, w, "pin the commit of the repository with --checksum or #COMMIT")
			}
		case strings.HasPrefix(source, "http://"), strings.HasPrefix(source, "https://"):
			p.ReportWord(ins, w, "verify the download with --checksum")
		}
	}
}

// isGit reports whether a source of ADD is a Git repository.
func isGit(source string) bool {
	address, _, _ := strings.Cut(source, "#")
	address, _, _ = strings.Cut(address, "?")
	return strings.HasPrefix(source, "git@") || strings.HasPrefix(source, "git://") || strings.HasPrefix(source, "ssh://") ||
		strings.HasSuffix(address, ".git")
}

// isCommit reports whether a Git repository is given with a commit, or with a
// variable, which may be one.
func isCommit(source string) bool {
	_, ref, found := strings.Cut(source, "#")
	ref, _, _ = strings.Cut(ref, ":")
	if !found || len(ref) != 40 && len(ref) != 64 {
		return strings.Contains(ref, "$")
	}
	return strings.Trim(ref, "0123456789abcdefABCDEF") == ""
}

// verifiers are commands that verify a file, or that verify everything that
// they download.
var verifiers = []string{
	"sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "shasum", "b2sum", "b3sum", "cksum", "gpg", "gpg2", "gpgv", "cosign",
	"minisign", "signify", "signify-openbsd", "rsign", "slsa-verifier",
}

// checkDownloads checks the downloads of a script.
func checkDownloads(p *lint.Pass, script *lint.Script) {
	for _, c := range script.Commands {
		if slices.Contains(verifiers, c.Name) || c.Name == "openssl" && len(c.Args) > 0 && c.Args[0].Is("dgst") {
			return
		}
	}
	for _, c := range script.Commands {
		if url, ok := download(c); ok {
			message := "verify the download in the same RUN"
			if url != "" {
				message = fmt.Sprintf("verify the download of %s in the same RUN", url)
			}
			p.Report(lint.Finding{Message: message, Span: c.Span()})
		}
	}
}

// download reports whether a command downloads a file, and its URL if that is
// literal. HEAD requests and requests that send data are not downloads. Keys
// for apt count, because nothing verifies them.
func download(c *lint.Command) (url string, ok bool) {
	if c.Name != "curl" && c.Name != "wget" {
		return "", false
	}
	remote := false
	for i, a := range c.Args {
		switch {
		case c.Name == "curl" && (a.Is("-I", "--head", "-d", "--data", "-X", "--request", "-F", "--form", "-T", "--upload-file") || strings.HasPrefix(a.Value, "--data")):
			return "", false
		case c.Name == "wget" && (a.Is("--spider") || strings.HasPrefix(a.Value, "--post")):
			return "", false
		case a.Is("/dev/null") && i > 0:
			return "", false
		case strings.HasPrefix(a.Value, "http://"), strings.HasPrefix(a.Value, "https://"), strings.HasPrefix(a.Value, "ftp://"):
			if isLocal(a.Value) {
				return "", false
			}
			url, remote = a.Value, true
		case !a.Static:
			remote = true
		}
	}
	return url, remote
}

// isLocal reports whether a URL is on the machine itself. A request to it is
// not a download.
func isLocal(url string) bool {
	_, host, _ := strings.Cut(url, "://")
	host, _, _ = strings.Cut(host, "/")
	host, _, _ = strings.Cut(host, ":")
	return host == "localhost" || host == "127.0.0.1" || host == "0.0.0.0"
}
