package lint

import (
	"path"
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
	for stage := s; stage != nil; stage = stage.Parent {
		for i := len(stage.Instructions) - 1; i >= 0; i-- {
			ins := stage.Instructions[i]
			if ins.Name == "shell" && ins.JSON && len(ins.Words) > 0 && (stage != s || ins.Start < at.Start) {
				command = values(ins.Words)
				return shellNamed(command[0]), command
			}
		}
		if stage.Parent == nil && f.windows(stage) {
			return Cmd, nil
		}
	}
	return POSIX, nil
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
