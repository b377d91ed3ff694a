package toml_test

import (
	"fmt"
	"strings"
	"testing"

	gotoml "github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/rules-autofix/rules_autofix/fix_actions/operationtest"
	"github.com/rules-autofix/rules_autofix/fix_actions/toml"
)

// services returns a file of n tables of ten lines.
func services(n int) []byte {
	var b strings.Builder
	b.WriteString("title = \"services\"\n")
	for i := range n {
		fmt.Fprintf(&b, `
[services.s%d]
name = "service-%d"
image = "registry/team/service-%d:1.%d.0" # pinned
replicas = %d
ports = [8080, 9090]
env = { LOG_LEVEL = "info", REGION = "eu-west-%d" }

[[hooks]]
run = "hook-%d"
`, i, i, i, i, i%7, i%3, i)
	}
	return []byte(b.String())
}

const script = `
replace /services/s0/replicas 9
add /services/s1 owner "team"
remove /services/s2 ports
rename /services/s3 image container
insert /services/s4/ports - 7070
set /services/s5/ports 0 81
add /services/s6/env DEBUG "1"
replace /services/s7/env {"A": "b"}
insert /hooks 0 {"run": "new", "on": ["a", "b"]}
remove /services s9
`

// parse reads a text with the library's parser.
func parse(b *testing.B, text []byte) {
	var p unstable.Parser
	p.KeepComments = true
	p.Reset(text)
	for p.NextExpression() {
	}
	if err := p.Error(); err != nil {
		b.Fatal(err)
	}
}

// A file of 200 lines: what parsing takes, and what ten operations take with
// opening, reading off the edits, and decoding the result.
func BenchmarkFile(b *testing.B) {
	text := services(20)
	ops := operationtest.Parse(b, script)
	b.Run("parse", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			parse(b, text)
		}
	})
	b.Run("unmarshal", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			var value map[string]any
			if err := gotoml.Unmarshal(text, &value); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("open", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if _, err := toml.Open(text); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("decode", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if _, err := toml.Decode(text); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("operations", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			f, err := toml.Open(text)
			if err != nil {
				b.Fatal(err)
			}
			for _, op := range ops {
				if err := f.Apply(op); err != nil {
					b.Fatal(err)
				}
			}
			f.Edits()
			if _, err := toml.Decode(f.Text()); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// Files of four sizes with 1,000 actions of one operation, each of which is
// applied, read off and taken back; and with 1,000 operations together.
func BenchmarkSizes(b *testing.B) {
	actions := operationtest.Parse(b, script)
	for _, size := range []int{700_000, 1_250_000, 2_500_000, 5_000_000} {
		text := services(size / 225)
		name := fmt.Sprintf("%.1fMB/", float64(len(text))/1e6)
		b.Run(name+"parse", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				parse(b, text)
			}
		})
		b.Run(name+"open", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := toml.Open(text); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(name+"actions", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				f, err := toml.Open(text)
				if err != nil {
					b.Fatal(err)
				}
				for range 100 {
					for _, op := range actions {
						if err := f.Apply(op); err != nil {
							b.Fatal(err)
						}
						f.Edits()
						f.Reset()
					}
				}
			}
		})
		b.Run(name+"together", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				f, err := toml.Open(text)
				if err != nil {
					b.Fatal(err)
				}
				for i := range 1000 {
					for _, op := range operationtest.Parse(b, fmt.Sprintf("add /services/s%d owner \"x\"", i)) {
						if err := f.Apply(op); err != nil {
							b.Fatal(err)
						}
					}
				}
				if _, err := toml.Decode(f.Text()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
