package gazelle

import (
	"log"
	"path"
	"slices"

	"github.com/bazelbuild/bazel-gazelle/config"
	"github.com/bazelbuild/bazel-gazelle/language"
	"github.com/bazelbuild/bazel-gazelle/rule"
)

// GenerateRules generates the target of a package. It creates no packages: the
// files of a folder without a build file belong to the nearest package above.
func (a *autofix) GenerateRules(args language.GenerateArgs) language.GenerateResult {
	if args.File == nil && len(args.OtherGen) == 0 {
		return language.GenerateResult{}
	}
	a.packages[args.Rel] = true
	s := settingsOf(args.Config)
	if !s.enabled {
		return language.GenerateResult{}
	}
	if other := nameTaken(args, s.name); other != "" {
		complain(args.Config, "//%s: cannot write %s(name = %q): a %s has that name. Rename it, or set another name with # gazelle:%s",
			args.Rel, kindName, s.name, other, nameKey)
		return language.GenerateResult{}
	}
	labels, err := a.labels(args, s)
	if err != nil {
		log.Fatal(err)
	}
	r := rule.NewRule(kindName, s.name)
	r.SetAttr("srcs", srcs{args.Rel, labels})
	if len(labels) > 0 {
		return language.GenerateResult{Gen: []*rule.Rule{r}, Imports: []any{nil}}
	}
	deleteAliased(args, s.name)
	return language.GenerateResult{Empty: []*rule.Rule{r}}
}

// complain reports a problem of one package. With -strict it ends the run, like
// complaints of Gazelle itself.
func complain(c *config.Config, format string, values ...any) {
	log.Printf(format, values...)
	if c.Strict {
		log.Fatal("Exit as strict mode is on")
	}
}

// nameTaken returns the kind of another rule with the name of the target, or
// "". Gazelle itself would not report it.
func nameTaken(args language.GenerateArgs, name string) string {
	for _, r := range rulesOf(args) {
		if r.Name() == name && !isOurKind(args.Config, r.Kind()) {
			return r.Kind()
		}
	}
	return ""
}

// rulesOf returns the rules of the package, and the rules that other languages
// add in this run.
func rulesOf(args language.GenerateArgs) []*rule.Rule {
	if args.File == nil {
		return args.OtherGen
	}
	return slices.Concat(args.File.Rules, args.OtherGen)
}

// deleteAliased removes an empty target whose kind is ours only by an alias.
// Gazelle would leave it without srcs.
func deleteAliased(args language.GenerateArgs, name string) {
	if args.File == nil {
		return
	}
	for _, r := range args.File.Rules {
		aliased := args.Config.AliasMap[r.Kind()] == kindName
		if r.Name() == name && aliased && !r.ShouldKeep() && (srcs{}).Merge(r.Attr("srcs")) == nil {
			r.Delete()
		}
	}
}

// labels returns the srcs of the target, sorted.
func (a *autofix) labels(args language.GenerateArgs, s *settings) ([]string, error) {
	if a.sources == nil {
		var err error
		if a.sources, err = openSources(args.Config.RepoRoot); err != nil {
			return nil, err
		}
	}
	var files []string
	for _, file := range a.packageFiles(args) {
		isSource, err := a.sources.has(path.Join(args.Rel, file))
		if err != nil {
			return nil, err
		}
		if isSource && !slices.Contains(args.GenFiles, file) {
			files = append(files, file)
		}
	}
	if args.File == nil {
		files = append(files, args.Config.DefaultBuildFileName()) // will be written
	}
	owned := ownedFiles(args, s.name, files)
	var labels []string
	for _, file := range files {
		wanted, err := a.wanted(path.Join(args.Rel, file), owned[file], s)
		if err != nil {
			return nil, err
		}
		if !wanted {
			continue
		}
		if reason := a.unreachable(args, file); reason != "" {
			complain(args.Config, "//%s: the file %q cannot be a source: %s. Rename it, or leave it out with # gazelle:%s",
				args.Rel, file, reason, excludeKey)
			continue
		}
		labels = append(labels, labelOf(file))
	}
	slices.Sort(labels)
	return slices.Compact(labels), nil
}

// wanted reports whether a workspace-relative file belongs in the target.
func (a *autofix) wanted(file string, owned bool, s *settings) (bool, error) {
	if include, decided := s.choose(file); decided || owned {
		return include, nil
	}
	head, err := a.sources.head(file)
	if err != nil {
		return false, err
	}
	return a.checked.has(file, head), nil
}

// unreachable returns why Bazel cannot use a file of the package as a source,
// or "".
func (*autofix) unreachable(args language.GenerateArgs, file string) string {
	for _, r := range rulesOf(args) {
		if r.Name() == file {
			return "a rule has its name"
		}
	}
	return unnameable(file)
}
