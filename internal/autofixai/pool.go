package autofixai

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/rules-autofix/rules_autofix/internal/agents"
	"github.com/rules-autofix/rules_autofix/internal/autofixai/confine"
	"github.com/rules-autofix/rules_autofix/internal/config/person"
	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/secrets/secretname"
)

// A Pool is the agent of the settings. It is started with the first question.
type Pool struct {
	pool     *agents.Pool
	settings *Settings
	program  string
	missing  *agents.Error // if set, the program is missing, and pool is nil

	mu    sync.Mutex
	known Identity
	learn func(Identity) // called once, when the agent has reported its identity
}

// NewPool returns the agent of the settings for the workspace at root. files
// serves the files that it may read; it may be nil. An error means that the
// settings are wrong. If the program is missing, Open returns an error.
func NewPool(s *Settings, root, version string, files agents.FileReader) (*Pool, error) {
	options, err := Options(s, root, version)
	if missing, ok := errors.AsType[*agents.Error](err); ok {
		return &Pool{missing: missing}, nil
	}
	if err != nil {
		return nil, err
	}
	options.Reader = files
	return &Pool{pool: agents.NewPool(*options), settings: s, program: options.Command[0]}, nil
}

// Options returns how the agent of the settings is run. The error is an
// *agents.Error if its program is missing or not allowed.
func Options(s *Settings, root, version string) (*agents.Options, error) {
	if len(s.Command) == 0 {
		return nil, errors.New("[ai]: there is no command; set one in your config.toml, or with --ai-set=command=PROGRAM")
	}
	program, err := Program(s.Command[0], root)
	if err != nil {
		return nil, &agents.Error{
			Reason: agents.Reason{Code: agents.CommandMissing, Detail: fmt.Sprintf("command of [ai] in %s: %v", s.From, err)},
			Agent:  filepath.Base(s.Command[0]),
		}
	}
	box := &confine.Box{Program: program, Root: root, Network: s.Network == NetworkAllow, Required: s.Sandbox == SandboxRequire, Size: uint64(s.MaxDisk)}
	for _, folder := range s.Folders {
		full := person.Expand(folder)
		if person.Within(root, full) || person.Within(full, root) {
			return nil, fmt.Errorf("[ai] folders: %s: an agent gets no folder that has files of the workspace", folder)
		}
		box.Folders = append(box.Folders, full)
	}
	keys, others := s.values()
	options := &agents.Options{
		Command: append([]string{program}, s.Command[1:]...), Env: environment(s.Env), Hidden: append(keys, others...),
		StartTimeout: s.Start, IdleTimeout: s.Idle, Timeout: s.Timeout, MaxAnswer: int(s.MaxAnswer),
		Limits: agents.Limits{Memory: uint64(s.MaxMemory), Processes: s.MaxProcesses, Disk: uint64(s.MaxDisk)},
		Client: "rules_autofix", ClientVersion: version,
	}
	if err := s.localServer(); err != nil {
		return nil, err
	}
	switch {
	case s.Sandbox != SandboxOff:
		options.Wrap = func(ctx context.Context, command *process.Command, folder string) (string, error) {
			level, err := box.Wrap(ctx, command, folder)
			if errors.Is(err, confine.ErrNone) {
				err = fmt.Errorf("%w: %w", agents.ErrNoSandbox, err)
			}
			return level, err
		}
	case s.Network == NetworkDeny:
		return nil, errors.New(`[ai]: network = "deny" needs a sandbox; remove sandbox = "off"`)
	}
	return options, nil
}

// always are the variables that every agent gets.
var always = []string{"PATH", "HOME", "LANG", "TERM", "SystemRoot", "USERPROFILE", "APPDATA", "LOCALAPPDATA"}

// environment returns the variables of this process with the given names.
func environment(names []string) []string {
	env := []string{}
	for _, name := range slices.Concat(always, names) {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// minOther is the minimum length of a hidden value that is not a key, in bytes.
// Shorter ones, such as "info", are in many texts by chance.
const minOther = 8

// values returns the values of the agent's variables that are hidden: the keys,
// judged by the names of their variables, and the others.
func (s *Settings) values() (keys, others []string) {
	for _, name := range s.Env {
		value := os.Getenv(name)
		switch {
		case secretname.Assigned(name, value) || secretname.ForBuildKit(name):
			keys = append(keys, value)
		case len(value) >= minOther:
			others = append(others, value)
		}
	}
	return keys, others
}

// Open starts a conversation.
func (p *Pool) Open(ctx context.Context) (Conversation, error) {
	if p.missing != nil {
		return nil, p.missing
	}
	session, err := p.pool.NewSession(ctx)
	if err != nil {
		return nil, withCause(ctx, p.settings.Explain(err))
	}
	return &conversation{session, p.settings}, nil
}

// Identity returns who answers.
func (p *Pool) Identity() Identity {
	if p.missing != nil {
		return Identity{}
	}
	info, started := p.pool.Info()
	p.mu.Lock()
	defer p.mu.Unlock()
	if !started {
		return p.known
	}
	who := Identity{Name: info.Name, Version: info.Version, Sandbox: info.Sandbox}
	if p.learn != nil {
		p.learn(who)
		p.learn = nil
	}
	return who
}

// Remember sets the agent's identity as known from an earlier run, and a
// function that is called with the identity that the agent reports.
func (p *Pool) Remember(who Identity, learn func(Identity)) { p.known, p.learn = who, learn }

// Close ends the agent.
func (p *Pool) Close() {
	if p.pool != nil {
		p.pool.Close()
	}
}

// A conversation is a session.
type conversation struct {
	session  *agents.PoolSession
	settings *Settings
}

func (c *conversation) Ask(ctx context.Context, prompt string) (Reply, error) {
	answer, err := c.session.Prompt(ctx, prompt)
	reply := Reply{
		Text: answer.Text, Prompts: answer.Prompts, PromptBytes: answer.PromptBytes, AnswerBytes: answer.AnswerBytes, Duration: answer.Duration,
		Tokens: Tokens{
			Input: answer.Usage.Input, Output: answer.Usage.Output, Total: answer.Usage.Total,
			Cost: answer.Usage.Cost, Currency: answer.Usage.Currency,
		},
		Denied: answer.Denied,
	}
	if err != nil {
		err = withCause(ctx, c.settings.Explain(err))
	}
	return reply, err
}

func (c *conversation) Close() { c.session.Close() }

// withCause adds why a context ended.
func withCause(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); err != nil && errors.Is(cause, ErrOutOfTime) {
		return fmt.Errorf("%w: %w", ErrOutOfTime, err)
	}
	return err
}
