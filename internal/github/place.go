package github

import (
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// A Place is a repository on a server.
type Place struct {
	Owner, Name string
	Server      string // the address of the web pages and of git, such as https://github.com
	API         string // of the REST interface, such as https://api.github.com
}

// Repository returns OWNER/NAME.
func (p Place) Repository() string { return p.Owner + "/" + p.Name }

// GitURL returns the address that git pushes to.
func (p Place) GitURL() string { return p.Server + "/" + p.Repository() + ".git" }

// MaxEvent bounds an event of GitHub, in bytes. It is GitHub's limit.
const MaxEvent = 25 << 20

// names matches the names that GitHub allows for users and repositories.
var names = lazyregexp.New(`^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$`)

// Split reads OWNER/NAME.
func Split(text string) (owner, name string, ok bool) {
	owner, name, _ = strings.Cut(text, "/")
	return owner, name, names().MatchString(owner) && names().MatchString(name) && name != "." && name != ".."
}

// Find finds the repository from the address of a git remote, which may be
// empty, and the variables GITHUB_REPOSITORY, GITHUB_SERVER_URL and
// GITHUB_API_URL. An address that could have a password is not in errors.
func Find(origin string, lookup func(string) (string, bool)) (Place, error) {
	variable := func(name string) string { value, _ := lookup(name); return strings.TrimRight(value, "/") }
	server, api, named := variable("GITHUB_SERVER_URL"), variable("GITHUB_API_URL"), variable("GITHUB_REPOSITORY")
	if server == "" {
		server = "https://github.com"
		if host := variable("GH_HOST"); host != "" {
			server = "https://" + host
		}
	}
	p := Place{Server: server, API: api}
	host, err := address("GITHUB_SERVER_URL", server)
	if err != nil {
		return Place{}, err
	}
	if p.API == "" {
		if p.API = server + "/api/v3"; strings.EqualFold(host, "github.com") {
			p.API = "https://api.github.com"
		}
	}
	if _, err := address("GITHUB_API_URL", p.API); err != nil {
		return Place{}, err
	}
	if origin == "" {
		var ok bool
		if p.Owner, p.Name, ok = Split(named); !ok {
			return Place{}, fail(NoRepository, nil, "nothing says which repository this is")
		}
		return p, nil
	}
	at, path, ok := parseRemote(origin)
	if ok && !strings.EqualFold(at, host) {
		return Place{}, fail(WrongHost, nil, "the remote origin is on %q, and GitHub is %q", at, host)
	}
	if ok {
		p.Owner, p.Name, ok = Split(strings.TrimSuffix(strings.Trim(path, "/"), ".git"))
	}
	if !ok {
		return Place{}, fail(BadAddress, nil, "the address of the remote origin is not that of a repository")
	}
	if named != "" && !strings.EqualFold(named, p.Repository()) {
		return Place{}, fail(Mismatch, nil, "the remote origin is %s, and GITHUB_REPOSITORY is another", p.Repository())
	}
	return p, nil
}

// address checks an address that a token is sent to, and returns its host, with
// the port.
func address(name, text string) (host string, err error) {
	u, err := url.Parse(text)
	switch {
	case err != nil: // the cause may have a password
		return "", fail(BadAddress, nil, "%s is no URL", name)
	case u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.Opaque != "":
		return "", fail(BadAddress, nil, "%s is not an https URL", name)
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return "", fail(BadAddress, nil, "%s has a user, a query or a fragment", name)
	case u.Scheme == "http" && !isLoopback(u.Hostname()):
		return "", fail(BadAddress, nil, "%s: http is for servers on this machine only; use https", name)
	}
	return u.Host, nil
}

func isLoopback(host string) bool {
	addr, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && addr.IsLoopback()
}

// scp is how git writes the address of a server of SSH without a scheme.
var scp = lazyregexp.New(`^(?:[A-Za-z0-9._-]+@)?([A-Za-z0-9.-]+):([^/:].*)$`)

// parseRemote returns the host, with a port unless it is of SSH, and the path of
// the address of a remote.
func parseRemote(text string) (host, path string, ok bool) {
	if m := scp().FindStringSubmatch(text); m != nil && !strings.Contains(text, "://") {
		return m[1], m[2], true
	}
	u, err := url.Parse(text)
	if err != nil {
		return "", "", false
	}
	switch u.Scheme {
	case "https", "http":
		return u.Host, u.Path, u.Host != ""
	case "ssh", "git+ssh":
		// GitHub has a separate host for SSH by the port of https.
		return strings.TrimPrefix(u.Hostname(), "ssh."), u.Path, u.Host != ""
	}
	return "", "", false
}

// IssueNumber reads the number of an issue of the repository, as N, #N or its
// address.
func (p Place) IssueNumber(ref string) (int, error) {
	text := strings.TrimPrefix(strings.TrimSpace(ref), "#")
	if u, err := url.Parse(text); err == nil && u.Scheme != "" {
		server, _ := url.Parse(p.Server)
		parts := strings.Split(strings.Trim(u.Path, "/"), "/")
		switch {
		case len(parts) != 4 || parts[2] != "issues" && parts[2] != "pull":
			return 0, fail(BadIssue, nil, "%.100q is not the address of an issue", ref)
		case !strings.EqualFold(u.Host, server.Host):
			return 0, fail(WrongHost, nil, "the issue is on %.100q, and GitHub is %q", u.Host, server.Host)
		case !strings.EqualFold(parts[0]+"/"+parts[1], p.Repository()):
			return 0, fail(Mismatch, nil, "the issue is one of %.200q, and this is %s", parts[0]+"/"+parts[1], p.Repository())
		}
		text = parts[3]
	}
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 1 {
		return 0, fail(BadIssue, nil, "%.100q is no number of an issue", ref)
	}
	return int(n), nil
}
