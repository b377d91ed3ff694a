package lint

import (
	"path"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// A Shell is the shell that runs the shell form of an instruction.
type Shell int

const (
	// POSIX is sh, or a shell with the syntax of sh, such as bash. Its scripts
	// are parsed.
	POSIX Shell = iota
	// PowerShell is powershell or pwsh.
	PowerShell
	// Cmd is cmd.exe.
	Cmd
	// Other is an unknown shell.
	Other
)

// A shellState is the shell at an instruction, and the words of the SHELL or
// the comment that sets it.
type shellState struct {
	shell   Shell
	command []string
	set     *syntax.Instruction // the SHELL; may be nil
}

// ShellOf returns the shell at an instruction of a stage, and its command,
// which is nil if it is not set. The shell is set by the last SHELL before the
// instruction, by a hadolint comment, or by the parent stage. The default is a
// POSIX shell, unless the base is a Windows image or the escape character is
// the one for Windows paths.
func (f *File) ShellOf(s *Stage, at *syntax.Instruction) (Shell, []string) {
	state := f.shellState(s, at)
	return state.shell, state.command
}

// ShellAt returns the SHELL in effect at an instruction of a stage, which may
// be in a parent stage, or nil.
func (f *File) ShellAt(s *Stage, at *syntax.Instruction) *syntax.Instruction {
	return f.shellState(s, at).set
}

func (f *File) shellState(s *Stage, at *syntax.Instruction) shellState {
	if f.shells == nil {
		f.findShells()
	}
	if state, ok := f.shells[at]; ok {
		return state
	}
	return f.shells[s.From]
}

// findShells computes the shells of all stages in order, because each stage
// starts with the final shell of its parent.
func (f *File) findShells() {
	f.shells = make(map[*syntax.Instruction]shellState)
	ends := make([]shellState, len(f.Stages))
	for i, s := range f.Stages {
		var state shellState
		switch {
		case s.Parent != nil:
			state = ends[s.Parent.Index]
		case s.windows:
			state.shell = Cmd
		}
		f.pragma(s.From, &state)
		f.shells[s.From] = state
		for _, ins := range s.Instructions {
			f.pragma(ins, &state)
			f.shells[ins] = state
			if ins.OnBuild != nil {
				f.shells[ins.OnBuild] = state
			}
			if ins.Name == "shell" && ins.JSON && len(ins.Words) > 0 {
				command := values(ins.Words)
				state = shellState{shellNamed(command[0]), command, ins}
			}
		}
		ends[i] = state
	}
}

func (f *File) pragma(ins *syntax.Instruction, state *shellState) {
	if name, ok := f.Pragmas.Shells[ins]; ok {
		command := strings.Fields(name)
		*state = shellState{shell: shellNamed(command[0]), command: command}
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

// windows reports whether a stage builds on a Windows image, judged by its
// name, its platform, or the escape character.
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
