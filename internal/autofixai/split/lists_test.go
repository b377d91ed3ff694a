package split

import (
	"strings"
	"testing"
)

// Packages may come from variables with known values, on both sides.
func TestListsOfPackages(t *testing.T) {
	const old = "FROM alpine:3.22\nARG PHP=83\nARG MORE\nENV BUILD_DEPS=\"gcc shadow\" RUNTIME_DEPS='tini su-exec' BAD='-X https://evil.example' SUBST='$(make)' FILES='./x.apk y.apk'\n" +
		"RUN apk add --no-cache $BUILD_DEPS ${RUNTIME_DEPS} php$PHP-fpm curl=8\nRUN apk add $MORE\nRUN apk add $BAD\nRUN apk add $SUBST\nRUN apk add $FILES\nRUN make\nCMD [\"x\"]\n"
	const build = "FROM alpine:3.22 AS build\nARG PHP=83\nARG MORE\nENV BUILD_DEPS=\"gcc shadow\" BAD='-X https://evil.example' SUBST='$(make)' FILES='./x.apk y.apk'\n" +
		"RUN apk add --no-cache $BUILD_DEPS\nRUN apk add $MORE\nRUN apk add $BAD\nRUN apk add $SUBST\nRUN apk add $FILES\nRUN make\n\n"
	const final = "FROM alpine:3.22\nARG PHP=83\nARG MORE\nENV BUILD_DEPS=\"gcc shadow\" RUNTIME_DEPS='tini su-exec' BAD='-X https://evil.example' SUBST='$(make)' FILES='./x.apk y.apk'\n" +
		"RUN apk add --no-cache $RUNTIME_DEPS shadow\nCOPY --from=build /usr/local /usr/local\nCMD [\"x\"]\n"
	for _, test := range []struct{ old, new, want string }{
		{"", "", ""},
		{"$RUNTIME_DEPS shadow", "tini \"su-exec\" curl=8 php83-fpm", ""},
		{"$RUNTIME_DEPS shadow", "php${PHP}-fpm ca-certificates", ""},
		{"ENV BUILD_DEPS=\"gcc shadow\" BAD=", "ENV BAD=", "was not in the file"}, // $BUILD_DEPS has no packages then
		{"apk add --no-cache $BUILD_DEPS\n", "apk add --no-cache gcc\n", ""},
		{"--no-cache $RUNTIME_DEPS shadow", "--no-cache $RUNTIME_DEPS shadow libgcc", ""},

		{"$RUNTIME_DEPS shadow", "$RUNTIME_DEPS shadow evil", "did not install evil there"},
		{"$RUNTIME_DEPS shadow", "\"$RUNTIME_DEPS\"", "was not in the file"},
		{"$RUNTIME_DEPS shadow", "'$RUNTIME_DEPS'", "did not install $RUNTIME_DEPS there"},
		{"$RUNTIME_DEPS shadow", "${RUNTIME_DEPS#tini}", "was not in the file"},
		{"$RUNTIME_DEPS shadow", "${RUNTIME_DEPS:-evil}", "was not in the file"},
		{"$RUNTIME_DEPS shadow", "$RUNTIME_DEPS $(make)", "was not in the file"},
		{"$RUNTIME_DEPS shadow", "$RUNTIME_DEPS $BAD", "did not install tini there"},
		{"$RUNTIME_DEPS shadow", "$RUNTIME_DEPS $SUBST", "did not install tini there"},
		{"$RUNTIME_DEPS shadow", "$RUNTIME_DEPS $FILES", "did not install tini there"},
		{"$RUNTIME_DEPS shadow", "$RUNTIME_DEPS $MORE", "did not install tini there"},
		{"$RUNTIME_DEPS shadow", "$RUNTIME_DEPS $HOME", "was not in the file"},
		{"$RUNTIME_DEPS shadow", "php$PHP$RUNTIME_DEPS", "did not install php83tini there"},
		{"$RUNTIME_DEPS shadow", "$PHP", "did not install 83 there"},
		{"RUN apk add --no-cache $RUNTIME_DEPS", "RUN RUNTIME_DEPS=evil && apk add --no-cache $RUNTIME_DEPS", "other commands before it"},
		{"RUN apk add --no-cache $RUNTIME_DEPS", "RUN RUNTIME_DEPS=$(make) && apk add --no-cache $RUNTIME_DEPS", "was not in the file"},
		{"RUN apk add --no-cache $RUNTIME_DEPS", "RUN IFS=i && apk add --no-cache $RUNTIME_DEPS", "was not in the file"},
		{"RUN apk add --no-cache $RUNTIME_DEPS", "RUN RUNTIME_DEPS=evil apk add --no-cache $RUNTIME_DEPS", "was not in the file"},
		{"FROM alpine:3.22\nARG PHP=83\nARG MORE\nENV BUILD_DEPS", "FROM alpine:3.22\nARG PHP=83\nARG MORE\nENV RUNTIME_DEPS=evil\nENV BUILD_DEPS", "did not have this ENV"},
		{"RUN apk add --no-cache $RUNTIME_DEPS", "ENV RUNTIME_DEPS='gcc evil'\nRUN apk add --no-cache $RUNTIME_DEPS", "did not have this ENV"},
	} {
		got := refused(old, strings.Replace(build+final, test.old, test.new, 1))
		if got == "" != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%q for %q: %q, want %q", test.new, test.old, got, test.want)
		}
	}
}

