//go:build unix

package companion

import (
	"os"
	"syscall"
)

// suffix is the end of the name of a program.
const suffix = ""

// Exec replaces this process by the companion at path, with the same standard
// streams, so that signals and the exit code need no forwarding. It returns
// only with an error.
func Exec(path string, args []string) (int, error) {
	err := syscall.Exec(path, append([]string{path}, args...), Environ())
	return 0, &os.PathError{Op: "exec", Path: path, Err: err}
}
