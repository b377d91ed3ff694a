package declared

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/process"

	"github.com/rules-autofix/rules_autofix/internal/adapters/external"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

// A Checker is a program that a table [checkers.NAME] names.
type Checker struct {
	Name    string
	Config  string // the path of the autofix.toml, as in messages
	Folder  string // its folder, relative to the workspace; "." for the root, and for a file outside
	Command []string
	Use     Use

	files    []string // globs relative to the workspace
	env      map[string]string
	codes    []int
	deadline time.Duration
}

// Of returns the checkers that a configuration declares, by name. c may be nil,
// and taken are the names of the built-in checkers. The error joins a
// *config.Error for each mistake.
func Of(c *config.Config, taken []string) ([]*Checker, error) {
	said := c.Said(Section)
	var all []*Checker
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(said)) {
		table := said.Table(name)
		if !declares(table) {
			continue
		}
		checker, mistake := read(c, name, c.GetTable(Section, name), table, taken)
		if mistake != nil {
			errs = append(errs, c.Mistake(mistake.Why, slices.DeleteFunc([]string{Section.Name, name, mistake.Key}, func(key string) bool { return key == "" })...))
			continue
		}
		all = append(all, checker)
	}
	return all, errors.Join(errs...)
}

// declares reports whether a table has more than the key owns.
func declares(table config.Values) bool {
	for key := range table {
		if key != "owns" {
			return true
		}
	}
	return false
}

func read(c *config.Config, name string, v, said config.Values, taken []string) (*Checker, *Mistake) {
	if why := nameMistake(name, taken); why != "" {
		return nil, &Mistake{Why: why}
	}
	for _, required := range []string{"command", "files"} {
		switch texts := v.Texts(required); {
		case said[required] == nil:
			return nil, &Mistake{Why: fmt.Sprintf("the key %q is missing", required)}
		case len(texts) == 0, required == "command" && texts[0] == "":
			return nil, &Mistake{Key: required, Why: required + " is empty, so the checker would check nothing"}
		}
	}
	command := v.Texts("command")
	checker := &Checker{
		Name: name, Config: c.Path, Folder: folderOf(c, name), Command: command,
		Use: Use{
			Args: command[1:], Format: text(v, "format"), InPlace: v.Bool("in_place"),
			Pattern: text(v, "pattern"), Phase: text(v, "phase"), Safety: text(v, "safety"), Stream: v.Text("stream"),
		},
		files: v.Texts("files"), env: v.StringMap("env"), codes: v.Ints("exit_codes"),
		deadline: time.Duration(v.Int("timeout_seconds")) * time.Second,
	}
	switch use := &checker.Use; {
	case use.InPlace && use.Format != "":
		return nil, &Mistake{Key: "format", Why: "format: a program that fixes in place has no output that is read: leave out format or in_place"}
	case !use.InPlace && use.Format == "":
		return nil, &Mistake{Why: "say what its output is with format, such as \"sarif\", or set in_place = true if it writes to the files"}
	case slices.ContainsFunc(command, func(arg string) bool { return strings.ContainsRune(arg, 0) }):
		return nil, &Mistake{Key: "command", Why: "command: an argument has a NUL byte"}
	}
	mistake := checker.Use.Mistake("in_place")
	if mistake != nil && mistake.Key == "args" {
		mistake.Key = "command"
	}
	if mistake != nil {
		mistake.Why = mistake.Key + ": " + mistake.Why
	}
	return checker, mistake
}

// text returns a text that has no default, or "".
func text(v config.Values, key string) string {
	said, _ := v[key].(string)
	return said
}

// folderOf returns the folder in which the program of a table runs: the folder
// of the file that names it. If that folder is not around the configuration, as
// with a file that it extends, it is the root.
func folderOf(c *config.Config, name string) string {
	here := inWorkspace(path.Dir(c.Path))
	folder := inWorkspace(path.Dir(c.FileOf(Section.Name, name, "command")))
	if folder == "." || here == folder || strings.HasPrefix(here, folder+"/") {
		return folder
	}
	return "."
}

// nameMistake returns why a checker cannot have a name, or "". In artifacts,
// tags and summaries, it would be confused with others. The rules of Bazel have
// the same names.
func nameMistake(name string, taken []string) string {
	if slices.Contains(taken, name) || strings.HasPrefix(name, "autofix.") {
		return fmt.Sprintf("a built-in checker is called %s: give this one another name than %s", name, strings.Join(taken, ", "))
	}
	if at := strings.IndexFunc(name, func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-", r)
	}); at >= 0 || name == "" {
		return fmt.Sprintf("the name %q of a checker can have letters, digits, _, . and - only", name)
	}
	return ""
}

// Checks reports whether the checker checks a file, by its path in the
// workspace.
func (c *Checker) Checks(file string) bool {
	return slices.ContainsFunc(c.files, func(glob string) bool { return doublestar.MatchUnvalidated(glob, file) })
}

// CommandLine returns the command, with its variables, as a shell would have
// it. Nothing in it is invisible.
func (c *Checker) CommandLine() string {
	var words []string
	for _, name := range slices.Sorted(maps.Keys(c.env)) {
		words = append(words, visible(name)+"="+visible(c.env[name]))
	}
	for _, arg := range c.Command {
		words = append(words, visible(arg))
	}
	return strings.Join(words, " ")
}

func visible(arg string) string {
	if strings.IndexFunc(arg, func(r rune) bool { return r < ' ' || r > '~' }) >= 0 {
		return strconv.QuoteToASCII(arg)
	}
	if arg == "{files}" || arg == "{out}" || arg == "{files_list}" {
		return arg
	}
	return process.Quote(arg)
}

// Lints reports whether the checker is more than a formatter.
func (c *Checker) Lints() bool { return c.Use.Phase != "format" && c.Use.Format != Text }

// Digest returns the SHA-256, in hex, of the values that a configuration has in
// the section, with the files that it extends. It does not depend on comments
// and layout. c may be nil.
func Digest(c *config.Config) string {
	var text bytes.Buffer
	said := c.Said(Section)
	folders := map[string]string{}
	for name := range said {
		folders[name] = folderOf(c, name)
	}
	if err := json.NewEncoder(&text).Encode([]any{said, folders}); err != nil { // sorts keys
		panic(fmt.Sprintf("declared: %v", err)) // all kinds of values can be encoded
	}
	return fixedits.Digest(text.Bytes())
}

// External returns the program in the form in which it runs, in a copy of the
// workspace at root, with the program at a path. The variables are the
// environment of the person.
func (c *Checker) External(root, program string, variables []string) *external.Checker {
	env := slices.Clone(variables)
	for _, name := range slices.Sorted(maps.Keys(c.env)) {
		env = append(env, name+"="+c.env[name])
	}
	checker := &external.Checker{
		Name: c.Name, Program: program, Args: c.Use.Args, Env: env, Dir: root, In: c.Folder,
		Unsaid: fixedits.Safety(c.Use.Safety), ExitCodes: c.codes, Stderr: c.Use.Stream == "stderr", Timeout: c.deadline,
	}
	if !c.Use.Rewrites() {
		checker.Format = c.Use.format()
	}
	return checker
}
