package corpus

import (
	"fmt"
	"math/rand/v2"
)

// An object is a list of members. Values are strings, booleans, integers,
// floats, nil, lists and objects.
type object []member

type member struct {
	key   string
	value any
}

type list []any

// In YAML, a value may have an anchor, an alias stand for it, and a merge key
// bring its members.
type (
	anchored struct {
		name  string
		value any
	}
	alias string
)

const mergeKey = "<<"

// A shaper makes up the content of files.
type shaper struct {
	random *rand.Rand
	parts  int  // the number of repeated parts
	nulls  bool // the language has null
}

func (s *shaper) pick(all ...any) any { return all[s.random.IntN(len(all))] }

func (s *shaper) name() string {
	first := s.pick("web", "shop", "mail", "billing", "search", "api", "edge", "cache").(string)
	return fmt.Sprintf("%s-%d", first, s.random.IntN(1000))
}

func (s *shaper) version() string {
	return fmt.Sprintf("%d.%d.%d", s.random.IntN(20), s.random.IntN(30), s.random.IntN(9))
}

// maybe returns a list of members that are there in half of the cases.
func (s *shaper) maybe(members ...member) object {
	var some object
	for _, m := range members {
		if s.random.IntN(2) == 0 && (s.nulls || m.value != nil) {
			some = append(some, m)
		}
	}
	return some
}

// each returns a list of as many values as there are parts.
func (s *shaper) each(make func(i int) any) list {
	var all list
	for i := range s.parts {
		all = append(all, make(i))
	}
	return all
}

// named returns an object of as many members as there are parts.
func (s *shaper) named(make func() any) object {
	var all object
	for i := range s.parts {
		all = append(all, member{fmt.Sprintf("%s-%d", s.pick("web", "db", "queue", "@scope/pkg", "a.b"), i), make()})
	}
	return all
}

func (s *shaper) kubernetes() object {
	name := s.name()
	return object{
		{"apiVersion", "apps/v1"},
		{"kind", "Deployment"},
		{"metadata", object{
			{"name", name},
			{"labels", object{{"app", name}, {"app.kubernetes.io/version", s.version()}}},
			{"annotations", s.maybe(member{"example.com/checked", "true"}, member{"note", "first line\nsecond line\n"})},
		}},
		{"spec", object{
			{"replicas", s.random.IntN(9)},
			{"selector", object{{"matchLabels", object{{"app", name}}}}},
			{"template", object{{"spec", object{
				{"containers", s.each(func(i int) any { return s.container(i) })},
				{"volumes", list{}},
			}}}},
		}},
	}
}

func (s *shaper) container(i int) object {
	c := object{
		{"name", fmt.Sprintf("c%d", i)},
		{"image", "registry.example/" + s.name() + ":" + s.version()},
		{"args", list{"--port", "8080", "-v", s.pick("", "a b", "x: y", "#1", "*")}},
		{"env", list{
			object{{"name", "LEVEL"}, {"value", "info"}},
			object{{"name", "ON"}, {"value", s.pick("true", "yes", "1", "null", "0x1F")}},
		}},
		{"resources", object{{"limits", object{{"cpu", s.pick(1, 0.5, "500m")}, {"memory", "1Gi"}}}}},
	}
	return append(c, s.maybe(
		member{"command", list{"sh", "-c", "set -e\necho \"hi\" # not a comment\n\nexec web\n"}},
		member{"ports", list{object{{"containerPort", 8080}}}}, member{"stdin", s.pick(true, false)}, member{"tty", nil},
		member{"securityContext", object{}},
	)...)
}

func (s *shaper) workflow() object {
	var jobs object
	for i := range s.parts {
		job := object{{"runs-on", s.pick("ubuntu-latest", "macos-15")}}
		job = append(job, s.maybe(member{"needs", list{"build"}}, member{"timeout-minutes", 10}, member{"if", "github.ref == 'refs/heads/main'"})...)
		job = append(job, member{"strategy", object{{"matrix", object{{"go", list{"1.25", "1.26"}}, {"include", list{object{{"go", "1.26"}, {"os", "linux"}}}}}}}})
		job = append(job, member{"steps", list{
			object{{"uses", "actions/checkout@v4"}, {"with", object{{"fetch-depth", 0}}}},
			object{{"name", "Test: all"}, {"run", "go test ./...\ngo vet ./...\n"}, {"env", s.maybe(member{"CI", "true"}, member{"EMPTY", nil})}},
			object{{"run", "make " + s.name()}},
		}})
		jobs = append(jobs, member{fmt.Sprintf("job%d", i), job})
	}
	return object{
		{"name", "CI"},
		{"on", object{{"push", object{{"branches", list{"main", "release/**"}}}}, {"pull_request", nil}}},
		{"permissions", object{{"contents", "read"}}},
		{"jobs", jobs},
	}
}

