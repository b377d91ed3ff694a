package main

import (
	"debug/elf"
	"debug/gosym"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/bazelbuild/rules_go/go/runfiles"
)

// linked returns the program: the one that BUILD.bazel builds, else one that go
// builds.
func linked(t *testing.T) *elf.File {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("no ELF binary")
	}
	path := filepath.Join(t.TempDir(), "autofix")
	if name := os.Getenv("AUTOFIX_BINARY"); name != "" {
		var err error
		if path, err = runfiles.Rlocation(name); err != nil {
			t.Fatal(err)
		}
	} else {
		if testing.Short() {
			t.Skip("it links the program, which takes long; Bazel has one")
		}
		if out, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput(); err != nil {
			t.Fatalf("go build: %v\n%s", err, out)
		}
	}
	binary, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { binary.Close() })
	return binary
}

// The program in build actions has no client for HTTP or TLS, and nothing of
// what talks to model servers and to GitHub. The table of lines names all
// functions, also of a stripped program.
//
// CUE's parser links net/http for a function that nobody calls. So
// net.(*Dialer).DialContext remains, as a value in http.DefaultTransport, which
// nothing uses.
func TestNoHTTPClient(t *testing.T) {
	binary := linked(t)
	lines, err := binary.Section(".gopclntab").Data()
	if err != nil {
		t.Fatal(err)
	}
	table, err := gosym.NewTable(nil, gosym.NewLineTable(lines, binary.Section(".text").Addr))
	if err != nil {
		t.Fatal(err)
	}
	if table.LookupFunc("main.main") == nil {
		t.Fatal("the table of lines lacks main.main")
	}
	for _, name := range []string{"net/http.(*Transport).RoundTrip", "net/http.(*Client).do", "crypto/tls.(*Conn).HandshakeContext"} {
		if table.LookupFunc(name) != nil {
			t.Errorf("%s is linked", name)
		}
	}
	const module = "github.com/rules-autofix/rules_autofix/"
	for _, f := range table.Funcs {
		for _, part := range []string{"prove/engine", "prove/pullrequest"} {
			if strings.HasPrefix(f.Name, module+part) {
				t.Errorf("%s is linked", f.Name)
			}
		}
	}
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
