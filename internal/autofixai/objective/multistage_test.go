package objective

import (
	"strings"
	"testing"
)

// The values of the final image count, not the words that they are written in.
func TestKeepTheValues(t *testing.T) {
	const before = "FROM golang:1.22\nCOPY . .\nRUN go install .\nENV APP=/srv\nENV BIN=$APP/bin\nENV PATH=$BIN:$GOPATH/bin:$PATH\nARG PORT=80\nENV URL=http://x:$PORT\nLABEL at=$APP\nUSER $APP\nCMD [\"x\"]\n"
	const build = "FROM golang:1.22 AS build\nCOPY . .\nRUN go install .\n\nFROM debian:12-slim\n"
	const env = "ENV APP=/srv BIN=/srv/bin\nENV PATH=/srv/bin:/go/bin:$PATH\nARG PORT=80\nENV URL=http://x:$PORT\n"
	const end = "COPY --from=build /go/bin/x /go/bin/x\nLABEL at=/srv\nUSER /srv\nCMD [\"x\"]\n"
	for _, test := range []struct{ old, new, want string }{
		{"", "", ""},
		{"/srv/bin:/go/bin", "$BIN:$GOPATH/bin", ""},
		{"LABEL at=/srv", "LABEL at=$APP", ""},
		{"BIN=/srv/bin", "BIN=$APP/bin", "another ENV"},
		{"ENV APP=/srv BIN=/srv/bin\nENV PATH=/srv/bin:/go/bin:$PATH\n", "ENV BIN=$APP/bin\nENV APP=/srv\nENV PATH=$BIN:$GOPATH/bin:$PATH\n", "other values of ENV"},
		{"/srv/bin:/go/bin", "/go/bin:/srv/bin", "another ENV PATH"},
		{"/srv/bin:/go/bin:$PATH", "/srv/bin:/go/bin", "another ENV PATH"},
		{"http://x:$PORT", "http://x:${PORT}", ""},
		{"http://x:$PORT", "http://x:80", "another ENV URL"},
		{"ARG PORT=80\n", "", "another ENV URL"},
		{"ARG PORT=80", "ARG PORT=81", "another ENV URL"},
		{"LABEL at=/srv", "LABEL at=/srv/x", "another LABEL at"},
		{"USER /srv", "USER /", "another USER"},
	} {
		got := strings.Join(judged(t, request("dockerfile/prefer-multi-stage-build", ""), before, strings.Replace(build+env+end, test.old, test.new, 1)), "\n")
		if got == "" != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%q for %q: %q, want %q", test.new, test.old, got, test.want)
		}
	}
}
