package lint

import (
	"path"
	"sort"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// A Shell is what runs the shell form of an instruction.
type Shell int

const (
	// POSIX is sh, or a shell that reads what sh does, such as bash: its scripts are parsed.
	POSIX Shell = iota
	// PowerShell is powershell or pwsh.
	PowerShell
	// Cmd is cmd.exe.
	Cmd
	// Other is one of which nothing is known.
	Other
)

// ShellOf returns the shell of a stage at an instruction, which is one of the stage's: that of the last SHELL before it, or
// of the stage that it begins from. It is a POSIX shell where nothing says otherwise, unless the base is an image of
// Windows or `# escape` says so.
func (f *File) ShellOf(s *Stage, at *syntax.Instruction) (shell Shell, command []string) {
	ins := s.inherited
	if n := sort.Search(len(s.shells), func(i int) bool { return s.shells[i].Start >= at.Start }); n > 0 {
		ins = s.shells[n-1]
	}
	switch {
	case ins != nil:
		command = values(ins.Words)
		return shellNamed(command[0]), command
	case s.windows:
		return Cmd, nil
	}
	return POSIX, nil
}

// inherit sets what a stage has of the one that it begins from.
func (f *File) inherit(s *Stage) {
	if s.Parent == nil {
		s.windows = f.windows(s)
		return
	}
	s.windows, s.inherited = s.Parent.windows, s.Parent.inherited
	if n := len(s.Parent.shells); n > 0 {
		s.inherited = s.Parent.shells[n-1]
	}
}

func values(words []syntax.Word) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = w.Value
	}
	return out
}

func shellNamed(name string) Shell {
	name = strings.ToLower(path.Base(strings.ReplaceAll(name, `\`, "/")))
	switch strings.TrimSuffix(name, ".exe") {
	case "sh", "bash", "dash", "ash", "ksh", "mksh", "zsh":
		return POSIX
	case "powershell", "pwsh":
		return PowerShell
	case "cmd":
		return Cmd
	}
	return Other
}

// windows reports whether a stage begins from an image of Windows, by its name or by its platform, or by the escape
// character that is made for its paths.
func (f *File) windows(s *Stage) bool {
	if s.Platform != nil {
		return strings.HasPrefix(s.Platform.Arg, "windows")
	}
	base := strings.ToLower(s.Base.Value)
	for _, name := range []string{"windows", "nanoserver", "servercore"} {
		if strings.Contains(base, name) {
			return true
		}
	}
	return f.Escape == '`'
}
