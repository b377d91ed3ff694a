package packages

import (
	"strings"
	"sync"

	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

// A description describes the command line of a manager.
type description struct {
	manager Manager
	// Verbs by their action, separated by spaces. In a verb of two words, the
	// words are separated by a colon.
	install, remove, update, upgrade, clean string
	// valued are the flags whose value is the next word if it is not in the
	// same word.
	valued string
	// words means that a single dash begins a flag of a whole word, as in Go,
	// not a cluster of letters.
	words bool
	// idle are the flags with which the command only prints information.
	idle string
	// bare is the action of the command without a verb.
	bare Action
	// judge parses an argument of an Install.
	judge func(op *Operation, p *Package)

	actions map[string]Action
	outer   map[string]bool // verbs that have verbs
	says    []string        // idle, split
	values  map[string]bool
}

var rpmFlags = "c config d debuglevel e errorlevel R randomwait x exclude excludepkgs disablerepo enablerepo disableexcludes " +
	"repo repoid repofrompath installroot releasever setopt forcearch comment rpmverbosity disableplugin enableplugin color " +
	"downloaddir destdir advisory bugfix cve sec-severity"

var rpm = description{
	install: "install in localinstall groupinstall grpinstall reinstall rei group:install groups:install grp:install module:install do",
	remove:  "remove rm erase autoremove groupremove grpremove group:remove grp:remove module:remove",
	update:  "makecache mc check-update",
	upgrade: "update up upgrade update-minimal upgrade-minimal up-min distro-sync dsync distrosync downgrade dg swap group:update " +
		"group:upgrade module:update",
	clean:  "clean",
	idle:   "assumeno h help version",
	valued: rpmFlags,
	judge:  judgeRPM,
}

var apt = description{
	install: "install reinstall",
	remove:  "remove purge autoremove autopurge",
	update:  "update",
	upgrade: "upgrade dist-upgrade full-upgrade safe-upgrade",
	clean:   "clean autoclean distclean dist-clean",
	idle:    "s simulate just-print dry-run recon no-act print-uris h help v version",
	valued:  "t target-release default-release o option c config-file a host-architecture P build-profiles solver",
	judge:   judgeApt,
}

// byName are the managers by command name.
var byName = sync.OnceValue(func() map[string]*description {
	known := make(map[string]*description)
	add := func(d description, manager Manager, names ...string) {
		d.manager = manager
		d.index()
		for _, name := range names {
			known[name] = &d
		}
	}
	add(apt, AptGet, "apt-get")
	add(apt, Apt, "apt")
	add(apt, Aptitude, "aptitude")
	add(rpm, Yum, "yum")
	add(rpm, Dnf, "dnf", "dnf5", "microdnf", "tdnf")
	add(description{
		install: "add", remove: "del", update: "update", upgrade: "upgrade", clean: "cache:clean cache:purge",
		idle:   "s simulate h help V version",
		valued: "t virtual X repository p root cache-dir repositories-file keys-dir arch wait cache-max-age progress-fd timeout",
		judge:  judgeApk,
	}, Apk, "apk")
	add(description{
		install: "install in", remove: "remove rm", update: "refresh ref", upgrade: "update up patch dist-upgrade dup", clean: "clean cc",
		idle: "D dry-run h help V version",
		valued: "root reposd-dir cache-dir config c p plus-repo raw-cache-dir solv-cache-dir pkg-cache-dir userdata installroot releasever " +
			"r repo from t type",
		judge: judgeZypper,
	}, Zypper, "zypper")
	add(description{
		install: "install", remove: "uninstall", clean: "cache:purge cache:remove",
		idle: "dry-run h help V version",
		valued: "r requirement c constraint e editable t target i index-url extra-index-url f find-links trusted-host platform " +
			"python-version implementation abi root prefix b build src upgrade-strategy global-option install-option C config-settings " +
			"no-binary only-binary progress-bar log proxy retries timeout exists-action cert client-cert cache-dir report " +
			"root-user-action python use-feature use-deprecated keyring-provider group",
		judge: judgePip,
	}, Pip, "pip")
	add(description{
		install: "install", remove: "uninstall", upgrade: "upgrade reinstall",
		idle:   "h help version",
		valued: "suffix python fetch-python preinstall index-url i pip-args backend spec",
		judge:  judgePip,
	}, Pipx, "pipx")
	add(description{
		install: "install i in add ci clean-install install-clean", remove: "uninstall un remove rm r", upgrade: "update up upgrade",
		clean: "cache:clean",
		idle:  "dry-run h help v version",
		valued: "prefix C registry cache userconfig globalconfig tag omit include only loglevel w workspace fetch-retries fetch-timeout " +
			"network-timeout maxsockets script-shell install-strategy before cpu os libc",
		judge: judgeNode,
	}, Npm, "npm")
	add(description{
		install: "install add global:add", remove: "remove global:remove", upgrade: "upgrade up global:upgrade", clean: "cache:clean",
		bare:   Install,
		idle:   "h help v version",
		valued: "cwd modules-folder cache-folder network-timeout network-concurrency registry mutex global-folder prefix mode",
		judge:  judgeNode,
	}, Yarn, "yarn", "yarnpkg")
	add(description{
		install: "install i add", remove: "remove rm uninstall un", upgrade: "update up upgrade", clean: "store:prune",
		idle:   "h help v version",
		valued: "dir C filter F registry store-dir reporter loglevel global-dir global-bin-dir",
		judge:  judgeNode,
	}, Pnpm, "pnpm")
	add(description{
		install: "install i", remove: "uninstall", upgrade: "update", clean: "cleanup",
		idle:   "explain h help",
		valued: "v version i install-dir n bindir P trust-policy build-root s source p http-proxy platform B config-file",
		judge:  judgeGem,
	}, Gem, "gem")
	add(description{
		install: "install get", clean: "clean", words: true,
		valued: "C o p mod modfile overlay pgo ldflags gcflags asmflags gccgoflags tags toolexec buildmode compiler installsuffix pkgdir " +
			"exec vet covermode coverpkg",
		judge: judgeGo,
	}, Go, "go")
	add(description{
		install: "install", remove: "uninstall", upgrade: "update",
		idle: "h help V list",
		valued: "version vers git branch tag rev path registry index F features profile target target-dir root j jobs bin example " +
			"config Z color message-format C",
		judge: judgeCargo,
	}, Cargo, "cargo")
	return known
})

func (d *description) index() {
	d.actions, d.outer, d.values = make(map[string]Action), make(map[string]bool), make(map[string]bool)
	for action, verbs := range map[Action]string{
		Install: d.install, Remove: d.remove, Update: d.update, Upgrade: d.upgrade, Clean: d.clean,
	} {
		for _, verb := range strings.Fields(verbs) {
			outer, _, two := strings.Cut(verb, ":")
			d.outer[outer] = d.outer[outer] || two
			d.actions[strings.ReplaceAll(verb, ":", " ")] = action
		}
	}
	d.says = strings.Fields(d.idle)
	for _, flag := range strings.Fields(d.valued) {
		d.values[flag] = true
	}
}

// recognize returns the manager that a command runs, and how many of its
// arguments come before the manager's own. It returns nil if the command runs
// no manager.
func recognize(c *lint.Command) (*description, int) {
	if d := byName()[c.Name]; d != nil {
		return d, 0
	}
	if versioned(c.Name, "pip") {
		return byName()["pip"], 0
	}
	if !versioned(c.Name, "python") && !versioned(c.Name, "pypy") {
		return nil, 0
	}
	for i, a := range c.Args {
		switch {
		case !a.Static || !strings.HasPrefix(a.Value, "-"):
			return nil, 0
		case strings.HasSuffix(a.Value, "m") && !strings.HasPrefix(a.Value, "--"):
			if i+1 < len(c.Args) && c.Args[i+1].Is("pip") {
				return byName()["pip"], i + 2
			}
			return nil, 0
		}
	}
	return nil, 0
}

// versioned reports whether a command is a program, optionally followed by a
// version.
func versioned(name, program string) bool {
	version, ok := strings.CutPrefix(name, program)
	return ok && strings.Trim(version, "0123456789.") == ""
}
