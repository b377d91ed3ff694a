package objective

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// newPackages returns an issue for each package that a Dockerfile installs and
// that the one before did not name anywhere: a package that a model made up may
// be one that an attacker has published since.
func newPackages(c *Change) []Issue {
	before := string(c.Base)
	known := wordsOf(before)
	var issues []Issue
	file := c.after()
	commands(file, func(s *lint.Stage, ins *syntax.Instruction, command *lint.Command) {
		if name := fetched(command); name != "" && !known[name] && !strings.Contains(before, name+"@") {
			known[name] = true
			issues = append(issues, Issue{
				Line: ins.Line, Message: fmt.Sprintf("it fetches and runs %s, which the file did not name before; use only what is there", name),
			})
		}
		if s == nil || command != file.Script(s, ins).Commands[0] {
			return // the operations of a script are read at once
		}
		for _, op := range packages.In(file.Script(s, ins)) {
			for _, p := range installed(op) {
				if known[p.Name] || p.Name == "" && strings.Contains(before, p.Text) {
					continue
				}
				known[p.Name] = true
				issues = append(issues, Issue{
					Line: ins.Line, Message: fmt.Sprintf("it installs %s, which the file did not name before; use only what is there", p.Text),
				})
			}
		}
	})
	return issues
}

// runners are commands that fetch a package and run it at once, by the words
// that begin them.
var runners = map[string][]string{
	"npx": {""}, "bunx": {""}, "pnpx": {""}, "uvx": {""},
	"npm": {"exec", "x"}, "pnpm": {"dlx"}, "yarn": {"dlx"}, "bun": {"x"}, "uv": {"tool"}, "pipx": {"run"}, "go": {"run"},
}

// fetched returns the package that a command fetches and runs, without its
// version, or "".
func fetched(c *lint.Command) string {
	verbs := runners[c.Name]
	if verbs == nil {
		return ""
	}
	verb, run := "", false
	for _, arg := range c.Args {
		switch {
		case !arg.Static || strings.HasPrefix(arg.Value, "-"):
			continue
		case verbs[0] != "" && verb == "":
			if verb = arg.Value; !slices.Contains(verbs, verb) {
				return ""
			}
			continue
		case c.Name == "uv" && !run && arg.Value == "run":
			run = true
			continue
		case c.Name == "go" && !strings.Contains(arg.Value, "@"):
			return "" // a package of the build
		}
		name := arg.Value
		if at := strings.LastIndexByte(name, '@'); at > 0 {
			name = name[:at]
		}
		return name
	}
	return ""
}

// wordsOf returns the words of a text that can be names of packages or hosts.
func wordsOf(text string) map[string]bool {
	all := map[string]bool{}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !partOfName(r) }) {
		all[word] = true
	}
	return all
}

// installed returns the packages of a command that are not files of the build.
func installed(op *packages.Operation) []packages.Package {
	if op.Action != packages.Install {
		return nil
	}
	var all []packages.Package
	for _, p := range op.Packages {
		if p.Kind != packages.Local && p.Kind != packages.List {
			all = append(all, p)
		}
	}
	return all
}

// partOfName reports whether a character can be in the name of a package.
func partOfName(r rune) bool {
	return strings.ContainsRune("-_.+/@", r) || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r >= 0x80
}

var (
	hostOfURL = lazyregexp.New(`(?i)\b[a-z][a-z0-9+.-]*:/{2,}(?:[^\s/@"']*@)?(\[[0-9a-f:]+\]|[^\s/:"'\\?#)]+)`)
	hostOfGit = lazyregexp.New(`(?i)\b[a-z0-9_.-]+@([a-z0-9-]+(?:\.[a-z0-9-]+)+):`)
	// An address without a scheme, as curl and wget accept it.
	bareHost = lazyregexp.New(`(?i)^([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::[^\s/?#]*)?(?:[/?#]\S*)?$`)
)

