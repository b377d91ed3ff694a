// Package checks has the interface of checkers, their registry, and the run
// that turns findings into an artifact.
//
// A checker looks at one file at a time, and at the further files that it says
// it reads, so that a check gives the same answer however files are spread over
// targets and actions.
package checks

import (
	"slices"
	"strings"
	"sync"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

// A File is a file to check.
type File struct {
	Path    string // workspace relative, slash separated, clean
	Content []byte // must not be modified

	// Memo has the parsed forms of the file, shared by all code that looks at
	// it in one run. If it is nil, Run makes one. Run clears it.
	Memo *formatting.Memo

	// Kept says that the content is known not to leave the file out by default:
	// config.LeavesContent.
	Kept bool
}

// A Finding is one thing that a checker found in a file.
type Finding struct {
	Rule     string            // one of the checker's rules
	Severity fixedits.Severity // if none is configured; empty: the rule's
	Message  string            // one or more lines, without the file's name
	Start    int               // byte offsets into the content, half open
	End      int
	Pointer  *string        // JSON Pointer of the place, in a YAML, JSON or TOML file; may be nil
	Document *int           // of a YAML file of several documents, from 0; otherwise nil
	Fixes    []fixedits.Fix // alternatives, best first. Only Title and Edits must be set: Run fills in the rest, by Rule, or else the finding's
}

// An Option is a setting of a rule.
type Option = config.Option

// A Rule describes a rule. `autofix explain` prints Why, Bad, Good, Fix and
// NoCertificate.
type Rule struct {
	Name     string // NS/NAME; a rule of another tool has the name that it has there
	Summary  string // one line, no full stop
	Phase    fixedits.Phase
	Severity fixedits.Severity // config.SeverityOff: off unless configured
	Safety   fixedits.Safety   // of its fix; empty if it has none
	Why      string            // the reason for the rule, in full sentences
	Bad      string            // an example with a finding; may be empty
	Good     string            // the same example without it
	Fix      string            // what the fix does, and why it is as safe as it says; empty if there is none
	Options  []Option

	// Security says that a finding is about the security of what the file makes
	// or does. An answer of an agent with a new one is refused, whatever the
	// severity.
	Security bool

	// Deprecated says that a finding is the use of something deprecated, which
	// an editor may strike through.
	Deprecated bool

	// NoCertificate is the reason why a machine cannot certify that safe fixes
	// of the rule keep the meaning: one full sentence. It is empty if it can,
	// and if no fix of the rule is safe.
	NoCertificate string

	// Same is the name of an equivalent rule of the checker. If both find the
	// same problem, one finding is reported, and the configuration of either
	// rule applies to both. It is empty for most rules.
	Same string

	// Format describes the table [format.LANG], for the rule of a formatter;
	// nil for other rules.
	Format *config.FormatSchema
}

// A Checker finds things in files. Its methods are safe for concurrent use.
type Checker interface {
	// Name returns a short name, such as "text", for messages and tags.
	Name() string
	// Rules returns the rules of the checker, in the order in which they are
	// listed.
	Rules() []Rule
	// Match reports whether Check applies to a file with the configuration c,
	// which may be nil.
	Match(f File, c *config.Config) bool
	// Check returns the findings in a file. An error means that the file could
	// not be checked, which is a failure of the checker, not a finding. A
	// *config.Error reports a mistake in a configuration, which the user must
	// fix.
	Check(f File, s Settings) ([]Finding, error)
}

// A FileReader is a checker that reads further files in addition to the one
// that it checks, such as the configuration of the tool that it follows.
type FileReader interface {
	Checker
	// Reads returns the kinds of these files. [Settings] return no others.
	Reads() []*config.FileKind
}

// A Configured checker has sections of autofix.toml of its own.
type Configured interface {
	Checker
	Sections() []*config.Section
}

// An Explainer is a checker that leaves some files alone although something
// asks for their check, such as a file that names what the check needs.
type Explainer interface {
	Checker
	// Explain returns the reasons, each in one line. It is called for files
	// that Match accepts. It fails as Check does.
	Explain(f File, s Settings) ([]string, error)
}

// A Registry is an ordered set of checkers.
//
// It asks a checker for its rules when it first needs them. A short run needs
// only the rules of a few languages.
type Registry struct {
	// Tool is the tool in artifacts.
	Tool artifact.Tool

	checkers []*registered
	all      func() *table // the rules of all checkers, by name
	bare     bool          // findings have no fixes
	whole    *Registry     // with the checkers that Without removed; nil: there are none
	kinds    []*config.FileKind
	sections []*config.Section // of the checkers
	watch    *Watch            // nil: nobody watches
}

// A registered checker caches its rules.
type registered struct {
	Checker
	own   func() *table
	reads []*config.FileKind
}

// A table has rules by name.
type table struct {
	rules []Rule
	index map[string]int // into rules
}

// indexed returns the table of rules. It panics if two rules have one name.
func indexed(rules []Rule) *table {
	t := &table{rules, make(map[string]int, len(rules))}
	for i, rule := range rules {
		if _, ok := t.index[rule.Name]; ok {
			panic("checks: two rules named " + rule.Name)
		}
		t.index[rule.Name] = i
	}
	return t
}

// rule returns a rule by its name, or nil.
func (t *table) rule(name string) *Rule {
	i, ok := t.index[name]
	if !ok {
		return nil
	}
	return &t.rules[i]
}

// New returns a registry of checkers. It panics if two checkers have one name,
// which is a programming error. Two rules with one name are too; the first use
// of the rules panics.
func New(tool artifact.Tool, checkers ...Checker) *Registry {
	r := &Registry{Tool: tool, kinds: []*config.FileKind{config.EditorConfig, config.GitAttributes}}
	r.all = func() *table { return indexed(nil) }
	for _, c := range checkers {
		r.Register(c)
	}
	return r
}

// Register adds a checker. It panics as New does, and must not be called while
// the registry is in use.
func (r *Registry) Register(c Checker) {
	for _, other := range r.checkers {
		if other.Name() == c.Name() {
			panic("checks: two checkers named " + c.Name())
		}
	}
	var reads []*config.FileKind
	if reader, ok := c.(FileReader); ok {
		reads = reader.Reads()
	}
	for _, kind := range reads {
		r.addKind(kind)
	}
	if configured, ok := c.(Configured); ok {
		r.sections = append(r.sections, configured.Sections()...)
	}
	r.checkers = append(r.checkers, &registered{c, sync.OnceValue(func() *table { return indexed(c.Rules()) }), reads})
	r.all = sync.OnceValue(func() *table {
		var rules []Rule
		for _, c := range r.checkers {
			rules = append(rules, c.own().rules...)
		}
		slices.SortFunc(rules, func(a, b Rule) int { return strings.Compare(a.Name, b.Name) })
		return indexed(rules)
	})
}

// addKind panics if two kinds have one name.
func (r *Registry) addKind(kind *config.FileKind) {
	for _, other := range r.kinds {
		if other == kind {
			return
		}
		if other.Name == kind.Name {
			panic("checks: two kinds of files named " + kind.Name)
		}
	}
	r.kinds = append(r.kinds, kind)
}

// FileKinds returns the kinds of further files that the configuration and the
// checkers read, in order, without duplicates. It includes the kinds of
// checkers that Without removed: the kind of a file does not depend on who
// reads it.
func (r *Registry) FileKinds() []*config.FileKind { return r.kinds }

// Readers returns the names of the checkers that read files of a kind, in
// order.
func (r *Registry) Readers(kind *config.FileKind) []string {
	var names []string
	for _, c := range r.checkers {
		if slices.Contains(c.reads, kind) {
			names = append(names, c.Name())
		}
	}
	return names
}

// Without returns the registry without some checkers. Names that no checker has
// are ignored; they may belong to other tools.
func (r *Registry) Without(names ...string) *Registry {
	without := New(r.Tool)
	without.bare, without.watch = r.bare, r.watch
	for _, c := range r.checkers {
		if !slices.Contains(names, c.Name()) {
			without.Register(c.Checker)
		}
	}
	without.kinds, without.sections = r.kinds, r.sections
	without.whole = r.known()
	return without
}

// known returns the registry with the checkers that Without removed.
func (r *Registry) known() *Registry {
	if r.whole != nil {
		return r.whole
	}
	return r
}

// Bare returns a registry whose findings have no fixes, for runs that only need
// the files with findings.
func (r *Registry) Bare() *Registry {
	bare := *r
	bare.bare = true
	return &bare
}

// Known returns the names that are names of its checkers, sorted, without
// duplicates.
func (r *Registry) Known(names []string) []string {
	var known []string
	for _, name := range r.Names() {
		if slices.Contains(names, name) {
			known = append(known, name)
		}
	}
	slices.Sort(known)
	return known
}

// Names returns the names of the checkers, in order.
func (r *Registry) Names() []string {
	names := make([]string, len(r.checkers))
	for i, c := range r.checkers {
		names[i] = c.Name()
	}
	return names
}

// Rules returns all rules, by name. The caller must not change the slice.
func (r *Registry) Rules() []Rule { return r.all().rules }

// Rule returns a rule by its name.
func (r *Registry) Rule(name string) (Rule, bool) {
	if rule := r.all().rule(name); rule != nil {
		return *rule, true
	}
	return Rule{}, false
}

// Sections returns the configuration sections for files, formatters and rules,
// and for checkers. It includes the checkers that Without removed,
// as a configuration stays valid.
func (r *Registry) Sections() []*config.Section {
	files, format, rules := config.FilesSection, config.FormatSection(r.FormatSchemas), config.RulesSection(r.ruleSchemas)
	own := []*config.Section{config.ExtendsSection, files, format, rules, config.OverridesSection(files, format, rules)}
	return slices.Concat(own, r.sections)
}

// ruleSchemas returns the configuration options of each rule.
func (r *Registry) ruleSchemas() []config.RuleSchema {
	var known []config.RuleSchema
	for _, rule := range r.Rules() {
		known = append(known, config.RuleSchema{Name: rule.Name, Same: rule.Same, Options: rule.Options})
	}
	return known
}

// FormatSchemas returns the configuration options of each formatter.
func (r *Registry) FormatSchemas() []config.FormatSchema {
	var known []config.FormatSchema
	for _, rule := range r.Rules() {
		if rule.Format != nil {
			known = append(known, *rule.Format)
		}
	}
	return known
}

// Matching returns the names of the checkers that look at a file with a
// configuration, which may be nil, in order. There are none for a file that is
// skipped by default, such as a generated one. A checker that panics in Match
// is included; Run reports it.
func (r *Registry) Matching(f File, config *config.Config) []string {
	if isLeft(f, config) {
		return nil
	}
	var names []string
	for _, c := range r.checkers {
		matches := false
		if err := protect(func() error { matches = c.Match(f, config); return nil }); err != nil || matches {
			names = append(names, c.Name())
		}
	}
	return names
}

// Explain returns why checkers leave a file alone although something asks for
// their check, one line each: "CHECKER: REASON".
func (r *Registry) Explain(f File, source config.Source) ([]string, error) {
	if source == nil {
		source = (*config.Config)(nil)
	}
	c := source.For(f.Path)
	if isLeft(f, c) {
		return nil, nil
	}
	var all []string
	for _, checker := range r.checkers {
		explainer, ok := checker.Checker.(Explainer)
		if !ok || !checker.Match(f, c) {
			continue
		}
		reasons, err := explainer.Explain(f, Settings{Config: c, Editor: c.Editor(f.Path), path: f.Path, registry: r, checker: checker})
		if err != nil {
			return nil, err
		}
		for _, reason := range reasons {
			all = append(all, checker.Name()+": "+reason)
		}
	}
	return all, nil
}

// isLeft reports whether a file is skipped because of its path or content.
func isLeft(f File, c *config.Config) bool {
	return c.Leaves(f.Path, nil) != "" || !f.Kept && c.LeavesContent(f.Path, f.Content) != ""
}
