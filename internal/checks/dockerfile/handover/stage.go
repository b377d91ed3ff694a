package handover

import (
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

// A Stage is the configuration of the image that a stage builds, including what
// it inherits from earlier stages of the file, but not from its base image.
// Values are as written, with their variables. Variables and labels only have
// their names, so that no secret is disclosed unnecessarily. Lists are in the
// order of the file, without duplicates.
type Stage struct {
	Index       int      `json:"index"`                 // from 0
	Name        string   `json:"name,omitempty"`        // as written; may be empty
	Line        int      `json:"line"`                  // of its FROM, 1-based
	Base        string   `json:"base"`                  // the image or the earlier stage, as written in FROM
	BaseImage   string   `json:"base_image,omitempty"`  // the image at the root, if Base is an earlier stage
	Platform    string   `json:"platform,omitempty"`    // of FROM
	Shell       []string `json:"shell,omitempty"`       // of the last SHELL
	Ports       []string `json:"ports,omitempty"`       // of EXPOSE
	Entrypoint  *Command `json:"entrypoint,omitempty"`  // the one in effect
	Cmd         *Command `json:"cmd,omitempty"`         // the one in effect
	Healthcheck *Command `json:"healthcheck,omitempty"` // the one in effect; NONE has no words
	StopSignal  string   `json:"stop_signal,omitempty"` // of the last STOPSIGNAL
	User        string   `json:"user,omitempty"`        // of the last USER
	Workdir     string   `json:"workdir,omitempty"`     // of the last WORKDIR, joined to earlier ones if relative
	Volumes     []string `json:"volumes,omitempty"`     // of VOLUME
	Env         []string `json:"env,omitempty"`         // the names that ENV sets
	Labels      []string `json:"labels,omitempty"`      // the keys that LABEL sets
	OnBuild     []string `json:"on_build,omitempty"`    // the instructions in ONBUILD
}

// A Command is a command that an image runs.
type Command struct {
	Form  string   `json:"form"`  // exec or shell
	Words []string `json:"words"` // in shell form, the script as a single word
	Line  int      `json:"line"`  // 1-based
}

// summary returns the configuration of a stage's image.
func summary(f *lint.File, s *lint.Stage) Stage {
	out := Stage{Index: s.Index, Name: s.Name.Value, Line: s.From.Line, Base: s.Base.Value}
	if s.Platform != nil {
		out.Platform = s.Platform.Arg
	}
	var chain []*lint.Stage
	for stage := s; stage != nil; stage = stage.Parent {
		chain = append(chain, stage)
	}
	if root := chain[len(chain)-1]; root != s {
		out.BaseImage = root.Base.Value
	}
	b := builder{stage: &out}
	for _, stage := range slices.Backward(chain) {
		// ENTRYPOINT resets the CMD of the base, not the CMD of the same stage.
		b.ownCmd = false
		for _, ins := range stage.Instructions {
			b.add(ins, f.Escape)
		}
	}
	out.Workdir = joined(b.workdirs)
	return out
}

type builder struct {
	stage    *Stage
	ownCmd   bool
	workdirs []string // from the last absolute one on
	seen     map[string]bool
}

func (b *builder) add(ins *syntax.Instruction, escape byte) {
	s := b.stage
	switch ins.Name {
	case "expose":
		b.list("expose", &s.Ports, words(ins.Words)...)
	case "volume":
		b.list("volume", &s.Volumes, words(ins.Words)...)
	case "env", "label":
		names := &s.Env
		if ins.Name == "label" {
			names = &s.Labels
		}
		for _, p := range ins.Pairs {
			b.list(ins.Name, names, lint.Unquote(p.Key.Value))
		}
	case "onbuild":
		if ins.OnBuild != nil {
			b.list("onbuild", &s.OnBuild, bounded(strings.TrimSpace(ins.Args.Value)))
		}
	case "shell":
		s.Shell = words(ins.Words)
	case "cmd":
		s.Cmd, b.ownCmd = command(ins), true
	case "entrypoint":
		s.Entrypoint = command(ins)
		if !b.ownCmd {
			s.Cmd = nil
		}
	case "healthcheck":
		s.Healthcheck = command(ins)
	case "stopsignal":
		s.StopSignal = ins.Args.Value
	case "user":
		s.User = ins.Args.Value
	case "workdir":
		b.workdir(lint.Unquote(ins.Args.Value), escape)
	}
}

// list adds values to a list unless it has them.
func (b *builder) list(kind string, list *[]string, values ...string) {
	if b.seen == nil {
		b.seen = make(map[string]bool)
	}
	for _, v := range values {
		if key := kind + " " + v; !b.seen[key] {
			b.seen[key] = true
			*list = append(*list, v)
		}
	}
}

func words(list []syntax.Word) []string {
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = w.Value
	}
	return out
}

func command(ins *syntax.Instruction) *Command {
	c := &Command{Form: "shell", Words: words(ins.Words), Line: ins.Line}
	if ins.JSON {
		c.Form = "exec"
	}
	return c
}

// workdir adds the folder of a WORKDIR. Windows paths, and paths that begin
// with a variable, stay as written.
func (b *builder) workdir(to string, escape byte) {
	if escape == '`' || strings.HasPrefix(to, "/") || strings.HasPrefix(to, "$") {
		b.workdirs = nil
	}
	b.workdirs = append(b.workdirs, to)
}

// joined returns the folder that a sequence of WORKDIRs leads to.
func joined(workdirs []string) string {
	if len(workdirs) == 1 {
		return workdirs[0]
	}
	return path.Join(workdirs...)
}
