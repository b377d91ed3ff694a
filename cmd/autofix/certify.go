package main

import (
	"context"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/llb"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// certifyDockerfile certifies the fixes of a Dockerfile by what BuildKit makes
// of it. It is a pipeline.Certifier.
func certifyDockerfile(path string, before []byte) func(ctx context.Context, after []byte) *fixedits.Certificate {
	if !syntax.Named(path) {
		return nil
	}
	was, asked := "", false
	return func(ctx context.Context, after []byte) *fixedits.Certificate {
		if !asked {
			asked = true
			was, _ = llb.Digest(ctx, path, before) // an error: BuildKit refuses the file, or it is too large
		}
		if was == "" {
			return nil
		}
		is, err := llb.Digest(ctx, path, after)
		if err != nil {
			return nil
		}
		return &fixedits.Certificate{Kind: fixedits.CertificateLLB, Before: was, After: is}
	}
}
