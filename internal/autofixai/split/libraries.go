package split

import (
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// soname matches the rest of the name of a library, after the part that it has
// in common with its package for development.
var soname = lazyregexp.New(`^(?:(?:-?[0-9][0-9.]*[a-z]?)*(?:-gnutls|-turbo)?(?:t64)?|-libs)$`)

// component matches the name of one of several libraries, before its version.
var component = lazyregexp.New(`^(?:-[a-z]+|\+\+)(-?[0-9].*)$`)

// otherNames are names of libraries, without versions, that the names of their
// packages for development do not show.
var otherNames = map[string][]string{
	"bzip2":                  {"libbz"},
	"default-libmysqlclient": {"libmariadb", "libmysqlclient"},
	"expat":                  {"libexpat"},
	"freetds":                {"libct", "libsybdb"},
	"gettext":                {"libintl"},
	"jpeg":                   {"libjpeg-turbo"},
	"libgl1-mesa":            {"libgl"},
	"libkrb5":                {"libgssapi-krb"},
	"libleptonica":           {"liblept"},
	"libncurses":             {"libtinfo"},
	"libncurses5":            {"libtinfo"},
	"mariadb":                {"mariadb-connector-c"},
	"openldap":               {"libldap"},
	"openssl":                {"libcrypto", "libssl"},
	"protobuf":               {"libprotobuf"},
	"python3":                {"libpython"},
	"qt6-base":               {"libqt6core", "libqt6dbus", "libqt6gui", "libqt6network", "libqt6sql", "libqt6widgets", "libqt6xml"},
	"qtbase5":                {"libqt5core", "libqt5dbus", "libqt5gui", "libqt5network", "libqt5sql", "libqt5widgets", "libqt5xml"},
	"tcl":                    {"libtcl"},
	"tk":                     {"libtk"},
	"unixodbc":               {"libodbc"},
	"util-linux":             {"libblkid", "libmount", "libuuid"},
	"uuid":                   {"libuuid"},
}

// boost and boostLibrary match packages for development of all of Boost, and the
// ones of its libraries, whose names may have several words.
var (
	boost        = lazyregexp.New(`^(?:lib)?boost[0-9._]*(?:-all)?-dev(?:el)?$`)
	boostLibrary = lazyregexp.New(`^(?:libboost-` + boostNames + `[0-9][0-9.]*(?:t64)?|boost[0-9._]*-` + boostNames + `)$`)
)

const boostNames = `(?:atomic|chrono|container|context|coroutine|date[-_]time|fiber|filesystem|graph|iostreams|json|locale|log|log[-_]setup|math|nowide|` +
	`program[-_]options|python3?|random|regex|serialization|stacktrace|system|test|thread|timer|type[-_]erasure|unit[-_]test[-_]framework|url|wave)`

// servers are packages of servers, of which others have the libraries.
var servers = []string{"apache2", "mariadb", "mysql", "nginx", "openldap", "postgresql", "redis", "samba"}

// isServer reports whether a package is one of servers, in any version.
func isServer(name string) bool {
	return slices.ContainsFunc(servers, func(server string) bool {
		version, starts := strings.CutPrefix(name, server)
		return starts && strings.Trim(version, "0123456789.-") == ""
	})
}

// isLibraryOf reports whether a package is a library of a package for
// development, by their names: libpcap0.8 of libpcap-dev, libgtk-3-0t64 of
// libgtk-3-dev, libvorbisfile3 of libvorbis-dev, lz4-libs of lz4-dev,
// libboost-program-options1.83.0 of libboost-all-dev, libncurses6 of libncurses5-dev,
// libcurl4 of libcurl4-openssl-dev.
func isLibraryOf(name, had string) bool {
	stem := strings.TrimSuffix(strings.TrimSuffix(had, "-devel"), "-dev")
	if stem == had {
		return false
	}
	if boost().MatchString(had) && boostLibrary().MatchString(name) {
		return true
	}
	for _, other := range otherNames[stem] {
		if rest, starts := strings.CutPrefix(name, other); starts && soname().MatchString(rest) {
			return true
		}
	}
	rest, starts := strings.CutPrefix(name, stem)
	switch {
	case isServer(stem) && strings.HasSuffix(had, "-dev"):
		return starts && rest == "-libs"
	case starts && soname().MatchString(rest):
		return true
	case !strings.HasPrefix(stem, "lib"), stem == "lib", strings.TrimRight(stem, "0123456789") == "libc":
		return false
	case starts && len(stem) > len("lib??"): // of a short name, it may be any library
		version := strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyz")
		if m := component().FindStringSubmatch(rest); m != nil && !strings.HasPrefix(rest, "-dev") {
			version = m[1]
		}
		if version != "" && soname().MatchString(version) {
			return true
		}
	}
	for _, suffix := range []string{"-all", "-gnutls", "-nss", "-openssl"} {
		stem = strings.TrimSuffix(stem, suffix)
	}
	rest, starts = strings.CutPrefix(name, strings.TrimRight(stem, "0123456789."))
	if m := component().FindStringSubmatch(rest); m != nil {
		rest = m[1]
	}
	return starts && rest != "" && strings.Trim(rest[:1], "-0123456789") == "" && soname().MatchString(rest)
}

// interpreters are the programs that run what tools of other packages install and
// make, by these packages, which need them.
var interpreters = map[string][]string{
	"ant":       {"default-jre", "default-jre-headless"},
	"gradle":    {"default-jre", "default-jre-headless"},
	"leiningen": {"default-jre", "default-jre-headless"},
	"maven":     {"default-jre", "default-jre-headless"},
	"npm":       {"nodejs"},
	"py3-pip":   {"python3"},
	"ruby-full": {"ruby"},
}

// pythonTool matches packages with tools of a version of Python.
var pythonTool = lazyregexp.New(`^(python[0-9.]*)-(?:full|pip|setuptools|venv|virtualenv|wheel)$`)

// alpineJDK matches the names of the JDKs of Alpine Linux.
var alpineJDK = lazyregexp.New(`^openjdk[0-9]+$`)

// isRuntimeOf reports whether a package is the runtime of a package for
// development, of the same name and version: openjdk-21-jre-headless of
// openjdk-21-jdk, java-21-openjdk-headless of java-21-openjdk-devel,
// aspnetcore-runtime-9.0 of dotnet-sdk-9.0, python3 of python3-pip.
func isRuntimeOf(name, had string) bool {
	if m := pythonTool().FindStringSubmatch(had); m != nil && name == m[1] || slices.Contains(interpreters[had], name) {
		return true
	}
	plain, headless := strings.TrimSuffix(name, "-headless"), strings.TrimSuffix(had, "-headless")
	if stem, is := strings.CutSuffix(headless, "-jdk"); is || alpineJDK().MatchString(headless) {
		return plain == stem+"-jre"
	}
	if stem, is := strings.CutSuffix(had, "-devel"); is {
		return plain == stem
	}
	runtime := strings.Replace(had, "sdk", "runtime", 1)
	return strings.HasPrefix(had, "dotnet") && runtime != had && (name == runtime || name == strings.Replace(runtime, "dotnet", "aspnetcore", 1))
}
