package json_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tailscale/hujson"

	"github.com/rules-autofix/rules_autofix/fix_actions/json"
	"github.com/rules-autofix/rules_autofix/fix_actions/operationtest"
)

// services returns a file of about n*10 lines.
func services(n int) []byte {
	var b strings.Builder
	b.WriteString("{\n  \"services\": [")
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `
    {
      "name": "service-%d",
      "image": "registry/team/service-%d:1.%d.0",
      "replicas": %d,
      "ports": [8080, 9090],
      "env": {
        "LOG_LEVEL": "info",
        "REGION": "eu-west-%d"
      }
    }`, i, i, i, i%7, i%3)
	}
	b.WriteString("\n  ]\n}\n")
	return []byte(b.String())
}

const script = `
replace /services/0/replicas 9
add /services/1 owner "team"
remove /services/2 ports
rename /services/3 image container
insert /services/4/ports - 7070
set /services/5/ports 0 81
add /services/6/env DEBUG "1"
replace /services/7/env {"A": "b"}
insert /services 0 {"name": "new", "ports": [1, 2]}
remove /services/9/env REGION
`

// A file of 200 lines: what parsing takes, and what ten operations take with
// opening, reading off the edits, and decoding the result.
func BenchmarkFile(b *testing.B) {
	text := services(20)
	ops := operationtest.Parse(b, script)
	b.Run("parse", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if _, err := hujson.Parse(text); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("open", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if _, err := json.Open(text); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("decode", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if _, err := json.Decode(text); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("operations", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			f, err := json.Open(text)
			if err != nil {
				b.Fatal(err)
			}
			for _, op := range ops {
				if err := f.Apply(op); err != nil {
					b.Fatal(err)
				}
			}
			f.Edits()
			if _, err := json.Decode(f.Text()); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// Files of four sizes with 1,000 actions of one operation, each of which is
// applied, read off and taken back.
func BenchmarkSizes(b *testing.B) {
	for _, size := range []int{700_000, 1_250_000, 2_500_000, 5_000_000} {
		text := services(size / 230)
		b.Run(fmt.Sprintf("%.1fMB/parse", float64(len(text))/1e6), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := hujson.Parse(text); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("%.1fMB/actions", float64(len(text))/1e6), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				f, err := json.Open(text)
				if err != nil {
					b.Fatal(err)
				}
				for range 100 {
					for _, op := range operationtest.Parse(b, script) {
						if err := f.Apply(op); err != nil {
							b.Fatal(err)
						}
						f.Edits()
						f.Reset()
					}
				}
			}
		})
		b.Run(fmt.Sprintf("%.1fMB/together", float64(len(text))/1e6), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				f, err := json.Open(text)
				if err != nil {
					b.Fatal(err)
				}
				for range 1000 {
					for _, op := range operationtest.Parse(b, "insert /services 3 {\"name\": \"x\"}") {
						if err := f.Apply(op); err != nil {
							b.Fatal(err)
						}
					}
				}
				if _, err := json.Decode(f.Text()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