// A build needs no variable that is a list of packages.
func TestVariablesOfPackages(t *testing.T) {
	for _, test := range []struct{ variables, install, command, want string }{
		{"ENV DEPS='tini gcc'", "apk add $DEPS", "make", ""},
		{"ARG DEPS=tini", "apt-get update && apt-get install -y ${DEPS} && apt-get purge -y $DEPS", "./configure && npm ci", ""},
		{"ENV DEPS='tini gcc'", "apk add $DEPS", "make $DEPS", "repeat ENV DEPS"},
		{"ENV DEPS='tini gcc'", "apk add $DEPS", "./install.sh", "repeat ENV DEPS"},
		{"ENV PHP=8", "apk add php$PHP-fpm", "make", "repeat ENV PHP"},
		{"ENV PACKAGE=x", "npm install -g $PACKAGE", "make", "repeat ENV PACKAGE"},
		{"ENV DEPS=tini OPTIONS=$DEPS", "apk add $DEPS", "make", "repeat ENV DEPS, ENV OPTIONS"},
	} {
		old := "FROM alpine:3.22\n" + test.variables + "\nRUN " + test.install + "\nRUN " + test.command + "\nCMD [\"x\"]\n"
		after := "FROM alpine:3.22 AS build\nRUN " + test.command + "\n\nFROM alpine:3.22\n" + test.variables + "\nRUN " + test.install + "\nCOPY --from=build /usr/local /usr/local\nCMD [\"x\"]\n"
		if got := refused(old, after); got == "" != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%s, %s, %s: %q, want %q", test.variables, test.install, test.command, got, test.want)
		}
	}
}

// The name that apk gives packages may go.
func TestGroupsOfPackages(t *testing.T) {
	const old = "FROM alpine:3.22\nRUN apk add --no-cache --virtual .build-deps gcc make && apk add -t .more tini && make && apk del .build-deps\nCMD [\"x\"]\n"
	const good = "FROM alpine:3.22 AS build\nRUN apk add --no-cache gcc make && make\n\nFROM alpine:3.22\nRUN apk add --no-cache tini\nCOPY --from=build /usr/local /usr/local\nCMD [\"x\"]\n"
	for _, test := range []struct{ old, new, want string }{
		{"", "", ""},
		{"--no-cache gcc", "--virtual .build-deps gcc", ""},
		{"--no-cache gcc", "--virtual=.build-deps gcc", ""},
		{"--no-cache gcc", "--virtual musl gcc", "the name of its packages is another one"},
		{"--no-cache gcc", "--virtual $X gcc", "was not in the file"},
		{"--no-cache gcc", "--virtual $(make) gcc", "was not in the file"},
		{"--no-cache tini", "-t musl tini", "the name of its packages is another one"},
		{"--no-cache tini", "--no-cache evil", "did not install evil there"},
		{"--no-cache tini", "-X .more tini", "was not in the file"},
	} {
		got := refused(old, strings.Replace(good, test.old, test.new, 1))
		if got == "" != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%q for %q: %q, want %q", test.new, test.old, got, test.want)
		}
	}
}
