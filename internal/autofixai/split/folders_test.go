package split

import (
	"strings"
	"testing"
)

// A WORKDIR may have the folder that the file had, by another text.
func TestFolders(t *testing.T) {
	const inherited = "FROM gradle:8-jdk21\nCOPY . .\nRUN gradle bootJar\nCMD [\"java\", \"-jar\", \"build/libs/app.jar\"]\n"
	const gopath = "FROM golang:1.22-alpine\nCOPY conf /etc/app/\nWORKDIR $GOPATH/src/app\nCOPY . .\nRUN go build -o /app && rm -rf $GOPATH/src/app/vendor\nCOPY run.sh run.sh\nRUN chmod +x run.sh\nCMD [\"./run.sh\"]\n"
	const ofJava = "FROM gradle:8-jdk21 AS build\nCOPY . .\nRUN gradle bootJar\n\n" +
		"FROM eclipse-temurin:21-jre\nWORKDIR /home/gradle\nCOPY --from=build /home/gradle/build/libs/app.jar build/libs/app.jar\nCMD [\"java\", \"-jar\", \"build/libs/app.jar\"]\n"
	const ofGo = "FROM golang:1.22-alpine AS build\nWORKDIR $GOPATH/src/app\nCOPY . .\nRUN go build -o /app\n\n" +
		"FROM alpine:3.20\nCOPY conf /etc/app/\nWORKDIR /go/src/app\nCOPY --from=build /app /app\nCOPY run.sh run.sh\nRUN chmod +x run.sh\nCMD [\"./run.sh\"]\n"
	for _, test := range []struct {
		name, before, after, old, new, want string
		same                                bool
	}{
		{"the folder of the base", inherited, ofJava, "", "", "", true},
		{"another folder", inherited, ofJava, "WORKDIR /home/gradle", "WORKDIR /root", "did not have this WORKDIR", false},
		{"no folder", inherited, ofJava, "WORKDIR /home/gradle\n", "", "", false},
		{"no folder, at another path", inherited, ofJava, "WORKDIR /home/gradle\nCOPY --from=build /home/gradle/build/libs/app.jar build/libs/app.jar", "COPY --from=build /home/gradle/build/libs/app.jar libs/app.jar", "the COPY was not in the file", false},
		{"no folder, under another name", inherited, ofJava, "WORKDIR /home/gradle\nCOPY --from=build /home/gradle/build/libs/app.jar", "COPY --from=build /home/gradle/build/libs/evil.jar", "the COPY was not in the file", false},
		{"no folder, a file that CMD does not name", inherited, ofJava, "WORKDIR /home/gradle\nCOPY --from=build /home/gradle/build/libs/app.jar build/libs/app.jar", "COPY --from=build /home/gradle/etc/passwd etc/passwd", "the COPY was not in the file", false},
		{"no folder, a file from outside of the old one", inherited, ofJava, "WORKDIR /home/gradle\nCOPY --from=build /home/gradle/build", "COPY --from=build /build", "", false}, // the path that it had
		{"no folder of an unknown base", strings.ReplaceAll(inherited, "gradle:8-jdk21", "corp/gradle"), strings.ReplaceAll(ofJava, "gradle:8-jdk21", "corp/gradle"), "WORKDIR /home/gradle\n", "", "the COPY was not in the file", false},
		{"a program in the folder of the base", strings.ReplaceAll(gopath, "WORKDIR $GOPATH/src/app\n", ""), strings.Replace(strings.Replace(ofGo, "WORKDIR $GOPATH/src/app\n", "", 1), "COPY run.sh run.sh\n", "COPY run.sh run.sh\nCOPY --from=build /go/run.sh ./\n", 1), "WORKDIR /go/src/app\n", "", "", false},
		{"the folder of an unknown base", strings.ReplaceAll(inherited, "gradle:8-jdk21", "corp/gradle"), strings.ReplaceAll(ofJava, "gradle:8-jdk21", "corp/gradle"), "", "", "did not have this WORKDIR", false},
		{"GOPATH", gopath, ofGo, "", "", "", true},
		{"GOPATH in braces", strings.ReplaceAll(gopath, "$GOPATH", "${GOPATH}"), strings.ReplaceAll(ofGo, "$GOPATH", "${GOPATH}"), "", "", "", true},
		{"GOPATH in the last stage, whose base has none", gopath, ofGo, "WORKDIR /go/src/app", "WORKDIR $GOPATH/src/app", "not in the folder /go/src/app", false},
		{"GOPATH in the last stage, with its value", strings.Replace(gopath, "WORKDIR", "ENV GOPATH=/go\nWORKDIR", 1), strings.ReplaceAll(ofGo, "WORKDIR", "ENV GOPATH=/go\nWORKDIR"), "WORKDIR /go/src/app", "WORKDIR $GOPATH/src/app", "", true},
		{"relative to the folder of another base", strings.ReplaceAll(gopath, "$GOPATH", "."), strings.ReplaceAll(strings.ReplaceAll(ofGo, "$GOPATH", "."), "WORKDIR /go/", "WORKDIR ./"), "", "", "not in the folder /go/src/app", false},
		{"a longer name", strings.ReplaceAll(gopath, "$GOPATH", "$GOPATHS"), strings.ReplaceAll(ofGo, "$GOPATH", "$GOPATHS"), "", "", "did not have this WORKDIR", false},
		{"a quoted name", strings.Replace(gopath, "$GOPATH", `\$GOPATH`, 1), strings.Replace(ofGo, "$GOPATH", `\$GOPATH`, 1), "", "", "did not have this WORKDIR", false},
		{"GOPATH of the file", strings.Replace(gopath, "WORKDIR", "ENV GOPATH=/x\nWORKDIR", 1), strings.ReplaceAll(ofGo, "WORKDIR", "ENV GOPATH=/x\nWORKDIR"), "", "", "did not have this WORKDIR", false},
		{"GOPATH of the build", strings.Replace(gopath, "WORKDIR", "ARG GOPATH\nWORKDIR", 1), strings.ReplaceAll(ofGo, "WORKDIR", "ARG GOPATH\nWORKDIR"), "", "", "did not have this WORKDIR", false},
		{"GOPATH of another image", strings.ReplaceAll(gopath, "golang:1.22-alpine", "corp/golang"), strings.ReplaceAll(ofGo, "golang:1.22-alpine", "corp/golang"), "", "", "did not have this WORKDIR", false},
		{"a copy to an absolute path", gopath, ofGo, "COPY conf /etc/app/\nWORKDIR /go/src/app\n", "WORKDIR /go/src/app\nCOPY conf /etc/app/\n", "", true},
		{"a copy to a relative path", gopath, ofGo, "WORKDIR /go/src/app\nCOPY --from=build /app /app\nCOPY run.sh run.sh\n", "COPY --from=build /app /app\nCOPY run.sh run.sh\nWORKDIR /go/src/app\n", "the COPY: the working folder is another one", true},
		{"a command", gopath, ofGo, "WORKDIR /go/src/app\nCOPY --from=build /app /app\nCOPY run.sh run.sh\nRUN chmod +x run.sh\n", "RUN chmod +x run.sh\nWORKDIR /go/src/app\n", "the working folder is another one", true},
	} {
		after := strings.Replace(test.after, test.old, test.new, 1)
		if got := refused(test.before, after); got == "" != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
		if got := SameFolder(parse(test.before), parse(after)); got != test.same {
			t.Errorf("%s: the same folder: %v", test.name, got)
		}
	}
	if SameFolder(parse(""), parse(ofGo)) || SameFolder(parse(ofGo), parse("")) {
		t.Error("a file without a stage has a folder")
	}
}

