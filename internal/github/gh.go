package github

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/config/person"
	"github.com/rules-autofix/rules_autofix/internal/process"
)

// A gh is a Transport that runs the program gh.
type gh struct {
	program, host, dir string
	timeout            time.Duration
}

// GH returns a transport of the program gh, which knows a token itself. A program
// within root, the checkout, is not run.
func GH(p Place, root string, timeout time.Duration) (Transport, error) {
	program, err := exec.LookPath("gh")
	if err == nil {
		program, err = filepath.Abs(program)
	}
	if err != nil {
		return nil, fail(NoProgram, nil, "there is no gh on the PATH")
	}
	if person.Within(root, program) {
		return nil, fail(NoProgram, nil, "gh on the PATH is in the repository, and is not run")
	}
	server, err := url.Parse(p.Server)
	if err != nil {
		return nil, fail(BadAddress, nil, "the server has no address")
	}
	if timeout <= 0 {
		timeout = requestTime
	}
	return &gh{program, server.Host, filepath.Dir(program), timeout}, nil
}

func (g *gh) String() string { return "gh api for " + g.host }

// Token implements Transport.
func (g *gh) Token(ctx context.Context) (string, error) {
	out, _, err := g.run(ctx, nil, "auth", "token", "--hostname", g.host)
	token := strings.TrimSpace(string(out))
	if err == nil && (token == "" || strings.ContainsAny(token, " \t\n")) {
		err = errors.New("prints no token")
	}
	if err != nil {
		return "", fail(NoToken, err, "gh auth token")
	}
	return token, nil
}

// Send implements Transport.
func (g *gh) Send(ctx context.Context, q Request) (*Answer, error) {
	args := []string{
		"api", "--include", "--hostname", g.host, "--method", q.Method,
		"-H", "Accept: " + accept, "-H", "X-GitHub-Api-Version: " + apiVersion,
	}
	if q.Body != nil {
		args = append(args, "-H", "Content-Type: application/json", "--input", "-")
	}
	out, code, err := g.run(ctx, q.Body, append(args, q.Path)...)
	if err != nil && code < 0 {
		return nil, err
	}
	answer, parsed := parseAnswer(out)
	if parsed != nil {
		return nil, errors.Join(parsed, err)
	}
	// An answer of an error makes gh fail, and any other failure means that an
	// answer that looks good is not whole.
	if err != nil && answer.Status < 400 {
		return nil, err
	}
	return answer, nil
}

// ghGrace is how long gh may take to end after an interrupt.
const ghGrace = 2 * time.Second

// run runs gh, and returns its output and its exit code, or -1.
func (g *gh) run(ctx context.Context, stdin []byte, args ...string) ([]byte, int, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, g.timeout, fmt.Errorf("gh does not answer within %v", g.timeout))
	defer cancel()
	stderr := process.NewOutput(4 << 10)
	command := process.Command{Program: g.program, Args: args, Dir: g.dir, Env: environment(), Stderr: stderr, Grace: ghGrace}
	running, err := command.Start(ctx)
	if err != nil {
		return nil, -1, err
	}
	defer running.Close(0)
	go func() {
		// A program that ends early says why itself.
		_, _ = running.Stdin.Write(stdin)
		_ = running.Stdin.Close()
	}()
	out, err := io.ReadAll(io.LimitReader(running.Stdout, maxAnswer+1))
	if err == nil && len(out) > maxAnswer {
		err = fmt.Errorf("the answer is larger than %d MiB", maxAnswer>>20)
	}
	if err != nil {
		running.Kill()
		return nil, -1, err
	}
	code, err := running.Wait()
	switch {
	case ctx.Err() != nil:
		return nil, -1, context.Cause(ctx)
	case err != nil:
		return nil, -1, err
	case code != 0:
		return out, code, fmt.Errorf("gh: exit code %d: %s", code, process.LastLines(stderr.String()))
	}
	return out, 0, nil
}

// environment is what gh needs of this process: where its configuration is, and
// how servers are reached.
func environment() []string {
	env := []string{"GH_PROMPT_DISABLED=1", "GH_NO_UPDATE_NOTIFIER=1", "GH_PAGER=", "PAGER=", "NO_COLOR=1", "CLICOLOR=0"}
	for _, name := range []string{
		"PATH", "HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP",
		"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS",
		"GH_CONFIG_DIR", "GH_TOKEN", "GITHUB_TOKEN", "GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN",
		"HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR",
	} {
		if value, found := os.LookupEnv(name); found {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// parseAnswer reads what gh api --include prints: the status, headers, an empty
// line and the body.
func parseAnswer(out []byte) (*Answer, error) {
	in := bufio.NewReader(bytes.NewReader(out))
	text := textproto.NewReader(in)
	status, err := text.ReadLine()
	fields := strings.Fields(status)
	if err != nil || len(fields) < 2 || !strings.HasPrefix(fields[0], "HTTP/") {
		return nil, errors.New("gh prints no answer of a server")
	}
	code, err := strconv.Atoi(fields[1])
	if err != nil {
		return nil, errors.New("gh prints no status")
	}
	header, err := text.ReadMIMEHeader()
	if err != nil {
		return nil, errors.New("gh prints headers that cannot be read")
	}
	body, err := io.ReadAll(in)
	return &Answer{code, map[string][]string(header), body}, err
}
