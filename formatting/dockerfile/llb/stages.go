package llb

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/linter"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
)

// A file is a parsed Dockerfile.
type file struct {
	text     []byte
	frontend string // of the directive syntax; may be empty
	lines    []int  // offsets of the lines, and of the end
	stages   []instructions.Stage
	args     []instructions.ArgCommand // before the first FROM
	triggers []instructions.Command    // of ONBUILD
}

// read parses a Dockerfile as BuildKit does. It returns an error if the rest of
// the conversion could need too much time or memory.
func read(text []byte) (*file, error) {
	if len(text) > maxText {
		return nil, fmt.Errorf("%w: %d bytes, the limit is %d", ErrTooLarge, len(text), maxText)
	}
	parsed, err := parser.Parse(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	stages, args, err := instructions.Parse(parsed.AST, linter.New(&linter.Config{}))
	if err != nil {
		return nil, err
	}
	if len(stages) == 0 {
		return nil, fmt.Errorf("no FROM")
	}
	f := &file{text: text, lines: lines(text), stages: stages, args: args}
	_, f.frontend, _, _ = parser.DetectSyntax(text)
	if err := f.timed(); err != nil {
		return nil, err
	}
	for _, stage := range stages {
		for _, command := range stage.Commands {
			if onbuild, ok := command.(*instructions.OnbuildCommand); ok {
				f.triggers = append(f.triggers, trigger(onbuild))
			}
		}
	}
	return f, f.bounded()
}

// timed returns an error if the text takes SOURCE_DATE_EPOCH from elsewhere than
// from itself: BuildKit would ask a builder for it.
func (f *file) timed() error {
	for _, arg := range f.args {
		for _, pair := range arg.Args {
			if _, err := strconv.ParseInt(pair.ValueString(), 10, 64); pair.Key == "SOURCE_DATE_EPOCH" && pair.ValueString() != "" && err != nil {
				return parser.WithLocation(fmt.Errorf("SOURCE_DATE_EPOCH=%s is not a number of seconds", pair.ValueString()), arg.Location())
			}
		}
	}
	return nil
}

// trigger returns the instruction of an ONBUILD, or the ONBUILD itself if
// BuildKit would refuse the instruction.
func trigger(onbuild *instructions.OnbuildCommand) instructions.Command {
	parsed, err := parser.Parse(strings.NewReader(onbuild.Expression))
	if err != nil || len(parsed.AST.Children) != 1 {
		return onbuild
	}
	command, err := instructions.ParseCommand(parsed.AST.Children[0])
	if err != nil {
		return onbuild
	}
	return command
}

// target returns the text and the target that build a stage. A stage that no
// target names, because it has no name or a later stage has the same, is the
// last one of a file that ends with it. An empty target is the last stage.
func (f *file) target(i int) (text []byte, target string) {
	if i == len(f.stages)-1 {
		return f.text, ""
	}
	name := f.stages[i].Name
	named := name != ""
	for _, later := range f.stages[i+1:] {
		named = named && !strings.EqualFold(later.Name, name)
	}
	if named {
		return f.text, name
	}
	return f.text[:f.lines[f.stages[i+1].Location[0].Start.Line-1]], ""
}

// lines returns the offsets of the lines of a text, and of its end.
func lines(text []byte) []int {
	offsets := []int{0}
	for line := range bytes.Lines(text) {
		offsets = append(offsets, offsets[len(offsets)-1]+len(line))
	}
	return offsets
}
