package split

import (
	"strings"
	"testing"
)

// The removal of lists of packages, and commands about users, do not depend on
// what a RUN set before them, but an answer adds nothing before them.
func TestShellState(t *testing.T) {
	const old = "FROM debian:12\nWORKDIR /\nWORKDIR /src\nARG V=1\n" +
		"RUN set -x && export KEYS=\"$(mktemp -d)\" P=/x && cd /tmp && make && apt-get install -y gcc tini && apt-get clean && rm -r -f /var/lib/apt/lists/* /var/cache/apt && useradd app && chfn -f 'The app' app\n" +
		"RUN . ./env && rm -rf /var/cache/apt/*\nRUN export H=/x && useradd -d $H two\nRUN umask 77 && mkdir /logs\nCMD [\"x\"]\n"
	const good = "FROM debian:12 AS build\nWORKDIR /src\nARG V=1\n" +
		"RUN set -x && export KEYS=\"$(mktemp -d)\" P=/x && cd /tmp && make && apt-get install -y gcc\nRUN . ./env && rm -rf /var/cache/apt/*\n\n" +
		"FROM debian:12-slim\nWORKDIR /\nRUN set -eux; apt-get update; apt-get install -y tini libssl3; rm -r -f /var/lib/apt/lists/* /var/cache/apt; useradd app; chfn -f 'The app' app\n" +
		"WORKDIR /src\nARG V=1\nRUN export H=/x && useradd -d $H two\nRUN umask 77 && mkdir /logs\nCOPY --from=build /usr/local /usr/local\nCMD [\"x\"]\n"
	for _, test := range []struct{ old, new, want string }{
		{"", "", ""},
		{"set -eux; ", "set -euo pipefail; ", ""},
		{"set -eux; ", "set -xe && ", ""},
		{"set -eux; ", "export DEBIAN_FRONTEND=noninteractive TERM=dumb; set -eux; ", ""},
		{"rm -r -f /var/lib/apt/lists/* /var/cache/apt; ", "rm -rfv /var/lib/apt/lists/*; apt-get clean; ", ""},
		{"rm -r -f /var/lib/apt/lists/* /var/cache/apt; ", "rm -rf /var/lib/apt/lists /var/cache/apt/archives/*.deb; ", ""},

		{"set -eux; ", "", "no longer stops the build"},
		{"set -eux; ", "set -ux; ", "no longer stops the build"},
		{"set -eux; ", "set -en; ", "the command chfn"},
		{"set -eux; ", "set -ef; ", "the command chfn"},
		{"set -eux; ", "set -e -o noexec; ", "the command chfn"},
		{"set -eux; ", "set -e $(make); ", "the command chfn"},
		{"set -eux; ", "set -eux > /etc/passwd; ", "the command chfn"},
		{"set -eux; ", "set -eux; export PATH=/src; ", "the command chfn"},
		{"set -eux; ", "set -eux; PATH=/src; ", "the command chfn"},
		{"set -eux; ", "set -eux; rm() { make; }; ", "the command chfn"},
		{"set -eux; ", "set -eux; alias rm=make; ", "the command chfn"},
		{"set -eux; ", "set -eux; . ./env; ", "the command chfn"},
		{"set -eux; ", "set -eux; trap make EXIT; ", "the command chfn"},
		{"set -eux; ", "set -eux; umask 0; ", "the command chfn"},
		{"set -eux; ", "export DEBIAN_FRONTEND=$(make); set -eux; ", "the command chfn"},
		{"set -eux; ", "export DEBIAN_FRONTEND=$V; set -eux; ", "the command chfn"},
		{"set -eux; ", "export LD_PRELOAD=/src/x; set -eux; ", "the command chfn"},
		{"rm -r -f /var/lib/apt/lists/* /var/cache/apt; ", "rm -rf /var/lib/apt/*; ", "was not in the file"},
		{"rm -r -f /var/lib/apt/lists/* /var/cache/apt; ", "rm -rf /var/lib/apt/lists*; ", "was not in the file"},
		{"rm -r -f /var/lib/apt/lists/* /var/cache/apt; ", "rm -rf /var/lib/apt/lists/../../dpkg; ", "was not in the file"},
		{"rm -r -f /var/lib/apt/lists/* /var/cache/apt; ", "rm -rf /var/lib/apt/lists/* /etc; ", "was not in the file"},
		{"rm -r -f /var/lib/apt/lists/* /var/cache/apt; ", "rm -rf /var/lib/apt/lists/$V; ", "was not in the file"},
		{"rm -r -f /var/lib/apt/lists/* /var/cache/apt; ", "rm -rf /var/lib/apt/lists/$(make); ", "was not in the file"},
		{"rm -r -f /var/lib/apt/lists/* /var/cache/apt; ", "rm -rf var/lib/apt/lists; ", "was not in the file"},
		{"rm -r -f /var/lib/apt/lists/* /var/cache/apt; ", "/src/rm -rf /var/lib/apt/lists; ", "was not in the file"},
		{"rm -r -f /var/lib/apt/lists/* /var/cache/apt; ", "X=1 rm -rf /var/lib/apt/lists; ", "was not in the file"},
		{"rm -r -f /var/lib/apt/lists/* /var/cache/apt; ", "rm -rf /var/lib/apt/lists > /etc/passwd; ", "was not in the file"},
		{"RUN . ./env && rm -rf /var/cache/apt/*\n", "", "no stage has the command . ./env of line 6"},
		{"export KEYS=\"$(mktemp -d)\" P=/x && ", "", "other commands before it"},
		{"export H=/x && ", "", "other commands before it"},
		{"umask 77 && ", "", "other commands before it"},
		{"chfn -f 'The app' app", "chfn -f 'The app' root", "was not in the file"},
	} {
		got := refused(old, strings.Replace(good, test.old, test.new, 1))
		if got == "" != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%q for %q: %q, want %q", test.new, test.old, got, test.want)
		}
	}
	// The export may fail, so that a stage has it.
	const export = "FROM debian:12\nRUN export KEYS=\"$(./verify)\" && useradd app\nRUN make\nCMD [\"x\"]\n"
	const without = "FROM debian:12 AS build\nRUN make\n\nFROM debian:12-slim\nRUN useradd app\nCOPY --from=build /usr/local /usr/local\nCMD [\"x\"]\n"
	if got := refused(export, without); !strings.Contains(got, "no stage has the command export KEYS") {
		t.Errorf("without an export that may fail: %q", got)
	}
}

