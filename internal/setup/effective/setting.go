package effective

import (
	"fmt"
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/config/editorconfig"
)

// A Setting is a key with the value that it has for the file.
type Setting struct {
	Table string        `json:"table"` // as in autofix.toml, such as [format.go]
	Key   string        `json:"key"`
	Value any           `json:"value"`
	From  config.Origin `json:"from,omitzero"` // zero: the default
}

// listed returns a value without a list that is nil, which is null in JSON.
func listed(value any) any {
	if texts, ok := value.([]string); ok && texts == nil {
		return []string{}
	}
	return value
}

// A reader reads the settings of a file.
type reader struct {
	file     checks.File
	config   *config.Config
	checkers *checks.Registry
	all      bool // also the default settings of rules
}

const filesTable = "[files]"

// settings returns the settings of [files] that a file has, all options of the
// formatter, and the settings of rules.
func (r *reader) settings(formatter *Formatter) []Setting {
	var all []Setting
	said := r.config.Said(config.FilesSection)
	for _, o := range config.FilesSection.Keys {
		if value, ok := said[o.Name]; ok || r.all {
			if !ok {
				value = o.Default
			}
			all = append(all, Setting{filesTable, o.Name, listed(value), r.config.Origin(config.FilesSection.Name, o.Name)})
		}
	}
	for _, schema := range r.checkers.FormatSchemas() {
		if formatter != nil && formatter.Language == schema.Language {
			all = append(all, r.format(schema)...)
		}
	}
	path := r.file.Path
	rules := r.checkers.RulesFor(r.file, r.config, config.NoEditor)
	on := r.checkers.RulesFor(r.file, r.config, r.config.Editor(path))
	for _, rule := range rules {
		is := func(other checks.Rule) bool { return other.Name == rule.Name }
		settings := r.rule(&rule)
		if !slices.ContainsFunc(on, is) {
			off := func(p editorconfig.Properties) any {
				return !slices.ContainsFunc(r.checkers.RulesFor(r.file, r.config, p), is)
			}
			settings[0] = Setting{settings[0].Table, "severity", string(config.SeverityOff), r.config.EditorOrigin(path, off)}
		}
		for _, s := range settings {
			if r.all || s.From.Path != "" {
				all = append(all, s)
			}
		}
	}
	return all
}

// format returns the options of the formatter.
func (r *reader) format(schema config.FormatSchema) []Setting {
	table := fmt.Sprintf("[format.%s]", schema.Language)
	path := r.file.Path
	all := []Setting{{table, "enabled", r.config.Formats(schema), r.config.Origin("format", schema.Language, "enabled")}}
	values := r.config.FormatOptions(schema, r.config.Editor(path))
	for _, o := range schema.Options {
		all = append(all, Setting{table, o.Name, listed(values[o.Name]), r.config.OptionOrigin(path, o, "format", schema.Language)})
	}
	return all
}

// rule returns the settings of a rule, the severity first.
func (r *reader) rule(rule *checks.Rule) []Setting {
	table := fmt.Sprintf("[rules.%q]", rule.Name)
	c, path := r.config, r.file.Path
	severity := rule.Severity
	if configured := c.Severity(rule.Name); configured != "" {
		severity = configured
	}
	all := []Setting{{table, "severity", string(severity), c.RuleOrigin(rule.Name, "severity")}}
	common := func(key string, value any) {
		all = append(all, Setting{table, key, value, c.RuleOrigin(rule.Name, key)})
	}
	if mode := c.GateMode(rule.Name); mode != "" {
		common("gate", string(mode))
	}
	if rule.Safety != "" {
		common("fix", string(c.FixMode(rule.Name)))
		common("priority", c.Priority(rule.Name))
		if level := c.Verify(rule.Name); level != "" {
			common("verify", level)
		}
	}
	for _, o := range rule.Options {
		all = append(all, Setting{table, o.Name, listed(c.Option(rule.Name, o, c.Editor(path))), c.OptionOrigin(path, o, "rules", rule.Name)})
	}
	return all
}
