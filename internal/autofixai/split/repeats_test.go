package split

import (
	"strings"
	"testing"
)

// A command or copy that a file repeats counts each time, other than an
// operation on packages.
func TestRepeatedSteps(t *testing.T) {
	const old = "FROM debian:12\nRUN apt-get update\nCOPY app /app\nRUN chmod 500 /app\nCOPY new /app\nRUN chmod 500 /app\nRUN apt-get update\nRUN make\nRUN rm /app/key\nCOPY new /app\nRUN rm /app/key\nCMD [\"/app\"]\n"
	const good = "FROM debian:12 AS build\nRUN apt-get update\nRUN make\n\n" +
		"FROM debian:12-slim\nCOPY app /app\nRUN chmod 500 /app\nCOPY new /app\nRUN chmod 500 /app\nRUN rm /app/key\nCOPY new /app\nRUN rm /app/key\nCOPY --from=build /out /out\nCMD [\"/app\"]\n"
	for _, test := range []struct{ old, new, want string }{
		{"", "", ""},
		{"new /app\nRUN chmod 500 /app\n", "new /app\n", "no stage has the command chmod 500 /app of line 6"},
		{"/key\nCOPY new /app\n", "/key\n", "no stage has the COPY of line 10"},
	} {
		got := refused(old, strings.Replace(good, test.old, test.new, 1))
		if got == "" != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%q for %q: %q, want %q", test.new, test.old, got, test.want)
		}
	}
}

// A stage may update the lists of packages once more, which takes no command out
// of the order.
func TestMoreUpdates(t *testing.T) {
	const old = "FROM ubuntu:24.04\nRUN ./source && apt-get install -y gcc git\nRUN ln -s /data /var/data\nRUN add-apt-repository ppa:example/web && apt-get update && apt-get install -y web && mkdir /var/web\nRUN make\nCMD [\"web\"]\n"
	const good = "FROM ubuntu:24.04 AS build\nRUN ./source && apt-get install -y gcc git\nRUN make\n\n" +
		"FROM ubuntu:24.04\nRUN apt-get update && apt-get install -y git\nRUN ln -s /data /var/data\nRUN add-apt-repository ppa:example/web && apt-get update && apt-get install -y web && mkdir /var/web\nCOPY --from=build /usr/local /usr/local\nCMD [\"web\"]\n"
	for _, test := range []struct{ old, new, want string }{
		{"", "", ""},
		{"RUN ln", "RUN apt-get update && ln", ""},
		{"RUN make", "RUN apt-get update && make", ""},
		{"RUN ./source", "RUN apt-get update && ./source", ""},
		{" && apt-get update && apt-get install -y web", " && apt-get install -y web", "no stage has the command apt-get update of line 4"},
		{" && apt-get update && apt-get install -y web", " && apt-get install -y web && apt-get update", "no stage has the command apt-get update of line 4"},
		{"apt-get install -y git\nRUN ln -s /data /var/data\nRUN add", "mkdir /var/web && ln -s /data /var/data && add", "the command ln -s /data /var/data comes in another order"},
		{"RUN ln -s /data", "RUN apt-get update -o Dir::Etc=/data && ln -s /data", "was not in the file"},
		{"RUN ln -s /data", "RUN ./source && ln -s /data", "the command ./source comes in another order, or more often"},
	} {
		got := refused(old, strings.Replace(good, test.old, test.new, 1))
		if got == "" != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%q for %q: %q, want %q", test.new, test.old, got, test.want)
		}
	}
}

// The output of package managers may go to /dev/null, and nowhere else.
func TestSilence(t *testing.T) {
	const old = "FROM debian:12\nRUN UPDATE\nRUN INSTALL gcc tini\nRUN make\nCMD [\"x\"]\n"
	const good = "FROM debian:12 AS build\nRUN UPDATE\nRUN INSTALL gcc\nRUN make\n\nFROM debian:12-slim\nRUN UPDATE\nRUN INSTALL tini\nCOPY --from=build /usr/local /usr/local\nCMD [\"x\"]\n"
	const update, install = "apt-get update > /dev/null", "apt-get -qqy install"
	for _, test := range []struct{ update, install, old, new, want string }{
		{update, install, "", "", ""},
		{"apt-get -qq update >/dev/null 2>&1", "apt-get install -yqq >>/dev/null", "", "", ""},
		{"apk update -q 2> /dev/null", "apk add -q 1>/dev/null", "", "", ""},
		{update, install, update, "apt-get -qq update", ""},
		{update, install, " tini", " tini 2>&1 >/dev/null", ""},
		{update, install, " tini", " tini >/dev/null evil", "did not install evil"},
		{update, install, update, "apt-get update > /etc/motd", "was not in the file"},
		{update, install, update, "apt-get update > /dev/null < /etc/passwd", "was not in the file"},
		{update, install, update, "apt-get update 3> /dev/null", "was not in the file"},
		{update, install, update, "apt-get update > /dev/null/../x", "was not in the file"},
		{update, install, update, "apt-get update > $(make)", "was not in the file"},
		{update, install, update, "apt-get update &> /dev/null", "was not in the file"},
		{update, install, " tini", " tini > /etc/motd", "was not in the file"},
		{update, install, update, "apt-get update -o Dir=/x > /dev/null", "was not in the file"},
		{"make > /dev/null", install, "", "", "two stages have the command make"},
		{"apt-get update > /etc/motd", install, "", "", "two stages have the command apt-get update"},
	} {
		put := strings.NewReplacer("UPDATE", test.update, "INSTALL", test.install)
		got := refused(put.Replace(old), strings.Replace(put.Replace(good), test.old, test.new, 1))
		if got == "" != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%s, %s, %q for %q: %q, want %q", test.update, test.install, test.new, test.old, got, test.want)
		}
	}
}

