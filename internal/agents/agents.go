// Package agents runs an agent over the Agent Client Protocol (ACP), and asks
// it for texts. The types of the protocol stay inside.
//
// An agent is a program that nobody here can vouch for. It gets no terminal,
// and only the files that a FileReader serves. Each permission that it asks for
// is rejected, unless it may change the files of a folder. None of this is a
// fence, because an agent has its own tools: only a sandbox is.
package agents

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coder/acp-go-sdk"

	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/secrets/redact"
)

// Options say which agent is run, and how.
type Options struct {
	// Command is the program with its arguments. The program is an absolute path:
	// a relative one would depend on the folder, which may be a hostile checkout.
	Command []string
	// Env is the whole environment. Nothing of this process's own is added.
	Env []string
	// Hidden are values, such as keys in Env, that are removed from the errors
	// and names of the agent.
	Hidden []string
	// Wrap, if not nil, puts the command into a sandbox. The folder, which is
	// empty, is the only one that the agent needs. It returns the level that was
	// reached, for Info. An error that wraps ErrNoSandbox gives the code NoSandbox.
	Wrap func(ctx context.Context, command *process.Command, folder string) (level string, err error)
	// Limits bound the use of memory, processes and disk.
	Limits Limits
	// Folder, if not empty, is the folder that the agent and its sessions work
	// in, instead of empty folders. Their changes stay. The agent may change
	// files: it keeps its own mode, and each permission that it asks for is
	// given once. Only a sandbox fences it, so Wrap is required.
	Folder string
	// Login is the id of the way to log in that is used if the agent asks for a
	// login, one of Info.Methods. If it is empty, a way that needs only variables
	// that Env has is used.
	Login string

	// StartTimeout bounds the answer to initialize, and that to session/new. Real
	// agents take 0.2 to 12 seconds. 0 is a minute, as for the other two.
	StartTimeout time.Duration
	// IdleTimeout bounds the silence of a session during a prompt.
	IdleTimeout time.Duration
	// Timeout bounds a prompt in all.
	Timeout time.Duration
	// MaxAnswer bounds the text of an answer, in bytes. 0 is 2 MiB.
	MaxAnswer int

	// Reader serves the files that the agent may read. If it is nil, there are
	// none.
	Reader FileReader
	// Client and ClientVersion name this program to the agent.
	Client, ClientVersion string
}

// ErrNoSandbox is for Options.Wrap.
var ErrNoSandbox = errors.New("there is no sandbox")

const (
	defaultTimeout   = time.Minute
	defaultMaxAnswer = 2 << 20
	// cancelTime is how long an agent may take to end a prompt that was canceled.
	cancelTime = 300 * time.Millisecond
	// closeGrace is how long it may take to end by itself.
	closeGrace = 300 * time.Millisecond
)

// An Agent is a running agent. It serves several sessions at a time. Its
// methods may be called concurrently.
type Agent struct {
	options Options
	name    string // of the program, until the agent says its own
	folder  string // its working folder; the sessions have folders in it if it is ours
	info    Info
	running *process.Running
	conn    *conn
	stderr  *process.Output
	scrub   scrubber
	gone    chan struct{} // closed when the output of the program has ended

	mu       sync.Mutex
	unhook   func() bool // forgets the context of Start
	sessions map[acp.SessionId]*Session
	created  int // sessions, for the names of their folders
	started  bool
	doubt    *Error // why there are no new sessions

	closing sync.Once
}

// Start starts an agent, and returns when it has answered to initialize. The
// caller must call Close; a canceled ctx closes the agent too. All errors are
// *Error.
func Start(ctx context.Context, options Options) (*Agent, error) {
	return startFor(ctx, ctx, options)
}

// startFor is Start with another context for the life of the agent.
func startFor(ctx, life context.Context, options Options) (*Agent, error) {
	a := newAgent(options)
	if err := a.launch(ctx); err != nil {
		return nil, err
	}
	if err := a.initialize(ctx); err != nil {
		a.Close()
		return nil, err
	}
	unhook := context.AfterFunc(life, func() {
		a.cancelPrompts(life)
		a.Close()
	})
	a.mu.Lock()
	defer a.mu.Unlock()
	a.unhook = unhook
	return a, nil
}

// newAgent returns an agent that is not started.
func newAgent(options Options) *Agent {
	a := &Agent{
		options: options.withDefaults(), sessions: map[acp.SessionId]*Session{},
		stderr: process.NewOutput(stderrKept), gone: make(chan struct{}),
	}
	a.scrub.values = redact.New(options.Hidden)
	if len(options.Command) > 0 {
		a.name = strings.TrimSuffix(filepath.Base(options.Command[0]), ".exe")
	}
	return a
}

func (o Options) withDefaults() Options {
	for _, limit := range []*time.Duration{&o.StartTimeout, &o.IdleTimeout, &o.Timeout} {
		if *limit <= 0 {
			*limit = defaultTimeout
		}
	}
	if o.MaxAnswer <= 0 {
		o.MaxAnswer = defaultMaxAnswer
	}
	if o.Client == "" {
		o.Client = "autofix"
	}
	if o.ClientVersion == "" {
		o.ClientVersion = "unknown"
	}
	return o
}

