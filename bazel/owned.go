package bazel

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
)

// Owners are what the rules of a workspace name.
type Owners struct {
	// Owned has the paths, relative to the workspace, of what the rules of all
	// packages that load name in any attribute, such as srcs and data, in any
	// branch of a select. Folders and files that are not there may be among
	// them; outputs are not told from sources.
	Owned map[string]bool
	// Broken are the names of packages that do not load, sorted: nobody knows
	// what they own.
	Broken []string
}

// Owners returns what the rules of the workspace own. Rules that //... leaves
// out of a build, such as those tagged manual, own as well.
//
// It asks by `bazel query`, which loads packages of the workspace, and analyzes
// and fetches nothing. The error is a *BuildError if Bazel cannot answer.
func (b *Build) Owners(ctx context.Context) (*Owners, error) {
	args := b.verb("query", "--keep_going", "--output=streamed_jsonproto", "--order_output=no", "--noproto:locations", "--proto:output_rule_attrs=")
	reader, writer := io.Pipe()
	owned := make(chan map[string]bool, 1)
	var malformed error
	go func() {
		var paths map[string]bool
		paths, malformed = readOwned(reader)
		reader.CloseWithError(malformed)
		owned <- paths
	}()
	// What does not load is no news after a build.
	var messages bytes.Buffer
	code, err := b.run(ctx, append(args, "--", "//..."), writer, &messages)
	writer.Close()
	paths := <-owned
	if malformed == nil && err == nil && (code == 0 || code == exitPartial) {
		owners := &Owners{Owned: paths}
		for _, failure := range brokenPackages(messages.String()) {
			owners.Broken = append(owners.Broken, strings.TrimPrefix(failure.Label, "//"))
		}
		return owners, nil
	}
	_, _ = b.Stderr.Write(messages.Bytes())
	switch {
	case malformed != nil:
		return nil, fmt.Errorf("bazel query: %w", malformed)
	case err != nil:
		return nil, fmt.Errorf("bazel query: %w", err)
	}
	return nil, &BuildError{Command: "query", ExitCode: code}
}

// A queriedTarget is a blaze_query.Target as JSON, of which only rules have inputs.
type queriedTarget struct {
	Rule struct {
		Name   string   `json:"name"`
		Inputs []string `json:"ruleInput"`
	} `json:"rule"`
}

// readOwned reads targets, one a line, and returns the paths that rules name as inputs.
func readOwned(targets io.Reader) (map[string]bool, error) {
	owned := map[string]bool{}
	var rules []string
	decoder := json.NewDecoder(bufio.NewReaderSize(targets, 1<<16))
	for n := 1; ; n++ {
		var target queriedTarget
		err := decoder.Decode(&target)
		switch {
		case errors.Is(err, io.EOF):
			for _, rule := range rules {
				delete(owned, rule)
			}
			return owned, nil
		case err != nil:
			return nil, fmt.Errorf("target %d: %w", n, err)
		}
		if name, ok := pathOf(target.Rule.Name); ok {
			rules = append(rules, name) // a rule that others name is no file, should one have its name
		}
		for _, label := range target.Rule.Inputs {
			if input, ok := pathOf(label); ok {
				owned[input] = true
			}
		}
	}
}

// pathOf returns the path of the file that a label would be of, where it is in the main repository.
func pathOf(label string) (string, bool) {
	label = strings.TrimPrefix(strings.TrimPrefix(label, "@"), "@")
	label, ok := strings.CutPrefix(label, "//")
	if !ok {
		return "", false
	}
	folder, name, ok := strings.Cut(label, ":")
	if !ok {
		name = path.Base(folder)
	}
	return path.Join(folder, name), true
}