// An installation may lack assignments of its RUN, if a stage still has the ones
// that may fail.
func TestAssignments(t *testing.T) {
	const old = "FROM alpine:3.22\nRUN N=${JOBS-`getconf _NPROCESSORS_CONF`} && V=$(./verify) && D='gcc make' && apk -U add $D tini && cd /src && make -j$N && make install && apk del $D\nCMD [\"x\"]\n"
	const good = "FROM alpine:3.22 AS build\nRUN N=${JOBS-`getconf _NPROCESSORS_CONF`} && V=$(./verify) && D='gcc make' && apk -U add $D && cd /src && make -j$N && make install\n\n" +
		"FROM alpine:3.22\nRUN apk -U add tini\nCOPY --from=build /usr/local /usr/local\nCMD [\"x\"]\n"
	for _, test := range []struct{ before, old, new, want string }{
		{old, "", "", ""},
		{old, "RUN apk", "RUN cd / && apk", ""},
		{old, "V=$(./verify) && ", "", "other commands before it in its RUN"},
		{old, "N=${JOBS-`getconf _NPROCESSORS_CONF`} && ", "", "other commands before it in its RUN"},
		{old, "RUN apk", "RUN V=$(./verify) && apk", "other commands before it in its RUN"},
		{old, "RUN apk", "RUN V=$(make) && apk", "other commands before it in its RUN"},
		{strings.Replace(old, "V=$(./verify)", "V=$(./verify) > /x", 1), "V=$(./verify)", "V=$(./verify) > /x", "other commands before it in its RUN"},
		{strings.Replace(old, "V=$(./verify)", "export V=$(./verify)", 1), "V=$(./verify)", "export V=$(./verify)", "other commands before it in its RUN"},
		{"FROM alpine:3.22\nRUN V=$(./verify) && apk add tini\nRUN make\nCMD [\"x\"]\n", "", "FROM alpine:3.22 AS build\nRUN make\n\n" +
			"FROM alpine:3.22\nRUN apk add tini\nCOPY --from=build /usr/local /usr/local\nCMD [\"x\"]\n", "no stage has the command V=$(./verify) of line 2"},
	} {
		after := strings.Replace(good, test.old, test.new, 1)
		if strings.HasPrefix(test.new, "FROM") {
			after = test.new
		}
		if got := refused(test.before, after); got == "" != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%q for %q: %q, want %q", test.new, test.old, got, test.want)
		}
	}
}

// The removal of lists of packages may come at any time, and a COPY after users
// are made.
func TestOrder(t *testing.T) {
	const old = "FROM ruby:3.3\nRUN apt-get update && apt-get install -y gcc tini\nCOPY . /app\nCOPY conf /etc/x/\nRUN chmod 600 /app/key\nRUN useradd app && mkdir /data\nRUN rm -rf /var/lib/apt/lists/*\nRUN make\nCMD [\"x\"]\n"
	const good = "FROM ruby:3.3 AS build\nRUN apt-get update && apt-get install -y gcc\nCOPY . /app\nCOPY conf /etc/x/\nRUN chmod 600 /app/key\nRUN make\n\n" +
		"FROM ruby:3.3-slim\nRUN apt-get update && apt-get install -y tini && rm -rf /var/lib/apt/lists/*\nRUN useradd app\n# more\nCOPY --from=build /usr/local /usr/local\nCMD [\"x\"]\n"
	for _, test := range []struct{ more, want string }{
		{"RUN mkdir /data", ""},
		{"COPY . /app\nRUN chmod 600 /app/key", "the command chmod 600 /app/key comes in another order"},
		{"COPY . /app\nRUN mkdir /data", "the last stage has files of the COPY"},
		{"COPY conf /etc/x/", "the COPY comes in another order"},
		{"RUN mkdir /data\nCOPY . /app", "the COPY comes in another order"},
		{"RUN rm -rf /var/lib/apt/lists/*\nRUN mkdir /data", ""},
	} {
		before, after := old, strings.Replace(good, "# more", test.more, 1)
		if got := refused(before, after); got == "" != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%s: %q, want %q", test.more, got, test.want)
		}
		guardless := func(text string) string { return strings.Replace(text, "RUN chmod 600 /app/key\n", "", 1) }
		if got := refused(guardless(before), guardless(after)); test.more == "COPY . /app\nRUN mkdir /data" && got != "" {
			t.Errorf("a COPY after useradd: %q", got)
		}
	}
}

