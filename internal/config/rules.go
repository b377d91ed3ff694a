package config

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/agext/levenshtein"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/config/editorconfig"
)

// rules is the name of the section.
const rules = "rules"

// VerifyLevels are the names of the levels to which fixes are verified, the
// lowest first.
var VerifyLevels = []string{"none", "build", "test"}

// settings are the keys that the table of every rule may have, in addition to
// the rule's options.
var settings = []Option{
	{
		Name: "severity", Kind: String, Values: []string{"error", "warning", "info", "off"},
		Doc: "the severity of its findings, instead of the rule's own; errors fail the strict policy",
	},
	{
		Name: "fix", Kind: String, Values: []string{string(FixAlways), string(FixExplicit), string(FixNever)}, Default: string(FixAlways),
		Doc: "when its fixes apply. With `explicit`, they apply only if `--rule` names the rule",
	},
	{
		Name: "gate", Kind: String, Values: []string{string(GateAll), string(GateNew), string(GateOff)},
		Doc: "which of its findings shut a gate, and fail a check or a fix: `all`, also where [the base](adopting.md#2-draw-the-line) has them; " +
			"`new`, only where there is a base, and it does not have them; or none (`off`). Without it, all findings do, and with a base the new ones",
	},
	{
		Name: "verify", Kind: String, Values: VerifyLevels,
		Doc: "how far its fixes are verified before they are written, instead of what `[verify]` says for their safety",
	},
	{Name: "priority", Kind: Int, Default: 0, Doc: "of two fixes that conflict, the one whose rule has the lower number wins"},
}

// RulesSection returns the section [rules."NS/NAME"] for the known rules. If
// known is nil, any rule is accepted.
func RulesSection(known func() []RuleSchema) *Section {
	s := &Section{
		Name: rules, Inherited: true,
		Doc: "A rule, or with `NS/*` all rules of a namespace. `autofix rules` lists the built-in rules, and the last part of a name is " +
			"enough where only one rule has it: `[rules.DL3020]`. Besides these keys, " +
			"a rule may have options, which `autofix explain RULE` lists; a namespace has none. Rules of [other tools](formats.md) " +
			"have the same keys, and any name whose namespace has no built-in rule: `ruff/F401`, `ruff/*`, `eslint/react/*`.",
		Tables: &Tables{Placeholder: `"NS/NAME"`, Keys: settings, Name: namespaced},
	}
	if known != nil {
		s.Tables.Short = func(name string, known []string) []string {
			if strings.ContainsAny(name, "*?[") {
				return nil
			}
			return EndingIn(name, known)
		}
		s.Tables.Name = func(name string) string {
			var last []string
			for _, schema := range known() {
				last = append(last, path.Base(schema.Name))
			}
			if near := didYouMean(name, last); near != "" && !strings.Contains(name, "/") {
				return fmt.Sprintf("unknown rule %q%s", name, near)
			}
			return namespaced(name)
		}
		s.Tables.OtherNamespaces = true
		s.Tables.Known = func() []Table { return ruleTables(known()) }
		s.Tables.Unknown = unknownRule
		s.Complete = func(said Values) { share(said, known()) }
	}
	return s
}

// EndingIn returns the rules of which name is the last part, whatever its case.
func EndingIn(name string, known []string) []string {
	return slices.DeleteFunc(slices.Clone(known), func(rule string) bool { return !strings.EqualFold(path.Base(rule), name) })
}

// ruleTables returns the tables of rules and of their namespaces.
func ruleTables(known []RuleSchema) []Table {
	var tables []Table
	namespaces := map[string]bool{}
	for _, schema := range known {
		tables = append(tables, Table{Name: schema.Name, Keys: schema.Options})
		if all := everyRuleOf(schema.Name); !namespaces[all] {
			namespaces[all] = true
			tables = append(tables, Table{Name: all})
		}
	}
	return tables
}

// namespaced returns an error message for the name of a rule that is not
// quoted.
func namespaced(name string) string {
	if strings.Contains(name, "/") {
		return ""
	}
	return fmt.Sprintf("rule %q has no namespace: write it as [rules.\"NS/NAME\"], with the quotes", name)
}