// Each stage with packages from a source needs the source.
func TestSources(t *testing.T) {
	const old = "FROM ubuntu:24.04\nWORKDIR /tmp\nARG JOBS=2\nRUN add-apt-repository -y ppa:team/db && dpkg --add-architecture i386 && rpm --import /etc/key && apt-get update && apt-get install -y gcc libdb-dev\nWORKDIR /src\nCOPY . .\nRUN make -j$JOBS\nCMD [\"/src/app\"]\n"
	const good = "FROM ubuntu:24.04 AS build\nWORKDIR /tmp\nARG JOBS=2\nRUN add-apt-repository -y ppa:team/db && dpkg --add-architecture i386 && rpm --import /etc/key && apt-get update && apt-get install -y gcc libdb-dev\nWORKDIR /src\nCOPY . .\nRUN make -j$JOBS\n\n" +
		"FROM ubuntu:24.04\nRUN add-apt-repository -y ppa:team/db && rpm --import /etc/key && apt-get update && apt-get install -y libdb-dev\nWORKDIR /src\nCOPY --from=build /src/app ./\nCMD [\"/src/app\"]\n"
	for _, test := range []struct{ old, new, want string }{
		{"", "", ""},
		{"ppa:team/db && rpm", "ppa:evil/db && rpm", "was not in the file"},
		{"-y ppa:team/db && rpm", "-y ppa:team/db ppa:evil/db && rpm", "was not in the file"},
		{"rpm --import /etc/key && apt-get update && apt-get install -y libdb-dev", "rpm --import /etc/evil", "was not in the file"},
		{"rpm --import /etc/key && apt-get update && apt-get install -y libdb-dev", "rpm -i /etc/key", "was not in the file"},
		{"rpm --import /etc/key && apt-get update && apt-get install -y libdb-dev", "dpkg -i /src/x.deb", "was not in the file"},
		{"RUN add-apt-repository -y ppa:team/db && rpm", "RUN add-apt-repository -y ppa:team/db || true && rpm", "was not in the file"},
		{"RUN add-apt-repository -y ppa:team/db && rpm", "RUN PATH=/src; add-apt-repository -y ppa:team/db && rpm", "other commands before it"},
		{"RUN add-apt-repository -y ppa:team/db && rpm", "RUN add-apt-repository -y ppa:team/db$(make) && rpm", "was not in the file"},
		{"RUN add-apt-repository -y ppa:team/db && rpm", "RUN --network=host add-apt-repository -y ppa:team/db && rpm", "the RUN has other flags"},
	} {
		got := refused(old, strings.Replace(good, test.old, test.new, 1))
		if got == "" != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%q for %q: %q, want %q", test.new, test.old, got, test.want)
		}
	}
	relative := func(text string) string { return strings.ReplaceAll(text, "/etc/key", "key") }
	if got := refused(relative(old), relative(good)); !strings.Contains(got, "the working folder is another one") {
		t.Errorf("a relative key: %q", got)
	}
	piped := func(text string) string {
		return strings.ReplaceAll(text, "rpm --import /etc/key", "curl https://example.com/key | apt-key add -")
	}
	if got := refused(piped(old), piped(good)); got == "" {
		t.Error("two stages may download a key")
	}
}