// A comment at the end of a RUN is no part of its command, and nothing in it is
// a command or a package of the file.
func TestCommentsOfRun(t *testing.T) {
	const old = "FROM debian:12\nRUN mkdir /data # VOLUME /data\nRUN apt-get update && apt-get install -y gcc # libpcap-dev && useradd app\nRUN make # useradd app\nCMD [\"x\"]\n"
	const good = "FROM debian:12 AS build\nRUN apt-get update && apt-get install -y gcc\nRUN make\n\n" +
		"FROM debian:12-slim\nRUN mkdir /data\n# more\nCOPY --from=build /usr/local /usr/local\nCMD [\"x\"]\n"
	for _, test := range []struct{ more, want string }{
		{"# more", ""},
		{"RUN useradd app", "the command useradd app was not in the file"},
		{"RUN VOLUME /data", "the command VOLUME /data was not in the file"},
		{"RUN apt-get update && apt-get install -y libpcap0.8", "did not install libpcap0.8 there"},
		{"RUN apt-get update && apt-get install -y libpcap-dev", "did not install libpcap-dev there"},
		{"RUN mkdir '/data # VOLUME /data'", "was not in the file"},
		{"RUN mkdir /data#VOLUME", "was not in the file"},
	} {
		if got := refused(old, strings.Replace(good, "# more", test.more, 1)); got == "" != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%s: %q, want %q", test.more, got, test.want)
		}
	}
}

// Commands that turn on settings may be in several stages, and others of the same
// programs not.
func TestSettingsInStages(t *testing.T) {
	const old = "FROM node:24\nRUN command\nCOPY . /app\nRUN make\nCMD [\"x\"]\n"
	const good = "FROM node:24 AS build\nRUN command\nCOPY . /app\nRUN make\n\n" +
		"FROM node:24-slim\nRUN command\nCOPY --from=build /app /app\nCMD [\"x\"]\n"
	for _, test := range []struct {
		command string
		taken   bool
	}{
		{"corepack enable", true},
		{"corepack enable pnpm", true},
		{"git config --system core.autocrlf false", true},
		{"bundle config --global frozen 1 && bundle config set without 'test development'", true},
		{"npm config set registry https://npm.example.com && npm set fund=false && pnpm config set store-dir /s", true},
		{"yarn config set cache-folder /c && composer config -g repo.packagist false && poetry config virtualenvs.create false", true},
		{"pip config set global.index-url https://pypi.example.com && gem sources --add https://gems.example.com && go env -w GOFLAGS=-mod=mod", true},
		{"/usr/sbin/a2enmod rewrite", true},
		{"phpenmod gd", true},
		{"/usr/sbin/update-locale LANG=C.UTF-8", true},
		{"bundle exec rake config", false},
		{"bundle config frozen $(make)", false},
		{"bundle config frozen 1 | sh", false},
		{"bundle", false},
		{"npm config edit", false},
		{"npm run config set", false},
		{"npm --prefix /x config set a b", false},
		{"npm config set script-shell /app/x && npm run x", false},
		{"git config core.hooksPath /app && git pull", false},
		{"pip config debug", false},
		{"go env", false},
		{"gem build sources", false},
		{"/app/composer config a b", false},
		{"A=1 yarn config set a b", false},
		{"poetry config a b > /etc/x", false},
		{"corepack prepare pnpm@9 --activate", false},
		{"corepack install -g pnpm@9", false},
		{"corepack enable $(make)", false},
		{"corepack enable > /etc/x", false},
		{"corepack enable && make corepack", false},
		{"/app/corepack enable", false},
		{"X=1 corepack enable", false},
		{"/app/a2enmod rewrite", false},
		{"/usr/local/sbin/a2enmod rewrite", false},
		{"/usr/bin/curl https://example.com", false},
	} {
		put := strings.NewReplacer("command", test.command)
		if got := refused(put.Replace(old), put.Replace(good)); got == "" != test.taken {
			t.Errorf("%s: %q", test.command, got)
		}
	}
	const set = "npm config set registry https://npm.example.com"
	for _, other := range []string{"npm config set registry https://evil.example.com", "npm config set proxy https://npm.example.com", set + " --global", "npm config delete registry"} {
		after := strings.Replace(strings.ReplaceAll(good, "command", set), set, other, 1)
		if got := refused(strings.Replace(old, "command", set, 1), after); !strings.Contains(got, "was not in the file") {
			t.Errorf("%s: %q", other, got)
		}
	}
}
