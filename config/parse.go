package config

import (
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/config/leftalone"
)

// Parse reads a configuration. Name is the file's path relative to the workspace, or as it was given; it stands in
// messages, and its folder is what the globs of [files] are relative to. The error joins one *Error for each
// mistake, in the order of the file. The names and options of rules and formatters are left to Validate, which knows them.
func Parse(name string, data []byte) (*Config, error) {
	d, err := decode(name, data)
	if err != nil {
		return nil, err
	}
	c := &Config{Path: name, rules: make(map[string]ruleTable), owned: make(map[string][]string), formats: make(map[string]formatTable), doc: d}
	d.table(nil, d.root, fields{
		"format":   c.parseFormat,
		"files":    c.parseFiles,
		"checkers": c.parseCheckers,
		"rules":    c.parseRules,
	})
	if err := d.err(); err != nil {
		return nil, err
	}
	return c, nil
}

func (c *Config) parseFiles(at []string, value any) {
	known := fields{
		"exclude": func(at []string, v any) {
			c.Files.Exclude = c.doc.texts(at, v)
			for _, glob := range c.Files.Exclude {
				if !doublestar.ValidatePattern(glob) {
					c.doc.fail(at, "exclude: %q is not a valid glob", glob)
				}
			}
			c.excluded = newGlobSet(c.fromRoot(c.Files.Exclude))
		},
		"editorconfig":  func(at []string, v any) { c.Files.NoEditorConfig = !c.doc.boolean(at, v) },
		"gitattributes": func(at []string, v any) { c.Files.NoGitAttributes = !c.doc.boolean(at, v) },
	}
	c.Files.Also = map[*leftalone.Class]bool{}
	for _, class := range leftalone.Classes {
		known[class.Key] = func(at []string, v any) { c.Files.Also[class] = c.doc.boolean(at, v) }
	}
	c.doc.table(at, value, known)
}

// parseCheckers reads the tables [checkers.NAME].
func (c *Config) parseCheckers(at []string, value any) {
	table, ok := value.(map[string]any)
	if !ok {
		c.doc.fail(at, "checkers must be a table")
		return
	}
	for name, value := range table {
		c.doc.table(append(at[:len(at):len(at)], name), value, fields{
			"owns": func(at []string, v any) {
				for _, glob := range c.doc.texts(at, v) {
					if !doublestar.ValidatePattern(glob) {
						c.doc.fail(at, "owns: %q is not a valid glob", glob)
					}
					c.owned[name] = append(c.owned[name], glob)
				}
			},
		})
	}
}

// A ruleTable is one table below [rules]: the settings that are ours, and the options, which are the rule's.
type ruleTable struct {
	severity fixedits.Severity
	fix      FixMode
	priority int
	options  map[string]any // as decoded; of the rule's kinds once validated
}

func (c *Config) parseRules(at []string, value any) {
	table, ok := value.(map[string]any)
	if !ok {
		c.doc.fail(at, "rules must be a table")
		return
	}
	for name, value := range table {
		at := append(at[:len(at):len(at)], name)
		settings, ok := value.(map[string]any)
		switch {
		case !ok:
			c.doc.fail(at, "rules.%q must be a table", name)
		case !strings.Contains(name, "/"):
			c.doc.fail(at, "rule %q has no namespace: write it as [rules.\"NS/NAME\"], with the quotes", name)
		default:
			c.rules[name] = c.parseRule(at, settings)
		}
	}
}

func (c *Config) parseRule(at []string, settings map[string]any) ruleTable {
	rule := ruleTable{options: make(map[string]any)}
	for key, value := range settings {
		at := append(at[:len(at):len(at)], key)
		switch key {
		case "severity":
			rule.severity = fixedits.Severity(c.doc.text(at, value, "error", "warning", "info", "off"))
		case "fix":
			rule.fix = FixMode(c.doc.text(at, value, "always", "explicit", "never"))
		case "priority":
			rule.priority = c.doc.integer(at, value)
		default:
			rule.options[key] = value
		}
	}
	return rule
}

// Owned returns the globs of [checkers.NAME] owns, relative to the workspace:
// the protected files that a checker may change.
func (c *Config) Owned(checker string) []string {
	if c == nil {
		return nil
	}
	return c.fromRoot(c.owned[checker])
}

// fromRoot returns globs that are relative to the configuration's folder
// relative to the workspace.
func (c *Config) fromRoot(relative []string) []string {
	folder := GlobLiteral(path.Dir(c.Path)) // the folder of a web framework's route may be [id]
	globs := make([]string, len(relative))
	for i, glob := range relative {
		globs[i] = path.Join(folder, glob)
	}
	return globs
}
