package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/prove/attest"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// openPatch reads the patch that is given, if one is.
func (s *proving) openPatch(ctx context.Context) (err error) {
	switch {
	case s.Patch != "":
		text, err := s.readInput(s.Patch)
		if err != nil {
			return err
		}
		return s.setPatch(s.Patch, text)
	case len(s.Artifact) > 0:
		return s.openArtifact(ctx)
	}
	return nil
}

func (s *proving) setPatch(name string, text []byte) (err error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return cli.Mistake("%s: empty, and not a patch", name)
	}
	s.options.Patch, err = change.Parse(string(text), func(name string) ([]byte, fs.FileMode, error) { return s.repository.Read(s.base, name) })
	if err == nil && s.options.Patch.Empty() {
		err = errors.New("changes nothing")
	}
	if err != nil {
		return &cli.UsageError{Err: fmt.Errorf("prove: %s: %w", name, err)}
	}
	return nil
}

// openArtifact merges artifacts over the base, with fixes of all safeties: the
// proof is what makes them trusted.
func (s *proving) openArtifact(ctx context.Context) error {
	artifacts, err := s.env.ReadArtifacts(ctx, s.Artifact)
	if err != nil {
		return &cli.UsageError{Err: fmt.Errorf("prove: --artifact: %w", err)}
	}
	opts := pipeline.Options{Tools: s.env.Tools(), Safety: fixedits.SafetyUnsafe}
	_, result, err := pipeline.Merge(baseSource{s}, artifacts, opts)
	if err != nil {
		return err
	}
	for i := range result.Files {
		if f := &result.Files[i]; !f.Created {
			_, mode, err := s.repository.Read(s.base, f.Path)
			if err != nil {
				return err
			}
			f.Executable = mode&0o111 != 0
		}
	}
	if s.options.Patch, err = change.New(result.Files); err != nil {
		return &cli.UsageError{Err: fmt.Errorf("prove: --artifact: %w", err)}
	}
	if s.options.Patch.Empty() {
		return cli.Mistake("--artifact: no fix applies to the base; `autofix merge` says why")
	}
	return nil
}

// A baseSource is the base as a source of the pipeline.
type baseSource struct{ s *proving }

func (b baseSource) Canonical(name string) (string, error) {
	if !fs.ValidPath(name) || name == "." || path.Clean(name) != name {
		return "", fmt.Errorf("%s: it is not a path in the repository", name)
	}
	return name, nil
}

func (b baseSource) Read(name string) ([]byte, error) { return b.s.readBase(name) }

func (b baseSource) Head(name string, limit int) ([]byte, error) {
	text, err := b.s.readBase(name)
	return text[:min(limit, len(text))], err
}

// openEvidence reads the evidence of somebody and its patch. Nothing of it is
// believed: it says which command, base and patch to try, and the same rules
// hold for them as for your own evidence.
func (s *proving) openEvidence() error {
	name := s.env.Absolute(s.Verify)
	text, err := s.readTheirs(s.Verify, name, evidence.MaxBytes)
	if err != nil {
		return err
	}
	if s.theirs, err = evidence.Decode(text); err != nil {
		return &cli.UsageError{Err: fmt.Errorf("prove: %s: it is not evidence: %w", s.Verify, err)}
	}
	if len(s.theirs.Candidates) == 0 {
		return cli.Mistake("%s has no patch: there is nothing to make again", s.Verify)
	}
	if s.theirs.Base.Commit != s.base.Commit || s.theirs.Base.Tree != s.base.Tree {
		return cli.Mistake("%s is about the base %s, and this is %s; check it out first", s.Verify, s.theirs.Base.Commit, s.base.Commit)
	}
	diff, err := s.readTheirs(patchName, filepath.Join(filepath.Dir(name), patchName), maxInput)
	if err != nil {
		return err
	}
	if hash := sha256.Sum256(diff); hex.EncodeToString(hash[:]) != s.theirs.Candidates[0].SHA256 {
		return cli.Mistake("%s: its hash is not the one in the evidence; somebody changed one of them", patchName)
	}
	if s.VerifyKey != "" {
		if err := s.checkSignature(filepath.Dir(name), text, diff); err != nil {
			return err
		}
	}
	s.options.Command = s.theirs.Command
	if s.options.Setup, err = s.sameSetup(); err != nil {
		return err
	}
	s.options.KeepHunks = true
	return s.setPatch(patchName, diff)
}

// sameSetup returns the setup. It reaches the network, so the person has to say
// it, and not only the evidence.
func (s *proving) sameSetup() ([]string, error) {
	words, err := setupOf(s.Setup)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(words, s.theirs.Setup) {
		if len(s.theirs.Setup) == 0 {
			return nil, cli.Mistake("--setup: the evidence was made without one")
		}
		return nil, cli.Mistake("%s was made with --setup=%q, which reaches the network; give it too if you want it to run", s.Verify, strings.Join(s.theirs.Setup, " "))
	}
	return words, nil
}

// readTheirs reads a file of somebody's proof. A file that is not regular
// might block or never end.
func (s *proving) readTheirs(name, path string, most int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, &cli.UsageError{Err: fmt.Errorf("prove: %w", err)}
	}
	if !info.Mode().IsRegular() {
		return nil, cli.Mistake("%s: not a regular file", name)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, &cli.UsageError{Err: fmt.Errorf("prove: %w", err)}
	}
	defer file.Close()
	return limited(name, file, most)
}

// checkSignature checks that the owner of a key made the evidence.
func (s *proving) checkSignature(folder string, encoded, diff []byte) error {
	key, err := s.readKey("--verify-key", s.VerifyKey)
	if err != nil {
		return err
	}
	bundle, err := s.readTheirs(attest.SignedName, filepath.Join(folder, attest.SignedName), attest.MaxBytes)
	if err != nil {
		return err
	}
	if err := attest.Verify(bundle, key, encoded, diff); err != nil {
		return &cli.UsageError{Err: fmt.Errorf("prove: %s: %w", attest.SignedName, err)}
	}
	fmt.Fprintln(s.env.Stderr, "autofix: the signature is of the owner of the key")
	return nil
}

// readKey reads a key in PEM.
func (s *proving) readKey(flag, name string) ([]byte, error) {
	key, err := s.readInput(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", flag, err)
	}
	return key, nil
}
