package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Each attack succeeds without a sandbox, or it would prove nothing, and is
// refused where the level says so.
func TestAttacks(t *testing.T) {
	other := exec.Command(os.Args[0], "sleep")
	other.Env = []string{attacker + "=1", "AUTOFIX_TEST_SECRET=" + secret}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	defer other.Wait()
	defer other.Process.Kill()
	tcp, udp, abstract := servers(t)
	outside := fmt.Sprint(os.Getpid())
	eachLevel(t, func(t *testing.T, level Level) {
		h := newHouse(t)
		file, err := syscall.Open(h.workspace+"/Dockerfile", syscall.O_RDONLY, 0) // inherited by programs
		if err != nil {
			t.Fatal(err)
		}
		defer syscall.Close(file)
		socket := filepath.Join(t.TempDir(), "socket")
		listen(t, "unix", socket)
		for _, row := range []struct {
			refused bool
			also    bool // refused without a sandbox too, by the system
			attack  []string
		}{
			{level.EnforcesFiles(), false, []string{"read", h.workspace + "/Dockerfile"}},
			{level.EnforcesFiles(), false, []string{"read", h.dir + "/link"}},
			{level.EnforcesFiles(), false, []string{"read", h.dir + "/back/Dockerfile"}},
			{level.EnforcesFiles(), false, []string{"read", h.dir + "/../workspace/Dockerfile"}},
			{level.EnforcesFiles(), false, []string{"read", "/proc/self/root" + h.workspace + "/Dockerfile"}},
			{level.EnforcesFiles(), false, []string{"read", "/proc/" + outside + "/root" + h.workspace + "/Dockerfile"}},
			{level.EnforcesFiles(), false, []string{"read", "/proc/self/cwd/../workspace/Dockerfile"}},
			{level.EnforcesFiles(), false, []string{"read through processes", h.workspace + "/Dockerfile"}},
			{level.EnforcesFiles(), false, []string{"read environments"}},
			{level.EnforcesFiles(), false, []string{"read inherited files"}},
			{level.EnforcesFiles(), false, []string{"find", h.workspace, "Dockerfile"}},
			{level.EnforcesFiles(), false, []string{"find", h.visible + "/.git", "config"}},
			{level.EnforcesFiles(), false, []string{"read", h.visible + "/.env"}},
			{level.EnforcesFiles(), false, []string{"read", h.visible + "/link"}},
			{level.EnforcesFiles(), false, []string{"read", h.visible + "/inner/.env.local"}},
			{level.EnforcesFiles(), false, []string{"read", h.visible + "/.git/config"}},
			{level.EnforcesFiles(), false, []string{"append", h.visible + "/public"}},
			{level.EnforcesFiles(), false, []string{"cut", h.visible + "/public"}},
			{level.EnforcesFiles(), false, []string{"write", h.visible + "/new"}},
			{level.EnforcesFiles(), false, []string{"write", h.workspace + "/new"}},
			{level.EnforcesFiles(), false, []string{"hard link", h.visible + "/.env", h.dir + "/hard"}},
			{level.EnforcesFiles(), false, []string{"move", h.visible + "/public", h.dir + "/public"}},
			{level.EnforcesFiles(), false, []string{"remove", h.workspace + "/Dockerfile"}},
			{level.EnforcesFiles(), os.Geteuid() != 0, []string{"set the program of core dumps"}},
			{level.EnforcesFiles(), false, []string{"write", filepath.Dir(h.dir) + "/new"}},
			{level.EnforcesFiles(), true, []string{"unmount", h.visible + "/.env", h.visible + "/.env"}},
			{level.EnforcesFiles(), true, []string{"unmount", h.visible + "/.git", h.visible + "/.git/config"}},
			{level.EnforcesFiles(), true, []string{"unmount in namespaces", h.visible + "/.env", h.visible + "/.env"}},
			{level.EnforcesNetwork(), false, []string{"connect", "tcp", tcp}},
			{level.EnforcesNetwork(), false, []string{"connect", "udp", udp}},
			{level.EnforcesNetwork(), false, []string{"connect", "unix", abstract}},
			{level.EnforcesNetwork(), false, []string{"connect", "unix", socket}},
			{level.EnforcesProcesses(), false, []string{"signal", outside}},
			{level.EnforcesProcesses(), true, []string{"trace", outside}},
		} {
			t.Run(strings.Join(row.attack, " "), func(t *testing.T) {
				got := run(t, level, h.policy, row.attack...)
				refused := strings.HasPrefix(got, "refused: ")
				if row.attack[0] == "write" {
					err := os.Remove(row.attack[1])
					refused = errors.Is(err, fs.ErrNotExist)
				}
				switch {
				case row.refused && !refused:
					t.Errorf("it is not refused: %s", got)
				case level == None && refused && !row.also:
					t.Errorf("it is refused without a sandbox: %s", got)
				}
			})
			// Without a sandbox, much was broken.
			if level == None {
				write(t, h.workspace+"/Dockerfile", secret)
				write(t, h.visible+"/public", "public")
			}
		}
		if text, _ := os.ReadFile(h.visible + "/public"); string(text) != "public" {
			t.Errorf("a file is now %q", text)
		}
	})
}
