// Package release contains the test of the outputs of //tools/release.
package release

import (
	"bytes"
	"debug/buildinfo"
	"debug/elf"
	"debug/gosym"
	"debug/macho"
	"debug/pe"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/tools/release/archivelist"
)

// programs has, for each platform, the name of the program in the archive, and
// its checks.
var programs = map[string]struct {
	name   string
	verify func(t *testing.T, program []byte)
}{
	"darwin_amd64":  {"autofix", machO(macho.CpuAmd64)},
	"darwin_arm64":  {"autofix", machO(macho.CpuArm64)},
	"linux_amd64":   {"autofix", staticELF(elf.EM_X86_64)},
	"linux_arm64":   {"autofix", staticELF(elf.EM_AARCH64)},
	"windows_amd64": {"autofix.exe", windowsPE(pe.IMAGE_FILE_MACHINE_AMD64)},
}

// companions are the programs beside it, without the .exe of Windows.
var companions = []string{"autofix-certify", "autofix-prove"}

func TestArchivesHoldAProgramForTheirPlatform(t *testing.T) {
	prefix := "autofix-" + version(t) + "-"
	for _, platform := range platforms(t) {
		t.Run(platform, func(t *testing.T) {
			want := programs[platform]
			kind := ".tar.gz"
			if strings.HasPrefix(platform, "windows_") {
				kind = ".zip"
			}
			members := list(t, prefix+platform+kind)
			for name, text := range map[string]string{"LICENSE": "Apache License", "THIRD_PARTY_NOTICES": "\nGo: LICENSE\n"} {
				if m := members[name]; m.Mode != 0o644 || !bytes.Contains(m.Text, []byte(text)) {
					t.Errorf("%s has mode %v and starts with %.60q", name, m.Mode, m.Text)
				}
			}
			wantDocumentation(t, members)
			names := []string{want.name}
			for _, companion := range companions {
				names = append(names, companion+filepath.Ext(want.name))
			}
			for name := range members {
				if !slices.Contains(append([]string{"LICENSE", "THIRD_PARTY_NOTICES"}, names...), name) && !documentation.MatchString(name) {
					t.Errorf("unexpected member %s", name)
				}
			}
			for _, name := range names {
				program, ok := members[name]
				if !ok || program.Mode != 0o755 {
					t.Fatalf("%s is there: %v, of mode %v", name, ok, program.Mode)
				}
				want.verify(t, program.Text)
				wantNoLocalPaths(t, program.Text)
				if name == want.name {
					wantNoNetworkClient(t, program.Text)
				}
				if platform == runtime.GOOS+"_"+runtime.GOARCH {
					wantVersion(t, name, program.Text)
				}
			}
		})
	}
}

// documentation matches the members of an archive that document the program.
var documentation = regexp.MustCompile(`^(completions/(autofix\.(bash|fish)|_autofix)|man/man1/autofix[a-z-]*\.1)$`)

// wantDocumentation checks for man pages, and for completion scripts for each
// shell.
func wantDocumentation(t *testing.T, members map[string]archivelist.Member) {
	t.Helper()
	for name, text := range map[string]string{
		"completions/autofix.bash": "complete -o default -F __start_autofix autofix\n",
		"completions/autofix.fish": "complete -c autofix ",
		"completions/_autofix":     "#compdef autofix\n",
		"man/man1/autofix.1":       ".TH AUTOFIX 1 \"\" \"autofix " + version(t) + "\" rules_autofix\n",
		"man/man1/autofix-check.1": ".TH AUTOFIX-CHECK 1 ",
	} {
		if m := members[name]; m.Mode != 0o644 || !bytes.Contains(m.Text, []byte(text)) {
			t.Errorf("%s has mode %v, or lacks %q; it starts with %.60q", name, m.Mode, text, m.Text)
		}
	}
}

func TestSumsAndTableHaveTheDigestsOfAllArchives(t *testing.T) {
	line := regexp.MustCompile(`^([0-9a-f]{64})  autofix-` + regexp.QuoteMeta(version(t)) + `-([^.]+)\.(?:tar\.gz|zip)$`)
	table := string(read(t, "versions.bzl"))
	got := []string{}
	for text := range strings.Lines(string(read(t, "SHA256SUMS"))) {
		match := line.FindStringSubmatch(strings.TrimSuffix(text, "\n"))
		if match == nil {
			t.Fatalf("SHA256SUMS has the line %q", text)
		}
		got = append(got, match[2])
		if pair := `"` + match[2] + `": "` + match[1] + `",`; !strings.Contains(table, pair) {
			t.Errorf("versions.bzl lacks %s:\n%s", pair, table)
		}
	}
	if diff := cmp.Diff(platforms(t), got); diff != "" {
		t.Errorf("platforms of SHA256SUMS (-want +got):\n%s", diff)
	}
}

// platforms returns the platforms that the release has archives for, sorted: at
// least one of each system.
func platforms(t *testing.T) []string {
	t.Helper()
	prefix := "autofix-" + version(t) + "-"
	archives, err := filepath.Glob(prefix + "*")
	if err != nil {
		t.Fatal(err)
	}
	var platforms []string
	systems := map[string]bool{}
	for _, archive := range archives {
		platform, _, _ := strings.Cut(strings.TrimPrefix(archive, prefix), ".")
		if programs[platform].name == "" {
			t.Fatalf("%s: this test does not know its platform", archive)
		}
		platforms = append(platforms, platform)
		system, _, _ := strings.Cut(platform, "_")
		systems[system] = true
	}
	if len(systems) != 3 {
		t.Fatalf("the release is for %q, want darwin, linux and windows", platforms)
	}
	return platforms
}

