package companion

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
)

// suffix is the end of the name of a program.
const suffix = ".exe"

// Exec runs the companion at path with the same standard streams, and returns
// its exit code. Windows cannot replace a process. An interrupt goes to all
// processes of a console: the companion handles it, and this process waits.
func Exec(path string, args []string) (int, error) {
	signal.Reset(os.Interrupt)
	signal.Ignore(os.Interrupt)
	cmd := exec.Command(path, args...)
	cmd.Env = Environ()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return exit.ExitCode(), nil
	}
	return 0, err
}
