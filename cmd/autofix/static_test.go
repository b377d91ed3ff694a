package main

import (
	"debug/elf"
	"os"
	"runtime"
	"testing"

	"github.com/bazelbuild/rules_go/go/runfiles"
)

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