// The commands after a compound one need it, if it may change the folder or a
// variable.
func TestCompoundCommands(t *testing.T) {
	const old = "FROM debian:12\nRUN cd /x || true && echo in\nRUN { PATH=/x:$PATH; } && if true; then V=evil; fi && ls\nRUN (cd /y; V=1) && for k in a b; do touch /$k; done && date\nRUN apt-get install -y $V tini; make && rm -rf /tmp/*\nCMD [\"x\"]\n"
	const good = "FROM debian:12 AS build\nRUN cd /x || true && echo in\nRUN { PATH=/x:$PATH; } && if true; then V=evil; fi && ls\nRUN (cd /y; V=1) && for k in a b; do touch /$k; done && date\nRUN apt-get install -y $V tini; make && rm -rf /tmp/*\n\n" +
		"FROM debian:12-slim\nCOPY --from=build /usr/local /usr/local\nCMD [\"x\"]\n"
	for _, test := range []struct{ old, new, want string }{
		{"", "", ""},
		{"&& date\n", "\nRUN date\n", ""},
		{"in\nRUN { P", "in && { P", "other commands before it"},
		{"ls\nRUN (cd /y; V=1)", "ls && (cd /y; V=1)", "other commands before it"},
		{" && ls\nRUN", "\nRUN ls\nRUN", "other commands before it"},
		{"{ PATH=/x:$PATH; } && if true; then V=evil; fi && ls\nRUN", "ls\nRUN { PATH=/x:$PATH; } && if true; then V=evil; fi &&", "other commands before it"},
	} {
		got := refused(old, strings.Replace(good, test.old, test.new, 1))
		if got == "" != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%q for %q: %q, want %q", test.new, test.old, got, test.want)
		}
	}
	// An installation of the last stage does not need the variables.
	const set = "FROM debian:12\nRUN apt-get update; case $(arch) in arm) A=1;; *) A=2;; esac; apt-get install -y gcc tini; make $A; rm -r /tmp/x\nCMD [\"x\"]\n"
	const divided = "FROM debian:12 AS build\nRUN apt-get update; case $(arch) in arm) A=1;; *) A=2;; esac; apt-get install -y gcc; make $A\n\nFROM debian:12-slim\nRUN apt-get update; apt-get install -y tini\nCOPY --from=build /usr/local /usr/local\nCMD [\"x\"]\n"
	if got := refused(set, divided); got != "" {
		t.Errorf("an installation without a case: %q", got)
	}
}
