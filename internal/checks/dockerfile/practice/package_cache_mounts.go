package practice

import (
	"fmt"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

var packageCacheMounts = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/package-cache-mounts",
		Summary:  "Use cache mounts for package managers",
		Phase:    fixedits.PhaseSemantic,
		Severity: config.SeverityOff,
		Safety:   fixedits.SafetySuggestion,
		Why: "The downloads of a RUN are lost with its layer, and repeated when anything before it changes. A " +
			"cache mount keeps them across builds and out of the image. The rule is off unless you set its " +
			"severity: it only saves time, and builds in CI often start without a cache. A RUN with a cache mount " +
			"is not reported.",
		Bad:  "FROM python:3.12\nCOPY requirements.txt .\nRUN pip install -r requirements.txt\n",
		Good: "FROM python:3.12\nCOPY requirements.txt .\nRUN --mount=type=cache,target=/root/.cache/pip pip install -r requirements.txt\n",
		Fix: "adds the mount for pip and npm, in a stage that is known to run as root. It is a suggestion, " +
			"because builders before BuildKit do not support mounts, and unsafe if it also deletes " +
			"--no-cache-dir. There is no fix if the script or a variable sets the cache folder, or if the script " +
			"empties the cache. Other package managers need more than a mount: Debian's images delete apt's " +
			"downloads (docker-clean), apk and dnf usually run without a cache, and later steps read the " +
			"downloads of go, cargo and Maven.",
	},
	Check: func(p *lint.Pass) {
		root := rootSteps(p)
		for step := range p.Steps {
			if step.Held() || step.Script.Shell != lint.POSIX || slices.ContainsFunc(step.Script.Mounts, func(m lint.Mount) bool { return m.Type == "cache" }) {
				continue
			}
			seen := make(map[string]bool)
			for _, c := range step.Script.Commands {
				cache := cacheOf(c)
				if cache == nil || seen[cache.targets] {
					continue
				}
				seen[cache.targets] = true
				p.ReportCommand(c, fmt.Sprintf("keep the downloads of %s between builds with %s", c.Name, cache.mounts()), addCacheMount(p, step, cache, root[step.Outer])...)
			}
		}
	},
}

// A packageCache is the cache of a command that runs as root.
type packageCache struct {
	commands string
	verbs    string
	targets  string // folders, separated by spaces
	pure     bool   // only the command reads them, so a mount is enough
}

var packageCaches = []packageCache{
	{commands: "apt-get apt", verbs: "install upgrade dist-upgrade", targets: "/var/cache/apt /var/lib/apt"},
	{commands: "apk", verbs: "add", targets: "/etc/apk/cache"},
	{commands: "dnf microdnf", verbs: "install update upgrade", targets: "/var/cache/dnf"},
	{commands: "dnf5", verbs: "install update upgrade", targets: "/var/cache/libdnf5"},
	{commands: "yum", verbs: "install update upgrade", targets: "/var/cache/yum"},
	{commands: "npm", verbs: "ci install i", targets: "/root/.npm", pure: true},
	{commands: "yarn", verbs: "install", targets: "/usr/local/share/.cache/yarn"},
	{commands: "pnpm", verbs: "install i", targets: "/root/.local/share/pnpm/store"},
	{commands: "go", verbs: "build install get mod test", targets: "/go/pkg/mod /root/.cache/go-build"},
	{commands: "cargo", verbs: "build install fetch test", targets: "/usr/local/cargo/registry"},
	{commands: "mvn mvnw", verbs: "package install verify compile dependency:go-offline dependency:resolve", targets: "/root/.m2"},
	{commands: "gradle gradlew", verbs: "build assemble bootJar", targets: "/root/.gradle"},
	{commands: "composer", verbs: "install", targets: "/tmp/cache"},
	{commands: "uv", verbs: "sync pip", targets: "/root/.cache/uv"},
	{commands: "poetry", verbs: "install", targets: "/root/.cache/pypoetry"},
}

var pipPackages = packageCache{commands: "pip", targets: "/root/.cache/pip", pure: true}

// CacheFolders returns the folders of the caches of package managers.
func CacheFolders() []string {
	folders := strings.Fields(pipPackages.targets)
	for i := range packageCaches {
		folders = append(folders, strings.Fields(packageCaches[i].targets)...)
	}
	return folders
}