// unknownRule returns an error message for a rule that is not built in, or ""
// if it may belong to another tool.
func unknownRule(name string, known []string) string {
	isAll := func(name string) bool { return strings.HasSuffix(name, "/*") }
	all := isAll(name)
	if namespace := everyRuleOf(name); !slices.Contains(known, namespace) {
		meant := misspelled(namespace, known)
		switch {
		case strings.ContainsAny(strings.TrimSuffix(name, "/*"), "*?["):
			return fmt.Sprintf("%q is not the name of a rule: only NS/* stands for several rules", name)
		case meant == "":
			return ""
		case !all:
			return fmt.Sprintf("unknown rule %q: there are no rules %q, did you mean %q?", name, namespace, meant)
		}
		return fmt.Sprintf("there are no rules %q: did you mean %q?", name, meant)
	}
	alike := slices.DeleteFunc(slices.Clone(known), func(k string) bool { return isAll(k) != all })
	if all {
		return fmt.Sprintf("there are no rules %q%s", name, didYouMean(name, alike))
	}
	return fmt.Sprintf("unknown rule %q%s", name, didYouMean(name, alike))
}

// misspelled returns the known NS/* of which another one is clearly a
// misspelling, or "". It is stricter than Nearest, since tools may have any
// name.
func misspelled(namespace string, known []string) string {
	for _, k := range slices.Sorted(slices.Values(known)) {
		if strings.HasSuffix(k, "/*") && (levenshtein.Distance(namespace, k, nil) == 1 || letters(namespace) == letters(k)) {
			return k
		}
	}
	return ""
}

// share applies the table of a rule to its equivalent rule, unless that rule or
// its namespace has its own table.
func share(said Values, known []RuleSchema) {
	shared := Values{}
	give := func(from, to string) {
		table := said.Table(from)
		if table == nil || said.Table(to) != nil || said.Table(everyRuleOf(to)) != nil {
			return
		}
		given := Values{}
		for _, setting := range settings { // other options belong to one rule
			if value, ok := table[setting.Name]; ok {
				given[setting.Name] = value
			}
		}
		shared[to] = given
	}
	for _, schema := range known {
		if schema.Same != "" {
			give(schema.Same, schema.Name)
			give(schema.Name, schema.Same)
		}
	}
	maps.Copy(said, shared)
}

// everyRuleOf returns NS/* for the namespace of a rule.
func everyRuleOf(rule string) string {
	namespace, _, _ := strings.Cut(rule, "/")
	return namespace + "/*"
}

// ruleTable returns the values that the file gives in the table of a rule or
// namespace.
func (c *Config) ruleTable(name string) Values {
	if c == nil {
		return nil
	}
	return c.said[rules].Table(name)
}

// setting returns a common setting of a rule, or nil.
func (c *Config) setting(rule, name string) any {
	table, _ := c.settingTable(rule, name)
	return c.ruleTable(table)[name]
}

// settingTable returns the most specific table with a common setting that
// applies to a rule: of a/b/c, the tables are a/b/c, a/b/* and a/*.
func (c *Config) settingTable(rule, name string) (table string, found bool) {
	if c == nil || len(c.said[rules]) == 0 {
		return "", false
	}
	for table = rule; ; table = rule + "/*" {
		if _, ok := c.ruleTable(table)[name]; ok {
			return table, true
		}
		slash := strings.LastIndexByte(rule, '/')
		if slash < 0 {
			return "", false
		}
		rule = rule[:slash]
	}
}

// Severity returns the configured severity of a rule, or "".
func (c *Config) Severity(rule string) fixedits.Severity {
	severity, _ := c.setting(rule, "severity").(string)
	return fixedits.Severity(severity)
}

// FixMode returns when the fixes of a rule apply.
func (c *Config) FixMode(rule string) FixMode {
	if mode, ok := c.setting(rule, "fix").(string); ok {
		return FixMode(mode)
	}
	return FixAlways
}

// GateMode returns which findings of a rule can shut a gate, or "" if its table
// does not say.
func (c *Config) GateMode(rule string) GateMode {
	mode, _ := c.setting(rule, "gate").(string)
	return GateMode(mode)
}

// Verify returns the level to which the fixes of a rule are verified, or "" if
// its table does not say.
func (c *Config) Verify(rule string) string {
	level, _ := c.setting(rule, "verify").(string)
	return level
}

// Priority returns the priority of a rule in a merge. If two fixes conflict,
// the one with the lower number wins.
func (c *Config) Priority(rule string) int {
	priority, _ := c.setting(rule, "priority").(int)
	return priority
}

// Option returns the value of an option of a rule for a file, in the type of
// its kind: the configured value, else .editorconfig's, which editor has, else
// the default.
func (c *Config) Option(rule string, option Option, editor editorconfig.Properties) any {
	return option.value(c.ruleTable(rule), editor)
}

// Configured reports whether the configuration sets an option of a rule.
func (c *Config) Configured(rule, option string) bool {
	_, ok := c.ruleTable(rule)[option]
	return ok
}
