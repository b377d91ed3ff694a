package hadolint

import (
	"fmt"
	"os"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

const allowedRegistries = "allowed-registries"

// hub are the names of the registry of images that name no registry.
var hub = []string{"docker.io", "index.docker.io", "hub.docker.com", "registry-1.docker.io"}

var dl3026 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3026",
		Summary:  "Use only allowed registries for base images",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityError,
		Security: true,
		Why: "An organization may vouch for the images of some registries only. An image without a registry comes " +
			"from docker.io. Stages, scratch, and images whose registry is a variable without a default are not " +
			"checked.",
		Bad:  "FROM registry.example/base:1\n",
		Good: "FROM scratch\n",
		Options: []checks.Option{{
			Name: allowedRegistries, Kind: config.Strings, Default: []string(nil),
			Doc: "Allowed registries, such as docker.io or *.example.com, where * matches any text. If empty, all registries are allowed.",
		}},
	},
	Check: func(p *lint.Pass) {
		allowed := p.Texts(allowedRegistries)
		if len(allowed) == 0 {
			return
		}
		defaults := defaultsOf(p)
		for _, s := range p.Stages {
			if s.Parent != nil || s.Base.Value == "" || strings.EqualFold(s.Base.Value, "scratch") {
				continue
			}
			registry, known := registryOf(s.Base.Value, defaults)
			if known && !slices.ContainsFunc(allowed, func(pattern string) bool { return matches(pattern, registry) }) {
				p.ReportWord(s.From, s.Base, fmt.Sprintf("the registry %s is not allowed: use an image from an allowed registry", registry))
			}
		}
	},
}

// defaultsOf returns the defaults of the ARGs before the first FROM.
func defaultsOf(p *lint.Pass) map[string]string {
	defaults := make(map[string]string)
	for _, ins := range p.Meta {
		for _, pair := range ins.Pairs {
			if value, ok := p.Literal(pair.Value.Value); ok && !pair.Bare {
				defaults[pair.Key.Value] = value
			}
		}
	}
	return defaults
}

// registryOf returns the registry of an image, and whether it is known.
func registryOf(image string, defaults map[string]string) (string, bool) {
	known := true
	image = os.Expand(image, func(name string) string {
		value, ok := defaults[name]
		known = known && ok
		if !ok {
			return "$"
		}
		return value
	})
	first, rest, found := strings.Cut(image, "/")
	switch {
	case strings.Contains(first, "$") || !known && !found:
		return "", false
	case found && rest != "" && (strings.ContainsAny(first, ".:") || first == "localhost"):
		return strings.ToLower(first), true
	}
	return hub[0], true
}

// matches reports whether a pattern, in which * matches any text, matches a
// registry.
func matches(pattern, registry string) bool {
	pattern = strings.ToLower(strings.TrimSuffix(pattern, "/"))
	if registry == hub[0] || slices.Contains(hub, registry) {
		return slices.ContainsFunc(hub, func(name string) bool { return lint.Glob(pattern, name) })
	}
	return lint.Glob(pattern, registry)
}
