package dockerfile_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/llb"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

const generatedFiles = 100

// generated returns a Dockerfile that many rules find something in. The same
// number gives the same file.
func generated(n int) string {
	g := &generator{Rand: rand.New(rand.NewPCG(1, uint64(n))), escape: "\\"}
	if g.sometimes(8) {
		g.escape = "`"
		g.b.WriteString("# escape=`\n")
	}
	fmt.Fprintf(&g.b, "ARG BASE=%s\n", g.of("debian", "scratch", "golang:1.26"))
	if g.sometimes(2) {
		fmt.Fprintf(&g.b, "ARG %s=%s\n", g.of("A", "B"), g.of("1", "linux/arm64", "${BASE}"))
	}
	for i := range 1 + g.IntN(3) {
		g.stage(i)
	}
	text := g.b.String()
	if g.sometimes(8) {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	if g.sometimes(8) {
		text = syntax.BOM + text
	}
	return text
}

type generator struct {
	*rand.Rand
	b      strings.Builder
	escape string
	names  []string // of the stages before this one
}

func (g *generator) of(choices ...string) string { return choices[g.IntN(len(choices))] }

func (g *generator) sometimes(n int) bool { return g.IntN(n) == 0 }

// keyword returns a keyword in some case.
func (g *generator) keyword(k string) string {
	return g.of(k, k, k, strings.ToLower(k), k[:1]+strings.ToLower(k[1:]))
}

// word returns a word with quotes, escapes and variables.
func (g *generator) word() string {
	return g.of("a", "b", "c=d", `"e f"`, `'g h'`, `"i $A"`, `'j $A'`, "$A", "${B:-k}", "${A#*1}", g.escape+"$A", "m"+g.escape+" n", `o"p"q`, "ü", "#r", `"s'"`, `""`)
}

// space returns whitespace between words, which may end a line.
func (g *generator) space() string {
	if !g.sometimes(6) {
		return g.of(" ", " ", " ", "  ", "\t")
	}
	return " " + g.escape + g.of("", " ") + "\n" + g.of("", "", "\n", "# comment\n", "\n\n") + g.of("  ", "\t", "")
}

func (g *generator) stage(i int) {
	if g.sometimes(3) {
		g.b.WriteString(g.of("# builds it\n", "# hadolint ignore=DL3006\n", "# hadolint ignore=DL3020,DL3045\n", "\n\n", "# check=skip=all\n"))
	}
	base := g.of("debian:12", "debian", "scratch", "$BASE", "golang:1.26", "alpine:3.20", "fedora:40", "opensuse/leap:15", "ubuntu:24.04")
	if len(g.names) > 0 && g.sometimes(2) {
		base = strings.ToLower(g.names[g.IntN(len(g.names))])
	}
	g.b.WriteString(g.keyword("FROM"))
	if g.sometimes(4) {
		g.b.WriteString(" --platform=" + g.of("$TARGETPLATFORM", "${TARGETPLATFORM}", "$BUILDPLATFORM", "linux/amd64"))
	}
	g.b.WriteString(g.space() + base)
	if !g.sometimes(3) {
		name := fmt.Sprintf("%s%d", g.of("build", "Build", "TEST", "x"), i)
		defer func() { g.names = append(g.names, name) }()
		g.b.WriteString(g.space() + g.of("AS", "as", "As") + g.space() + name)
	}
	g.b.WriteString("\n")
	for range 1 + g.IntN(8) {
		if g.sometimes(6) {
			g.b.WriteString(g.of("# comment\n", "\n", "# hadolint ignore=DL3014\n", "# shellcheck disable=SC2086\n"))
		}
		if g.sometimes(8) {
			g.b.WriteString(g.keyword("ONBUILD") + g.space())
		}
		g.b.WriteString(g.instruction() + "\n")
	}
}

func (g *generator) instruction() string {
	k, sp, w := g.keyword, g.space, g.word
	switch g.IntN(17) {
	case 0:
		return k("ENV") + sp() + g.of("A", "B", "C") + " " + w() + sp() + w()
	case 1:
		return k("ENV") + sp() + g.of("A", "B", "C") + "=" + w() + sp() + "D=" + w()
	case 2:
		return k("LABEL") + sp() + g.of("a", "a.b", "c", "d$A") + " " + w() + sp() + w()
	case 3:
		return k("ARG") + sp() + g.of("A", "B=1", "TARGETSTAGE", "TARGETPLATFORM")
	case 4:
		return k("EXPOSE") + sp() + g.of("80/TCP", "53/Udp", "80", "1-9/TCP", "8$PORT/TCP") + sp() + g.of("81/tcp", "443/SCTP")
	case 5:
		return k("WORKDIR") + sp() + g.of("/a", "b", "/c/d/", "e f", `"g h"`, "$A", "..", "/i/$A", `/j`)
	case 6:
		return k("COPY") + sp() + g.of("", "--chown=1:1 ", "--link ") + g.of("a", "a b", `"c"`, "$A", "*.e", "e.tar") + sp() + g.of("/etc", ".", "./", "f", "/g/", "$A")
	case 7:
		return k("ADD") + sp() + g.of("", "--chown=1:1 ", "--chmod=755 ", "--link ") + g.of("a", "a b", `"c"`, "$A", "*.e", "e.tar", "https://example.com/x") + sp() + g.of("/etc", ".", "./", "f", "/g/")
	case 8:
		from := g.of("other", "golang:1.26")
		if len(g.names) > 0 {
			from = g.of(append(slices.Clone(g.names), "0")...)
		}
		return k("COPY") + " --from=" + from + sp() + "/a" + sp() + g.of("b", "/c")
	case 9:
		return k("CMD") + sp() + g.of("a b", `["a", "b"]`, "exec $A", "")
	case 10:
		return k("ENTRYPOINT") + sp() + g.of("a b", `["a", "b"]`)
	case 11:
		return k("HEALTHCHECK") + sp() + g.of("NONE", "none", "--interval=1s CMD a", `cmd ["a"]`)
	case 12:
		return k("RUN") + sp() + g.of("apt-get", "apt", "yum", "dnf", "microdnf", "zypper") + sp() + g.of("install", "install -q", "remove", "update") + sp() + g.of("curl", "a b", "-y c", "$A") + g.of("", sp()+"&&"+sp()+"apt"+sp()+"install d")
	case 13:
		return k("RUN") + sp() + g.of("useradd -u 123456 a", "useradd -m -u 99999999 a", "wget https://example.com/a", "wget -O a https://example.com/b && apt-get install -y c", `["apt-get", "install", "a"]`, `["wget", "https://example.com/a"]`)
	case 14:
		return k("RUN") + " <<EOF\napt install a\n\twget https://example.com/b\nEOF"
	case 15:
		return k("COPY") + g.of(" ", " --chmod=644 ") + g.of("<<EOF", "<<'EOF'", "<<-EOF") + " " + g.of("/a", "b") + "\n\t$A ${B} \\$C\n\nEOF"
	default:
		return k("RUN") + sp() + "a" + sp() + "&&" + sp() + w() + sp() + "|" + sp() + w()
	}
}

// BuildKit accepts most of the generated files: the others show nothing.
func TestGeneratedFilesAreAccepted(t *testing.T) {
	accepted := 0
	for i := range generatedFiles {
		if _, err := llb.Digest(t.Context(), testFile, []byte(generated(i))); err == nil {
			accepted++
		}
	}
	t.Logf("BuildKit accepts %d of %d files", accepted, generatedFiles)
	if accepted < generatedFiles/2 {
		t.Errorf("BuildKit accepts %d of %d files", accepted, generatedFiles)
	}
}
