package certifier

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/companion"
	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/strictjson"
)

// The bounds of the program. BuildKit's translation has bounds of its own, which
// are far below: see package llb.
const (
	maxMemory = 2 << 30         // bytes
	maxTime   = time.Minute     // for one answer
	maxAnswer = 64 << 10        // bytes
	grace     = 2 * time.Second // to end after the last question
	mostFails = 3               // after that, the program is not asked again
)

// A Program answers questions by running autofix-certify, once for each
// goroutine that asks. Close must be called in the end.
type Program struct {
	path  string
	limit time.Duration // for one answer

	mu    sync.Mutex
	idle  []*session
	fails int
	last  error // the last failure
}

// Find returns the program that stands beside autofix. The error is a
// [*companion.NotFoundError].
func Find() (*Program, error) {
	path, err := companion.Find(Name)
	if err != nil {
		return nil, err
	}
	return New(path), nil
}

// New returns the program at path.
func New(path string) *Program { return &Program{path: path, limit: maxTime} }

// Digest returns the digest of what BuildKit makes of a Dockerfile. If there is
// none, the error is a [*RefusedError]. Every other error is a failure of the
// program. After some failures, it is not asked again.
func (p *Program) Digest(ctx context.Context, path string, dockerfile []byte) (string, error) {
	s, err := p.take(ctx)
	if err != nil {
		return "", err
	}
	digest, err := s.ask(ctx, p.limit, path, dockerfile)
	if _, refused := errors.AsType[*RefusedError](err); err == nil || refused {
		p.mu.Lock()
		p.idle = append(p.idle, s)
		p.mu.Unlock()
		return digest, err
	}
	err = s.failed(err)
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	return "", p.fail(err)
}

// take returns a session that is idle, or a new one.
func (p *Program) take(ctx context.Context) (*session, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fails >= mostFails {
		return nil, p.last
	}
	if last := len(p.idle) - 1; last >= 0 {
		s := p.idle[last]
		p.idle = p.idle[:last]
		return s, nil
	}
	s, err := start(ctx, p.path)
	if err != nil {
		p.fails, p.last = p.fails+1, fmt.Errorf("%s: %w", Name, err)
		return nil, p.last
	}
	return s, nil
}

func (p *Program) fail(err error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fails, p.last = p.fails+1, fmt.Errorf("%s: %w", Name, err)
	return p.last
}

// Close ends the program. It may be used again after that.
func (p *Program) Close() {
	p.mu.Lock()
	idle := p.idle
	p.idle = nil
	p.mu.Unlock()
	var all sync.WaitGroup
	for _, s := range idle {
		all.Go(func() { s.running.Close(grace) })
	}
	all.Wait()
}

// A session is a process of the program. It is for one goroutine at a time.
type session struct {
	running *process.Running
	answers *bufio.Scanner
	stderr  *process.Tail
}

func start(ctx context.Context, path string) (*session, error) {
	limits, _ := process.Limits{Memory: maxMemory}.Enforceable()
	s := &session{stderr: &process.Tail{}}
	command := process.Command{Program: path, Env: companion.Environ(), Stderr: s.stderr, Tree: true, Limits: limits}
	var err error
	if s.running, err = command.Start(context.WithoutCancel(ctx)); err != nil {
		return nil, err
	}
	s.answers = bufio.NewScanner(s.running.Stdout)
	s.answers.Buffer(nil, maxAnswer)
	return s, nil
}

// ask asks one question. After an error other than a [*RefusedError], the
// session must not be used again.
func (s *session) ask(ctx context.Context, limit time.Duration, path string, text []byte) (string, error) {
	line, err := json.Marshal(question{path, text})
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("no answer within %s", limit))
	defer cancel()
	stop := context.AfterFunc(ctx, s.running.Kill)
	a, err := s.exchange(append(line, '\n'))
	if !stop() {
		return "", context.Cause(ctx)
	}
	if err != nil {
		return "", err
	}
	return a.digest(text)
}

var errNoAnswer = errors.New("ended without an answer")

// exchange writes a question and reads its answer.
func (s *session) exchange(line []byte) (*answer, error) {
	// A question that the program does not read has no answer either.
	_, _ = s.running.Stdin.Write(line)
	if !s.answers.Scan() {
		return nil, cmp.Or(s.answers.Err(), errNoAnswer)
	}
	var a answer
	if err := strictjson.Decode(s.answers.Bytes(), &a); err != nil {
		return nil, fmt.Errorf("answer: %w", err)
	}
	return &a, nil
}

// failed ends the session after an error of ask, and returns the error with what
// the program said.
func (s *session) failed(err error) error {
	s.running.Close(grace)
	code, ended := s.running.Wait()
	if text := s.stderr.String(); text != "" {
		err = fmt.Errorf("%w: %s", err, text)
	}
	switch {
	case errors.Is(err, errNoAnswer) && ended != nil:
		return fmt.Errorf("%w: %w", err, ended)
	case code > 0:
		return fmt.Errorf("%w: exit code %d", err, code)
	}
	return err
}
