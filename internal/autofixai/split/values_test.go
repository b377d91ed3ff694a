package split

import (
	"strings"
	"testing"
)

// Words of ENV, WORKDIR and COPY may have values in the place of variables.
func TestExpandedValues(t *testing.T) {
	const old = "FROM golang:1.22\nARG REV=1\nENV APP=/srv/app\nENV BIN=$APP/bin PATH=$GOPATH/bin:$APP/tools:$PATH\nENV SITE=https://example.com/$REV\nWORKDIR $APP\nCOPY go.mod $GOPATH/src/x/\nCOPY conf ${BIN}/conf\nRUN go build -o $BIN/x .\nUSER $REV\nEXPOSE 80\nCMD [\"x\"]\n"
	const build = "FROM golang:1.22 AS build\nENV APP=/srv/app\nENV BIN=/srv/app/bin PATH=/go/bin:/srv/app/tools:$PATH\nWORKDIR /srv/app\nCOPY go.mod /go/src/x/\nCOPY conf /srv/app/bin/conf\nRUN go build -o $BIN/x .\n\n"
	const final = "FROM debian:12-slim\nARG REV=1\nENV APP=/srv/app\nENV BIN=/srv/app/bin PATH=/go/bin:/srv/app/tools:$PATH\nENV SITE=https://example.com/${REV}\nWORKDIR /srv/app\nCOPY conf /srv/app/bin/conf\nCOPY --from=build /srv/app/bin/x $BIN/x\nUSER $REV\nEXPOSE 80\nCMD [\"x\"]\n"
	for _, test := range []struct {
		old, new, want string
		same           bool // the ENV of the images
	}{
		{"", "", "", true},
		{"ENV BIN=/srv/app/bin PATH=/go/bin:/srv/app/tools:$PATH\nENV SITE", "ENV PATH=$GOPATH/bin:$APP/tools:$PATH BIN=\"${APP}/bin\"\nENV SITE", "", true},
		{"PATH=/go/bin:/srv/app/tools:$PATH\nENV SITE", "PATH=/go/bin:/srv/app/tools:${PATH}\nENV SITE", "", true},
		{"ENV APP=/srv/app\nENV BIN=/srv/app/bin PATH=/go/bin:/srv/app/tools:$PATH\nENV SITE", "ENV APP=/srv/app BIN=/srv/app/bin PATH=/go/bin:/srv/app/tools:$PATH\nENV SITE", "", true},

		{"PATH=/go/bin:/srv/app/tools:$PATH\nENV SITE", "PATH=/go/bin:/srv/app/evil:$PATH\nENV SITE", "did not have this ENV", false},
		{"PATH=/go/bin:/srv/app/tools:$PATH\nENV SITE", "PATH=/go/bin:/srv/app/tools\nENV SITE", "did not have this ENV", false},
		{"PATH=/go/bin:/srv/app/tools:$PATH\nENV SITE", "PATH='/go/bin:/srv/app/tools:$PATH'\nENV SITE", "did not have this ENV", false},
		{"PATH=/go/bin:/srv/app/tools:$PATH\nENV SITE", "PATH=/go/bin:/srv/app/tools:\\$PATH\nENV SITE", "did not have this ENV", false},
		{"PATH=/go/bin:/srv/app/tools:$PATH\nENV SITE", "PATH=/go/bin:/srv/app/tools:${PATH:-/evil}\nENV SITE", "did not have this ENV", false},
		{"PATH=/go/bin:/srv/app/tools:$PATH\nENV SITE", "PATH=/go/bin:${BIN}/tools:$PATH\nENV SITE", "did not have this ENV", false},
		{"ENV APP=/srv/app\nENV BIN=/srv/app/bin PATH=/go/bin:/srv/app/tools:$PATH\nENV SITE", "ENV APP=/srv/app BIN=$APP/bin PATH=/go/bin:/srv/app/tools:$PATH\nENV SITE", "the COPY was not in the file", false},
		{"ENV APP=/srv/app\nENV BIN=/srv/app/bin PATH=/go/bin:/srv/app/tools:$PATH\nENV SITE", "ENV BIN=$APP/bin PATH=/go/bin:/srv/app/tools:$PATH\nENV APP=/srv/app\nENV SITE", "the COPY was not in the file", false},
		{"https://example.com/${REV}", "https://example.com/1", "did not have this ENV", false}, // an ARG may get another value
		{"ARG REV=1\n", "", "did not have this ENV", false},
		{"ARG REV=1\n", "ARG REV\n", "did not have this ARG", false},
		{"${REV}", "${REV:-2}", "did not have this ENV", false},
		{"COPY go.mod /go/src/x/", "COPY go.mod /srv/src/x/", "the COPY was not in the file", true},
		{"COPY go.mod /go/src/x/", "COPY go.mod $HOME/src/x/", "the COPY was not in the file", true},
		{"COPY conf /srv/app/bin/conf\nRUN", "COPY conf /srv/app/conf\nRUN", "the COPY was not in the file", true},
		{"COPY conf /srv/app/bin/conf\nCOPY", "COPY conf $GOPATH/conf\nCOPY", "the COPY was not in the file", true},
		{"WORKDIR /srv/app\nCOPY go", "WORKDIR /srv/app/bin\nCOPY go", "did not have this WORKDIR", true},
		{"AS build\nENV APP=/srv/app\nENV BIN=/srv/app/bin PATH", "AS build\nENV APP=/srv/app BIN=$APP/bin PATH", "repeat ENV BIN", true},
		{"AS build\nENV APP=/srv/app\n", "AS build\n", "", true}, // all of its values are written out
		{"AS build\nENV APP=/srv/app\nENV BIN=/srv/app/bin PATH", "AS build\nENV BIN=$APP/bin PATH", "repeat ENV BIN", true},
	} {
		after := strings.Replace(build+final, test.old, test.new, 1)
		if got := refused(old, after); got == "" != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%q for %q: %q, want %q", test.new, test.old, got, test.want)
		}
		if got := SameSettings(parse(old), parse(after), "ENV"); got != test.same {
			t.Errorf("%q for %q: the same ENV: %v", test.new, test.old, got)
		}
	}
	const set = "FROM debian:12\nENV A=/x\nENV B=$A\nENV A=/y\nCOPY a $A\nCMD [\"x\"]\n"
	for last, want := range map[string]bool{
		"ENV A=/x\nENV B=$A\nENV A=/y\n": true,
		"ENV B=/x A=/y\n":                true,
		"ENV A=/y\nENV B=$A\n":           false,
		"ENV A=/y\nENV B=/y\n":           false,
		"ENV A=/x\nENV B=$A\n":           false,
	} {
		after := "FROM debian:12 AS build\nENV A=/y\nCOPY a /y\nFROM debian:12-slim\n" + last + "CMD [\"x\"]\n"
		if got := SameSettings(parse(set), parse(after), "ENV"); got != want {
			t.Errorf("%q: the same ENV: %v", last, got)
		}
	}
	for _, test := range []struct {
		instruction, before, after string
		want                       bool
	}{
		{"EXPOSE", "ENV P=80\nEXPOSE $P 443\n", "ENV P=80\nEXPOSE 443 80\n", true},
		{"EXPOSE", "ENV P=80\nEXPOSE $P\n", "ENV P=80\nEXPOSE 81\n", false},
		{"EXPOSE", "ENV P=80\nEXPOSE $P\n", "EXPOSE $P\nENV P=80\n", false},
		{"USER", "ENV U=app\nUSER $U\n", "USER app\n", true},
		{"USER", "ARG U=app\nUSER $U\n", "USER app\n", false},
		{"USER", "USER app\nUSER root\n", "USER root\nUSER app\n", false},
		{"LABEL", "ENV V=1\nLABEL v=$V\n", "LABEL v=1\n", true},
		{"LABEL", "ENV V=1\nLABEL v=$V\n", "LABEL v=2\n", false},
		{"VOLUME", "ENV D=/data\nVOLUME [\"$D\"]\n", "VOLUME /data\n", true},
		{"VOLUME", "VOLUME /data\n", "", false},
	} {
		if got := SameSettings(parse("FROM a\n"+test.before), parse("FROM b\n"+test.after), test.instruction); got != test.want {
			t.Errorf("%q of %q: the same: %v", test.after, test.before, got)
		}
	}
	if SameSettings(parse(""), parse(old), "ENV") {
		t.Error("a file without a stage has settings")
	}
	// The escape of a file may be another one, which has no effect on the answer.
	escaped := "# escape=`\nFROM a\nENV A=1\nENV B=c:\\$A\n"
	if SameSettings(parse(escaped), parse(strings.Replace(escaped, "A=1\nENV B=c:\\$A\n", "A=2\nENV B=c:\\$A\nENV A=1\n", 1)), "ENV") {
		t.Error("another value after a backslash")
	}
	// A value that doubles with each line is compared by its hash.
	long := "FROM a\nENV A=xxxxxxxx\n" + strings.Repeat("ENV A=$A$A\n", 60)
	if !SameSettings(parse(long), parse(long), "ENV") || SameSettings(parse(long), parse(long+"ENV A=$A$A\n"), "ENV") {
		t.Error("long values")
	}
}