// An installation of programs by their names needs no WORKDIR before it.
func TestProgramsWithoutFolder(t *testing.T) {
	const old = "FROM rust:1\nWORKDIR /srv\nCOPY assets .\nRUN command\nCMD [\"tool\"]\n"
	const good = "FROM rust:1 AS build\nRUN command\n\nFROM debian:12-slim\nWORKDIR /srv\nCOPY assets .\nCOPY --from=build /usr/local/cargo/bin/tool /usr/local/bin/tool\nCMD [\"tool\"]\n"
	for _, test := range []struct {
		command string
		taken   bool
	}{
		{"cargo install tool", true},
		{"cargo install --locked --version 1.2.3 tool", true},
		{"go install example.com/tool@v1.2.3", true},
		{"cargo install --path .", false},
		{"cargo install --path tool tool", false},
		{"cargo install --config settings.toml tool", false},
		{"cargo install --root out tool", false},
		{"cargo install", false},
		{"cargo build", false},
		{"go install example.com/tool", false},
		{"go install ./tool", false},
		{"go install -C src example.com/tool@v1.2.3", false},
		{"cargo install tool && ls", false},
		{"cd src && cargo install tool", false}, // another src
		{"pip install tool", false},
		{"npm install tool", false},
		{"cp tool /usr/local/bin/", false},
	} {
		put := strings.NewReplacer("command", test.command)
		if got := refused(put.Replace(old), put.Replace(good)); got == "" != test.taken {
			t.Errorf("%s: %q", test.command, got)
		}
	}
	put := strings.NewReplacer("command", "cargo install tool", "FROM rust:1 AS build\n", "FROM rust:1 AS build\nWORKDIR /evil\n")
	if got := refused(put.Replace(old), put.Replace(good)); got == "" {
		t.Error("in another folder: taken")
	}
}

