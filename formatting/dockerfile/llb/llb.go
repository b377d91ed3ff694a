// Package llb computes a digest of the output of BuildKit's own frontend for a
// Dockerfile: the low-level build definition (LLB) and the image configuration
// of each stage. Two Dockerfiles with one digest build images with the same
// files and the same configuration, so a fix that keeps the digest keeps the
// meaning.
//
// Nothing is fetched and nothing runs: only the text decides. Base images and
// build arguments are not in the text, so each stage is converted in two
// settings that differ in all of them; see [setting].
//
// The digest covers the operations with everything that BuildKit's cache keys
// depend on, and the image configuration. It does not cover data that has no
// effect on the files and the configuration of an image:
//
//   - The metadata of operations: names for the progress output, which have the
//     names of stages, source positions, and random IDs of progress groups.
//   - The history of the image. It repeats the text of instructions.
//   - Times, except for a SOURCE_DATE_EPOCH that the text sets.
//   - Warnings, even if the directive check makes them errors.
//
// The directive syntax names another program that converts the file. Its value
// is a part of the digest, but that program is not asked.
package llb

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/moby/buildkit/frontend/dockerfile/parser"
)

// An Error reports that there is no digest of a Dockerfile.
type Error struct {
	Path  string // of the Dockerfile
	Line  int    // 1-based; 0 if it is not known
	Err   error
	Stack []byte // of a panic in BuildKit, as from debug.Stack; otherwise nil
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", e.Path, e.Err)
	}
	return fmt.Sprintf("%s:%d: %v", e.Path, e.Line, e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// ErrTooLarge is the cause of the error for a Dockerfile whose conversion could
// need too much time or memory.
var ErrTooLarge = errors.New("too large to convert to LLB")

// Digest returns the SHA-256 of the LLB and image configurations of a
// Dockerfile, as 64 hexadecimal digits. It is stable for one version of this
// program only. The path is for messages.
//
// There is no digest if BuildKit refuses the file, or one of its stages in both
// settings, or if the file is too large; the error is an [*Error]. Its text may
// differ from run to run. If ctx is done, the error is ctx's.
func Digest(ctx context.Context, path string, dockerfile []byte) (string, error) {
	hash := sha256.New()
	err := each(ctx, path, dockerfile, func(b *build) error {
		_, err := hash.Write(b.sum())
		return err
	})
	if err != nil {
		return "", err
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// Describe returns the data that the digest of a Dockerfile covers as text, for
// comparisons: for each build of a stage, the operations, which have numbers,
// and the image configuration. Its errors are [Digest]'s.
func Describe(ctx context.Context, path string, dockerfile []byte) (string, error) {
	var d describer
	if err := each(ctx, path, dockerfile, d.build); err != nil {
		return "", err
	}
	return d.out.String(), nil
}

// each calls visit with the builds of all stages, in order, in all settings.
func each(ctx context.Context, path string, dockerfile []byte, visit func(*build) error) (err error) {
	defer func() {
		e := &Error{Path: path, Err: err}
		if p := recover(); p != nil {
			e.Err, e.Stack = fmt.Errorf("panic in BuildKit: %v", p), debug.Stack()
		}
		switch {
		case e.Err == nil:
		case ctx.Err() != nil:
			err = ctx.Err()
		default:
			e.Line = line(e.Err)
			err = e
		}
	}()
	f, err := read(dockerfile)
	if err != nil {
		return err
	}
	for i := range f.stages {
		accepted := false
		var refused error
		for _, s := range settings {
			b, err := f.build(ctx, i, s)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err == nil {
				accepted = true
			} else if refused == nil {
				refused = err
			}
			if err := visit(b); err != nil {
				return err
			}
		}
		if !accepted {
			return refused
		}
	}
	return nil
}

// line returns the first line that an error of BuildKit is about, or 0.
func line(err error) int {
	first := 0
	if l, ok := errors.AsType[*parser.LocationError](err); ok {
		for _, r := range slices.Concat(l.Locations...) {
			if first == 0 || r.Start.Line < first {
				first = r.Start.Line
			}
		}
	}
	return first
}
