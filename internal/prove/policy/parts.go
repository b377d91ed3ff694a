package policy

import (
	"bytes"
	"encoding/json"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

// A partial is a file of which some parts are protected. A part is the names of
// keys or sections from the outermost; its value before and after is compared.
// Parts that a test runner reads are in its package.
type partial struct {
	read  func(text []byte) (map[string]any, error)
	parts [][]string
}

var partials = map[string]partial{
	"package.json": {readJSON, names(`
		scripts ava tap nyc c8 karma cypress babel jasmine husky lint-staged simple-git-hooks pre-commit config
		dependencies devDependencies peerDependencies optionalDependencies bundleDependencies bundledDependencies overrides resolutions pnpm workspaces
		packageManager devEngines engines volta imports`)},
	"pyproject.toml": {readTOML, names(`
		tool.coverage tool.tox tool.nox tool.hatch tool.pdm tool.rye tool.poetry.group tool.poetry.scripts tool.poe tool.taskipy tool.poetry.dependencies tool.uv
		build-system dependency-groups project.dependencies project.optional-dependencies project.entry-points`)},
	"setup.cfg": {readINI, names("aliases coverage:run coverage:report tox:tox testenv options.entry_points test unittest nosetests")},
	"cargo.toml": {readTOML, names(`
		dev-dependencies dependencies build-dependencies patch replace target workspace profile.dev package.build package.links`)},
}

func names(list string) [][]string {
	var out [][]string
	for _, name := range strings.Fields(list) {
		out = append(out, strings.Split(name, "."))
	}
	return out
}

// partsOfRunners returns the parts of a file that test runners read.
func partsOfRunners(base string) [][]string {
	var parts [][]string
	for _, r := range runners.All {
		for _, name := range r.Parts[base] {
			parts = append(parts, strings.Split(name, "."))
		}
	}
	return parts
}

// partly says why the changed part of a file is protected, or nothing.
func partly(f *fixedits.FileChange) string {
	base := strings.ToLower(path.Base(f.Path))
	switch {
	case source.IsBuildFile(path.Base(f.Path)):
		return buildFile(f)
	case strings.HasSuffix(base, ".bzl"):
		return extension(f)
	case base == "cmakelists.txt" || strings.HasSuffix(base, ".cmake") || base == "meson.build":
		return matching(f, testsOfBuilds(), "declares tests, or how they run")
	}
	p, ok := partials[base]
	if !ok {
		return ""
	}
	before, _ := p.read(f.Before)
	after, err := p.read(f.After)
	if err != nil {
		return "cannot be read after the change, so what becomes of its protected parts is not known"
	}
	for _, part := range slices.Concat(partsOfRunners(base), p.parts) {
		if !reflect.DeepEqual(at(before, part), at(after, part)) {
			return "its part " + strings.Join(part, ".") + " decides which tests run, and how, or which code takes part"
		}
	}
	return ""
}

// at returns the value of a part, or nil.
func at(values map[string]any, part []string) any {
	var value any = values
	for _, key := range part {
		table, ok := value.(map[string]any)
		if !ok {
			return nil
		}
		value = table[key]
	}
	return value
}

func readJSON(text []byte) (map[string]any, error) {
	if len(text) == 0 {
		return nil, nil
	}
	var out map[string]any
	err := json.Unmarshal(bytes.TrimPrefix(text, []byte("\ufeff")), &out)
	return out, err
}

func readTOML(text []byte) (map[string]any, error) {
	var out map[string]any
	err := toml.Unmarshal(text, &out)
	return out, err
}

var sectionLine = lazyregexp.New(`^\[([^\]]*)\]`)

// readINI returns the lines of each section that are not blank or comments,
// joined. The names of sections follow Python's configparser: case counts.
func readINI(text []byte) (map[string]any, error) {
	out := make(map[string]any)
	section := ""
	for _, line := range strings.Split(string(text), "\n") {
		line = strings.TrimRight(line, " \t\r")
		if m := sectionLine().FindStringSubmatch(line); m != nil {
			section = m[1]
			if _, ok := out[section]; !ok {
				out[section] = ""
			}
			continue
		}
		if line == "" || strings.HasPrefix(line, "#") || strings.HasPrefix(line, ";") {
			continue
		}
		said, _ := out[section].(string)
		out[section] = said + line + "\n"
	}
	// A name with a dot is one name.
	if said, ok := out["options.entry_points"]; ok {
		out["options"] = map[string]any{"entry_points": said}
	}
	return out, nil
}

// testsOfBuilds matches the declarations of tests in CMake and Meson.
var testsOfBuilds = lazyregexp.New(`(?i)\b(add_test|enable_testing|\w*discover_tests|set_tests_properties|set_property\s*\(\s*test|ctest\w*|\w+_add_tests|test)\s*\(`)

// matching compares all lines of a file that a pattern matches.
func matching(f *fixedits.FileChange, pattern *regexp.Regexp, reason string) string {
	if matches(f.Before, pattern) != matches(f.After, pattern) {
		return reason
	}
	return ""
}

func matches(text []byte, pattern *regexp.Regexp) string {
	var out strings.Builder
	for _, line := range bytes.Split(text, []byte("\n")) {
		if pattern.Match(line) {
			out.Write(bytes.TrimSpace(line))
			out.WriteByte('\n')
		}
	}
	return out.String()
}
