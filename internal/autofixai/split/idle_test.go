package split

import (
	"strings"
	"testing"
)

// A command needs no variables of its RUN that it does not read, and an answer
// adds none.
func TestIdleVariables(t *testing.T) {
	const old = "FROM php:8.4\nWORKDIR /src\nARG part=1\nCOPY . .\n" +
		"RUN set -eux; tools=\"bison $part\"; libs='tini zip'; export RELEASE=7 URL=https://example.com/$RELEASE; apt-get update; apt-get install -y bison $libs; pip install x; cd lib; make; rm -rf /opt/kit /var/lib/apt/lists/*\nCMD [\"x\"]\n"
	const good = "FROM php:8.4 AS build\nWORKDIR /src\nARG part=1\nCOPY . .\n" +
		"RUN set -eux; export RELEASE=7 URL=https://example.com/$RELEASE; apt-get update; apt-get install -y bison; pip install x; cd lib; make; rm -rf /opt/kit /var/lib/apt/lists/*\n\n" +
		"FROM php:8.4\nRUN set -eux; libs='tini zip'; apt-get update; apt-get install -y $libs; rm -rf /opt/kit /var/lib/apt/lists/*\nWORKDIR /src\nARG part=1\nCOPY --from=build /usr/local /usr/local\nCMD [\"x\"]\n"
	for _, test := range []struct {
		in       string // instead of libs=... in the file
		old, new string
		want     string
	}{
		{"", "", "", ""},
		{"", "RUN set -eux; libs", "RUN set -eux; export RELEASE=7 URL=https://example.com/$RELEASE; libs", ""},
		{"", "set -eux; export", "set -eux; tools=\"bison $part\"; export", ""},

		// Not in the file.
		{"", "libs='tini zip'", "libs='tini'", "libs='tini' was not in the file"},
		{"", "libs='tini zip'", "more=1; libs='tini zip'", "more=1 was not in the file"},
		{"", "libs='tini zip'", "export MORE=1; libs='tini zip'", "export MORE=1 was not in the file"},
		{"", "libs='tini zip'", "libs='tini zip evil'", "did not install evil"},
		{"", "libs='tini zip'", "libs=$(./list)", "other commands before it"},
		{"", "libs='tini zip'; ", "", "$libs"},
		{"", "export RELEASE=7 URL=https://example.com/$RELEASE; ", "", "the command pip install x: other commands before it"},
		{"", "set -eux; export", "export", "no longer stops the build"},

		// Read by the commands.
		{"x=1; make $x", "x=1; ", "", "other commands before it"},
		{"x=1; y=$x; make $y", "x=1; y=$x; make", "y=$x; make", "other commands before it"},
		{"x=1; eval \"$(cat y)\"", "x=1; ", "", "other commands before it"},
		{"x=1; command . ./y", "x=1; ", "", "other commands before it"},
		{"x=1; . ./y; make", "x=1; ", "", "other commands before it"},
		{"x=1; if true; then declare; fi", "x=1; ", "", "other commands before it"},
		{"x=1; n=x; echo ${!n} > /y", "x=1; ", "", "other commands before it"},
		{"x=1; export x; make", "x=1; ", "", "other commands before it"},
		{"export x; x=1; make", "x=1; ", "", "other commands before it"},
		{"set -a; x=1; make", "x=1; ", "", "other commands before it"},
		{"x=$(./y); make", "x=$(./y); ", "", "other commands before it"},
		{"x=${y:=1}; make", "x=${y:=1}; ", "", "other commands before it"},
		{"part=2; make", "part=2; ", "", "other commands before it"},
		{"PHPIZE_DEPS=gcc; docker-php-ext-install gd", "PHPIZE_DEPS=gcc; ", "", "other commands before it"},
		{"http_proxy=example.com; make", "http_proxy=example.com; ", "", "other commands before it"},
		{"PATH=/src:$PATH; apt-get upgrade", "PATH=/src:$PATH; ", "", "other commands before it"},
		{"IFS=,; apt-get upgrade", "IFS=,; ", "", "other commands before it"},
		{"export LD_PRELOAD=/x; apt-get upgrade", "export LD_PRELOAD=/x; ", "", "other commands before it"},
		{"export APT_CONFIG=/x; apt-get upgrade", "export APT_CONFIG=/x; ", "", "other commands before it"},
		{"export N=1; apt-get purge $(./list)", "export N=1; ", "", "other commands before it"},
		{"export N=1; make", "export N=1; ", "", "other commands before it"},
		{"export N=1; apt-get upgrade", "export N=1; ", "", ""},
		{"x=1; make", "x=1; ", "", ""},
	} {
		before, after := old, good
		if test.in != "" { // a RUN of the build stage
			put := strings.NewReplacer("COPY . .\n", "COPY . .\nRUN "+test.in+"\n")
			before, after = put.Replace(old), put.Replace(good)
		}
		if test.old != "" && !strings.Contains(after, test.old) {
			t.Errorf("%s: no %q", test.in, test.old)
		}
		got := refused(before, strings.Replace(after, test.old, test.new, 1))
		if got == "" != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%s: %q for %q: %q, want %q", test.in, test.new, test.old, got, test.want)
		}
	}
}
