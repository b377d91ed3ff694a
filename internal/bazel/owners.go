package bazel

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/bazel/client"
)

// Owners returns the sorted labels of the rules that name a file in their own
// package. The file is relative to Dir. It runs `bazel query`, which loads that
// package alone. The error is a *BuildError if Bazel cannot answer.
func (b *Build) Owners(ctx context.Context, file string) ([]string, error) {
	var labels bytes.Buffer
	args := b.verb("query", "--output=label", "--order_output=full")
	code, err := b.run(ctx, append(args, "--", fmt.Sprintf("same_pkg_direct_rdeps(%q)", file)), &labels, b.Stderr)
	switch {
	case err != nil:
		return nil, fmt.Errorf("bazel query: %w", err)
	case code != 0:
		return nil, &BuildError{Command: "query", ExitCode: code}
	}
	var owners []string
	for line := range strings.Lines(labels.String()) {
		owners = append(owners, client.DisplayLabel(strings.TrimSpace(line)))
	}
	return owners, nil
}
