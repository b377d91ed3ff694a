package command_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/command"
	"github.com/rules-autofix/rules_autofix/internal/prove/command/rules"
)

// TestAttacks has commands that look as if they were about tests.
func TestAttacks(t *testing.T) {
	tree, look := installed(t)
	everything := []string{"go", "bazel", "node", "npm", "pnpm", "yarn", "pytest", "python", "cargo", "make", "bun", "deno", "perl", "php", "lua", "mvn", "sh", "env", "npx", "xargs", "sudo", "time", "nohup", "./script", "x"}
	for code, lines := range map[rules.Code][]string{
		rules.Wrapper: {
			"sh -c 'go test'", "bash -lc 'go test'", "/bin/sh -c x", "dash x", "zsh x", "busybox sh", "env go test", "env -S 'go test'", "xargs go test", "sudo go test", "doas go test", "su -c x",
			"time go test", "nohup go test", "nice go test", "timeout 10 go test", "setsid go test", "stdbuf -o0 go test", "strace go test", "script -c 'go test'", "watch go test", "parallel go test",
			"docker run x", "ssh host go test", "unshare go test", "chroot / go test", "npx jest", "npx --yes evil", "bunx x", "uvx x", "corepack yarn test", "find . -exec go test", "awk 'BEGIN{}'", "eval go test", "exec go test", "SH.EXE -c x", "cmd.exe /c x", "/usr/bin/env go test",
		},
		rules.RunsCode: {
			"go run .", "go run evil.go", "go generate ./...", "go tool x", "go install x@latest", "go get x", "go env -w GOFLAGS=-x",
			"go test -exec ./evil ./...", "go test -exec=./evil", "go test --exec ./evil", "go test --exec=./evil", "go test ./... -exec ./evil", "go test -toolexec=./evil", "go test -overlay=o.json", "go test -overlay o.json", "go test -modfile=evil.mod", "go vet -vettool=./evil", "go build -toolexec ./evil",
			"go test -ldflags=-extld=./evil", "go test -ldflags '-linkmode=external -extld ./evil'", "go test -ldflags=all=-extld=./evil", "go test -ldflags '-X a.b=c -extld=./evil'", "go test -gcflags=-importcfg=x", "go test -asmflags=-I/x", "go test -gccgoflags=-x", "go test -compiler=gccgo",
			"bazel run //x", "bazel mobile-install //x", "bazel --bazelrc=evil test //x", "bazel --output_base=/x test //x", "bazel --host_jvm_args=-javaagent:x test //x", "bazel --server_javabase=/x test //x",
			"bazel test --run_under=./evil //x", "bazel test --run_under ./evil //x", "bazel test //x --run_under=//evil", "bazel test --override_repository=a=/x //x", "bazel test --override_module=a=/x //x", "bazel test --inject_repository=a=/x //x",
			"bazel test --workspace_status_command=./evil //x", "bazel test --shell_executable=/x //x", "bazel test --credential_helper=./evil //x", "bazel test --remote_cache=grpc://evil //x", "bazel test --remote_executor=x //x", "bazel test --disk_cache=/x //x", "bazel test --bes_backend=x //x", "bazel test --build_event_json_file=/x //x",
			"bazel test --copt=-fplugin=./evil.so //x", "bazel test --linkopt=-B. //x", "bazel test --jvmopt=-javaagent:evil.jar //x", "bazel test --javacopt=-Xplugin:x //x", "bazel test --registry=https://evil //x", "bazel test --package_path=/x //x", "bazel test --vendor_dir=/x //x",
			"node -e x", "node --eval x", "node --eval=x", "node -p x", "node -pe x", "node --print x", "node -r ./evil test.js", "node --require ./evil --test", "node --require=./evil --test", "node --import ./evil --test", "node --import=./evil --test", "node --loader ./evil x.js", "node --experimental-loader=./evil x.js", "node --experimental_loader=./evil x.js", "node -i x.js",
			"node --inspect x.js", "node --env-file=.env x.js", "node --test --test-reporter=./evil.js", "node --test --test-reporter ./evil.js", "node --test --test-global-setup=./evil.js", "node --watch --test", "node -", "node", "node --run evil", "node --conditions dev -e x", "node --experimental-network-imports x.mjs", "node --test a.js -e x", "node --no-warnings",
			"npm exec jest", "npm x jest", "npm init evil", "npm create evil", "npm start", "npm config set script-shell ./evil", "npm test --script-shell=./evil", "npm --script-shell ./evil test", "npm test --script-sh ./evil", "npm test --node-options=--require=./evil", "npm --userconfig=x test", "npm test -c x",
			"npm test -- --require ./evil.js", "npm test -- -r ./evil.js", "npm test -- -r./evil.js", "npm test -- -xr./evil.js", "npm test -- --config evil.js", "npm test -- --config=evil.js", "npm test -- -c evil.js", "npm test -- --setupFiles ./evil.js", "npm test -- --setup-files ./evil.js", "npm test -- --globalSetup=./evil.js", "npm test -- --testRunner=./evil", "npm test -- --reporters=./evil.js", "npm test -- --reporter ./evil.js", "npm test -- --env ./evil.js", "npm test -- --import ./evil.mjs", "npm test -- --watch", "npm test -- -u", "npm test -- --updateSnapshot", "npm test -- -R ./evil.js",
			"pnpm dlx jest", "pnpm exec jest", "pnpm test --require ./evil", "pnpm --config.script-shell=./evil test", "pnpm --shell-mode test", "pnpm -c test",
			"yarn dlx jest", "yarn exec jest", "yarn node -e x", "yarn test --require ./evil", "yarn test -c x", "yarn workspace a exec x", "yarn --use-yarnrc x test",
			"pytest -p evil", "pytest -pevil", "pytest -xpevil", "pytest -xvp evil", "pytest -c evil.ini", "pytest -cevil.ini", "pytest -xc evil.ini", "pytest --config-file=evil.ini", "pytest -o addopts=x", "pytest -oaddopts=x", "pytest --override-ini=x=y", "pytest --override-ini x=y", "pytest --rootdir=/x", "pytest --rootdir /x", "pytest --confcutdir=/x", "pytest --noconftest", "pytest --pdb", "pytest --basetemp=/x", "pytest @args.txt", "pytest --tx popen//python=./evil",
			"python -c x", "python3 -c x", "python -Ic x", "python -i x.py", "python -", "python", "python -m pytest -p evil", "python -m pytest -c evil.ini", "python -m py.test -p evil", "python -X presite=evil -m pytest", "python -W error::evil.X -m pytest", "python3.12 -mpytest",
			"cargo run", "cargo test --config x=y", "cargo test --config=x=y", "cargo +evil test", "cargo test -Zunstable-options", "cargo test --target evil.json", "cargo test --target=evil.json", "cargo install x",
			"make -f evil.mk test", "make --file=evil.mk test", "make -C /x test", "make --eval='x:' test", "make -E x test", "make -I /x test", "make test X:=y", "make test a/evil", "make -e test",
			"bun -e x", "bun x jest", "deno eval x", "perl -e x", "perl -Mevil x.pl", "php -r x", "lua -e x", "mvn -f evil.xml test", "mvn test -Dx=y",
		},
		rules.Assignment: {
			"LD_PRELOAD=./evil.so go test", "PATH=.:/bin go test", "GOFLAGS=-exec=./evil go test", "PYTHONPATH=. pytest", "PYTHONPATH= pytest", "PYTHONPATH=/src pytest", "PYTHONPATH=src:../x pytest", "PYTHONPATH=src/../.. pytest", "PYTHONPATH=src: pytest", "PYTHONPATH=vendor pytest", "PYTHONPATH=src/evil pytest", "pythonpath=src pytest", "PYTHONSTARTUP=x pytest", "NODE_OPTIONS=--require=./evil npm test", "PYTEST_ADDOPTS=-pevil pytest", "BASH_ENV=./evil npm test", "npm_config_script_shell=./evil npm test",
			"RUSTC_WRAPPER=./evil cargo test", "CARGO_BUILD_RUSTC=./evil cargo test", "CC=./evil go test", "FOO=bar go test", "make test SHELL=./evil", "make test CC=./evil", "make test MAKEFLAGS=x", "bazel test --test_env=LD_PRELOAD=./evil.so //x", "bazel test --test_env LD_PRELOAD=./evil.so //x", "bazel test --action_env=PATH=. //x", "bazel test --repo_env=CC=./evil //x",
		},
		rules.OutOfTree: {
			"node ../evil.js", "node /tmp/evil.js", "node --test /tmp/evil.js", "pytest /tmp/evil.py", "pytest ../evil.py::test", "python /tmp/evil.py", "python ../evil.py", "python -m unittest discover -s /tmp", "python -m unittest discover -s/tmp", "python -m unittest /tmp/evil.py",
			"npm --prefix /tmp test", "npm --prefix=../x test", "pnpm -C /tmp test", "yarn --cwd /tmp test", "go -C /tmp test", "go test -C ../x", "go test -C=/tmp", "cargo test --manifest-path=/tmp/Cargo.toml", "cargo test -C ..", "cargo test -C/tmp",
		},
		rules.InTree:     {"./script", "./go test", "bin/go test", "../go test", "node_modules/.bin/jest", "./bazelw test //x", "./gradlew test"},
		rules.NotAllowed: {"/tmp/go test", "rm -rf /", "export X=1", "curlx"},
	} {
		for _, line := range lines {
			words, err := command.Parse(line)
			if err != nil {
				t.Errorf("%s: %v", line, err)
				continue
			}
			_, err = (&command.Policy{Allow: everything}).Resolve(words, tree, look)
			wantCode(t, line, err, code)
			if _, err := new(command.Policy).Resolve(words, tree, look); err == nil {
				t.Errorf("%s: it is allowed by default", line)
			}
		}
	}
}

