package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/landlock-lsm/go-landlock/landlock"
	"golang.org/x/sys/unix"

	"github.com/rules-autofix/rules_autofix/internal/process"
)

// initialized is set by Init.
var initialized atomic.Bool

// setUpFailed is the exit code of a program whose sandbox could not be set up.
const setUpFailed = 125

// Init must be called first thing in main, and in TestMain, by a program that
// calls Wrap: most sandboxes start the program again, and Init sets them up
// there. Then it does not return. It calls process.Init too.
func Init() {
	process.Init()
	initialized.Store(true)
	if len(os.Args) < 3 || os.Args[1] != startedAgain {
		return
	}
	runtime.LockOSThread()
	err := startAgain(os.Args[2], os.Args[3:])
	fmt.Fprintf(os.Stderr, "autofix: sandbox: %v\n", err)
	os.Exit(setUpFailed)
}

// startAgain returns only with an error.
func startAgain(level string, args []string) error {
	end := slices.Index(args, "--")
	if end < 0 || len(args) < end+2 {
		return errors.New("arguments are missing")
	}
	var t task
	if err := json.Unmarshal([]byte(strings.Join(args[:end], "")), &t); err != nil {
		return fmt.Errorf("arguments: %w", err)
	}
	closeInherited()
	args = args[end+1:]
	switch level {
	case Namespaces.String():
		return t.inNamespaces(args)
	case Files.String():
		return t.withLandlock(args)
	case Bubblewrap.String():
		return withScope(args)
	}
	return fmt.Errorf("arguments: %q is no level", level)
}

// inNamespaces is the first process of the namespaces. The kernel ends all others
// with it. It starts the program, reaps what loses its parent, and ends as the
// program does.
func (t *task) inNamespaces(args []string) error {
	// These go to the whole group, and are for the program.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	if err := enter(t.Mounts); err != nil {
		return err
	}
	if t.Loopback {
		if err := raiseLoopback(); err != nil {
			return err
		}
	}
	if err := os.Chdir(t.Dir); err != nil {
		return err
	}
	if err := dropCapabilities(); err != nil {
		return err
	}
	if t.Scope {
		if err := landlock.V6.RestrictScoped(); err != nil {
			return err
		}
	}
	// Of this thread the program gets the capabilities, and of its process the rest.
	program, err := os.StartProcess(args[0], args, &os.ProcAttr{Files: []*os.File{os.Stdin, os.Stdout, os.Stderr}})
	if err != nil {
		return err
	}
	// Whoever is at the other end shall see when the program closes them.
	for _, file := range []*os.File{os.Stdin, os.Stdout, os.Stderr} {
		_ = file.Close()
	}
	for {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, 0, nil)
		switch {
		case errors.Is(err, syscall.EINTR):
		case err != nil:
			return fmt.Errorf("wait: %w", err)
		case pid != program.Pid:
		case status.Signaled():
			os.Exit(128 + int(status.Signal()))
		case status.Exited():
			os.Exit(status.ExitStatus())
		}
	}
}

// raiseLoopback lets the programs of a new network namespace talk to each other.
func raiseLoopback() error {
	socket, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("loopback: %w", err)
	}
	defer unix.Close(socket)
	lo, err := unix.NewIfreq("lo")
	if err != nil {
		return fmt.Errorf("loopback: %w", err)
	}
	lo.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	if err := unix.IoctlIfreq(socket, unix.SIOCSIFFLAGS, lo); err != nil {
		return fmt.Errorf("loopback: %w", err)
	}
	return nil
}

// dropCapabilities sees to it that no program that this thread starts can have
// capabilities: one of root would undo the mounts.
func dropCapabilities() error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("no new privileges: %w", err)
	}
	if err := unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); err != nil {
		return fmt.Errorf("capabilities: %w", err)
	}
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var held [2]unix.CapUserData
	if err := unix.Capget(&header, &held[0]); err != nil {
		return fmt.Errorf("capabilities: %w", err)
	}
	if held[0].Permitted == 0 && held[1].Permitted == 0 {
		return nil // and no program brings new ones
	}
	for capability := uintptr(0); ; capability++ {
		err := unix.Prctl(unix.PR_CAPBSET_DROP, capability, 0, 0, 0)
		if errors.Is(err, unix.EINVAL) && capability > unix.CAP_AUDIT_READ {
			break // past the last one that this kernel knows
		}
		if err != nil {
			return fmt.Errorf("capability %d: %w", capability, err)
		}
	}
	var none [2]unix.CapUserData
	if err := unix.Capset(&header, &none[0]); err != nil {
		return fmt.Errorf("capabilities: %w", err)
	}
	return nil
}