// newHosts returns an issue for each host that the file names and did not name
// before: in URLs, as the address of a git repository, as the registry of an
// image, and as the address that curl or wget gets. This machine does not
// count.
func newHosts(c *Change) []Issue {
	said := map[string]bool{"localhost": true, "127.0.0.1": true, "[::1]": true, "0.0.0.0": true}
	before := strings.ToLower(string(c.Base))
	for _, host := range hostsIn(before) {
		said[host] = true
	}
	// A file that has a name at any other place, such as the name of an output
	// file or of a registry, names it too.
	for word := range wordsOf(before) {
		host, _, _ := strings.Cut(word, "/")
		said[host] = true
	}
	var issues []Issue
	file := c.after()
	stranger := func(line int, host string) {
		if host = strings.ToLower(host); host != "" && !said[host] {
			said[host] = true
			issues = append(issues, Issue{
				Line: line, Message: fmt.Sprintf("it names the host %s, which the file did not name before; use only what is there", host),
			})
		}
	}
	for _, ins := range file.Instructions {
		for _, host := range hostsIn(textOf(file, ins)) {
			stranger(ins.Line, host)
		}
		for _, image := range imagesOf(ins) {
			if !isUsualBase(image) {
				stranger(ins.Line, registryOf(image))
			}
		}
	}
	commands(file, func(_ *lint.Stage, ins *syntax.Instruction, command *lint.Command) {
		if !downloads(command) {
			return
		}
		for _, word := range operands(command) {
			if match := bareHost().FindStringSubmatch(word); match != nil {
				stranger(ins.Line, match[1])
			}
		}
	})
	return issues
}

// usualBases are the usual places of small images that run programs, besides
// the images of the registry that needs no name.
var usualBases = []string{"gcr.io/distroless/", "mcr.microsoft.com/", "registry.access.redhat.com/", "cgr.dev/chainguard/", "docker.io/library/"}

// isUsualBase reports whether an image is a usual base.
func isUsualBase(image string) bool {
	return slices.ContainsFunc(usualBases, func(prefix string) bool { return strings.HasPrefix(strings.ToLower(image), prefix) })
}

// hostsIn returns the hosts of the URLs and git addresses of a text.
func hostsIn(text string) []string {
	var all []string
	for _, form := range []*regexp.Regexp{hostOfURL(), hostOfGit()} {
		for _, match := range form.FindAllStringSubmatch(text, -1) {
			all = append(all, match[1])
		}
	}
	return all
}

// imagesOf returns the images, or stages, that an instruction names.
func imagesOf(ins *syntax.Instruction) []string {
	var all []string
	inner := lint.Inner(ins)
	if inner.Name == "from" && len(inner.Words) > 0 {
		all = append(all, inner.Words[0].Value)
	}
	for i := range inner.Flags {
		switch flag := &inner.Flags[i]; flag.Name {
		case "from":
			all = append(all, flag.Arg)
		case "mount":
			all = append(all, lint.MountOption(flag.Arg, "from"))
		}
	}
	return all
}

// registryOf returns the host of an image, or "" if it names none.
func registryOf(image string) string {
	first, _, more := strings.Cut(image, "/")
	if !more || !strings.ContainsAny(first, ".:") {
		return ""
	}
	host, _, _ := strings.Cut(first, ":")
	return host
}

// longWithValue are the flags of curl and wget that take the next word as their
// value, except the flags for addresses.
var longWithValue = []string{
	"--output", "--output-document", "--output-dir", "--header", "--user-agent", "--request", "--data", "--write-out", "--max-time", "--connect-timeout",
	"--timeout", "--tries", "--retry", "--retry-delay", "--unix-socket", "--cacert", "--cert", "--key", "--user", "--cookie", "--directory-prefix",
}

// takesValue reports whether the word after a flag is its value: a cluster of
// letters ends with one that has a value.
func takesValue(program, word string) bool {
	cluster, dash := strings.CutPrefix(word, "-")
	if !dash || cluster == "" {
		return false
	}
	if strings.HasPrefix(cluster, "-") {
		return slices.Contains(longWithValue, word)
	}
	letters := "oHAXdwmbceTtuYaPU"
	if program == "wget" {
		letters += "O"
	}
	return strings.ContainsRune(letters, rune(cluster[len(cluster)-1]))
}

// operands returns the words of a curl or wget that are neither flags nor their
// values, and have no scheme.
func operands(c *lint.Command) []string {
	var operands []string
	all := words(c)
	for i := 0; i < len(all); i++ {
		word := all[i]
		if takesValue(c.Name, word) {
			i++
			continue
		}
		if value, url := strings.CutPrefix(word, "--url="); url {
			word = value
		}
		if !strings.HasPrefix(word, "-") && !strings.Contains(word, "://") {
			operands = append(operands, word)
		}
	}
	return operands
}
