//go:build unix

package workspace

import (
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A file that is neither regular nor a folder is rejected with its kind, and
// opening it does not block.
func TestSpecialFiles(t *testing.T) {
	for _, short := range []bool{true, false} {
		if !short {
			withoutOpenat2(t)
		}
		root, err := os.MkdirTemp("", "special") // t.TempDir is too long for a socket's path
		check(t, err)
		defer os.RemoveAll(root)
		w := openAt(t, root, map[string]string{"link": "-> pipe", "folder/": ""})
		check(t, syscall.Mkfifo(filepath.Join(root, "pipe"), 0o644))
		listener, err := net.Listen("unix", filepath.Join(root, "socket"))
		check(t, err)
		defer listener.Close()
		kinds := map[string]string{"pipe": "named pipe", "link": "named pipe", "socket": "socket"}
		if os.Geteuid() == 0 {
			if err := syscall.Mknod(filepath.Join(root, "device"), syscall.S_IFCHR|0o644, 1<<8|3); err == nil {
				kinds["device"] = "device" // containers may forbid it even to root
			}
		}
		for name, kind := range kinds {
			_, err := w.Read(name)
			wantError(t, err, name+": cannot read it: it is a "+kind+", not a regular file")
			_, err = w.List([]string{name}, ListOptions{})
			wantError(t, err, name+": cannot check it: it is a "+kind)
			wantError(t, write(w, change(name, "", "new")), name+": cannot write it: it is a "+kind)
			_, err = OpenDeclared(root).Read(name)
			wantError(t, err, name+": cannot read it: ")
		}
		files, err := w.List([]string{"."}, ListOptions{})
		if err != nil || len(files) > 0 {
			t.Errorf("a walk lists %q, %v, want nothing", files, err)
		}
	}
}
