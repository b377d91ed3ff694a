package effective

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/bazel/undeclared"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// Bazel says how the checks of a build differ from the command, as far as the
// sources of the workspace tell.
type Bazel struct {
	Config      string       `json:"config,omitempty"` // the target with the configuration; "": none is declared
	ConfigFrom  string       `json:"config_from,omitempty"`
	Unknown     string       `json:"unknown,omitempty"`    // why it is not known which files the target has
	Fails       string       `json:"fails,omitempty"`      // why the checks of a build fail
	Undeclared  []string     `json:"undeclared,omitempty"` // configuration files that apply here and are not inputs of the checks
	Differences []Difference `json:"differences,omitempty"`
	CommandOnly []string     `json:"command_only,omitempty"` // checkers of [checkers]; a build needs an autofix_checker for each
	BazelOnly   []string     `json:"bazel_only,omitempty"`   // checkers of autofix_aspects: the command runs none of them
	Targets     []string     `json:"targets,omitempty"`
	NoTarget    bool         `json:"no_target,omitempty"` // bazel query was asked, and no rule names the file
}

// A Difference is something that has another value in a build.
type Difference struct {
	What    string `json:"what"`
	Command string `json:"command"`
	Bazel   string `json:"bazel"`
}

// Declared is the configuration of the checks of a build.
type Declared struct {
	Target  *undeclared.Target
	Unknown error // why its files are not known
	Fails   error // why the checks cannot use them

	ws   *workspace.Workspace
	from pipeline.ConfigFiles
	opts pipeline.Options
	sets []undeclared.AspectSet
}

// ReadDeclared reads the configuration of the checks of a build from the
// sources. opts has the options of the command.
func ReadDeclared(ws *workspace.Workspace, files []string, opts pipeline.Options) (*Declared, error) {
	d := &Declared{ws: ws, opts: opts}
	kinds := opts.Tools.Checkers.FileKinds()
	if d.Target, d.Unknown = undeclared.ReadTarget(ws, kinds); d.Unknown == nil {
		d.from = d.Target.ConfigFiles(kinds)
		d.opts.Config, d.Fails = pipeline.LoadConfig(ws, d.from, files, opts.Tools)
	}
	var err error
	d.sets, err = undeclared.AspectSets(ws)
	return d, err
}

// Compare adds to a file what differs in a build. all is the one of Of.
func (d *Declared) Compare(ctx context.Context, f *File, all bool) error {
	f.Bazel = &Bazel{Config: d.Target.Label, ConfigFrom: d.Target.From}
	for _, set := range d.sets {
		for _, label := range set.Checkers {
			f.Bazel.BazelOnly = append(f.Bazel.BazelOnly, fmt.Sprintf("%s (%s)", label, set.File))
		}
	}
	for _, checker := range f.Checkers {
		if checker.From != nil {
			f.Bazel.CommandOnly = append(f.Bazel.CommandOnly, checker.Name)
		}
	}
	if d.Unknown != nil {
		f.Bazel.Unknown = d.Unknown.Error()
		return nil
	}
	if d.Fails != nil {
		f.Bazel.Fails = d.Fails.Error()
		return nil
	}
	found, _, err := undeclared.Config(ctx, d.ws, []string{f.Path}, d.from, d.opts)
	if err != nil {
		return err
	}
	for _, file := range found {
		f.Bazel.Undeclared = append(f.Bazel.Undeclared, file.Path)
		if len(f.Configuration) > 0 && file.Path == f.Configuration[0] { // with its base files
			f.Bazel.Undeclared = append(f.Bazel.Undeclared, f.Configuration[1:]...)
		}
	}
	f.Bazel.Undeclared = slices.DeleteFunc(f.Bazel.Undeclared, func(file string) bool { return slices.Contains(d.Target.Files, file) })
	slices.Sort(f.Bazel.Undeclared)
	there, err := Of(ctx, d.ws, d.ws.Root(), f.Path, d.opts, all)
	if err != nil { // the files of the command are not the ones of a build
		f.Bazel.Fails = err.Error()
		return nil
	}
	f.Bazel.Differences = differences(f, there)
	return nil
}

// differences returns what differs between the command and a build. If only one
// of them leaves the file alone, nothing else counts.
func differences(here, there *File) []Difference {
	var all []Difference
	add := func(what, here, there string) {
		if here != there {
			all = append(all, Difference{what, cmp.Or(here, "no"), cmp.Or(there, "no")})
		}
	}
	if add("left alone", here.LeftAlone, there.LeftAlone); len(all) > 0 {
		return all
	}
	add("checkers", here.builtin(), there.builtin())
	add("formatted", here.formats(), there.formats())
	add("schema", here.schema(), there.schema())
	for _, s := range here.Settings {
		if s.Table != filesTable {
			add(s.Table+" "+s.Key, s.shown(), there.value(&s))
		}
	}
	for _, s := range there.Settings {
		if s.Table != filesTable && here.value(&s) == unset {
			add(s.Table+" "+s.Key, unset, s.shown())
		}
	}
	return all
}

func (f *File) formats() string {
	if f.Formatter == nil || !f.Formatter.Formats {
		return "no"
	}
	return "yes"
}

func (f *File) schema() string {
	if f.Schema == nil {
		return "no"
	}
	return f.Schema.File
}

// builtin returns the names of the built-in checkers.
func (f *File) builtin() string {
	var names []string
	for _, checker := range f.Checkers {
		if checker.From == nil {
			names = append(names, checker.Name)
		}
	}
	return strings.Join(names, ", ")
}

// unset stands for the value of a setting that is not among the ones of a file.
const unset = "the default"

// value returns the value, as in autofix.toml, of the setting with the key of
// another one.
func (f *File) value(of *Setting) string {
	i := slices.IndexFunc(f.Settings, func(s Setting) bool { return s.Table == of.Table && s.Key == of.Key })
	if i < 0 {
		return unset
	}
	return f.Settings[i].shown()
}
