package objective

import (
	"slices"
	"strings"
	"sync"

	shellsyntax "mvdan.cc/sh/v3/syntax"

	"github.com/rules-autofix/rules_autofix/formatting/shell"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

// A transfer is a curl or wget command. Words are rendered: see rendered.
type transfer struct {
	effect

	tool   string
	words  []string // all, as rendered
	fails  bool     // if the server answers with an error
	follow bool     // redirects
}

// An effect is the result of a transfer with either program.
type effect struct {
	Before    []string // sudo and the like
	URLs      []string
	Outputs   []string // a file for each URL; empty: standard output
	Headers   []string
	Agent     string
	User      string // name:password
	TLS       string
	Authority string // a file of certificates
	HTTPSOnly bool
	Insecure  bool
	Continue  bool
}

// Flags of the programs. The free ones, of messages, retries and time limits,
// do not change the result.
var (
	wgetFlags = lazyKinds("-q --quiet -v --verbose -nv --no-verbose --show-progress --no-cookies -4 -6 --inet4-only --inet6-only --retry-connrefused",
		"--progress -t --tries -T --timeout --waitretry --connect-timeout --read-timeout --dns-timeout",
		"--no-check-certificate -c --continue --https-only",
		"-O --output-document -P --directory-prefix --header -U --user-agent --user --http-user --password --http-password --secure-protocol --ca-certificate")
	curlFlags = lazyKinds("-s --silent -v --verbose -S --show-error -# --progress-bar --no-progress-meter -4 -6 --ipv4 --ipv6 --retry-connrefused --retry-all-errors --create-dirs",
		"-m --max-time --connect-timeout --retry --retry-delay --retry-max-time --max-redirs",
		"-f --fail --fail-with-body -L --location -O --remote-name --remote-name-all -k --insecure --tlsv1.2 --tlsv1.3",
		"-o --output --output-dir -H --header -A --user-agent -u --user -C --continue-at --proto --cacert")
)

// A flagKind says whether a flag has a value, and whether the value is free.
type flagKind struct{ valued, free bool }

func lazyKinds(free, freeValued, bare, valued string) func() map[string]flagKind {
	return sync.OnceValue(func() map[string]flagKind {
		all := map[string]flagKind{}
		for names, kind := range map[string]flagKind{free: {false, true}, freeValued: {true, true}, bare: {}, valued: {true, false}} {
			for name := range strings.FieldsSeq(names) {
				all[name] = kind
			}
		}
		return all
	})
}

// readTransfer reads a command, and reports whether it is a download with known
// flags only.
func readTransfer(c *lint.Command) (*transfer, bool) {
	if !downloads(c) || c.Word.Value != c.Name && c.Word.Value != "/usr/bin/"+c.Name {
		return nil, false
	}
	t := &transfer{tool: c.Name}
	for _, arg := range c.Before {
		t.Before = append(t.Before, rendered(c, arg))
	}
	for _, arg := range c.Args {
		t.words = append(t.words, rendered(c, arg))
	}
	kinds, read := curlFlags(), t.curl
	if c.Name == "wget" {
		kinds, read = wgetFlags(), t.wget
	}
	flags, urls, why := parseFlags(t.tool, t.words, func(name string) (bool, bool) {
		kind, known := kinds[name]
		return kind.valued, known
	})
	if why != "" || len(urls) == 0 || slices.ContainsFunc(urls, func(url string) bool { return strings.ContainsAny(outside(url), "[]{}") }) {
		return nil, false
	}
	t.URLs = urls
	for _, flag := range flags {
		if kind := kinds[flag.name]; kind.free && kind.valued && strings.ContainsAny(flag.value, mark) {
			return nil, false
		}
	}
	return t, read(flags)
}

// mark is around the parts of a word that the shell decides.
const mark = "\x01"

// rendered returns an argument without its quotes. The parts that the shell
// decides stay as written, between marks.
func rendered(c *lint.Command, a lint.Arg) string {
	if a.Static || !c.Shell() {
		return a.Value
	}
	var b strings.Builder
	var parts func(list []shellsyntax.WordPart)
	parts = func(list []shellsyntax.WordPart) {
		for _, part := range list {
			if quoted, ok := part.(*shellsyntax.DblQuoted); ok && !quoted.Dollar {
				parts(quoted.Parts)
			} else if text, known := shell.Static(&shellsyntax.Word{Parts: []shellsyntax.WordPart{part}}); known {
				b.WriteString(text)
			} else {
				b.WriteString(mark + c.Script.Source[part.Pos().Offset():part.End().Offset()] + mark)
			}
		}
	}
	for _, word := range c.Call.Args {
		if int(word.Pos().Offset()) == a.Start {
			parts(word.Parts)
		}
	}
	return b.String()
}

// outside returns the parts of a rendered word that are not between marks.
func outside(word string) string {
	var b strings.Builder
	for i, part := range strings.Split(word, mark) {
		if i%2 == 0 {
			b.WriteString(part)
		}
	}
	return b.String()
}

// wget reads the flags of a wget.
func (t *transfer) wget(flags []given) bool {
	t.fails, t.follow = true, true
	output, given, folder, user, password := "", false, "", "", ""
	for _, flag := range flags {
		switch flag.name {
		case "-O", "--output-document":
			output, given = flag.value, true
		case "-P", "--directory-prefix":
			folder = flag.value
		case "--header":
			t.Headers = append(t.Headers, flag.value)
		case "-U", "--user-agent":
			t.Agent = flag.value
		case "--user", "--http-user":
			user = flag.value
		case "--password", "--http-password":
			password = flag.value
		case "--no-check-certificate":
			t.Insecure = true
		case "-c", "--continue":
			t.Continue = true
		case "--ca-certificate":
			t.Authority = flag.value
		case "--https-only":
			t.HTTPSOnly = true
		case "--secure-protocol":
			t.TLS = strings.ReplaceAll(strings.TrimPrefix(flag.value, "TLSv"), "_", ".")
		}
	}
	if user != "" || password != "" {
		t.User = user + ":" + password
	}
	for _, url := range t.URLs {
		switch {
		case given && len(t.URLs) > 1:
			return false
		case given:
			t.Outputs = append(t.Outputs, toFile(output))
		default:
			t.Outputs = append(t.Outputs, under(folder, remoteName(url, true)))
		}
	}
	return true
}

// curl reads the flags of a curl.
func (t *transfer) curl(flags []given) bool {
	const remote = mark + mark
	var outputs []string
	folder, all := "", false
	for _, flag := range flags {
		switch flag.name {
		case "-f", "--fail", "--fail-with-body":
			t.fails = true
		case "-L", "--location":
			t.follow = true
		case "-O", "--remote-name":
			outputs = append(outputs, remote)
		case "--remote-name-all":
			all = true
		case "-o", "--output":
			outputs = append(outputs, toFile(flag.value))
		case "--output-dir":
			folder = flag.value
		case "-H", "--header":
			if strings.HasPrefix(flag.value, "@") {
				return false
			}
			t.Headers = append(t.Headers, flag.value)
		case "-A", "--user-agent":
			t.Agent = flag.value
		case "-u", "--user":
			t.User = flag.value
		case "-k", "--insecure":
			t.Insecure = true
		case "-C", "--continue-at":
			if t.Continue = true; flag.value != "-" {
				return false
			}
		case "--cacert":
			t.Authority = flag.value
		case "--proto":
			if t.HTTPSOnly = true; flag.value != "=https" {
				return false
			}
		case "--tlsv1.2", "--tlsv1.3":
			t.TLS = strings.TrimPrefix(flag.name, "--tlsv")
		}
	}
	if len(outputs) > len(t.URLs) {
		return false
	}
	for i, url := range t.URLs {
		switch {
		case i < len(outputs) && outputs[i] != remote:
			if outputs[i] != "" {
				outputs[i] = under(folder, outputs[i])
			}
		case i < len(outputs):
			outputs[i] = under(folder, remoteName(url, false))
		case all:
			outputs = append(outputs, under(folder, remoteName(url, false)))
		default:
			outputs = append(outputs, "")
		}
	}
	t.Outputs = outputs
	return true
}

// toFile returns an output, or "" for standard output.
func toFile(name string) string {
	if name == "-" {
		return ""
	}
	return strings.TrimPrefix(name, "./")
}

func under(folder, name string) string {
	if folder == "" || folder == "." {
		return name
	}
	return strings.TrimSuffix(folder, "/") + "/" + name
}

// remoteName returns the name that a program gives the file of a URL. For a URL
// with a query, and for one without a name, each program has its own.
func remoteName(url string, wget bool) string {
	_, rest, scheme := strings.Cut(url, "://")
	if !scheme {
		rest = url
	}
	slash := strings.LastIndexByte(rest, '/')
	name := rest[slash+1:]
	switch {
	case strings.ContainsAny(outside(url), "?#") || name == "" || slash < 0 && !strings.Contains(url, mark):
		if wget {
			return mark + "wget's name of " + mark + url
		}
		return mark + "curl's name of " + mark + url
	case slash < 0 || strings.Count(name, mark)%2 != 0: // within a variable
		return mark + "the name of " + mark + url
	}
	return name
}