func (s *shaper) compose() object {
	return object{
		{"x-common", anchored{"common", object{{"restart", "always"}, {"logging", anchored{"log", object{{"driver", "json-file"}}}}}}},
		{"services", s.named(func() any {
			o := object{
				{"image", "nginx:" + s.version()},
				{"ports", list{"8080:80", "22:22"}},
				{"environment", object{{"A", "1"}, {"B_URL", "http://db:5432/?x=1#y"}, {"C", s.pick(true, 3, "on")}}},
			}
			return append(o, s.maybe(member{"command", list{"serve", "--all"}}, member{"deploy", object{{"resources", object{{"limits", object{{"cpus", "0.5"}}}}}}}, member{"init", true}, member{mergeKey, alias("common")}, member{"logging", alias("log")})...)
		})},
		{"volumes", object{{"data", s.pick(object{}, object{{"driver", "local"}})}}},
	}
}

func (s *shaper) values() object {
	return object{
		{"title", "values of " + s.name()},
		{"replicaCount", s.random.IntN(5)},
		{"ratio", s.pick(0.5, 1.0, 1e-9, -2.25)},
		{"image", object{{"repository", "registry.example/" + s.name()}, {"tag", s.version()}, {"pull", s.pick(true, false)}}},
		{"tolerations", list{}},
		{"resources", object{}},
		{"hosts", s.each(func(int) any {
			return object{{"host", s.name() + ".example.com"}, {"paths", list{"/", "/api"}}, {"tls", s.maybe(member{"secret", s.name()}, member{"days", 90})}}
		})},
		{"extra", s.named(func() any {
			return object{{"enabled", s.pick(true, false)}, {"weights", list{1, 2, 3.5}}, {"script", "#!/bin/sh\necho \\$HOME\n"}, {"path", `C:\dir`}}
		})},
		{"matrix", list{list{1, 2}, list{3, 4}}},
	}
}

func (s *shaper) packageJSON() object {
	dependencies := func() object {
		return s.named(func() any { return s.pick("^", "~", "").(string) + s.version() })
	}
	return object{
		{"name", "@example/" + s.name()},
		{"version", s.version()},
		{"private", true},
		{"workspaces", list{"packages/*", "apps/*"}},
		{"scripts", object{{"build", `tsc -p . && node "build.js"`}, {"test", "vitest run"}, {"lint:fix", "eslint --fix ."}}},
		{"dependencies", dependencies()},
		{"devDependencies", dependencies()},
		{"exports", object{{".", object{{"types", "./dist/index.d.ts"}, {"import", "./dist/index.js"}}}, {"./*", "./dist/*"}}},
		{"files", list{"dist", "README.md"}},
		{"engines", object{{"node", ">=20"}}},
	}
}

func (s *shaper) tsconfig() object {
	return object{
		{"extends", "../base.json"},
		{"compilerOptions", append(object{
			{"target", "es2022"}, {"lib", list{"es2023", "dom"}}, {"strict", true}, {"paths", s.named(func() any { return list{"./src/*"} })},
		}, s.maybe(member{"jsx", "preserve"}, member{"noEmit", true}, member{"types", list{}}, member{"rootDir", nil})...)},
		{"include", list{"src", "tests/**/*.ts"}},
		{"references", s.each(func(i int) any { return object{{"path", fmt.Sprintf("./packages/p%d", i)}} })},
	}
}

func (s *shaper) pyproject() object {
	return object{
		{"build-system", object{{"requires", list{"hatchling"}}, {"build-backend", "hatchling.build"}}},
		{"project", object{
			{"name", s.name()},
			{"version", s.version()},
			{"description", "line one\nline two"},
			{"dependencies", s.each(func(int) any { return s.name() + ">=" + s.version() })},
			{"authors", list{object{{"name", "A"}, {"email", "a@example.com"}}}},
			{"urls", object{{"Home", "https://example.com"}, {"Bug tracker", "https://example.com/bugs"}}},
		}},
		{"tool", object{
			{"ruff", object{{"line-length", 100}, {"lint", object{{"select", list{"E", "F"}}, {"per-file-ignores", s.named(func() any { return list{"E501"} })}}}}},
			{"pytest", object{{"ini_options", object{{"addopts", "-q"}, {"testpaths", list{}}}}}},
			{"overrides", s.each(func(int) any { return object{{"module", s.name()}, {"ignore", s.pick(true, false)}} })},
		}},
	}
}

func (s *shaper) cargo() object {
	dependency := func() any {
		return s.pick(s.version(), object{{"version", s.version()}, {"features", list{"derive"}}}, object{{"path", "../" + s.name()}, {"optional", true}})
	}
	return object{
		{"package", object{{"name", s.name()}, {"version", s.version()}, {"edition", "2024"}, {"keywords", list{}}}},
		{"dependencies", s.named(dependency)},
		{"dev-dependencies", object{}},
		{"bin", s.each(func(i int) any {
			return append(object{{"name", fmt.Sprintf("bin%d", i)}}, s.maybe(member{"path", "src/a.rs"}, member{"test", false})...)
		})},
		{"profile", object{{"release", object{{"lto", true}, {"opt-level", 3}, {"debug", s.pick(0, "line-tables-only")}}}}},
		{"target", object{{"cfg(unix)", object{{"dependencies", s.named(dependency)}}}}},
	}
}
