package sandbox

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// secret is the text that the attacks look for.
const secret = "the secret of the host"

// attacks are tried in a sandbox. Each returns an error if it is refused. If one
// reads something, that is what it has gained.
var attacks = map[string]func(args []string) (gained string, err error){
	"read": func(args []string) (string, error) { return read(args[0]) },
	// Through every process that can be seen: also those outside.
	"read through processes": func(args []string) (string, error) {
		processes, err := filepath.Glob("/proc/[0-9]*")
		if err != nil {
			return "", err
		}
		err = errors.New("no process is visible")
		for _, process := range processes {
			for _, way := range []string{"root", "cwd", "task/" + filepath.Base(process) + "/root"} {
				var text string
				if text, err = read(filepath.Join(process, way, args[0])); err == nil {
					return text, nil
				}
			}
		}
		return "", err
	},
	"read inherited files": func([]string) (string, error) {
		for fd := 3; fd < 1000; fd++ {
			text := make([]byte, 1000)
			if n, err := syscall.Pread(fd, text, 0); err == nil && n > 0 {
				return string(text[:n]), nil
			}
		}
		return "", syscall.EBADF
	},
	"read environments": func([]string) (string, error) {
		environments, _ := filepath.Glob("/proc/[0-9]*/environ")
		for _, file := range environments {
			if text, err := os.ReadFile(file); err == nil && strings.Contains(string(text), secret) {
				return secret, nil
			}
		}
		return "", os.ErrNotExist
	},
	"find": func(args []string) (string, error) {
		names, err := list(args[0])
		if err == nil && !slices.Contains(strings.Fields(names), args[1]) {
			err = os.ErrNotExist
		}
		return names, err
	},
	"list": func(args []string) (string, error) { return list(args[0]) },
	// It may write to a file of the same name that only the sandbox has.
	"write":  func(args []string) (string, error) { return "", os.WriteFile(args[0], []byte("x"), 0o666) },
	"append": func(args []string) (string, error) { return "", appendTo(args[0]) },
	"cut":    func(args []string) (string, error) { return "", os.Truncate(args[0], 1) },
	"remove": func(args []string) (string, error) { return "", os.Remove(args[0]) },
	"move":   func(args []string) (string, error) { return "", os.Rename(args[0], args[1]) },
	"hard link": func(args []string) (string, error) {
		if err := os.Link(args[0], args[1]); err != nil {
			return "", err
		}
		return read(args[1])
	},
	"connect": func(args []string) (string, error) {
		connection, err := net.DialTimeout(args[0], args[1], 5*time.Second)
		if err != nil {
			return "", err
		}
		defer connection.Close()
		_ = connection.SetDeadline(time.Now().Add(5 * time.Second))
		// A datagram needs an answer to be known to have arrived.
		if _, err := connection.Write([]byte("x")); err != nil {
			return "", err
		}
		text := make([]byte, 100)
		n, err := connection.Read(text)
		return string(text[:n]), err
	},
	"signal": func(args []string) (string, error) { return "", syscall.Kill(number(args[0]), 0) },
	"trace": func(args []string) (string, error) {
		if err := unix.PtraceSeize(number(args[0])); err != nil {
			return "", err
		}
		return "", unix.PtraceDetach(number(args[0]))
	},
	"unmount": func(args []string) (string, error) {
		if err := syscall.Unmount(args[0], syscall.MNT_DETACH); err != nil {
			return "", err
		}
		return read(args[1])
	},
	// With the capabilities of user and mount namespaces of its own.
	"unmount in namespaces": func(args []string) (string, error) {
		self := exec.Command(os.Args[0], append([]string{"unmount"}, args...)...)
		self.SysProcAttr = &syscall.SysProcAttr{
			Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
			UidMappings: []syscall.SysProcIDMap{{Size: 1, HostID: os.Geteuid()}},
			GidMappings: []syscall.SysProcIDMap{{Size: 1, HostID: os.Getegid()}},
		}
		text, err := self.CombinedOutput()
		if err == nil && strings.HasPrefix(string(text), "refused") {
			err = errors.New(string(text))
		}
		return string(text), err
	},
	"set the program of core dumps": func([]string) (string, error) {
		const file = "/proc/sys/kernel/core_pattern"
		now, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		return "", os.WriteFile(file, now, 0) // as it is
	},
	// A daemon holds the error output open.
	"survive": func([]string) (string, error) {
		daemon := exec.Command(os.Args[0], "sleep")
		daemon.Stderr = os.Stderr
		daemon.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		daemon.Env = []string{attacker + "=1"}
		return "", daemon.Start()
	},
	"sleep": func([]string) (string, error) { time.Sleep(time.Minute); return "", nil },

	"mask processes and run tests": func(args []string) (string, error) { return maskAndTest(args) },
	"forbid namespaces and probe":  func([]string) (string, error) { return forbidAndProbe() },

	// What must work.
	"talk to itself": func([]string) (string, error) { return talk() },
	"die":            func([]string) (string, error) { return "", syscall.Kill(os.Getpid(), syscall.SIGKILL) },
	"exit":           func(args []string) (string, error) { os.Exit(number(args[0])); return "", nil },
	"show": func([]string) (string, error) {
		dir, err := os.Getwd()
		input, _ := io.ReadAll(os.Stdin)
		return fmt.Sprintf("%s %s %q", dir, input, os.Environ()), err
	},
}

// attack prints `refused: why`, or what the attack has gained.
func attack(name string, args []string) int {
	gained, err := attacks[name](args)
	if err != nil {
		fmt.Print("refused: ", err)
		return 0
	}
	fmt.Print("gained: ", gained)
	return 0
}

func read(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err == nil && len(text) == 0 {
		err = errors.New("empty")
	}
	return string(text), err
}

func list(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if err == nil && len(names) == 0 {
		err = errors.New("empty")
	}
	return strings.Join(names, " "), err
}

func appendTo(path string) error {
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = file.WriteString("x")
	return err
}

func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		panic(err)
	}
	return n
}

// talk is a server and a client on the loopback.
func talk() (string, error) {
	server, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer server.Close()
	go serve(server, "hello")
	client, err := net.Dial("tcp", server.Addr().String())
	if err != nil {
		return "", err
	}
	defer client.Close()
	if _, err := client.Write([]byte("x")); err != nil {
		return "", err
	}
	text, err := io.ReadAll(client)
	return string(text), err
}

// serve answers each client's first byte with a text.
func serve(server net.Listener, text string) {
	for {
		connection, err := server.Accept()
		if err != nil {
			return
		}
		_, _ = connection.Read(make([]byte, 1))
		_, _ = io.WriteString(connection, text)
		_ = connection.Close()
	}
}
