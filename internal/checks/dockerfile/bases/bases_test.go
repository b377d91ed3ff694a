package bases

import (
	"strings"
	"testing"
)

func TestOf(t *testing.T) {
	debianBase := Base{Workdir: "/", User: "root", Shell: Dash, Bash: "/bin/bash", Libc: Glibc, Wget: GNUWget}
	alpineBase := Base{Workdir: "/", User: "root", Shell: BusyBox, Bash: None, Libc: Musl, Wget: BusyBoxWget}
	at := func(base Base, dir string) Base {
		base.Workdir = dir
		return base
	}
	ofGo := func(base Base) Base {
		base.Workdir, base.GoPath = "/go", "/go"
		return base
	}
	withBash := func(base Base, path string) Base {
		base.Bash = path
		return base
	}
	for _, test := range []struct {
		name, tag string
		want      Base
	}{
		{"debian", "", debianBase},
		{"debian", "12-slim", debianBase},
		{"docker.io/library/Debian", "12", debianBase},
		{"public.ecr.aws/docker/library/debian", "12", debianBase},
		{"arm64v8/debian", "12", debianBase},
		{"library/arm64v8", "12", Base{}},
		{"alpine", "3.22", alpineBase},
		{"bash", "5.2", withBash(alpineBase, "/usr/local/bin/bash")},
		{"golang", "1.26", ofGo(debianBase)},
		{"golang", "1.26-alpine3.22", ofGo(alpineBase)},
		{"golang", "alpine", ofGo(alpineBase)},
		{"golang", "1.26-windowsservercore-ltsc2025", Base{}},
		{"golang", "1.26-nanoserver", Base{}},
		{"golang", "${VERSION}", Base{Workdir: "/go", User: "root", GoPath: "/go"}},
		{"php", "8.4", debianBase},
		{"php", "8.4-apache-bookworm", at(debianBase, "/var/www/html")},
		{"php", "8.4-fpm-alpine", at(alpineBase, "")},
		{"php", "$TAG", Base{User: "root"}},
		{"docker", "27-dind", alpineBase},
		{"gcr.io/distroless/static-debian12", "nonroot", Base{Workdir: "/home/nonroot", User: "65532", Shell: NoShell, Bash: None}},
		{"gcr.io/distroless/static-debian12", "debug-nonroot", Base{Shell: BusyBox, Bash: None, Wget: BusyBoxWget}},
		{"mcr.microsoft.com/windows/servercore", "ltsc2025", Base{}},
		{"registry.example/golang", "1.26", Base{}},
		{"someone/golang", "1.26", Base{}},
		{"", "", Base{}},
	} {
		if got := Of(test.name, test.tag); got != test.want {
			t.Errorf("Of(%q, %q) = %+v, want %+v", test.name, test.tag, got, test.want)
		}
	}
}

// Each row has a source, and an image for which it is the first match.
func TestTable(t *testing.T) {
	for i, row := range table {
		if row.source == "" || row.names == "" {
			t.Errorf("row %d: names %q, source %q: want both", i, row.names, row.source)
		}
		if row.workdir != "" && !strings.HasPrefix(row.workdir, "/") {
			t.Errorf("row %d: workdir %q is not absolute", i, row.workdir)
		}
		if _, ok := systems[row.system]; !ok {
			t.Errorf("row %d: unknown system %q", i, row.system)
		}
		for name := range strings.FieldsSeq(row.names) {
			name = strings.Replace(name, "*", "/any", 1)
			tags := strings.Fields(row.tag)
			if len(tags) == 0 {
				tags = []string{"1"}
			}
			for _, tag := range tags {
				if got, want := Of(name, tag), row.base(); got != want {
					t.Errorf("row %d: Of(%q, %q) = %+v, want %+v as in the row", i, name, tag, got, want)
				}
			}
		}
	}
}

func TestWindows(t *testing.T) {
	for image, want := range map[string]bool{
		"mcr.microsoft.com/windows/servercore ltsc2022":    true,
		"mcr.microsoft.com/windows ltsc2019":               true,
		"golang 1.26-windowsservercore-$VERSION":           true,
		"mcr.microsoft.com/dotnet/sdk 9.0-nanoserver-1809": true,
		"example.com/us/nanoserver ":                       true,
		"microsoft/windowsservercore ":                     true,
		"dockcross/windows-static-x64 ":                    false,
		"golang 1.26":                                      false,
		"mcr.microsoft.com/dotnet/sdk 9.0-alpine":          false,
		"example.com/windows ":                             false,
		"mcr.microsoft.com/powershell lts-nanoserver-1809": true,
	} {
		name, tag, _ := strings.Cut(image, " ")
		if got := Windows(name, tag); got != want {
			t.Errorf("%s: %v, want %v", image, got, want)
		}
	}
}
