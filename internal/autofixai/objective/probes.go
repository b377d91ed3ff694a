package objective

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/bases"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// A reach is the evidence for a HEALTHCHECK: the programs of an image, and the
// TCP ports that it exposes.
type reach struct {
	programs map[string]bool
	ports    map[int]bool
}

// reachOf returns the evidence in the instructions of a stage, and of the
// stages that it builds on. Comments, labels and other texts are none.
func reachOf(f *lint.File, last *lint.Stage) *reach {
	r := &reach{map[string]bool{}, map[int]bool{}}
	var line []*lint.Stage
	for s := last; s != nil; s = s.Parent {
		line = append(line, s)
	}
	service := f.Service(last)
	for _, port := range service.Ports {
		r.ports[port] = true
	}
	for _, program := range service.Programs {
		r.programs[program] = true
	}
	if f.Base(last).Shell == bases.BusyBox {
		r.programs["wget"], r.programs["nc"] = true, true
	}
	for _, s := range slices.Backward(line) {
		for _, ins := range s.Instructions {
			switch ins.Name {
			case "expose":
				for _, word := range ins.Words {
					r.expose(f.Env(s, ins).Expand(word.Value))
				}
			case "run":
				for _, command := range f.Script(s, ins).Commands {
					r.run(command)
				}
			}
		}
	}
	return r
}

// expose adds the ports of an EXPOSE: 80, 80/tcp or 8000-8010.
func (r *reach) expose(x lint.Expansion) {
	const most = 1000
	for _, word := range x.Words {
		ports, protocol, _ := strings.Cut(word, "/")
		from, to, more := strings.Cut(ports, "-")
		first, err := strconv.ParseUint(from, 10, 16)
		last, second := first, error(nil)
		if more {
			last, second = strconv.ParseUint(to, 10, 16)
		}
		if x.Err != nil || err != nil || second != nil || protocol != "" && !strings.EqualFold(protocol, "tcp") || last-first > most {
			continue
		}
		for port := first; port <= last; port++ {
			r.ports[int(port)] = true
		}
	}
}

// provided are the programs of packages of systems.
var provided = map[string][]string{
	"curl": {"curl"}, "wget": {"wget"}, "busybox": {"wget", "nc"}, "busybox-extras": {"nc"},
	"netcat": {"nc"}, "netcat-openbsd": {"nc"}, "netcat-traditional": {"nc"}, "nmap-ncat": {"nc"},
	"postgresql": {"pg_isready"}, "postgresql-client": {"pg_isready"},
	"redis": {"redis-cli"}, "redis-server": {"redis-cli"}, "redis-tools": {"redis-cli"},
	"mysql-client": {"mysqladmin"}, "default-mysql-client": {"mysqladmin"}, "mariadb-client": {"mariadb-admin", "mysqladmin"},
	"python3": {"python3"}, "nodejs": {"node"},
}

// systems are the package managers of systems, whose packages are programs.
var systems = []packages.Manager{packages.AptGet, packages.Apt, packages.Aptitude, packages.Apk, packages.Yum, packages.Dnf, packages.Zypper}

// run adds the programs that a command is or installs, and takes away the ones
// that it removes.
func (r *reach) run(c *lint.Command) {
	if probes()[c.Name] != nil {
		r.programs[c.Name] = true
	}
	op := packages.Of(c, systems...)
	if op == nil || op.Action != packages.Install && op.Action != packages.Remove {
		return
	}
	for _, name := range namesOf(op) {
		for _, program := range provided[name] {
			r.programs[program] = op.Action == packages.Install
		}
	}
}

// namesOf returns the packages that a command installs or removes, without
// their versions.
func namesOf(op *packages.Operation) []string {
	var names []string
	for _, p := range op.Packages {
		if p.Kind == packages.Named {
			names = append(names, p.Name)
		}
	}
	if op.Action == packages.Remove {
		for _, arg := range op.Operands {
			if arg.Static {
				names = append(names, arg.Value)
			}
		}
	}
	return names
}

// A value judges a word of a probe. It returns "", or why the word is not
// accepted.
type value func(r *reach, word string) string

// A probe is a program that asks a server of this machine whether it works,
// with its possible arguments.
type probe struct {
	flags    map[string]value // nil: without a value
	required []string         // flags; of several, separated by spaces, one is enough
	operands []value
}