// Commands after a cd to an absolute path need no WORKDIR.
func TestEnteredFolders(t *testing.T) {
	const old = "FROM debian:12\nWORKDIR /root\nRUN set -ex && cd /usr/src && tar xf x.tgz && cd x-1 && make && make install\nRUN chmod +x run && cd /srv && make srv\nWORKDIR /data\nCMD [\"x\"]\n"
	const good = "FROM debian:12 AS build\nRUN set -ex && cd /usr/src && tar xf x.tgz && cd x-1 && make && make install\nWORKDIR /root\nRUN chmod +x run && cd /srv && make srv\n\nFROM debian:12-slim\nWORKDIR /data\nCOPY --from=build /usr/local/bin/x /usr/local/bin/x\nCMD [\"x\"]\n"
	for _, test := range []struct{ old, new, want string }{
		{"", "", ""},
		{"cd /usr/src && tar", "cd /srv && tar", "the working folder is another one"},
		{"cd /usr/src && tar", "cd usr/src && tar", "the working folder is another one"},
		{"cd /usr/src && tar", "tar", "the working folder is another one"},
		{"cd x-1 && make &&", "cd .. && make &&", "the working folder is another one"},
		{"WORKDIR /root\nRUN chmod", "RUN chmod", "the command chmod +x run: the working folder is another one"},
		{"set -ex && cd", "set -ex && . ./env && cd", "the working folder is another one"},
	} {
		got := refused(old, strings.Replace(good, test.old, test.new, 1))
		if got == "" != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%q for %q: %q, want %q", test.new, test.old, got, test.want)
		}
	}
}

// The content of a folder stays in it.
func TestContentOfFolders(t *testing.T) {
	const old = "FROM dart:3\nWORKDIR /usr/src/app\nCOPY . .\nCOPY web /srv/web\nCOPY one more /two/\nRUN make\nWORKDIR /\nCMD [\"/usr/src/app/x\"]\n"
	const good = "FROM dart:3 AS build\nWORKDIR /usr/src/app\nCOPY . .\nCOPY web /srv/web\nCOPY one more /two/\nRUN make\n\nFROM debian:12-slim\nWORKDIR /usr/src/app\nCOPY LINE\nWORKDIR /\nCMD [\"/usr/src/app/x\"]\n"
	for line, taken := range map[string]bool{
		"--from=build /usr/src/app/x ./":                 true,
		"--from=build /usr/src/app/x /usr/src/app":       true,
		"--from=build /usr/src/app/out/ ./out/":          true,
		"--from=build /runtime/ /runtime":                true,
		"--from=build /usr/src/app /usr/src/app":         true,
		"web/ /usr/src/app/web/":                         true,
		"web/ /srv/web":                                  true,
		"--from=build /runtime/ /":                       false,
		"--from=build /usr/src/app /usr/src/":            false,
		"--from=build /usr/src /usr/":                    false,
		"--from=build /usr/src /usr":                     false,
		"--from=build /usr /":                            false,
		"--from=build /usr/src/app/out/ ./":              false,
		"--from=build /usr/src/app/x /usr/src/app/y/ ./": false,
		"web/ ./":         false,
		"more/ /two/":     true,
		"more /two/more":  true, // it may be a file
		"more/ /two/more": false,
		"web/ /srv/":      false,
	} {
		if got := refused(old, strings.Replace(good, "LINE", line, 1)); got == "" != taken {
			t.Errorf("%s: %q", line, got)
		}
	}
}

// An rm of absolute paths needs no folder.
func TestFoldersOfRemovals(t *testing.T) {
	const old = "FROM debian:12\nCOPY . .\nRUN INSTEAD COMMAND\nCMD [\"x\"]\n"
	const good = "FROM debian:12 AS build\nCOPY . .\nRUN INSTEAD true\n\nFROM debian:12-slim\nRUN COMMAND\nCOPY --from=build /usr/local /usr/local\nCMD [\"x\"]\n"
	for _, test := range []struct{ before, command, want string }{
		{"cd /x &&", "rm -rf /y /z/*", ""},
		{"cd /x && export A=1 &&", "rm -rf /y", ""},
		{"cd /x &&", "rm -rf y", "other commands before it"},
		{"cd /x &&", "rm -rf /y z", "other commands before it"},
		{"cd /x &&", "/bin/../x/rm -rf /y", "other commands before it"},
		{"GLOBIGNORE=/z/key &&", "rm -rf /z/*", "other commands before it"},
		{"export Y=/y &&", "rm -rf $Y", "other commands before it"},
		{". ./env &&", "rm -rf /y", "other commands before it"},
	} {
		put := strings.NewReplacer("INSTEAD", test.before, "COMMAND", test.command)
		if got := refused(strings.Replace(put.Replace(old), test.command, "true && "+test.command, 1), put.Replace(good)); got == "" != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%s %s: %q, want %q", test.before, test.command, got, test.want)
		}
	}
}
