package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/config/person"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/prove"
	"github.com/rules-autofix/rules_autofix/internal/prove/attest"
	"github.com/rules-autofix/rules_autofix/internal/prove/engine"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/settings"
	"github.com/rules-autofix/rules_autofix/internal/prove/worktree"
	"github.com/rules-autofix/rules_autofix/internal/secrets/redact"
	"github.com/rules-autofix/rules_autofix/internal/version"
)

// A proving is a run of the verb.
type proving struct {
	*proveCmd
	env        *cli.Environment
	repository *worktree.Repository
	base       *worktree.Base
	settings   *settings.Settings
	redactor   *redact.Redactor
	options    prove.Options
	state      string             // of the proofs of the repository
	theirs     *evidence.Evidence // of --verify-evidence
	tick       func()             // ends the line of progress
	signKey    []byte             // PEM, or nil
}

// open finds everything that a proof needs.
func (c *proveCmd) open(ctx context.Context, flags *cli.Globals, env *cli.Environment) (_ *proving, err error) {
	s := &proving{proveCmd: c, env: env}
	defer func() {
		if err != nil {
			s.discard()
			s.close()
		}
	}()
	if err := s.openRepository(ctx, flags); err != nil {
		return nil, err
	}
	if err := s.authorize(ctx); err != nil {
		return nil, err
	}
	if err := s.checkPublishing(ctx); err != nil {
		return nil, err
	}
	if err := s.configure(flags); err != nil {
		return nil, err
	}
	s.redactor = redact.New(valuesOf(append(slices.Clip(s.settings.Redact), s.settings.OpenAI.KeyEnv)))
	if err := s.openFolder(); err != nil {
		return nil, err
	}
	o := &s.options
	o.Tool, o.Repository, o.Base, o.Command, o.Settings, o.KeepHunks, o.DryRun, o.Resume = version.Version, s.repository, s.base, c.Command, s.settings, c.KeepHunks, c.DryRun, c.Resume
	o.Redactor, o.Watch, o.State = s.redactor, s.watch, s.state
	if c.Verify != "" {
		if err := s.openEvidence(); err != nil {
			return nil, err
		}
	} else if o.Setup, err = setupOf(c.Setup); err != nil {
		return nil, err
	}
	if s.SignKey != "" {
		if s.signKey, err = s.readKey("--sign-key", s.SignKey); err != nil {
			return nil, err
		}
		if err := attest.CheckKey(s.signKey); err != nil {
			return nil, &cli.UsageError{Err: fmt.Errorf("prove: --sign-key: %w", err)}
		}
	}
	if err := s.openPatch(ctx); err != nil {
		return nil, err
	}
	if o.Issue, err = s.issueText(ctx); err != nil {
		return nil, err
	}
	if o.Patch == nil {
		if o.Engine, err = s.openEngine(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// valuesOf returns the values of variables that are set.
func valuesOf(names []string) []string {
	var values []string
	for _, name := range names {
		if value := os.Getenv(name); value != "" {
			values = append(values, value)
		}
	}
	return values
}

// discard removes the folder of a proof in which nothing has run.
func (s *proving) discard() {
	if s.Artifacts == "" && !s.Resume && s.options.Folder != "" {
		_ = os.RemoveAll(s.options.Folder)
	}
}

func (s *proving) close() {
	s.stopTick()
	if s.options.Engine != nil {
		s.options.Engine.Close()
	}
	if s.repository != nil {
		if err := s.repository.Close(); err != nil {
			fmt.Fprintf(s.env.Stderr, "autofix: prove: %s\n", inert.Line(err.Error()))
		}
	}
}

// openRepository finds the repository and the base.
func (s *proving) openRepository(ctx context.Context, flags *cli.Globals) error {
	dir := s.env.Dir
	if s.Repo != "" {
		dir = s.env.Absolute(s.Repo)
	} else if flags.Root != "" {
		dir = s.env.Absolute(flags.Root)
	}
	state, err := prove.StateFolder()
	if err != nil {
		return err
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return &cli.UsageError{Err: fmt.Errorf("prove: %w", err)}
	}
	s.state = prove.RepositoryFolder(state, checkoutOf(real))
	if s.repository, err = worktree.Find(ctx, dir, s.state); err != nil {
		return proofError(err)
	}
	s.base, err = s.repository.Base(ctx, s.IncludeChanges)
	return proofError(err)
}

// checkoutOf returns the nearest folder at or above dir that has .git, so that
// all folders of a checkout share one state; without one, dir.
func checkoutOf(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		if at == filepath.Dir(at) {
			return dir
		}
	}
}

// openFolder finds or makes the folder of the proof.
func (s *proving) openFolder() error {
	if s.Resume && s.Artifacts == "" {
		folder, err := prove.Unfinished(s.state)
		if err != nil {
			return &cli.UsageError{Err: err}
		}
		s.options.Folder = folder
		return nil
	}
	folder := filepath.Join(s.state, prove.NewID())
	if s.Artifacts != "" {
		folder = s.env.Absolute(s.Artifacts)
	}
	if person.Within(s.repository.Root, folder) {
		return cli.Mistake("--artifacts: %s is in the repository that is proved; name a folder outside of it", s.Artifacts)
	}
	if prove.Finished(folder) {
		return cli.Mistake("--artifacts: %s has the evidence of another proof; name another folder", s.Artifacts)
	}
	switch started := prove.Started(folder); {
	case s.Resume && !started:
		return cli.Mistake("--resume: %s has no proof that was interrupted", s.Artifacts)
	case !s.Resume && started:
		return cli.Mistake("--artifacts: %s has a proof that was interrupted; go on with --resume, or name another folder", s.Artifacts)
	}
	s.options.Folder = folder
	return os.MkdirAll(folder, 0o700)
}

// openEngine makes what proposes patches.
func (s *proving) openEngine() (engine.Engine, error) {
	model, err := s.model()
	if err != nil {
		return nil, err
	}
	if s.Record != "" {
		if model, err = engine.Record(model, s.env.Absolute(s.Record), s.redactor); err != nil {
			return nil, proofError(err)
		}
	}
	if model, err = engine.Resume(model, filepath.Join(s.options.Folder, "answers"), s.redactor); err != nil {
		return nil, proofError(err)
	}
	return engine.New(model, engine.Options{Redactor: s.redactor, Budget: s.budget()}), nil
}

func setupOf(line string) ([]string, error) {
	if strings.TrimSpace(line) == "" {
		return nil, nil
	}
	words, err := prove.ParseCommand(line)
	if err != nil {
		return nil, cli.Mistake("--setup: %w", err)
	}
	return words, nil
}

// proofError is the error of the verb for one of a proof: what the person can
// change ends with 2, what failed with 3.
func proofError(err error) error {
	if err == nil {
		return nil
	}
	var difference *prove.DifferenceError
	var where *worktree.Error
	var refused *prove.RefusedError
	switch {
	case errors.As(err, &difference), errors.As(err, &refused):
		return &cli.UsageError{Err: fmt.Errorf("prove: %w", err)}
	case errors.As(err, &where):
		switch where.Code {
		case worktree.NotRepository, worktree.AtRoot, worktree.Bare, worktree.NoCommit, worktree.Unmerged, worktree.StateInside:
			return &cli.UsageError{Err: fmt.Errorf("prove: %w", err)}
		}
	}
	return fmt.Errorf("prove: %w", err)
}
