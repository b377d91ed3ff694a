package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// A PartialError means that a query has an answer only for the packages that
// Bazel could load.
type PartialError struct {
	Command  string // e.g. query
	Messages string // the last lines that Bazel printed
}

func (e *PartialError) Error() string {
	return fmt.Sprintf("bazel %s: a part did not load: %s", e.Command, e.Messages)
}

// Quote quotes a word of a query that is Quotable.
func Quote(word string) string {
	if strings.Contains(word, `"`) {
		return "'" + word + "'"
	}
	return `"` + word + `"`
}

// Quotable reports whether a query can have a word. It has no escapes, and Bazel
// has no labels with control characters or backslashes.
func Quotable(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return unicode.IsControl(r) || r == '\\' }) &&
		!(strings.Contains(word, `"`) && strings.Contains(word, "'"))
}

// QueryText runs a command of the query family with an expression of any
// length, and returns its standard output. With a *PartialError, that is the
// answer for the packages that Bazel could load.
func (c *Client) QueryText(ctx context.Context, command, expression string, options ...string) ([]byte, error) {
	if !isASCII(expression) {
		return c.query(ctx, command, []string{"--", expression}, options)
	}
	var text []byte
	err := c.withFile(expression, func(name string) (err error) {
		text, err = c.query(ctx, command, []string{"--query_file=" + name}, options)
		return err
	})
	return text, err
}

func (c *Client) query(ctx context.Context, command string, expression, options []string) ([]byte, error) {
	args := slices.Concat([]string{"--keep_going", "--noshow_progress", "--ui_event_filters=-info,-debug,-warning"}, options, expression)
	var stdout bytes.Buffer
	code, messages, err := c.exec(ctx, &stdout, command, args)
	switch {
	case err != nil:
		return nil, err
	case code == ExitPartial, code == ExitBuildFailed && stdout.Len() > 0:
		return stdout.Bytes(), &PartialError{command, messages}
	case code != 0:
		return nil, &Error{command, code, messages}
	}
	return stdout.Bytes(), nil
}

// Query returns the labels that an expression names, sorted.
func (c *Client) Query(ctx context.Context, expression string, options ...string) ([]string, error) {
	text, err := c.QueryText(ctx, "query", expression, append([]string{"--output=label", "--order_output=no"}, options...)...)
	var labels []string
	for line := range strings.Lines(string(text)) {
		labels = append(labels, DisplayLabel(strings.TrimSuffix(line, "\n")))
	}
	slices.Sort(labels)
	return slices.Compact(labels), err
}

// An Action is an action of a configured target.
type Action struct {
	Owner    string // label
	Mnemonic string
	// Key is Bazel's digest of the action: its command line and environment,
	// but not the contents of its inputs.
	Key           string
	Configuration string   // mnemonic, e.g. k8-fastbuild
	Outputs       []string // paths below the execution root, sorted
	Inputs        string   // digest of the paths of its inputs
}

// Aquery returns the actions of the targets that an expression names, by owner
// and outputs.
func (c *Client) Aquery(ctx context.Context, expression string, options ...string) ([]Action, error) {
	text, err := c.QueryText(ctx, "aquery", expression, append([]string{"--output=jsonproto", "--include_commandline=false"}, options...)...)
	if _, partial := errors.AsType[*PartialError](err); err != nil && !partial {
		return nil, err
	}
	actions, malformed := readActions(text)
	if malformed != nil {
		return nil, fmt.Errorf("bazel aquery: %w", malformed)
	}
	return actions, err
}

// The fields of ActionGraphContainer that are read here, of
// src/main/protobuf/analysis_v2.proto in Bazel.
type actionGraph struct {
	Artifacts []struct {
		ID             int `json:"id"`
		PathFragmentID int `json:"pathFragmentId"`
	} `json:"artifacts"`
	Actions []struct {
		TargetID        int    `json:"targetId"`
		ActionKey       string `json:"actionKey"`
		Mnemonic        string `json:"mnemonic"`
		ConfigurationID int    `json:"configurationId"`
		OutputIDs       []int  `json:"outputIds"`
		InputDepSetIDs  []int  `json:"inputDepSetIds"`
	} `json:"actions"`
	DepSets []depSet `json:"depSetOfFiles"`
	Targets []struct {
		ID    int    `json:"id"`
		Label string `json:"label"`
	} `json:"targets"`
	Configuration []struct {
		ID       int    `json:"id"`
		Mnemonic string `json:"mnemonic"`
	} `json:"configuration"`
	PathFragments []struct {
		ID       int    `json:"id"`
		Label    string `json:"label"`
		ParentID int    `json:"parentId"`
	} `json:"pathFragments"`
}

func readActions(text []byte) ([]Action, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, nil
	}
	var graph actionGraph
	if err := json.Unmarshal(text, &graph); err != nil {
		return nil, fmt.Errorf("its output is not that of a known Bazel: %w", err)
	}
	labels, configurations, fragments, artifacts := map[int]string{}, map[int]string{}, map[int]int{}, map[int]int{}
	for _, target := range graph.Targets {
		labels[target.ID] = DisplayLabel(target.Label)
	}
	for _, configuration := range graph.Configuration {
		configurations[configuration.ID] = configuration.Mnemonic
	}
	for i, fragment := range graph.PathFragments {
		fragments[fragment.ID] = i
	}
	for _, artifact := range graph.Artifacts {
		artifacts[artifact.ID] = artifact.PathFragmentID
	}
	path := func(artifact int) (string, error) {
		var parts []string
		for id := artifacts[artifact]; id != 0 || len(parts) == 0; {
			at, known := fragments[id]
			if !known || len(parts) == len(fragments) {
				return "", fmt.Errorf("its output is not that of a known Bazel: no path of artifact %d", artifact)
			}
			parts = append(parts, graph.PathFragments[at].Label)
			id = graph.PathFragments[at].ParentID
		}
		slices.Reverse(parts)
		return strings.Join(parts, "/"), nil
	}
	sets := newDepSets(graph.DepSets, path)
	actions := make([]Action, 0, len(graph.Actions))
	for _, a := range graph.Actions {
		inputs, err := sets.digest(a.InputDepSetIDs)
		if err != nil {
			return nil, err
		}
		action := Action{Owner: labels[a.TargetID], Mnemonic: a.Mnemonic, Key: a.ActionKey, Configuration: configurations[a.ConfigurationID], Inputs: inputs}
		for _, id := range a.OutputIDs {
			output, err := path(id)
			if err != nil {
				return nil, err
			}
			action.Outputs = append(action.Outputs, output)
		}
		slices.Sort(action.Outputs)
		actions = append(actions, action)
	}
	slices.SortStableFunc(actions, func(a, b Action) int {
		if order := strings.Compare(a.Owner, b.Owner); order != 0 {
			return order
		}
		return slices.Compare(a.Outputs, b.Outputs)
	})
	return actions, nil
}