// cacheOf returns the cache of a command that downloads packages, or nil.
func cacheOf(c *lint.Command) *packageCache {
	op := packages.Of(c)
	if op != nil && op.Manager == packages.Pip {
		if op.Action != packages.Install {
			return nil
		}
		return &pipPackages
	}
	if op != nil && op.Action == packages.Other && slices.Contains([]packages.Manager{packages.AptGet, packages.Apt, packages.Apk, packages.Dnf, packages.Yum, packages.Npm}, op.Manager) {
		return nil // such as apt-get --dry-run
	}
	verb := slices.IndexFunc(c.Args, func(a lint.Arg) bool { return !a.Static || !strings.HasPrefix(a.Value, "-") })
	if verb < 0 || !c.Args[verb].Static {
		return nil
	}
	for i := range packageCaches {
		cache := &packageCaches[i]
		if slices.Contains(strings.Fields(cache.commands), c.Name) && slices.Contains(strings.Fields(cache.verbs), c.Args[verb].Value) {
			return cache
		}
	}
	return nil
}

// mounts returns the flags of a RUN that mount the cache.
func (c *packageCache) mounts() string {
	var flags []string
	for target := range strings.FieldsSeq(c.targets) {
		flags = append(flags, "--mount=type=cache,target="+target)
	}
	return strings.Join(flags, " ")
}

// addCacheMount returns the fix that mounts a cache, or no fix if a mount is
// not enough.
func addCacheMount(p *lint.Pass, step lint.Step, cache *packageCache, root bool) []fixedits.Fix {
	script := step.Script
	if !cache.pure || !root || setsCache(p.Env(step.Stage, step.Outer)) || touchesCache(script) {
		return nil
	}
	edits := p.Insert(script.Ins, script.Ins.Keyword.End, " "+cache.mounts())
	safety := fixedits.SafetySuggestion
	for _, c := range script.Commands {
		op := packages.Of(c, packages.Pip)
		if op == nil || cache != &pipPackages {
			continue
		}
		if op.Open || op.Sudo() {
			return nil
		}
		for _, f := range op.Flags {
			if f.Name == "no-cache-dir" {
				cut := cutWord(p, c, f.Arg)
				if cut == nil {
					return nil
				}
				safety = fixedits.SafetyUnsafe
				edits = append(edits, cut...)
			}
		}
	}
	return []fixedits.Fix{{Title: "Mount the cache", Safety: safety, Edits: edits}}
}

// cutWord returns the edits that delete a word of a command, or none if that
// would delete a comment.
func cutWord(p *lint.Pass, c *lint.Command, a lint.Arg) []fixedits.Edit {
	ins := c.Script.Ins
	if !c.Shell() || c.Script.Source != ins.Args.Value {
		return c.Delete(wordBefore(c, a), a.End)
	}
	at := ins.Words[0].Start
	return p.Cut(ins, at+wordBefore(c, a), at+a.End)
}

// wordBefore returns the end of the word before an argument.
func wordBefore(c *lint.Command, a lint.Arg) int {
	end := c.Word.End
	for _, other := range c.Args {
		if other.End < a.Start {
			end = other.End
		}
	}
	return end
}

// rootSteps returns the instructions before which a stage is known to run as
// root.
func rootSteps(p *lint.Pass) map[*syntax.Instruction]bool {
	steps := make(map[*syntax.Instruction]bool)
	ends := make([]bool, len(p.Stages))
	for i, s := range p.Stages {
		root := false
		if s.Parent != nil {
			root = ends[s.Parent.Index]
		} else {
			user := p.Base(s).User
			root = user == "root" || user == "0"
		}
		for _, ins := range s.Instructions {
			steps[ins] = root
			if ins.Name == "user" && len(ins.Words) > 0 {
				user, known := p.Literal(ins.Words[0].Value)
				root = known && isRoot(user)
			}
		}
		ends[i] = root
	}
	return steps
}

// cacheVariables are variables that set a cache folder or disable a cache.
var cacheVariables = []string{"HOME", "XDG_CACHE_HOME", "PIP_CACHE_DIR", "PIP_NO_CACHE_DIR", "npm_config_cache", "NPM_CONFIG_CACHE"}

func setsCache(env lint.Env) bool {
	return slices.ContainsFunc(cacheVariables, func(name string) bool {
		_, declared := env.Get(name)
		return declared
	})
}

// touchesCache reports whether a script sets its cache folder or empties the
// cache.
func touchesCache(script *lint.Script) bool {
	for _, word := range append([]string{"cache-dir=", "--cache ", "--cache=", "/.cache", "/.npm", "cache purge", "cache clean", "cache verify"}, cacheVariables...) {
		if strings.Contains(script.Source, word) {
			return true
		}
	}
	return false
}
