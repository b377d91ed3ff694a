package client

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/bazel/buildevents"
)

// Build builds the targets of patterns, and continues after a failure.
func (c *Client) Build(ctx context.Context, patterns []string, options ...string) (*Result, error) {
	return c.build(ctx, "build", patterns, options)
}

// Test builds the targets of patterns and runs the tests among them. It
// continues after a failure.
func (c *Client) Test(ctx context.Context, patterns []string, options ...string) (*Result, error) {
	return c.build(ctx, "test", patterns, options)
}

func (c *Client) build(ctx context.Context, command string, patterns, options []string) (*Result, error) {
	dir, err := os.MkdirTemp(c.Temp, "autofix-bazel-")
	if err != nil {
		return nil, fmt.Errorf("bazel %s: %w", command, err)
	}
	defer os.RemoveAll(dir)
	// These flags come last, so that neither options nor a --config change
	// them.
	told := filepath.Join(dir, "events.json")
	args := slices.Concat([]string{"--keep_going"}, options, []string{
		"--build_event_json_file_path_conversion=no",
		"--build_event_json_file=" + told,
	})
	if slices.ContainsFunc(patterns, needsCommandLine) {
		args = slices.Concat(args, []string{"--"}, patterns)
	} else {
		asked := filepath.Join(dir, "patterns")
		if err := os.WriteFile(asked, []byte(strings.Join(patterns, "\n")+"\n"), 0o600); err != nil {
			return nil, fmt.Errorf("bazel %s: %w", command, err)
		}
		args = append(args, "--target_pattern_file="+asked)
	}
	code, messages, err := c.exec(ctx, nil, command, args)
	if err != nil {
		return nil, err
	}
	switch code {
	case 0, ExitBuildFailed, ExitTestsFailed, ExitNoTests:
	default:
		return nil, &Error{command, code, messages}
	}
	events, err := os.Open(told)
	if err != nil {
		if code == 0 {
			return nil, fmt.Errorf("bazel %s: build events: %w; Bazel wrote none", command, err)
		}
		return nil, &Error{command, code, messages} // before its first event, such as for a broken .bazelrc
	}
	defer events.Close()
	result, err := ReadResult(command, events, nil)
	if err != nil {
		return nil, fmt.Errorf("bazel %s: build events: %w", command, err)
	}
	result.ExitCode, result.Messages = code, messages
	return result, nil
}

// ReadResult reads the result of a command from its build events. The result
// has neither an exit code nor messages. mayRead reports whether a file that an
// event names, such as a test.xml, may be read; nil: all may. If the events are
// malformed or cut off, the result of the events before is returned with the
// error.
func ReadResult(command string, events io.Reader, mayRead func(path string) bool) (*Result, error) {
	r := newReader(command)
	r.mayRead = mayRead
	err := buildevents.Read(events, isUnread, r.add)
	return r.result(), err
}

// needsCommandLine reports whether a text reaches Bazel unchanged only on the
// command line. In files of target patterns, a # starts a comment. Bazel 7
// reads such files and query files as UTF-8, but BUILD files as Latin-1.
func needsCommandLine(text string) bool {
	return strings.Contains(text, "#") || !isASCII(text)
}

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r >= 0x80 })
}