// probes are all programs of a HEALTHCHECK. Nothing else is accepted.
var probes = sync.OnceValue(func() map[string]*probe {
	mysqlAdmin := &probe{flags: flagsOf("-s --silent", map[string]value{
		"-h": ownHost, "--host": ownHost, "-P": port, "--port": port, "-u": name, "--user": name, "--protocol": oneOf("tcp", "TCP"), "--connect-timeout": number,
	}), operands: []value{oneOf("ping")}}
	return map[string]*probe{
		"curl": {flags: flagsOf("-f --fail --fail-with-body -s --silent -S --show-error -k --insecure -I --head -g --globoff "+
			"-4 --ipv4 -6 --ipv6 --no-progress-meter --retry-connrefused", map[string]value{
			"-o": nowhere, "--output": nowhere, "-m": number, "--max-time": number, "--connect-timeout": number,
			"--retry": number, "--retry-delay": number, "--retry-max-time": number,
		}), operands: []value{ownURL}},
		"wget": {flags: flagsOf("-q --quiet -nv --no-verbose --spider --no-check-certificate -4 -6", map[string]value{
			"-O": nowhere, "--output-document": nowhere, "-T": number, "--timeout": number, "-t": number, "--tries": number,
		}), required: []string{"--spider -O --output-document"}, operands: []value{ownURL}},
		"nc":            {flags: flagsOf("-z -v -n -4 -6", map[string]value{"-w": number}), required: []string{"-z"}, operands: []value{ownHost, port}},
		"pg_isready":    {flags: flagsOf("-q --quiet", map[string]value{"-h": ownHost, "--host": ownHost, "-p": port, "--port": port, "-U": name, "--username": name, "-d": name, "--dbname": name, "-t": number, "--timeout": number})},
		"redis-cli":     {flags: flagsOf("", map[string]value{"-h": ownHost, "-p": port}), operands: []value{oneOf("ping", "PING")}},
		"mysqladmin":    mysqlAdmin,
		"mariadb-admin": mysqlAdmin,
		"rabbitmq-diagnostics": {flags: flagsOf("-q --quiet -s --silent", nil), operands: []value{
			oneOf("ping", "check_running", "check_port_connectivity", "check_local_alarms"),
		}},
		"healthcheck.sh": {flags: flagsOf("--connect --innodb_initialized", nil), required: []string{"--connect"}},
		"mongosh":        {flags: flagsOf("--quiet", map[string]value{"--eval": program(mongoPrograms)}), required: []string{"--eval"}},
		"python":         {flags: flagsOf("", map[string]value{"-c": program(pythonPrograms)}), required: []string{"-c"}},
		"python3":        {flags: flagsOf("", map[string]value{"-c": program(pythonPrograms)}), required: []string{"-c"}},
		"node":           {flags: flagsOf("", map[string]value{"-e": program(nodePrograms), "--eval": program(nodePrograms)}), required: []string{"-e --eval"}},
	}
})

// flagsOf returns flags without a value, separated by spaces, and the valued
// ones.
func flagsOf(bare string, valued map[string]value) map[string]value {
	all := map[string]value{}
	for flag := range strings.FieldsSeq(bare) {
		all[flag] = nil
	}
	for flag, value := range valued {
		all[flag] = value
	}
	return all
}

// judge returns why the arguments of a program are not accepted, or "".
func (p *probe) judge(r *reach, program string, args []string) string {
	flags, operands, why := parseFlags(program, args, func(flag string) (valued, known bool) {
		judge, known := p.flags[flag]
		return judge != nil, known
	})
	if why != "" {
		return why
	}
	given := map[string]bool{}
	for _, flag := range flags {
		given[flag.name] = true
		if judge := p.flags[flag.name]; judge != nil {
			if why := judge(r, flag.value); why != "" {
				return why
			}
		}
	}
	for _, flag := range p.required {
		if !slices.ContainsFunc(strings.Fields(flag), func(one string) bool { return given[one] }) {
			return "the flag " + strings.ReplaceAll(flag, " ", " or ") + " is missing"
		}
	}
	if len(operands) != len(p.operands) {
		return "there are " + strconv.Itoa(len(operands)) + " arguments besides flags, and the program needs " + strconv.Itoa(len(p.operands))
	}
	for i, judge := range p.operands {
		if why := judge(r, operands[i]); why != "" {
			return why
		}
	}
	return ""
}

func nowhere(_ *reach, word string) string {
	if word == "/dev/null" || word == "-" {
		return ""
	}
	return "the output " + word + " is a file; use /dev/null"
}

var (
	numberForm = lazyregexp.New(`^[0-9]{1,4}$`)
	nameForm   = lazyregexp.New(`^[A-Za-z0-9_][A-Za-z0-9_.-]{0,62}$`)
	// An address of this machine: scheme, port and path.
	urlForm = lazyregexp.New(`^(?:(https?)://)?(?:localhost|127\.0\.0\.1|\[::1\])(?::([0-9]{1,5}))?([/?#].*)?$`)
)

func number(_ *reach, word string) string {
	if numberForm().MatchString(word) {
		return ""
	}
	return word + " is not a number"
}

func name(_ *reach, word string) string {
	if nameForm().MatchString(word) {
		return ""
	}
	return word + " is not a plain name"
}

