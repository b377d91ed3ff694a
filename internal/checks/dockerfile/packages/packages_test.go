package packages_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

// in returns the operations of a RUN.
func in(run string, managers ...packages.Manager) (*lint.File, []*packages.Operation) {
	f := lint.Read(checks.File{Path: "Dockerfile", Content: []byte("FROM debian:12\nRUN " + run + "\n")}, checks.Settings{})
	return f, packages.In(f.Script(f.Stages[0], f.Stages[0].Instructions[0]), managers...)
}

var actions = map[packages.Action]string{
	packages.Other: "other", packages.Install: "install", packages.Remove: "remove", packages.Update: "update",
	packages.Upgrade: "upgrade", packages.Clean: "clean",
}

var kinds = map[packages.Kind]string{
	packages.Group: "group", packages.Local: "local", packages.Remote: "remote", packages.List: "list", packages.Unknown: "unknown",
}

// describe formats operations as MANAGER VERB(ACTION) [FLAGS] PACKAGES, each
// package as NAME=VERSION or KIND:TEXT, with ! if it is not pinned.
func describe(ops []*packages.Operation) string {
	var lines []string
	for _, op := range ops {
		var words []string
		for _, f := range op.Flags {
			flag := f.Name
			if f.Value != "" {
				flag += "=" + f.Value
			}
			words = append(words, flag)
		}
		line := fmt.Sprintf("%s %s(%s) %v", op.Manager, op.Verb, actions[op.Action], words)
		if op.Open {
			line += " open"
		}
		for _, p := range op.Packages {
			line += " "
			switch {
			case p.Kind != packages.Named:
				line += kinds[p.Kind] + ":" + p.Text
			case p.Pinned:
				line += p.Name + "=" + p.Version
			default:
				line += p.Name
			}
			if !p.Pinned {
				line += "!"
			}
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func TestOperations(t *testing.T) {
	for _, tt := range []struct{ run, want string }{
		{"make install", ""},
		{"apt-get", "apt-get (other) []"},
		{"apt-get install curl=7.* git/bookworm ./a.deb /tmp/b.deb vim:arm64", "apt-get install(install) [] curl=7.* git=bookworm local:./a.deb! local:/tmp/b.deb! vim:arm64!"},
		{"apt-get -qqy -o Dpkg::Use-Pty=0 -t bookworm install -q=2 --target-release sid 'curl'", "apt-get install(install) [q q y o=Dpkg::Use-Pty=0 t=bookworm q=2 target-release=sid] curl!"},
		{"apt-get install $P curl=$V \"$N=1\" x-${Y}", "apt-get install(install) [] unknown:$P! curl=$V $N=1 unknown:x-${Y}!"},
		{"apt-get $APT_OPTS install ${FLAGS} curl", "apt-get install(install) [] open curl!"},
		{"apt-get install \"$ARGS\"", "apt-get install(install) [] unknown:$ARGS!"},
		{"apt-get $WHAT curl", "apt-get (other) []"},
		{"sudo -E apt update; env A=1 aptitude safe-upgrade", "apt update(update) []\naptitude safe-upgrade(upgrade) []"},
		{"if x; then for i in 1; do apt-get clean; done; fi", "apt-get clean(clean) []"},
		{`["apt-get", "install", "-y", "curl"]`, "apt-get install(install) [y] curl!"},
		{"<<EOF\napt-get update\napt-get dist-upgrade\nEOF", "apt-get update(update) []\napt-get dist-upgrade(upgrade) []"},
		{"apk add -U --virtual .deps -X http://r a=1-r0 b~2 c\\>3 d@edge e.apk", "apk add(install) [U virtual=.deps X=http://r] a=1-r0 b=2 c=3 d! local:e.apk!"},
		{"apk cache clean", "apk cache clean(clean) []"},
		{"yum -y install a b-1.2 c-1.2-3.el7 python3-devel java-17-openjdk d-2:1 @dev /usr/bin/e f.rpm http://x/g.rpm h-$V", "yum install(install) [y] a! b=1.2 c=1.2-3.el7 python3-devel! java-17-openjdk! d=2:1 group:@dev! local:/usr/bin/e! local:f.rpm! remote:http://x/g.rpm h=$V"},
		{"dnf module install -y nodejs:20 php", "dnf module install(install) [y] nodejs=20 php!"},
		{"microdnf groupinstall tools && dnf5 group install x && tdnf clean all", "dnf groupinstall(install) [] group:tools!\ndnf group install(install) [] group:x!\ndnf clean(clean) []"},
		{"dnf install --setopt=a=b --enablerepo crb --exclude x y", "dnf install(install) [setopt=a=b enablerepo=crb exclude=x] y!"},
		{"dnf module list", "dnf module(other) []"},
		{"zypper -n in a=1 b\\>=2 pattern:x c", "zypper in(install) [n] a=1 b=2 group:pattern:x! c!"},
		{"zypper install -t pattern devel", "zypper install(install) [t=pattern] group:devel!"},
		{"zypper dup", "zypper dup(upgrade) []"},
		{"pip3.12 install --no-cache-dir -r req.txt -e . 'flask[async]>=3' 'a; python_version>\"3\"' git+https://h/p.git git+ssh://git@h/p@v1 ./d x.whl", "pip install(install) [no-cache-dir r=req.txt e=.] flask[async]=3 a! remote:git+https://h/p.git! remote:git+ssh://git@h/p@v1 local:./d! local:x.whl! list:req.txt! local:.!"},
		{"python3 -m pip install -U pip && python3 -Im pip --quiet install b==1", "pip install(install) [U] pip!\npip install(install) [quiet] b=1"},
		{"python3 setup.py install && python -c 'import pip'", ""},
		{"pip cache purge", "pip cache purge(clean) []"},
		{"npm i -g --registry https://r a a@1 @s/b @s/c@^2 d@npm:e@1 git+ssh://h/f.git u/g#v1 ./h https://x/i.tgz $J k@$V", "npm i(install) [g registry=https://r] a! a=1 @s/b! @s/c=^2 d=npm:e@1 remote:git+ssh://h/f.git! remote:u/g#v1 local:./h! remote:https://x/i.tgz unknown:$J! k=$V"},
		{"npm i --unsafe-perm true a@1", "npm i(install) [unsafe-perm=true] a=1"},
		{"npm ci --omit=dev", "npm ci(install) [omit=dev]"},
		{"yarn && yarn --frozen-lockfile && yarn global add a@1 && yarn cache clean && yarn build", "yarn (install) []\nyarn (install) [frozen-lockfile]\nyarn global add(install) [] a=1\nyarn cache clean(clean) []\nyarn build(other) []"},
		{"pnpm add -D a && pnpm store prune", "pnpm add(install) [D] a!\npnpm store prune(clean) []"},
		{"gem install -N rake:13 bundler x.gem -- --with-y && gem i rails -v 7", "gem install(install) [N] rake=13 bundler! local:x.gem!\ngem i(install) [v=7] rails=7"},
		{"go install -ldflags '-s -w' example.com/a@v1 example.com/b example.com/c@latest ./... std . example.com/d@$V", "go install(install) [ldflags=-s -w] example.com/a=v1 example.com/b! example.com/c! local:./...! local:std! local:.! example.com/d=$V"},
		{"go run example.com/a@latest x && go run . && go run", "go run(other) [] example.com/a!\ngo run(other) [] local:.!\ngo run(other) []"},
		{"cargo install a@1 b && cargo install --version 2 c && cargo install --git https://x d && cargo install --path .", "cargo install(install) [] a=1 b!\ncargo install(install) [version=2] c=2\ncargo install(install) [git=https://x] remote:d!\ncargo install(install) [path=.]"},
	} {
		_, ops := in(tt.run)
		if diff := cmp.Diff(tt.want, describe(ops)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.run, diff)
		}
	}
}

func TestManagersThatAreAskedFor(t *testing.T) {
	_, ops := in("apt update && apt-get install a && npm i b", packages.Apt, packages.Npm)
	if got := describe(ops); got != "apt update(update) []\nnpm i(install) [] b!" {
		t.Error(got)
	}
}

// A command is read once, whatever managers are asked for.
func TestOperationsAreShared(t *testing.T) {
	f, all := in("apt-get update && make && pip install a")
	script := f.Script(f.Stages[0], f.Stages[0].Instructions[0])
	if apt := packages.In(script, packages.AptGet); len(all) != 2 || len(apt) != 1 || apt[0] != all[0] {
		t.Errorf("%s\nand of apt-get:\n%s", describe(all), describe(apt))
	}
	if pip := packages.In(script, packages.Pip, packages.Pipx); len(pip) != 1 || pip[0] != all[1] {
		t.Errorf("of pip:\n%s", describe(pip))
	}
}

func TestAddedFlags(t *testing.T) {
	for _, tt := range []struct{ run, want string }{
		{"apt-get install curl", "apt-get install --x curl"},
		{"apt-get -q install -y -qq -t sid -f curl", "apt-get -q install -y -qq --x -t sid -f curl"},
		{"apt-get -q install curl -f", "apt-get -q install --x curl -f"},
		{"apt-get install $OPTS curl", "apt-get install $OPTS --x curl"},
		{"apt-get install \\\n    curl", "apt-get install --x \\\n    curl"},
		{"dnf module install a", "dnf module install --x a"},
		{"yarn", "yarn --x"},
		{"python -m pip install a", "python -m pip install --x a"},
		{`["apk", "add", "a"]`, `["apk", "add", "--x", "a"]`},
		{"<<EOF\napk add a\nEOF", "<<EOF\napk add --x a\nEOF"},
	} {
		f, ops := in(tt.run)
		edits := ops[0].AddFlag("--x")
		if len(edits) != 1 {
			t.Fatalf("%s: %d edits", tt.run, len(edits))
		}
		e := edits[0]
		got := f.Source[:e.Start] + string(e.New) + f.Source[e.End:]
		if want := "FROM debian:12\nRUN " + tt.want + "\n"; got != want {
			t.Errorf("%s becomes\n%s", tt.run, got)
		}
	}
}

func TestSudo(t *testing.T) {
	for run, want := range map[string]bool{
		"apk add a": false, "sudo apk add a": true, "sudo -E -u root apk add a": true, "doas -u $U apk add a": true, "env A=1 apk add a": false,
		`["sudo", "apk", "add", "a"]`: true,
	} {
		if _, ops := in(run); ops[0].Sudo() != want {
			t.Errorf("%s: %v", run, !want)
		}
	}
}

func TestAddedGlobalFlag(t *testing.T) {
	f, ops := in("sudo zypper in a")
	e := ops[0].AddGlobalFlag("-n")[0]
	if got := f.Source[:e.Start] + string(e.New) + f.Source[e.End:]; got != "FROM debian:12\nRUN sudo zypper -n in a\n" {
		t.Error(got)
	}
}
