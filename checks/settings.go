package checks

import (
	"fmt"

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
	// Bare asks for findings alone: a checker may leave out their fixes, and what it looks at for the sake of these. That there
	// is a finding of a rule, and in which file, does not depend on it.
	Bare bool

	path     string // of the file
	registry *Registry
	checker  *registered // the one that has the settings
	unread   *error      // where the error of a sibling that can't be read goes
}

// Hadolint returns the hadolint configuration that holds for the file, and its workspace-relative path: the nearest one
// upward. The path is empty where there is none. The content must not be changed.
func (s Settings) Hadolint() (path string, content []byte) {
	return s.sibling(s.Config.Hadolint(s.path))
}

// Dockerignore returns the .dockerignore that holds for the file, a Dockerfile, and its workspace-relative path:
// NAME.dockerignore beside it, else .dockerignore in its folder. The path is empty where there is none. The content must
// not be changed.
func (s Settings) Dockerignore() (path string, content []byte) {
	return s.sibling(s.Config.Dockerignore(s.path))
}

// Builds returns the files for docker buildx bake and for Compose that may say
// what is built of the file, a Dockerfile. Their contents must not be changed.
func (s Settings) Builds() []config.Sibling {
	files, err := s.Config.Builds(s.path)
	if err != nil && s.unread != nil {
		*s.unread = err
	}
	return files
}

// BazelRoot returns the file that makes a folder the root of the Bazel
// workspace that the file is in: its MODULE.bazel, if it has one. The path is
// empty where none is known. The content must not be changed.
func (s Settings) BazelRoot() (path string, content []byte) {
	return s.sibling(s.Config.BazelRoot(s.path))
}

// BazelFile returns such a file, or one that a MODULE.bazel includes, by its
// workspace-relative path. The path is empty where it is not known. The content
// must not be changed.
func (s Settings) BazelFile(name string) (path string, content []byte) {
	return s.sibling(s.Config.BazelFile(name))
}

// sibling returns a sibling. What a checker finds without one that is there but can't be read does not count: it makes
// the run fail.
func (s Settings) sibling(file config.Sibling, err error) (path string, content []byte) {
	if err != nil && s.unread != nil {
		*s.unread = err
	}
	return file.Path, file.Content
}

// Enabled reports whether a rule is on. Run drops the findings of rules that are off, so a checker asks only to save
// itself work.
func (s Settings) Enabled(rule string) bool { return s.severity(rule, "") != config.SeverityOff }

// severity returns the severity of a rule's finding: as configured, else the finding's own where it has one, else the rule's.
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

// rule returns the rule of a name, which mostly is the checker's own: those of all checkers take longer to gather than a small
// file to check. It is the zero Rule where there is none.
func (s Settings) rule(name string) Rule {
	if s.checker != nil {
		if rule, ok := s.checker.own().rule(name); ok {
			return rule
		}
	}
	rule, _ := s.registry.Rule(name)
	return rule
}

// Text returns the value of a string option. It panics where the rule has no such option.
func (s Settings) Text(rule, option string) string { return value[string](s, rule, option) }

// Bool returns the value of a boolean option. It panics where the rule has no such option.
func (s Settings) Bool(rule, option string) bool { return value[bool](s, rule, option) }

// Int returns the value of an integer option. It panics where the rule has no such option.
func (s Settings) Int(rule, option string) int { return value[int](s, rule, option) }

// Texts returns the value of an option that is an array of strings. It panics where the rule has no such option.
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