func oneOf(words ...string) value {
	return func(_ *reach, word string) string {
		if slices.Contains(words, word) {
			return ""
		}
		return word + " is not " + strings.Join(words, " or ")
	}
}

func ownHost(_ *reach, word string) string {
	if slices.Contains([]string{"localhost", "127.0.0.1", "::1"}, word) {
		return ""
	}
	return "the host " + word + " is not localhost"
}

func port(r *reach, word string) string {
	if n, err := strconv.ParseUint(word, 10, 16); err == nil && r.ports[int(n)] {
		return ""
	}
	return "the port " + word + " is not one that the final stage exposes"
}

func ownURL(r *reach, word string) string {
	match := urlForm().FindStringSubmatch(word)
	switch {
	case match == nil:
		return "the address " + word + " is not one of localhost"
	case match[3] != "" && match[3] != "/":
		return "the path " + match[3] + " is a guess; use /"
	case match[2] != "":
		return port(r, match[2])
	case match[1] == "https":
		return port(r, "443")
	}
	return port(r, "80")
}

// Programs of interpreters. Spaces do not count, and both quotes are one. URL,
// PORT and NUMBER stand for an address, a port and a number.
var (
	pythonPrograms = []string{
		`import urllib.request; urllib.request.urlopen('URL')`,
		`import urllib.request; urllib.request.urlopen('URL', timeout=NUMBER)`,
		`import urllib.request as r; r.urlopen('URL')`,
		`from urllib.request import urlopen; urlopen('URL')`,
		`from urllib.request import urlopen; urlopen('URL', timeout=NUMBER)`,
		`import sys, urllib.request; sys.exit(urllib.request.urlopen('URL').status != 200)`,
		`import urllib.request, sys; sys.exit(0 if urllib.request.urlopen('URL').status == 200 else 1)`,
		`import sys, urllib.request; sys.exit(0 if urllib.request.urlopen('URL').status == 200 else 1)`,
		`import socket; socket.create_connection(('localhost', PORT))`,
		`import socket; socket.create_connection(('localhost', PORT), timeout=NUMBER)`,
		`import socket; socket.create_connection(('127.0.0.1', PORT), timeout=NUMBER)`,
	}
	nodePrograms = []string{
		`fetch('URL').then(r => process.exit(r.ok ? 0 : 1)).catch(() => process.exit(1))`,
		`fetch('URL').then(r => { if (!r.ok) process.exit(1) }).catch(() => process.exit(1))`,
		`fetch('URL').then((r) => process.exit(r.ok ? 0 : 1)).catch(() => process.exit(1))`,
		`require('http').get('URL', r => process.exit(r.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))`,
		`require('http').get('URL', (r) => process.exit(r.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))`,
		`require('http').get('URL', r => process.exit(r.statusCode < 400 ? 0 : 1)).on('error', () => process.exit(1))`,
		`require('http').get('URL', (r) => process.exit(r.statusCode < 400 ? 0 : 1)).on('error', () => process.exit(1))`,
		`require('http').get('URL', r => process.exit(r.statusCode < 500 ? 0 : 1)).on('error', () => process.exit(1))`,
		`require('net').connect(PORT, 'localhost').on('connect', () => process.exit(0)).on('error', () => process.exit(1))`,
	}
	mongoPrograms = []string{`db.adminCommand('ping')`, `db.runCommand('ping').ok`, `db.adminCommand({ping: 1})`, `db.runCommand({ping: 1}).ok`}
)

// program accepts the text of one of some programs.
func program(forms []string) value {
	patterns := sync.OnceValue(func() (all []*regexp.Regexp) {
		holes := strings.NewReplacer("URL", `(?P<url>[^'\s]+)`, "PORT", `(?P<port>[0-9]+)`, "NUMBER", "[0-9]{1,4}")
		for _, form := range forms {
			all = append(all, regexp.MustCompile("^"+holes.Replace(regexp.QuoteMeta(plainProgram(form)))+";?$"))
		}
		return all
	})
	return func(r *reach, word string) string {
		text := plainProgram(word)
		for _, pattern := range patterns() {
			match := pattern.FindStringSubmatch(text)
			if match == nil {
				continue
			}
			if i := pattern.SubexpIndex("url"); i > 0 {
				if !strings.Contains(match[i], "://") {
					return "the address " + match[i] + " has no scheme"
				}
				return ownURL(r, match[i])
			}
			if i := pattern.SubexpIndex("port"); i > 0 {
				return port(r, match[i])
			}
			return ""
		}
		return "the program text is not accepted; write, for example, " + strings.Join(forms[:min(2, len(forms))], " or ")
	}
}

// plainProgram returns the text of a program without spaces, with one kind of
// quotes. A line break stays.
func plainProgram(text string) string {
	return strings.NewReplacer(" ", "", "\t", "", `"`, "'").Replace(text)
}
