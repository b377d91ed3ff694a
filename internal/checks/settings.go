package checks

import (
	"fmt"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/config/editorconfig"
)

// Settings are the configuration of the file that a checker looks at.
type Settings struct {
	// Config is the configuration of the file; nil means defaults.
	Config *config.Config
	// Editor is what .editorconfig says about the file.
	Editor editorconfig.Properties
	// Bare requests findings without fixes. A checker may skip work that only
	// serves its fixes. Whether a file has a finding of a rule does not depend
	// on Bare.
	Bare bool

	path     string // of the file
	registry *Registry
	checker  *registered        // the one that has the settings
	unread   *error             // receives the error of a further file that can't be read
	read     *[]config.ToolFile // receives the further files that are read
	idle     *[]int             // receives the offsets of names in comments
}

// Nearest returns the nearest file of a kind in the folder of the checked file
// or above it. Like all methods that return files, it panics on a kind that the
// checker does not declare, and returns the zero value if there is no such
// file. If a file cannot be read, the run fails.
func (s Settings) Nearest(kind *config.FileKind) config.ToolFile {
	s.declares(kind)
	return s.one(s.Config.Nearest(kind, s.path))
}

// Beside returns a file of a kind in the folder of the checked file: the first
// of some base names that exists.
func (s Settings) Beside(kind *config.FileKind, names ...string) config.ToolFile {
	s.declares(kind)
	return s.one(s.Config.Beside(kind, s.path, names...))
}

// Above returns all files of a kind in the folder of the checked file and above
// it, or all files of the run, sorted by path.
func (s Settings) Above(kind *config.FileKind) []config.ToolFile {
	s.declares(kind)
	found, err := s.Config.Above(kind, s.path)
	s.fail(err)
	s.Read(found...)
	return found
}

// File returns the file of a kind with a workspace-relative path, such as one
// that another file names.
func (s Settings) File(kind *config.FileKind, path string) config.ToolFile {
	s.declares(kind)
	return s.one(s.Config.ToolFile(kind, path))
}

// declares panics unless the checker declares the kind: a file that is not
// declared is not an input of its action.
func (s Settings) declares(kind *config.FileKind) {
	if s.checker != nil && !slices.Contains(s.checker.reads, kind) {
		panic(fmt.Sprintf("checks: the checker %s does not declare that it reads files of the kind %s: add it to what its method Reads returns", s.checker.Name(), kind.Name))
	}
}

// one returns a requested file.
func (s Settings) one(file config.ToolFile, err error) config.ToolFile {
	s.fail(err)
	s.Read(file)
	return file
}

// Idle records the names, by their offsets, in comments that keep nothing from
// a formatter.
func (s Settings) Idle(names ...int) {
	if s.idle != nil {
		*s.idle = append(*s.idle, names...)
	}
}

// Read records that the findings depend on further files that the checker has
// not read through these methods. The artifact lists them.
func (s Settings) Read(files ...config.ToolFile) {
	if s.read == nil {
		return
	}
	for _, file := range files {
		if file.Path != "" {
			*s.read = append(*s.read, file)
		}
	}
}

// fail records the error of a file that exists but cannot be read. The run
// fails, so the findings of the checker do not count.
func (s Settings) fail(err error) {
	if err != nil && s.unread != nil {
		*s.unread = err
	}
}

// Enabled reports whether a rule is on. Run drops the findings of rules that
// are off, so a checker only asks to save work.
func (s Settings) Enabled(rule string) bool { return s.severity(rule, "") != config.SeverityOff }

// severity returns the severity of a finding: the configured one, else the
// finding's own if it has one, else the rule's.
func (s Settings) severity(name string, own fixedits.Severity) fixedits.Severity {
	if configured := s.Config.Severity(name); configured != "" {
		return configured
	}
	if own != "" {
		return own
	}
	rule := s.rule(name)
	return rule.Severity
}

// rule returns a rule by its name, or the zero Rule. It looks at the rules of
// the checker first: collecting the rules of all checkers takes longer than
// checking a small file.
func (s Settings) rule(name string) *Rule {
	if s.checker != nil {
		if rule := s.checker.own().rule(name); rule != nil {
			return rule
		}
	}
	if rule := s.registry.all().rule(name); rule != nil {
		return rule
	}
	return new(Rule)
}

// Text returns the value of a string option. It panics if the rule has no such
// option.
func (s Settings) Text(rule, option string) string { return value[string](s, rule, option) }

// Bool returns the value of a boolean option. It panics if the rule has no such
// option.
func (s Settings) Bool(rule, option string) bool { return value[bool](s, rule, option) }

// Int returns the value of an integer option. It panics if the rule has no such
// option.
func (s Settings) Int(rule, option string) int { return value[int](s, rule, option) }

// Texts returns the value of an option that is an array of strings. It panics
// if the rule has no such option.
func (s Settings) Texts(rule, option string) []string { return value[[]string](s, rule, option) }

func value[T any](s Settings, name, option string) T {
	rule := s.rule(name)
	for _, o := range rule.Options {
		if o.Name == option {
			return s.Config.Option(name, o, s.Editor).(T)
		}
	}
	panic(fmt.Sprintf("checks: rule %s has no option %s", name, option))
}
