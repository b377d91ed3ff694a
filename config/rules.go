package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/config/editorconfig"
)

// settings are the keys that every rule's table may have, besides the rule's options.
var settings = []string{"severity", "fix", "priority"}

// Validate checks the rules and formatters that the configuration names, and their options, against those that there
// are. The error is as Parse's. The name of a rule is NS/NAME, or NS/* for all rules of a namespace, which takes no
// options.
func (c *Config) Validate(known Schema) error {
	if c == nil || c.doc == nil {
		return nil
	}
	c.doc.errs = nil
	c.validateRules(known.Rules)
	c.share(known.Rules)
	c.validateFormats(known.Formats)
	return c.doc.err()
}

func (c *Config) validateRules(known []RuleSchema) {
	names := make([]string, len(known))
	byName := make(map[string]RuleSchema, len(known))
	for i, schema := range known {
		names[i] = schema.Name
		byName[schema.Name] = schema
	}
	for name, rule := range c.rules {
		at := []string{"rules", name}
		schema, ok := byName[name]
		namespace, all := strings.CutSuffix(name, "/*")
		switch {
		case ok, all && slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, namespace+"/") }):
			c.validateOptions(at, schema.Options, settings, rule.options)
		case all:
			c.doc.fail(at, "there are no rules %q%s", name, didYouMean(name, everyRuleOf(names)))
		default:
			c.doc.fail(at, "unknown rule %q%s", name, didYouMean(name, names))
		}
	}
}

// share has the table of a rule hold for the rule that says the same, unless
// that rule, or its namespace, has a table of its own.
func (c *Config) share(known []RuleSchema) {
	shared := map[string]ruleTable{}
	give := func(from, to string) {
		table, ok := c.rules[from]
		namespace, _, _ := strings.Cut(to, "/")
		_, own := c.rules[to]
		_, all := c.rules[namespace+"/*"]
		if ok && !own && !all {
			table.options = nil // they are of one rule
			shared[to] = table
		}
	}
	for _, schema := range known {
		if schema.Same != "" {
			give(schema.Same, schema.Name)
			give(schema.Name, schema.Same)
		}
	}
	maps.Copy(c.rules, shared)
}

// everyRuleOf returns NS/* for each namespace of rules.
func everyRuleOf(rules []string) []string {
	var all []string
	for _, rule := range rules {
		namespace, _, _ := strings.Cut(rule, "/")
		all = append(all, namespace+"/*")
	}
	return all
}

// validateOptions checks the keys of a table, which may hold fixed ones besides options, and gives the values of
// options the types of their kinds.
func (c *Config) validateOptions(at []string, options []Option, fixed []string, values map[string]any) {
	keys := slices.Clone(fixed)
	for _, o := range options {
		keys = append(keys, o.Name)
	}
	for key, value := range values {
		at := append(at[:len(at):len(at)], key)
		i := slices.IndexFunc(options, func(o Option) bool { return o.Name == key })
		if i < 0 {
			c.doc.fail(at, "unknown key %q%s", key, didYouMean(key, keys))
			continue
		}
		before := len(c.doc.errs)
		values[key] = c.option(at, options[i], value)
		if check := options[i].Check; check != nil && len(c.doc.errs) == before {
			if err := check(values[key]); err != nil {
				c.doc.fail(at, "%s: %v", key, err)
			}
		}
	}
}

// zeros are values as decoded, by kinds that Keep may stand in for.
var zeros = map[Kind]any{Bool: false, Int: int64(0)}

// option returns an option's value in the type that its kind has. A value that is of that type already, since the
// configuration was validated before, stays.
func (c *Config) option(at []string, o Option, value any) any {
	if text, ok := value.(string); ok && o.Keep && o.Kind != String {
		if text != Keep {
			c.doc.fail(at, "%s must be %s or %q, not %q%s", last(at), kindOf(zeros[o.Kind]), Keep, text, didYouMean(text, []string{Keep}))
		}
		return text
	}
	switch o.Kind {
	case String:
		return c.doc.text(at, value, o.Values...)
	case Bool:
		return c.doc.boolean(at, value)
	case Int:
		if n, ok := value.(int); ok {
			return n
		}
		return c.doc.integer(at, value)
	case Strings:
		if list, ok := value.([]string); ok {
			return list
		}
		return c.doc.texts(at, value)
	}
	panic(fmt.Sprintf("config: option %s has no kind", o.Name))
}

// find returns the value that the most specific of the tables which hold for a rule has.
func find[T comparable](c *Config, rule string, get func(ruleTable) T) T {
	var zero T
	if c == nil {
		return zero
	}
	if v := get(c.rules[rule]); v != zero {
		return v
	}
	namespace, _, _ := strings.Cut(rule, "/")
	return get(c.rules[namespace+"/*"])
}

// Severity returns the configured severity of a rule, or empty.
func (c *Config) Severity(rule string) fixedits.Severity {
	return find(c, rule, func(t ruleTable) fixedits.Severity { return t.severity })
}

// FixMode returns when the fixes of a rule apply.
func (c *Config) FixMode(rule string) FixMode {
	if mode := find(c, rule, func(t ruleTable) FixMode { return t.fix }); mode != "" {
		return mode
	}
	return FixAlways
}

// Priority returns the rule's priority in a merge: of fixes that conflict, that of the lower number wins.
func (c *Config) Priority(rule string) int {
	return find(c, rule, func(t ruleTable) int { return t.priority })
}

// Option returns the value of a rule's option for a file, of which editor is what .editorconfig says, in the type of its
// kind: as configured, else by .editorconfig, else the default.
func (c *Config) Option(rule string, option Option, editor editorconfig.Properties) any {
	var configured map[string]any
	if c != nil {
		configured = c.rules[rule].options
	}
	return option.value(configured, editor)
}

// Configured reports whether the configuration sets an option of a rule.
func (c *Config) Configured(rule, option string) bool {
	if c == nil {
		return false
	}
	_, ok := c.rules[rule].options[option]
	return ok
}
