package runner

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// environment returns the variables of a command. The variables of this process
// are left out, except for the ones listed here and the ones that the person
// lets through.
func (r *Runner) environment(q *Request, s *scratch, privateTemp bool) ([]string, error) {
	env := []string{
		"PATH=" + strings.Join(r.tools.path, string(os.PathListSeparator)),
		"HOME=" + s.home, "USER=autofix", "LOGNAME=autofix", "LANG=C.UTF-8", "TZ=UTC", "TERM=dumb", "NO_COLOR=1", "CI=1",
		"XDG_CACHE_HOME=" + filepath.Join(s.caches, "xdg"), "XDG_CONFIG_HOME=" + filepath.Join(s.home, ".config"),
		"GIT_CONFIG_NOSYSTEM=1", "GIT_TERMINAL_PROMPT=0",
	}
	if !privateTemp {
		env = append(env, "TMPDIR="+s.tmp, "TMP="+s.tmp, "TEMP="+s.tmp)
	}
	env = append(env, r.tools.variables...)
	env = append(env, r.goVariables(q, s)...)
	env = append(env, languageVariables(q, s)...)
	env = append(env, "BAZELISK_HOME="+r.tools.bazeliskHome(q, s))
	if err := writeBazelrc(s, privateTemp, q.Network); err != nil {
		return nil, err
	}
	given := slices.Concat(systemVariables(), r.Pass)
	if q.Network {
		given = append(append(given, proxies...), certificates...)
	}
	for _, name := range given {
		if value, found := os.LookupEnv(name); found {
			env = append(env, name+"="+value)
		}
	}
	return append(env, q.Command.Assignments...), nil
}

// proxies and certificates are variables without which the network of a person
// may be out of reach. The latter name files and folders.
var (
	proxies      = []string{"http_proxy", "https_proxy", "no_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY"}
	certificates = []string{"SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS", "CURL_CA_BUNDLE"}
)

// systemVariables are the variables without which programs of a system do not
// start.
func systemVariables() []string {
	if runtime.GOOS == "windows" {
		return []string{"SystemRoot", "SystemDrive", "ComSpec", "PATHEXT", "NUMBER_OF_PROCESSORS", "PROCESSOR_ARCHITECTURE"}
	}
	return nil
}

// goVariables has Go build with caches of ours. Modules come from the person's
// cache, which is not changed, and from the downloads of a setup.
func (r *Runner) goVariables(q *Request, s *scratch) []string {
	env := []string{
		"GOCACHE=" + filepath.Join(s.caches, "go-build"), "GOPATH=" + filepath.Join(s.caches, "go"), "GOTMPDIR=" + s.tmp,
		"GOENV=off", "GOTELEMETRY=off",
		// The repository of the tree has no state that is worth to be in a binary.
		"GOFLAGS=-buildvcs=false -modcacherw",
	}
	own, person := filepath.Join(s.downloads, "go-mod"), r.tools.goModules
	files := ""
	if person != "" {
		files = "file://" + filepath.ToSlash(filepath.Join(person, "cache", "download")) + ","
	}
	_, err := os.Stat(own)
	switch {
	case q.Network:
		return append(env, "GOMODCACHE="+own, "GOPROXY="+files+r.tools.goProxy)
	case err == nil || person == "":
		return append(env, "GOMODCACHE="+own, "GOPROXY=off", "GOSUMDB=off")
	}
	return append(env, "GOMODCACHE="+person, "GOPROXY=off", "GOSUMDB=off")
}

// languageVariables have other tools use caches of ours, not prompt, and open
// no connection.
func languageVariables(q *Request, s *scratch) []string {
	downloads := func(name string) string { return filepath.Join(s.downloads, name) }
	env := []string{
		"PYTHONDONTWRITEBYTECODE=1", "PYTHONUNBUFFERED=1", "PIP_CACHE_DIR=" + downloads("pip"), "PIP_DISABLE_PIP_VERSION_CHECK=1", "PIP_NO_INPUT=1",
		"npm_config_cache=" + downloads("npm"), "npm_config_update_notifier=false", "npm_config_audit=false", "npm_config_fund=false",
		"npm_config_store_dir=" + downloads("pnpm"), "YARN_CACHE_FOLDER=" + downloads("yarn"), "YARN_ENABLE_TELEMETRY=0",
		"COREPACK_HOME=" + downloads("corepack"), "COREPACK_ENABLE_DOWNLOAD_PROMPT=0",
		"CARGO_HOME=" + downloads("cargo"), "CARGO_TERM_COLOR=never",
	}
	if !q.Network {
		// It cannot write there either.
		env = append(env, "npm_config_offline=true", "npm_config_logs_max=0", "PIP_NO_INDEX=1", "CARGO_NET_OFFLINE=true")
	}
	return env
}

// nameOf returns the name of a row NAME=VALUE.
func nameOf(row string) string {
	name, _, _ := strings.Cut(row, "=")
	return name
}