// staticELF checks for an executable that needs no loader and no library of the
// system.
func staticELF(machine elf.Machine) func(*testing.T, []byte) {
	return func(t *testing.T, program []byte) {
		file, err := elf.NewFile(bytes.NewReader(program))
		if err != nil {
			t.Fatal(err)
		}
		if file.Machine != machine || file.Type != elf.ET_EXEC {
			t.Errorf("%v for %v, want an executable for %v", file.Type, file.Machine, machine)
		}
		for _, segment := range file.Progs {
			if segment.Type == elf.PT_INTERP || segment.Type == elf.PT_DYNAMIC {
				t.Errorf("it has a segment %v: it is linked dynamically", segment.Type)
			}
		}
		if file.Section(".symtab") != nil || file.Section(".debug_info") != nil {
			t.Error("it is not stripped")
		}
		lines, err := file.Section(".gopclntab").Data()
		if err != nil {
			t.Fatal(err)
		}
		wantRelativeFiles(t, lines, file.Section(".text").Addr)
	}
}

func machO(cpu macho.Cpu) func(*testing.T, []byte) {
	return func(t *testing.T, program []byte) {
		file, err := macho.NewFile(bytes.NewReader(program))
		if err != nil {
			t.Fatal(err)
		}
		if file.Cpu != cpu || file.Type != macho.TypeExec {
			t.Errorf("%v for %v, want an executable for %v", file.Type, file.Cpu, cpu)
		}
		// On macOS, system calls are only possible through libraries.
		libraries, err := file.ImportedLibraries()
		if err != nil {
			t.Fatal(err)
		}
		for _, library := range libraries {
			if !strings.HasPrefix(library, "/usr/lib/") && !strings.HasPrefix(library, "/System/") {
				t.Errorf("it needs %s, which is not part of the system", library)
			}
		}
		lines, err := file.Section("__gopclntab").Data()
		if err != nil {
			t.Fatal(err)
		}
		wantRelativeFiles(t, lines, file.Section("__text").Addr)
	}
}

func windowsPE(machine uint16) func(*testing.T, []byte) {
	return func(t *testing.T, program []byte) {
		file, err := pe.NewFile(bytes.NewReader(program))
		if err != nil {
			t.Fatal(err)
		}
		if file.Machine != machine || file.Characteristics&pe.IMAGE_FILE_EXECUTABLE_IMAGE == 0 {
			t.Errorf("machine %#x, characteristics %#x; want an executable for %#x", file.Machine, file.Characteristics, machine)
		}
	}
}

// wantNoLocalPaths checks that the program does not reveal where it was built,
// in its build information or in the names of its source files, which remain
// after stripping.
func wantNoLocalPaths(t *testing.T, program []byte) {
	t.Helper()
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(info.String(), "/execroot/") || strings.Contains(info.String(), "sandbox") {
		t.Errorf("its build information has a local path:\n%s", info)
	}
	for _, part := range []string{"/execroot/_main", "/linux-sandbox/", "/processwrapper-sandbox/", "/_bazel_"} {
		if i := bytes.Index(program, []byte(part)); i >= 0 {
			t.Errorf("it has a local path: %q", program[max(0, i-80):min(len(program), i+80)])
		}
	}
}

// wantNoNetworkClient checks that the program cannot dial out. The test
// TestNoNetworkClient in cmd/autofix says more about one system.
func wantNoNetworkClient(t *testing.T, program []byte) {
	t.Helper()
	for _, name := range []string{"net/http.(*Transport).RoundTrip", "net.(*Dialer).DialContext"} {
		if bytes.Contains(program, []byte("\x00"+name+"\x00")) {
			t.Errorf("%s is linked", name)
		}
	}
}

// wantRelativeFiles does the same check for a line table, which names every
// source file.
func wantRelativeFiles(t *testing.T, lines []byte, text uint64) {
	t.Helper()
	table, err := gosym.NewTable(nil, gosym.NewLineTable(lines, text))
	if err != nil {
		t.Fatal(err)
	}
	if len(table.Files) < 100 {
		t.Fatalf("the table of lines names %d files", len(table.Files))
	}
	for name := range table.Files {
		if filepath.IsAbs(name) {
			t.Errorf("it names the source file %s", name)
		}
	}
}

func wantVersion(t *testing.T, name string, program []byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, program, 0o755); err != nil {
		t.Fatal(err)
	}
	got, err := exec.Command(path, "--version").CombinedOutput()
	if want := strings.TrimSuffix(name, ".exe") + " " + version(t) + "\n"; err != nil || string(got) != want {
		t.Errorf("`%s --version` says %q, %v; want %q", name, got, err, want)
	}
}

// list returns the members of an archive, by name.
func list(t *testing.T, path string) map[string]archivelist.Member {
	t.Helper()
	members, err := archivelist.List(path, read(t, path))
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]archivelist.Member{}
	for _, m := range members {
		byName[m.Name] = m
	}
	return byName
}

// version returns the version of the release, which Bazel passes to the test.
func version(t *testing.T) string {
	t.Helper()
	version := os.Getenv("RELEASE_VERSION")
	if version == "" {
		t.Skip("the release is Bazel's to build: run `./bazelw test //tools/release:release_test`")
	}
	return version
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
