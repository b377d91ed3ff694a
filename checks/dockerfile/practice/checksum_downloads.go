package practice

import (
	"fmt"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

var checksumDownloads = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/checksum-downloads",
		Summary:  "What is downloaded is verified",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Why: "What a server sends today need not be what it sent when somebody looked at it. ADD verifies a download by --checksum, and a " +
			"Git repository by the commit; RUN by sha256sum -c, gpg --verify, cosign and their like in the same RUN. What is piped " +
			"into a shell is run before anybody can verify it.",
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

// checkRemote looks at the remote sources of an ADD.
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
				p.ReportWord(ins, w, "name the commit of the repository by --checksum or #COMMIT")
			}
		case strings.HasPrefix(source, "http://"), strings.HasPrefix(source, "https://"):
			p.ReportWord(ins, w, "verify the download by --checksum")
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

// isCommit reports whether a Git repository is named with a commit, or with a variable, which may be one.
func isCommit(source string) bool {
	_, ref, found := strings.Cut(source, "#")
	ref, _, _ = strings.Cut(ref, ":")
	if !found || len(ref) != 40 && len(ref) != 64 {
		return strings.Contains(ref, "$")
	}
	return strings.Trim(ref, "0123456789abcdefABCDEF") == ""
}

// verifiers are commands that verify a file, or that verify all of what they fetch.
var verifiers = []string{
	"sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "shasum", "b2sum", "b3sum", "cksum", "gpg", "gpg2", "gpgv", "cosign",
	"minisign", "signify", "signify-openbsd", "rsign", "slsa-verifier",
}

// checkDownloads looks at the downloads of a script.
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

// download reports whether a command downloads a file, and from where, if that is written out. One that only asks, or that
// sends something, does not; keys for apt are verified by nobody, and count.
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

// isLocal reports whether an address is of the machine itself: to ask a server there is no download.
func isLocal(url string) bool {
	_, host, _ := strings.Cut(url, "://")
	host, _, _ = strings.Cut(host, "/")
	host, _, _ = strings.Cut(host, ":")
	return host == "localhost" || host == "127.0.0.1" || host == "0.0.0.0"
}
