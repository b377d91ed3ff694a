package checks

import (
	"fmt"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/config/editorconfig"
)

// Settings are what is configured for the file that a checker looks at.
type Settings struct {
	// Config is the configuration that holds for the file; nil means defaults.
	Config *config.Config
	// Editor is what .editorconfig says about the file.
	Editor editorconfig.Properties
	// Bare asks for findings alone: a checker may leave out their fixes, and
	// what it looks at for the sake of these. That there is a finding of a
	// rule, and in which file, does not depend on it.
	Bare bool

	path     string // of the file
	registry *Registry
	checker  *registered        // the one that has the settings
	unread   *error             // where the error of a further file that can't be read goes
	read     *[]config.ToolFile // where the further files go that are read
}

// Nearest returns the nearest file of a kind in the folder of the file that is
// looked at, or upward. Like all methods that return files, it panics on a kind
// that the checker does not declare, returns the zero value if there is none,
// and leaves it to the run to tell of one that can't be read.
func (s Settings) Nearest(kind *config.FileKind) config.ToolFile {
	s.declares(kind)
	return s.one(s.Config.Nearest(kind, s.path))
}

// Beside returns the file of a kind in the folder of the file that is looked at
// that has the first of some base names which is there.
func (s Settings) Beside(kind *config.FileKind, names ...string) config.ToolFile {
	s.declares(kind)
	return s.one(s.Config.Beside(kind, s.path, names...))
}

// Above returns all files of a kind in the folder of the file that is looked at
// and upward, or all that the run was given, sorted by path.
func (s Settings) Above(kind *config.FileKind) []config.ToolFile {
	s.declares(kind)
	found, err := s.Config.Above(kind, s.path)
	s.fail(err)
	s.Read(found...)
	return found
}

// File returns the file of a kind that has a workspace-relative path, such as
// one that another file names.
func (s Settings) File(kind *config.FileKind, path string) config.ToolFile {
	s.declares(kind)
	return s.one(s.Config.ToolFile(kind, path))
}

// declares panics unless the checker says that it reads files of a kind: what a
// checker reads in secret is no input of its action.
func (s Settings) declares(kind *config.FileKind) {
	if s.checker != nil && !slices.Contains(s.checker.reads, kind) {
		panic(fmt.Sprintf("checks: the checker %s does not declare that it reads files of the kind %s: add it to what its method Reads returns", s.checker.Name(), kind.Name))
	}
}

// one returns a file that was asked for.
func (s Settings) one(file config.ToolFile, err error) config.ToolFile {
	s.fail(err)
	s.Read(file)
	return file
}

// Read notes that the checker's findings depend on further files, which it has
// otherwise than by one of these methods: the artifact lists them.
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

// fail notes the error of a file that is there and can't be read. What a
// checker finds without one does not count: it makes the run fail.
func (s Settings) fail(err error) {
	if err != nil && s.unread != nil {
		*s.unread = err
	}
}

// Enabled reports whether a rule is on. Run drops the findings of rules that
// are off, so a checker asks only to save itself work.
func (s Settings) Enabled(rule string) bool { return s.severity(rule, "") != config.SeverityOff }

// severity returns the severity of a rule's finding: as configured, else the
// finding's own where it has one, else the rule's.
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

// rule returns the rule of a name, which mostly is the checker's own: those of
// all checkers take longer to gather than a small file to check. It is the zero
// Rule where there is none.
func (s Settings) rule(name string) Rule {
	if s.checker != nil {
		if rule, ok := s.checker.own().rule(name); ok {
			return rule
		}
	}
	rule, _ := s.registry.Rule(name)
	return rule
}

// Text returns the value of a string option. It panics where the rule has no
// such option.
func (s Settings) Text(rule, option string) string { return value[string](s, rule, option) }

// Bool returns the value of a boolean option. It panics where the rule has no
// such option.
func (s Settings) Bool(rule, option string) bool { return value[bool](s, rule, option) }

// Int returns the value of an integer option. It panics where the rule has no
// such option.
func (s Settings) Int(rule, option string) int { return value[int](s, rule, option) }

// Texts returns the value of an option that is an array of strings. It panics
// where the rule has no such option.
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
