// Package bazelrc reads the .bazelrc of a workspace and the files of the
// workspace that it imports, as far as builds obey them. Bazel is not asked.
package bazelrc

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// FileName is the name of the file at the root of a workspace.
const FileName = ".bazelrc"

// ConfigFlag is the end of the flag that names the configuration of the checks,
// after the name of the ruleset's repository.
const ConfigFlag = "//rules:config"

// An RC has the contents of the files. The zero value is a workspace without
// any.
type RC struct {
	Files   []string // that exist, workspace relative, each once, in order
	Imports []Import // of files of the workspace, in order
	Flags   []Flag   // of builds, and of tests, which obey the ones of builds too; in order
}

// An Import is an import of a file of the workspace.
type Import struct {
	File   string // workspace relative
	Try    bool   // the file need not exist
	Exists bool
	From   string // FILE:LINE
}

// A Flag is a flag of builds or of tests.
type Flag struct {
	Test   bool   // only for bazel test
	Config string // the name of the configuration that has it, as in build:NAME; "" for all builds
	Name   string // with its dashes
	Value  string // "" for --name alone
	From   string // FILE:LINE
}

// String returns the flag in one word.
func (f Flag) String() string {
	if f.Value == "" {
		return f.Name
	}
	return f.Name + "=" + f.Value
}

// File returns the file that has the flag.
func (f Flag) File() string { return f.From[:strings.LastIndexByte(f.From, ':')] }

// An Error reports a file that exists and cannot be read.
type Error struct {
	File string
	Err  error
}

func (e *Error) Error() string { return e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// Read reads the files. read returns a file of the workspace, or fs.ErrNotExist.
// An *Error comes with all that is in the files before.
func Read(read func(file string) ([]byte, error)) (*RC, error) {
	r := reader{RC: &RC{}, text: read}
	_, err := r.file(FileName, nil)
	return r.RC, err
}

type reader struct {
	*RC
	text func(file string) ([]byte, error)
}

// file reads a file that the files of within import, and reports whether it
// exists.
func (r *reader) file(name string, within []string) (exists bool, err error) {
	if slices.Contains(within, name) {
		return true, nil // Bazel reports it
	}
	text, err := r.text(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if !slices.Contains(r.Files, name) {
		r.Files = append(r.Files, name)
	}
	if err != nil {
		return true, &Error{name, err}
	}
	for _, line := range split(string(text)) {
		from := fmt.Sprintf("%s:%d", name, line.number)
		switch command, config, _ := strings.Cut(line.words[0], ":"); command {
		case "import", "try-import":
			if len(line.words) != 2 {
				continue
			}
			file, ok := strings.CutPrefix(line.words[1], "%workspace%/")
			if !ok {
				continue
			}
			i := len(r.Imports)
			r.Imports = append(r.Imports, Import{File: path.Clean(file), Try: command == "try-import", From: from})
			exists, err := r.file(path.Clean(file), append(within, name))
			r.Imports[i].Exists = exists
			if err != nil {
				return true, err
			}
		case "build", "common", "always", "test":
			r.flags(Flag{Test: command == "test", Config: config, From: from}, line.words[1:])
		}
	}
	return true, nil
}

// flags adds the flags of a line. A value may be a word of its own.
func (r *reader) flags(flag Flag, words []string) {
	for _, word := range words {
		last := len(r.Flags) - 1
		if !strings.HasPrefix(word, "-") && last >= 0 && r.Flags[last].From == flag.From && r.Flags[last].Value == "" {
			r.Flags[last].Value = word
			continue
		}
		flag.Name, flag.Value, _ = strings.Cut(word, "=")
		r.Flags = append(r.Flags, flag)
	}
}

// ConfigOfChecks returns the label that the flag for the configuration of the
// checks has last in a build, and the place, or "".
func (rc *RC) ConfigOfChecks() (label, from string) {
	for _, f := range rc.Flags {
		if f.Test {
			continue
		}
		if f.Name == "--"+ConfigFlag || strings.HasPrefix(f.Name, "--@") && strings.HasSuffix(f.Name, ConfigFlag) {
			label, from = f.Value, f.From
		}
	}
	return label, from
}

// Aspects returns the aspects of builds and tests, in order, as FILE%NAME.
func (rc *RC) Aspects() (all []string) {
	for _, f := range rc.Flags {
		if f.Name == "--aspects" {
			all = append(all, strings.Split(f.Value, ",")...)
		}
	}
	return all
}
