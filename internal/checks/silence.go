package checks

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/ignore"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

// UnusedIgnore is the rule of comments that silence nothing. Run finds them,
// for the checker that has the rule.
const UnusedIgnore = "text/unused-ignore"

// A Silencer is a checker that obeys the comments for its own rules itself, in
// some files, because they have another meaning there.
type Silencer interface {
	Checker
	// Silences reports whether the checker does so for a rule.
	Silences(rule string) bool
}

// A Partial checker has rules that do not apply to all files that it checks.
type Partial interface {
	Checker
	// Applies reports whether a rule applies to a file. Where the configuration
	// does not decide that, it returns the rule that takes its place.
	Applies(rule string, f File, s Settings) (applies bool, instead string)
}

// finish adds the findings that no comment silences, and those about comments.
func (b *builder) finish() {
	said := ignore.Read(b.file.Path, b.file.Content)
	silenced := make([]bool, len(b.raised))
	if len(said.Comments) > 0 {
		order := make([]int, len(b.raised))
		for i := range order {
			order[i] = i
		}
		// A comment for a line silences the first finding of it.
		slices.SortStableFunc(order, func(i, j int) int {
			return cmp.Compare(b.raised[i].finding.Start, b.raised[j].finding.Start)
		})
		for _, i := range order {
			r := b.raised[i]
			silenced[i] = !b.silencesItself(r.checker, r.rule.Name) && b.silences(said, r)
		}
	}
	for i, r := range b.raised {
		if !silenced[i] {
			b.diagnose(r.finding, r.rule, r.severity, r.checker)
		}
	}
	if len(said.Comments) > 0 {
		b.comments(said)
	}
}

// silences reports whether a comment silences a finding. A comment for a line
// does not silence the one finding that a formatter has for a file: the
// formatter leaves that line unchanged.
func (b *builder) silences(said *ignore.Set, r raised) bool {
	if r.rule.Format != nil {
		return said.Whole(r.rule.Name)
	}
	return said.Silences(r.rule.Name, b.settings.registry.same(r.rule), r.finding.Start)
}

// same returns the name of the rule that is equivalent to one, or "".
func (r *Registry) same(rule *Rule) string {
	if rule.Same != "" {
		return rule.Same
	}
	for _, other := range r.Rules() {
		if other.Same == rule.Name {
			return other.Name
		}
	}
	return ""
}

func (b *builder) silencesItself(c *registered, rule string) bool {
	silencer, ok := c.Checker.(Silencer)
	return ok && silencer.Silences(rule)
}

// comments adds the findings about comments that silence nothing.
func (b *builder) comments(said *ignore.Set) {
	i := slices.IndexFunc(b.ran, func(c *registered) bool { return c.own().rule(UnusedIgnore) != nil })
	if i < 0 {
		return
	}
	rule := b.ran[i].own().rule(UnusedIgnore)
	severity := b.settings.severity(UnusedIgnore, "")
	if severity == config.SeverityOff || said.Whole(UnusedIgnore) {
		return
	}
	add := func(c *ignore.Comment, name *ignore.Name, message string, fixable bool) {
		f := Finding{Rule: UnusedIgnore, Message: message, Start: c.Start, End: c.End}
		title := "Delete the comment"
		if name != nil {
			f.Start, f.End = name.Start, name.End
			title = "Delete " + name.Text
		}
		if fixable {
			fix := fixedits.Fix{Title: title}
			start, end := said.Without(c, name)
			fix.Edits = []fixedits.Edit{{Path: b.file.Path, Start: start, End: end}}
			if !c.Certain {
				fix.Safety = fixedits.SafetySuggestion
			}
			f.Fixes = []fixedits.Fix{fix}
		}
		b.diagnose(f, rule, severity, b.ran[i])
	}
	for _, c := range said.Comments {
		if c.Malformed != "" {
			add(c, nil, c.Malformed, false)
			continue
		}
		var unused []*ignore.Name
		var why []string
		for _, name := range c.Names {
			if message := b.unused(name); message != "" {
				unused, why = append(unused, name), append(why, message)
			}
		}
		if len(unused) == len(c.Names) && len(unused) > 1 {
			add(c, nil, strings.Join(why, "; "), c.Scope != ignore.Begin) // whose end would end nothing
			continue
		}
		for j, name := range unused {
			add(c, name, why[j], c.Scope != ignore.Begin)
		}
	}
}

// unused returns the message about a name in a comment that silences nothing,
// or "" if that is not so or not known.
func (b *builder) unused(name *ignore.Name) string {
	if name.Used {
		return ""
	}
	known, ran, instead := false, false, ""
	for _, rule := range b.settings.registry.known().Rules() {
		if !name.Matches(rule.Name) {
			continue
		}
		known = true
		for _, c := range b.ran {
			if c.own().rule(rule.Name) == nil {
				continue
			}
			if rule.Format != nil && slices.Contains(*b.settings.idle, name.Start) {
				ran = true
				continue
			}
			if rule.Format != nil || b.silencesItself(c, rule.Name) || rule.Name == UnusedIgnore {
				return "" // it is obeyed elsewhere
			}
			applies, other := true, ""
			if partial, ok := c.Checker.(Partial); ok {
				applies, other = partial.Applies(rule.Name, b.file, b.settings)
			}
			ran = ran || applies && b.settings.Enabled(rule.Name)
			instead = cmp.Or(instead, other)
		}
	}
	switch {
	case ran:
		return fmt.Sprintf("%s silences nothing here: delete it", name.Text)
	case instead != "":
		return fmt.Sprintf("%s silences nothing here: %s has its place in this file", name.Text, instead)
	case known && !b.reaches(name):
		return fmt.Sprintf("%s does not check this file, so it silences nothing: delete it", name.Text)
	case known:
		return "" // it did not run
	}
	return b.unknown(name.Text)
}

// reaches reports whether a checker that has a rule of a name checks the file
// under this configuration or under none, if it is not left out of the run.
func (b *builder) reaches(name *ignore.Name) bool {
	return slices.ContainsFunc(b.settings.registry.known().checkers, func(c *registered) bool {
		has := func(rule Rule) bool { return name.Matches(rule.Name) }
		return slices.ContainsFunc(c.own().rules, has) && (c.Match(b.file, b.settings.Config) || c.Match(b.file, nil))
	})
}

// unknown returns the message about a name that no rule has, or "" if it may
// name a rule of another tool.
func (b *builder) unknown(name string) string {
	var rules []string
	own := false
	namespace, _, named := strings.Cut(name, "/")
	for _, rule := range b.settings.registry.known().Rules() {
		rules = append(rules, rule.Name)
		own = own || strings.HasPrefix(rule.Name, namespace+"/")
	}
	near := config.Nearest(name, rules)
	_, last, _ := strings.Cut(near, "/")
	// A misspelled namespace does not belong to another tool.
	if named && !own && !(last != "" && strings.HasSuffix(name, "/"+last)) || name == "*" {
		return ""
	}
	message := fmt.Sprintf("there is no rule %s, so it silences nothing", name)
	if !named {
		message += ": write a rule of another tool as NS/NAME"
	}
	if near != "" && named {
		message += fmt.Sprintf(": did you mean %s?", near)
	}
	return message
}
