package certifier

import (
	"context"
	"errors"
	"sync"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// A Certifier certifies the fixes of Dockerfiles by BuildKit's output
// for them. It is a pipeline.Certifier. The program autofix-certify, which has
// BuildKit, starts when the first Dockerfile has a fix.
type Certifier struct {
	// Warn is called once with each reason why there are no certificates.
	Warn func(err error)

	mu      sync.Mutex
	looked  bool
	program *Program // nil: there is none
	told    map[string]bool
}

// Compare implements pipeline.Certifier.
func (c *Certifier) Compare(path string, before []byte) func(ctx context.Context, after []byte) *fixedits.Certificate {
	if !syntax.Named(path) {
		return nil
	}
	program := c.find()
	if program == nil {
		return nil
	}
	was, asked := "", false
	return func(ctx context.Context, after []byte) *fixedits.Certificate {
		if !asked {
			asked = true
			was = c.digest(ctx, program, path, before)
		}
		if was == "" {
			return nil
		}
		is := c.digest(ctx, program, path, after)
		if is == "" {
			return nil
		}
		return &fixedits.Certificate{Kind: fixedits.CertificateLLB, Before: was, After: is}
	}
}

// End implements pipeline.Certifier.
func (c *Certifier) End() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.program != nil {
		c.program.Close()
	}
}

// find returns the program, or nil after it reported why there is none.
func (c *Certifier) find() *Program {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.looked {
		c.looked = true
		var err error
		if c.program, err = Find(); err != nil {
			c.tell(err)
		}
	}
	return c.program
}

// digest returns the digest of BuildKit's output for a Dockerfile. It returns
// "" if BuildKit refuses the file, the file is too large, or the program
// failed; it reports a failure.
func (c *Certifier) digest(ctx context.Context, program *Program, path string, dockerfile []byte) string {
	digest, err := program.Digest(ctx, path, dockerfile)
	if err == nil {
		return digest
	}
	if _, refused := errors.AsType[*RefusedError](err); !refused && ctx.Err() == nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.tell(err)
	}
	return ""
}

// tell passes an error on once.
func (c *Certifier) tell(err error) {
	text := err.Error()
	if c.told[text] {
		return
	}
	if c.told == nil {
		c.told = make(map[string]bool)
	}
	c.told[text] = true
	c.Warn(err)
}
