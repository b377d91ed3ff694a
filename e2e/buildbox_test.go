//go:build e2e

package e2e

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/credentials/insecure"
)

// startBuildbox starts Debian's buildbox-casd, a server of the Remote Execution
// API (content-addressable storage, action cache and execution), and returns
// its address for Bazel. It is stopped at the end of the test.
//
// It uses the one on the PATH, or that of bazelw's root filesystem. If neither
// exists, the test fails in CI.
func startBuildbox(t *testing.T) *proxy {
	t.Helper()
	program, env := buildbox(t)
	address := freeAddress(t)
	cmd := exec.Command(program, "--bind="+address, "--jobs=2",
		"--buildbox-run=/usr/bin/buildbox-run-hosttools", filepath.Join(t.TempDir(), "casd"))
	cmd.Env = append(os.Environ(), env...)
	cmd.Dir = t.TempDir()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		// It has its own process group, because bwrap does not forward signals
		// to its child.
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("buildbox-casd said:\n%s", said.String())
		}
	})
	backend, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.ForceCodecV2(rawCodec{})))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { backend.Close() })
	waitForServer(t, backend)
	return startProxy(t, backend)
}

// buildbox returns the program that runs buildbox-casd, and its environment.
func buildbox(t *testing.T) (program string, env []string) {
	t.Helper()
	const name = "buildbox-casd"
	if found, err := exec.LookPath(name); err == nil {
		return found, nil
	}
	if runtime.GOOS == "linux" && os.Getuid() == 0 {
		return filepath.Join(repository, "bazelw"), []string{"BAZELW_PROGRAM=/usr/bin/" + name}
	}
	const missing = name + " is not on the PATH, and bazelw can install Debian's only as root, on Linux"
	if os.Getenv("CI") != "" {
		t.Fatal(missing)
	}
	t.Skip(missing)
	return "", nil
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// waitForServer waits until the server answers: up to a minute, or longer if
// bazelw has to install it first.
func waitForServer(t *testing.T, conn *grpc.ClientConn) {
	t.Helper()
	for end := time.Now().Add(10 * time.Minute); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		conn.Connect()
		if conn.GetState() == connectivity.Ready {
			return
		}
		conn.ResetConnectBackoff()
	}
	t.Fatal("buildbox-casd does not answer")
}
