package main

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

// header is the first line of each page.
const header = "<!-- Written by //tools/rule_docs from what `autofix explain` says. -->\n\n"

// A namespace is a kind of rules.
type namespace struct {
	name  string
	about string // Markdown, one sentence
	fence string // the language of examples, as code fences name it; empty: the rule's name
}

// namespaces lists all namespaces, in the order of the index.
var namespaces = []namespace{
	{"buildifier", "The lints of [buildifier](https://github.com/bazelbuild/buildtools), for BUILD, MODULE.bazel and .bzl files.", "starlark"},
	{"buildkit", "The rules of BuildKit's own check of [Dockerfiles](../dockerfile.md), `docker build --check`.", "dockerfile"},
	{"dockerfile", "Rules of this tool for [Dockerfiles](../dockerfile.md).", "dockerfile"},
	{"format", "Whether a file is in [canonical layout](../formatting.md).", ""},
	{"hadolint", "The rules of hadolint for [Dockerfiles](../dockerfile.md).", "dockerfile"},
	{"schema", "Whether a YAML, JSON or TOML file is valid according to its [JSON Schema](../schema.md).", "yaml"},
	{"starlark", "Rules of this tool for Starlark: BUILD, MODULE.bazel and .bzl files.", "starlark"},
	{"syntax", "Whether a file [parses](../formatting.md), and has each key of a mapping once.", ""},
	{"text", "Any other text file.", "text"},
	{"windows", "Rules of this tool for the Windows stages of [Dockerfiles](../dockerfile.md).", "dockerfile"},
}

// fences are the names that code fences have for languages which have others
// here.
var fences = map[string]string{"shell": "sh", "json": "jsonc", "duplicate-key": "yaml"}

// render returns a page for each namespace of rules, which are sorted by name,
// and the index, by the paths that they have in the folder.
func render(rules []checks.Rule) (map[string]string, error) {
	texts := make(map[string]*strings.Builder)
	tables := make(map[string]*strings.Builder)
	for i := range rules {
		rule := &rules[i]
		space, name, _ := strings.Cut(rule.Name, "/")
		n := known(space)
		if n == nil {
			return nil, fmt.Errorf("%s: its namespace is unknown: add it to namespaces", rule.Name)
		}
		if tables[space] == nil {
			tables[space], texts[space] = new(strings.Builder), new(strings.Builder)
			fmt.Fprintf(texts[space], "%s# %s\n\n%s\n", header, n.name, n.about)
		}
		section(texts[space], rule, n.language(name))
		fmt.Fprintf(tables[space], "| [%s](%s) | %s | %s | %s |\n", name, link(rule.Name), severity(rule), safety(rule), cell(rule.Summary))
	}
	pages := map[string]string{"README.md": index(tables)}
	for space, text := range texts {
		pages[space+".md"] = text.String()
	}
	return pages, nil
}

// link returns the relative link to a rule: the section that begins with the
// last part of its name.
func link(rule string) string {
	space, name, _ := strings.Cut(rule, "/")
	return space + ".md#" + strings.ToLower(name)
}

func known(space string) *namespace {
	for i := range namespaces {
		if namespaces[i].name == space {
			return &namespaces[i]
		}
	}
	return nil
}

// language returns the language of the examples of a rule, as code fences name
// it.
func (n *namespace) language(rule string) string {
	if n.fence != "" {
		return n.fence
	}
	if fence, ok := fences[rule]; ok {
		return fence
	}
	return rule
}

func index(tables map[string]*strings.Builder) string {
	var b strings.Builder
	b.WriteString(header)
	b.WriteString(`# Rules

All built-in rules, a page for each namespace. A rule's section says why the rule exists, shows a file with a finding and
one without, and says what the fix does and how safe it is. ` + "`autofix explain RULE`" + ` prints the same, and ` + "`autofix rules`" + ` lists the rules.

A fix is *safe* (keeps the meaning), a *suggestion* (likely right) or *unsafe* (may change behavior). Only safe fixes are
applied by default. The table has the usual safety of a rule's fixes; if some are safer or less safe, the section says when.
A rule whose severity is *off* is on if [` + "`autofix.toml`" + `](../configuration.md) gives it another severity.

After a change to the description of a rule, ` + "`go run ./tools/rule_docs`" + ` or ` + "`bazel run //tools/rule_docs`" + ` writes these pages.
`)
	for _, n := range namespaces {
		if rows := tables[n.name]; rows != nil {
			fmt.Fprintf(&b, "\n## %s\n\n%s\n\n| rule | severity | fix | summary |\n|---|---|---|---|\n%s", n.name, n.about, rows)
		}
	}
	return b.String()
}

// section writes the section of a rule whose examples are in a language.
func section(b *strings.Builder, rule *checks.Rule, language string) {
	_, name, _ := strings.Cut(rule.Name, "/")
	fmt.Fprintf(b, "\n## %s\n\n%s.\n\n", name, prose(rule.Summary))
	fmt.Fprintf(b, "| severity | phase | fix |\n|---|---|---|\n| %s | %s | %s |\n", severity(rule), rule.Phase, safety(rule))
	if rule.Why != "" {
		fmt.Fprintf(b, "\n%s\n", prose(rule.Why))
	}
	if rule.Security {
		b.WriteString("\nIt is a rule of security: an [answer of an agent](../ai.md#what-is-asked-for) with a new finding is refused.\n")
	}
	if rule.Same != "" {
		fmt.Fprintf(b, "\nIt checks the same as [%s](%s). A finding of both is reported once, and either name silences and configures it.\n", rule.Same, link(rule.Same))
	}
	b.WriteString(example("Bad", rule.Bad, language))
	b.WriteString(example("Good", rule.Good, language))
	if rule.Fix != "" {
		fmt.Fprintf(b, "\n**What the fix does.** %s\n", prose(sentence(rule.Fix)))
	}
	if rule.NoCertificate != "" {
		fmt.Fprintf(b, "\n**Why the fix has no certificate.** %s\n", prose(rule.NoCertificate))
	}
	for _, table := range rule.OptionTables() {
		options(b, table)
	}
}

func severity(rule *checks.Rule) string {
	switch {
	case rule.Severity == config.SeverityOff:
		return "off, unless configured"
	case rule.Format != nil && rule.Format.Off:
		return string(rule.Severity) + ", if enabled"
	}
	return string(rule.Severity)
}

func safety(rule *checks.Rule) fixedits.Safety {
	if rule.Safety == "" {
		return "none"
	}
	return rule.Safety
}

// sentence returns the description of a fix with its subject, which the text
// may leave out.
func sentence(text string) string {
	if first, _ := utf8.DecodeRuneInString(text); unicode.IsLower(first) {
		return "The fix " + text
	}
	return text
}

func options(b *strings.Builder, table checks.OptionTable) {
	fmt.Fprintf(b, "\n**Options** in `%s` of [`autofix.toml`](../configuration.md):\n\n", table.Name)
	b.WriteString("| option | type | default | meaning |\n|---|---|---|---|\n")
	for _, o := range table.Options {
		doc := cell(o.Doc)
		if len(o.Values) > 0 {
			doc += ": one of `" + strings.Join(o.Values, "`, `") + "`"
		}
		fmt.Fprintf(b, "| `%s` | %s | `%s` | %s |\n", o.Name, o.Type(), strings.ReplaceAll(o.DefaultTOML(), "|", `\|`), doc)
	}
}
