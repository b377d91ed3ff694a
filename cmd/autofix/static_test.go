package main

import (
	"bytes"
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/bazelbuild/rules_go/go/runfiles"
)

// The program in build actions cannot talk to anybody: no function that dials
// is linked, no client for HTTP or TLS, and nothing of what talks to model
// servers and to GitHub. The table of lines has the names of all functions,
// also in a stripped program, and each ends with a zero byte.
func TestNoNetworkClient(t *testing.T) {
	for _, goos := range []string{"linux", "darwin", "windows"} {
		t.Run(goos, func(t *testing.T) {
			program := linked(t, goos)
			if !bytes.Contains(program, []byte("\x00main.main\x00")) {
				t.Fatal("the table of lines lacks main.main")
			}
			for _, name := range []string{
				"net/http.(*Transport).RoundTrip", "net/http.(*Client).do",
				"crypto/tls.(*Conn).HandshakeContext",
				"net.(*Dialer).DialContext", "net.(*sysDialer).dialSingle", "net.(*ListenConfig).Listen",
				"net.(*Resolver).LookupIPAddr", "net.(*Resolver).lookupIPAddr",
			} {
				if bytes.Contains(program, []byte("\x00"+name+"\x00")) {
					t.Errorf("%s is linked", name)
				}
			}
			for _, name := range []string{"internal/github", "internal/prove/engine", "internal/prove/pullrequest", "internal/suggest"} {
				if bytes.Contains(program, []byte("\x00github.com/rules-autofix/rules_autofix/"+name)) {
					t.Errorf("a function of %s is linked", name)
				}
			}
		})
	}
}

// linked returns the program for a system: the one that BUILD.bazel builds for
// the system of the test, else one that go builds.
func linked(t *testing.T, goos string) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "autofix")
	if name := os.Getenv("AUTOFIX_BINARY"); name != "" {
		if goos != runtime.GOOS {
			t.Skip("the test of //tools/release has the programs of other systems")
		}
		var err error
		if path, err = runfiles.Rlocation(name); err != nil {
			t.Fatal(err)
		}
	} else {
		if testing.Short() {
			t.Skip("it links the program, which takes long; Bazel has one")
		}
		build := exec.Command("go", "build", "-o", path, ".")
		build.Env = append(os.Environ(), "GOOS="+goos, "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("go build: %v\n%s", err, out)
		}
	}
	program, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// The binary built by BUILD.bazel needs no loader and no library of its
// machine, because remote executors are other machines, and no symbols for a
// debugger, because they fetch it.
func TestBinaryIsStaticAndStripped(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("no ELF binary: other systems have no programs without libraries of theirs")
	}
	name := os.Getenv("AUTOFIX_BINARY")
	if name == "" {
		t.Skip("no AUTOFIX_BINARY: this is not a test of Bazel, which alone builds the tool by its BUILD file")
	}
	path, err := runfiles.Rlocation(name)
	if err != nil {
		t.Fatal(err)
	}
	binary, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer binary.Close()
	for _, segment := range binary.Progs {
		if segment.Type == elf.PT_INTERP || segment.Type == elf.PT_DYNAMIC {
			t.Errorf("%s has a segment %v: it is linked dynamically", name, segment.Type)
		}
	}
	for _, section := range []string{".symtab", ".debug_info", ".zdebug_info"} {
		if binary.Section(section) != nil {
			t.Errorf("%s has a section %s: it is not stripped", name, section)
		}
	}
}
