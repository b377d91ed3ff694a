package setup

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
)

// A checker declares a tool in [checkers], as its macro in
// rules/private/checkers does for Bazel.
type checker struct {
	tool    string // in use
	name    string
	command []string // without the program, which has the name of the tool, and {files}
	npm     bool     // the program is in node_modules
	files   []string
	format  string // of its output; empty: it is a formatter that writes the files
	fails   bool   // it exits 1 if it finds something
}

var (
	javaScript = []string{"*.js", "*.jsx", "*.cjs", "*.mjs", "*.ts", "*.tsx", "*.cts", "*.mts"}
	python     = []string{"*.py", "*.pyi"}
	cc         = []string{"*.c", "*.cc", "*.cpp", "*.cxx", "*.c++", "*.C", "*.h", "*.hh", "*.hpp", "*.hxx", "*.h++"}

	checkers = []checker{
		{tool: "black", command: []string{"--quiet", "--no-cache"}, files: python},
		{tool: "clang-format", name: "clang_format", command: []string{"-i", "--fallback-style=none"}, files: cc},
		{tool: "eslint", command: []string{"--format=json", "--no-warn-ignored", "--no-error-on-unmatched-pattern"}, npm: true, files: javaScript, format: "eslint", fails: true},
		{tool: "prettier", command: []string{"--write", "--log-level=warn"}, npm: true, files: append(javaScript[:len(javaScript):len(javaScript)], "*.css", "*.less", "*.scss", "*.html", "*.md", "*.vue")},
		{tool: "ruff", command: []string{"check", "--output-format=json", "--no-fix", "--no-cache", "--force-exclude"}, files: python, format: "ruff", fails: true},
		{tool: "shellcheck", command: []string{"--format=json1"}, files: []string{"*.sh", "*.bash"}, format: "shellcheck", fails: true},
		{tool: "yamllint", command: []string{"--format=parsable"}, files: []string{"*.yaml", "*.yml"}, format: "yamllint", fails: true},
	}
)

// declared returns the tables of the tools that are in use.
func (m *maker) declared() string {
	var b strings.Builder
	for _, c := range checkers {
		where := m.repository.Use(c.tool)
		if len(where) == 0 {
			continue
		}
		program, files := c.tool, c.files
		if c.npm {
			folder := top(where)
			if slices.ContainsFunc(m.repository.Use("biome"), func(file string) bool { return path.Dir(file) == folder }) {
				continue // the tools may divide the files in any way
			}
			program = path.Join(folder, "node_modules/.bin", c.tool)
			files = below(folder, files)
		}
		fmt.Fprintf(&b, "\n[checkers.%s]\ncommand = [%s]\nfiles = [%s]\n", cmp.Or(c.name, c.tool), quoted(program, c.command, "{files}"), quoted("", files, ""))
		if c.format == "" {
			b.WriteString("in_place = true\nphase = \"format\"\n")
		} else {
			fmt.Fprintf(&b, "format = %q\n", c.format)
		}
		if c.fails {
			b.WriteString("exit_codes = [0, 1]\n")
		}
	}
	return b.String()
}

// top returns the folder of the file that is nearest to the root.
func top(files []string) string {
	return path.Dir(slices.MinFunc(files, func(a, b string) int { return cmp.Compare(strings.Count(a, "/"), strings.Count(b, "/")) }))
}

// below returns globs of base names as globs of files in a folder.
func below(folder string, globs []string) []string {
	if folder == "." {
		return globs
	}
	all := make([]string, len(globs))
	for i, glob := range globs {
		all[i] = folder + "/**/" + glob
	}
	return all
}

// quoted returns the items of an array; an empty first or last is left out.
func quoted(first string, items []string, last string) string {
	var all []string
	for _, item := range append(append([]string{first}, items...), last) {
		if item != "" {
			all = append(all, fmt.Sprintf("%q", item))
		}
	}
	return strings.Join(all, ", ")
}
