package runner_test

import (
	"net"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
)

// server returns the address of a server of this machine.
func server(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = c.Write([]byte("the fix"))
			_ = c.Close()
		}
	}()
	return l.Addr().String()
}

func TestNetwork(t *testing.T) {
	needs(t, "deny the network", sandbox.Level.EnforcesNetwork)
	p := newProof(t, example)
	address := server(t)
	q := p.acting("connect", address)
	if run := p.run(q); run.Passed() || strings.Contains(run.Stdout.Head, "the fix") {
		t.Errorf("a command has reached the network: %+v", run)
	}
	if run := p.run(p.acting("loopback")); !run.Passed() || run.Stdout.Head != "loopback is up\n" {
		t.Errorf("%+v", run)
	}
	q.Network = true
	if run := p.run(q); !run.Passed() || run.Stdout.Head != "the fix\n" {
		t.Errorf("a setup has not reached the network: %+v", run)
	}
	if got := p.runner.Sandbox(); got.Network != "deny" {
		t.Errorf("%+v", got)
	}
}