func TestProgramIsOutsideOfTheTree(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	tree, bin := filepath.Join(root, "tree"), filepath.Join(root, "bin")
	write := func(path string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	link := func(target, path string) {
		t.Helper()
		if err := os.Symlink(target, path); err != nil {
			t.Skipf("links cannot be made here: %v", err)
		}
	}
	write(filepath.Join(tree, "go"))
	write(filepath.Join(tree, "node"))
	write(filepath.Join(bin, "real", "go"))
	write(filepath.Join(bin, "real", "bash"))
	write(filepath.Join(bin, "make"))
	link("real/go", filepath.Join(bin, "go"))
	link(filepath.Join(tree, "node"), filepath.Join(bin, "node"))
	link(filepath.Join(bin, "make"), filepath.Join(tree, "hop"))
	link("../tree/hop", filepath.Join(bin, "npm"))
	link("real/bash", filepath.Join(bin, "yarn"))
	link(bin, filepath.Join(tree, "bin"))
	link(tree, filepath.Join(root, "alias"))
	link("loop", filepath.Join(bin, "loop"))
	paths := func(folders ...string) command.Lookup {
		return command.Path(strings.Join(folders, string(filepath.ListSeparator)), tree)
	}
	everything := &command.Policy{Allow: []string{"go", "node", "npm", "yarn", "pnpm", "make", "loop", filepath.Join(bin, "go"), filepath.Join(tree, "go"), filepath.Join(tree, "bin", "go"), filepath.Join(root, "alias", "go")}}
	for _, row := range []struct {
		name string
		word string
		look command.Lookup
		want string
		code rules.Code
	}{
		{"a link outside", "go", paths(bin), filepath.Join(bin, "go"), ""},
		{"the tree is in PATH", "go", paths(tree, bin), filepath.Join(bin, "go"), ""},
		{"the tree is in PATH by another name", "go", paths(filepath.Join(root, "alias"), bin), filepath.Join(bin, "go"), ""},
		{"PATH is relative", "go", paths(".", "", bin), filepath.Join(bin, "go"), ""},
		{"a link to the tree", "node", paths(bin), "", rules.NotFound},
		{"a lookup that finds the tree", "node", func(string) (string, error) { return filepath.Join(tree, "node"), nil }, "", rules.InTree},
		{"a link through the tree", "npm", paths(bin), "", rules.InTree},
		{"a link to a shell", "yarn", paths(bin), "", rules.Wrapper},
		{"not there", "pnpm", paths(bin), "", rules.NotFound},
		{"a loop", "loop", paths(bin), "", rules.NotFound},
		{"absolute", filepath.Join(bin, "go"), nil, filepath.Join(bin, "go"), ""},
		{"absolute, in the tree", filepath.Join(tree, "go"), nil, "", rules.InTree},
		{"absolute, through a folder of the tree", filepath.Join(tree, "bin", "go"), nil, "", rules.InTree},
		{"absolute, by another name of the tree", filepath.Join(root, "alias", "go"), nil, "", rules.InTree},
	} {
		words := []string{row.word, "test"}
		c, err := everything.Resolve(words, tree, row.look)
		wantCode(t, row.name, err, row.code)
		if err == nil && c.Program != row.want {
			t.Errorf("%s: the program is %s, want %s", row.name, c.Program, row.want)
		}
	}
}

// FuzzCommand has any line: what passes is one program with the words as they
// are, and all else is an error of this package.
func FuzzCommand(f *testing.F) {
	for _, line := range []string{"go test ./...", "CI=1 npm test -- -r x", "a 'b' \"c\" \\d", "pytest -k 'a b' [", "a;b", "$(x)", "<<x", "bazel test --x", "python -m pytest -xp a"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		words, err := command.Parse(line)
		var e *rules.Error
		if err != nil {
			if !errors.As(err, &e) || e.Code.WayOut() == "" {
				t.Fatalf("%T %v", err, err)
			}
			return
		}
		c, err := new(command.Policy).Resolve(words, "/tree", func(string) (string, error) { return "", os.ErrNotExist })
		if c != nil || !errors.As(err, &e) || e.Code.WayOut() == "" {
			t.Fatalf("%v, %v", c, err)
		}
		quoted := make([]string, len(words))
		for i, word := range words {
			if i := strings.IndexByte(word, '='); i > 0 && !strings.ContainsAny(word[:i], " '\"\\") {
				return // an assignment or a word, which quotes would change
			}
			quoted[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
		again, err := command.Parse(strings.Join(quoted, " "))
		if err != nil || strings.Join(again, "\x00") != strings.Join(words, "\x00") {
			t.Fatalf("%q is read as %q, and quoted as %q (%v)", line, words, again, err)
		}
	})
}
