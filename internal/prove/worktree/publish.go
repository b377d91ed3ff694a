package worktree

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
)

// A Message is the text of a commit and its author.
type Message struct {
	Author, Email string
	When          time.Time // of author and committer, in seconds
	Text          string
}

// Commit makes a commit of a base and a change, with the commit of the base as
// its parent, in our own repository, and returns its hash. Equal arguments give
// equal hashes. It is gone after Close, unless it was pushed.
func (r *Repository) Commit(ctx context.Context, b *Base, c *change.Change, m Message) (string, error) {
	if b.Dirty {
		return "", fmt.Errorf("commit: the base has changes that are in no commit")
	}
	if err := r.check(b, c); err != nil {
		return "", err
	}
	index, _, _, err := r.stage(ctx, b, "commit", c)
	if err != nil {
		return "", step(err, "commit")
	}
	tree, err := r.store.with("GIT_INDEX_FILE="+index).run(ctx, nil, "write-tree")
	if err != nil {
		return "", step(err, "commit")
	}
	who := fmt.Sprintf("%s <%s> %d +0000", plainName(m.Author), plainName(m.Email), m.When.Unix())
	text := fmt.Sprintf("tree %s\nparent %s\nauthor %s\ncommitter %s\n\n%s\n", line(tree), b.Commit, who, who, strings.TrimRight(m.Text, "\n"))
	out, err := r.store.run(ctx, []byte(text), "hash-object", "-t", "commit", "-w", "--stdin")
	return line(out), step(err, "commit")
}

// plainName leaves out the characters that end a name in a commit.
func plainName(s string) string {
	return strings.NewReplacer("\n", "", "<", "", ">", "", "\x00", "").Replace(s)
}

// Origin returns the URL of a remote of the person's repository as its own
// configuration has it, or "".
func (r *Repository) Origin(ctx context.Context, remote string) (string, error) {
	out, err := r.git.run(ctx, nil, "config", "--local", "--get", "remote."+remote+".url")
	if failed, ok := errors.AsType[*gitError](err); ok && failed.code == 1 {
		return "", nil
	}
	return line(out), err
}

// A Server is a git server, and how to be let in. Format does not show Header.
type Server struct {
	URL string // https, or http for tests
	// Header is a header of requests, such as "Authorization: Basic ...". It
	// reaches git by its environment.
	Header string
}

// Format implements fmt.Formatter.
func (s Server) Format(f fmt.State, _ rune) { fmt.Fprintf(f, "git server %q", s.URL) }

// Tip returns the hash that a branch of a server has, or "" if there is no such
// branch.
func (r *Repository) Tip(ctx context.Context, s Server, branch string) (string, error) {
	out, err := r.remote(s).run(ctx, nil, "ls-remote", "--refs", "--", s.URL, "refs/heads/"+branch)
	if err != nil {
		return "", err
	}
	for row := range strings.Lines(string(out)) {
		hash, name, _ := strings.Cut(strings.TrimSuffix(row, "\n"), "\t")
		if name == "refs/heads/"+branch && hashes().MatchString(hash) {
			return hash, nil
		}
	}
	return "", nil
}

var hashes = lazyregexp.New(`^[0-9a-f]{40}([0-9a-f]{24})?$`)

// Push makes a branch of a server point to a commit of Commit, if it points to
// old until then, or if it does not exist and old is "".
func (r *Repository) Push(ctx context.Context, s Server, commit, branch, old string) error {
	if !hashes().MatchString(commit) || old != "" && !hashes().MatchString(old) {
		return fmt.Errorf("push: %q and %q are not both hashes", commit, old)
	}
	ref := "refs/heads/" + branch
	if _, err := r.store.run(ctx, nil, "check-ref-format", ref); err != nil {
		return fmt.Errorf("push: %q is no name of a branch", branch)
	}
	g, err := r.pushing(ctx, s)
	if err != nil {
		return step(err, "push")
	}
	_, err = g.run(ctx, nil, "push", "--quiet", "--no-verify", "--no-signed", "--recurse-submodules=no",
		"--force-with-lease="+ref+":"+old, "--", s.URL, commit+":"+ref)
	return step(err, "push")
}

// pushing is remote with the objects of the person's repository in sight, which
// are the history of the commit.
func (r *Repository) pushing(ctx context.Context, s Server) (*git, error) {
	g := r.remote(s).with("GIT_ALTERNATE_OBJECT_DIRECTORIES=" + quote(r.objects))
	if !r.Shallow {
		return g, nil
	}
	// Git must know where the history ends.
	out, err := r.git.run(ctx, nil, "rev-parse", "--path-format=absolute", "--git-path", "shallow")
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(line(out))
	if err != nil {
		return nil, err
	}
	return g, os.WriteFile(r.path(storeName, "shallow"), text, 0o600)
}

// networked are variables that say how servers are reached.
var networked = []string{
	"HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy", "ALL_PROXY", "all_proxy",
	"GIT_SSL_CAINFO", "GIT_SSL_CAPATH", "SSL_CERT_FILE", "SSL_CERT_DIR",
}

// remote is git in our own repository that may talk to one server by HTTP. It
// does not prompt for a password, and follows no redirect.
func (r *Repository) remote(s Server) *git {
	config := [][2]string{
		{"http.followRedirects", "false"},
		{"credential.helper", ""},
		{"http.lowSpeedLimit", "1"},
		{"http.lowSpeedTime", "60"},
		{"push.useBitmaps", "false"},
		{"protocol.version", "2"},
	}
	if s.Header != "" {
		config = append(config, [2]string{"http." + s.URL + ".extraHeader", s.Header})
	}
	variables := []string{"GIT_ALLOW_PROTOCOL=https:http", "GIT_ASKPASS=", "SSH_ASKPASS=", fmt.Sprintf("GIT_CONFIG_COUNT=%d", len(config))}
	for i, pair := range config {
		variables = append(variables, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s", i, pair[0]), fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", i, pair[1]))
	}
	for _, name := range networked {
		if value, found := os.LookupEnv(name); found {
			variables = append(variables, name+"="+value)
		}
	}
	g := r.store.with(variables...)
	g.env = slices.DeleteFunc(g.env, func(v string) bool { return v == "GIT_ALLOW_PROTOCOL=none" })
	g.dir = filepath.Join(r.state, emptyName)
	return g
}
