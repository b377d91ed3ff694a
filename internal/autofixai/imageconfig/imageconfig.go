// Package imageconfig has the configuration of the image that a Dockerfile
// builds: the command, its user and folder, and its variables. An agent that
// rewrites the instructions of a file must not change it.
package imageconfig

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/linter"
	"github.com/moby/buildkit/frontend/dockerfile/parser"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// A Config is the configuration of the image of the last stage, as far as the
// text decides: it includes the parts that a stage inherits from an earlier
// stage of the file, but not the configuration of its base image. Values are as
// written, with their variables.
type Config struct {
	Stages int     // of the file
	Unused []Stage // that the image does not need, in order

	values map[key]string
	args   map[string]string // declared by ARG in the stages, with their defaults
}

// A key is an instruction, and the name that it sets if it sets several.
type key struct{ instruction, name string }

// Instructions are the instructions that must not change, in upper case.
var Instructions = []string{
	"CMD", "ENTRYPOINT", "ENV", "EXPOSE", "HEALTHCHECK", "LABEL", "ONBUILD", "SHELL", "STOPSIGNAL", "USER", "VOLUME", "WORKDIR",
}

// ErrNoStage is the error for a text that builds nothing.
var ErrNoStage = errors.New("has no FROM")

// Read returns the configuration of a Dockerfile. An error means that BuildKit
// does not read the text, or that it has no stage.
func Read(text []byte) (c *Config, err error) {
	defer func() {
		if p := recover(); p != nil {
			c, err = nil, fmt.Errorf("panic in BuildKit: %v", p)
		}
	}()
	parsed, err := parser.Parse(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	stages, _, err := instructions.Parse(parsed.AST, linter.New(&linter.Config{}))
	if err != nil {
		return nil, err
	}
	if len(stages) == 0 {
		return nil, ErrNoStage
	}
	c = &Config{Stages: len(stages), Unused: unused(stages), values: map[key]string{}, args: map[string]string{}}
	for _, stage := range chain(stages) {
		c.inherit()
		for _, command := range stage.Commands {
			c.add(command)
		}
	}
	return c, nil
}

// chain returns the last stage and the stages of the file that it is based on,
// from the first.
func chain(stages []instructions.Stage) []*instructions.Stage {
	at := len(stages) - 1
	all := []*instructions.Stage{&stages[at]}
	for {
		base := stages[at].BaseName
		at = find(stages, at, base)
		if at < 0 {
			slices.Reverse(all)
			return all
		}
		all = append(all, &stages[at])
	}
}

// inherit starts a stage on the one before it: its ENTRYPOINT clears an
// inherited CMD.
func (c *Config) inherit() {
	delete(c.values, key{"", "cmd"})
}

func (c *Config) set(instruction, name, value string) { c.values[key{instruction, name}] = value }

var variableForm = lazyregexp.New(`\$\{?([A-Za-z_][A-Za-z0-9_]*)`)

// expanded returns a value whose variables BuildKit expands, with the ARGs that
// they are: the same text has another value without its ARG.
func (c *Config) expanded(value string) string {
	var with strings.Builder
	with.WriteString(value)
	for _, match := range variableForm().FindAllStringSubmatch(value, -1) {
		if text, declared := c.args[match[1]]; declared {
			fmt.Fprintf(&with, "\x00%s=%s", match[1], text)
		}
	}
	return with.String()
}

func (c *Config) add(command instructions.Command) {
	switch i := command.(type) {
	case *instructions.ArgCommand:
		for _, arg := range i.Args {
			text := "none"
			if arg.Value != nil {
				text = strconv.Quote(*arg.Value)
			}
			c.args[arg.Key] = text
		}
	case *instructions.CmdCommand:
		c.set("CMD", "", line(i.CmdLine, i.PrependShell))
		c.set("", "cmd", "own")
	case *instructions.EntrypointCommand:
		c.set("ENTRYPOINT", "", line(i.CmdLine, i.PrependShell))
		if _, own := c.values[key{"", "cmd"}]; !own {
			delete(c.values, key{"CMD", ""})
		}
	case *instructions.EnvCommand:
		for _, pair := range i.Env {
			c.set("ENV", pair.Key, c.expanded(pair.Value))
		}
	case *instructions.LabelCommand:
		for _, pair := range i.Labels {
			c.set("LABEL", unquoted(pair.Key), c.expanded(pair.Value))
		}
	case *instructions.ExposeCommand:
		for _, port := range i.Ports {
			c.set("EXPOSE", strings.TrimSuffix(strings.ToLower(port), "/tcp"), strings.TrimPrefix(c.expanded(port), port))
		}
	case *instructions.VolumeCommand:
		for _, volume := range i.Volumes {
			c.set("VOLUME", volume, c.expanded(volume))
		}
	case *instructions.HealthCheckCommand:
		c.set("HEALTHCHECK", "", fmt.Sprintf("%q interval=%s timeout=%s start=%s every=%s retries=%d",
			i.Health.Test, i.Health.Interval, i.Health.Timeout, i.Health.StartPeriod, i.Health.StartInterval, i.Health.Retries))
	case *instructions.ShellCommand:
		c.set("SHELL", "", fmt.Sprintf("%q", i.Shell))
	case *instructions.StopSignalCommand:
		c.set("STOPSIGNAL", "", c.expanded(i.Signal))
	case *instructions.UserCommand:
		c.set("USER", "", c.expanded(i.User))
	case *instructions.WorkdirCommand:
		c.set("WORKDIR", "", c.expanded(joined(c.values[key{"WORKDIR", ""}], i.Path)))
	case *instructions.OnbuildCommand:
		n := 0
		for c.has("ONBUILD", strconv.Itoa(n)) {
			n++
		}
		c.set("ONBUILD", strconv.Itoa(n), i.Expression)
	}
}

func (c *Config) has(instruction, name string) bool {
	_, ok := c.values[key{instruction, name}]
	return ok
}

// line returns a command with its form: in the shell form, it is one word.
func line(words []string, shell bool) string {
	form := "exec"
	if shell {
		form = "shell"
	}
	return fmt.Sprintf("%s %q", form, words)
}

// joined returns a working folder, which may be relative to the one before.
func joined(before, dir string) string {
	if path.IsAbs(dir) || strings.HasPrefix(dir, "$") || len(dir) > 1 && dir[1] == ':' {
		return strings.TrimSuffix(dir, "/")
	}
	return path.Join(cmp.Or(before, "/"), dir)
}

// unquoted returns the key of a label without quotes, as BuildKit expands it.
func unquoted(name string) string {
	if s, err := strconv.Unquote(name); err == nil {
		return s
	}
	return strings.Trim(name, `'`)
}

// A Change is a difference between two configurations.
type Change struct {
	Instruction string // in upper case
	Name        string // of a variable, label, port or volume; empty for the others
	Before      string // empty: there was none
	After       string // empty: there is none
	Gone, New   bool
}

// String describes the change without values, which may be secrets.
func (c Change) String() string {
	what := strings.TrimSpace(c.Instruction + " " + c.Name)
	switch {
	case c.Gone:
		return "the final image no longer has " + what
	case c.New:
		return "the final image has a new " + what
	}
	return "the final image has another " + what
}

// Changes returns the differences, by instruction and name, except for the
// instructions that may change.
func Changes(before, after *Config, allowed ...string) []Change {
	var all []Change
	for k, was := range before.values {
		is, there := after.values[k]
		if there && is == was || k.instruction == "" || slices.Contains(allowed, k.instruction) {
			continue
		}
		all = append(all, Change{Instruction: k.instruction, Name: k.name, Before: was, After: is, Gone: !there})
	}
	for k, is := range after.values {
		if _, was := before.values[k]; !was && k.instruction != "" && !slices.Contains(allowed, k.instruction) {
			all = append(all, Change{Instruction: k.instruction, Name: k.name, After: is, New: true})
		}
	}
	slices.SortFunc(all, func(a, b Change) int {
		return cmp.Or(strings.Compare(a.Instruction, b.Instruction), strings.Compare(a.Name, b.Name))
	})
	return all
}