// launch starts the program and the connection.
func (a *Agent) launch(ctx context.Context) error {
	if ctx.Err() != nil {
		return a.failure(Canceled, context.Cause(ctx), "canceled before it was started")
	}
	if len(a.options.Command) == 0 {
		return a.failure(CommandMissing, nil, "no command is given")
	}
	program := a.options.Command[0]
	if !filepath.IsAbs(program) {
		return a.failure(CommandMissing, nil, fmt.Sprintf("%s is not an absolute path", program))
	}
	if err := a.makeFolder(); err != nil {
		return err
	}
	env := a.options.Env
	if env == nil {
		env = []string{} // nil would be the environment of this process
	}
	command := &process.Command{
		Program: program, Args: a.options.Command[1:], Dir: a.folder, Env: env, Stderr: a.stderr, Tree: true,
		Limits: a.options.Limits.ofProcess(),
	}
	if err := a.start(ctx, command); err != nil {
		a.removeFolder()
		return err
	}
	a.conn = newConn(a.running.Stdin, a)
	go a.read()
	go a.watch()
	return nil
}

// makeFolder makes or finds the folder that the agent works in.
func (a *Agent) makeFolder() error {
	folder, err := a.options.Folder, error(nil)
	switch {
	case folder == "":
		folder, err = os.MkdirTemp("", "autofix-agent-")
	case a.options.Wrap == nil:
		return a.failure(NoSandbox, nil, "an agent that may change files needs a sandbox")
	}
	if err == nil {
		// An agent may resolve a link to another name, and macOS has a link
		// here.
		folder, err = filepath.EvalSymlinks(folder)
	}
	if err != nil {
		return a.failure(StartFailed, err, "no folder to run in: "+err.Error())
	}
	a.folder = folder
	return nil
}

// removeFolder removes the folder, if it is ours.
func (a *Agent) removeFolder() {
	if a.options.Folder == "" {
		_ = os.RemoveAll(a.folder)
	}
}

func (a *Agent) start(ctx context.Context, command *process.Command) error {
	if _, err := exec.LookPath(command.Program); err != nil {
		return a.failure(CommandMissing, err, err.Error())
	}
	if a.options.Wrap != nil {
		level, err := a.options.Wrap(ctx, command, a.folder)
		switch {
		case errors.Is(err, ErrNoSandbox):
			return a.failure(NoSandbox, err, err.Error())
		case err != nil:
			return a.failure(StartFailed, err, "sandbox: "+err.Error())
		}
		a.info.Sandbox = level
	}
	// The context would kill the agent before it gets the word to cancel. Its end
	// is up to Close.
	running, err := command.Start(context.WithoutCancel(ctx))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return a.failure(CommandMissing, err, err.Error())
	case err != nil:
		return a.failure(StartFailed, err, err.Error())
	}
	a.running = running
	return nil
}

// read reads the output of the agent. At its end, all calls end.
func (a *Agent) read() {
	defer close(a.gone)
	err := a.conn.read(a.running.Stdout)
	if why := a.outputEnded(err); why != nil {
		a.conn.fail(why)
	}
	a.running.Kill() // nothing that it may still write is read
}

// Info describes an agent.
type Info struct {
	Name, Title, Version string // as the agent reports them; Name is the program's if it reports none
	Protocol             int
	Methods              []LoginMethod
	// Capabilities are the optional parts of the protocol that the agent offers,
	// such as session/load, sorted.
	Capabilities []string
	// Sandbox is the level that Options.Wrap returned, or "".
	Sandbox string
}

// Info returns the information that the agent gave at its start.
func (a *Agent) Info() Info { return a.info }

// Stderr returns the end of the agent's standard error so far, as in an Error.
func (a *Agent) Stderr() string { return a.stderrTail() }

func (a *Agent) offers(capability string) bool {
	return slices.Contains(a.info.Capabilities, capability)
}

// Err returns nil if the agent can serve another session, and else why not: it
// ended, or did not obey a cancel.
func (a *Agent) Err() error {
	a.mu.Lock()
	doubt := a.doubt
	a.mu.Unlock()
	if doubt != nil {
		return doubt
	}
	select {
	case <-a.conn.done:
		return a.explain(a.conn.err)
	default:
		return nil
	}
}

// Close ends the agent and everything that it started, within a second. The
// prompts that are under way end with the code Closed.
func (a *Agent) Close() {
	a.closing.Do(func() {
		a.mu.Lock()
		unhook := a.unhook
		a.mu.Unlock()
		if unhook != nil {
			unhook()
		}
		a.conn.fail(a.failure(Closed, nil, "closed"))
		a.conn.out.close()
		a.running.Close(closeGrace)
		<-a.conn.out.done
		<-a.gone
		a.removeFolder()
	})
}
