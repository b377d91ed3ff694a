package yaml_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	upstream "go.yaml.in/yaml/v4"

	"github.com/rules-autofix/rules_autofix/fix_actions/operationtest"
	"github.com/rules-autofix/rules_autofix/fix_actions/yaml"
)

// services returns a file of about n*10 lines.
func services(n int) []byte {
	var b strings.Builder
	b.WriteString("services:\n")
	for i := range n {
		fmt.Fprintf(&b, `  - name: service-%d
    image: "registry/team/service-%d:1.%d.0" # pinned
    replicas: %d
    ports:
      - 8080
      - 9090
    env:
      LOG_LEVEL: info
      REGION: eu-west-%d
`, i, i, i, i%7, i%3)
	}
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
	text := services(22)
	ops := operationtest.Parse(b, script)
	b.Run("parse", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			parse(b, text)
		}
	})
	b.Run("operations", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			f, err := yaml.Open(text)
			if err != nil {
				b.Fatal(err)
			}
			for _, op := range ops {
				if err := f.Apply(op); err != nil {
					b.Fatal(err)
				}
			}
			if len(f.Edits()) == 0 {
				b.Fatal("no edits")
			}
			if _, err := yaml.Decode(f.Text()); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func parse(b *testing.B, text []byte) {
	loader, err := upstream.NewLoader(strings.NewReader(string(text)))
	if err != nil {
		b.Fatal(err)
	}
	for {
		document := new(upstream.Node)
		if err := loader.Load(document); err == io.EOF {
			return
		} else if err != nil {
			b.Fatal(err)
		}
	}
}

// A thousand actions of one operation each on one file, by its size.
func BenchmarkActions(b *testing.B) {
	for _, size := range []int{1_000, 5_000, 10_000, 20_000} {
		text := services(size)
		b.Run(fmt.Sprintf("%dKB", len(text)/1000), func(b *testing.B) {
			for b.Loop() {
				f, err := yaml.Open(text)
				if err != nil {
					b.Fatal(err)
				}
				for i := range 1000 {
					at := i * size / 1000
					op := operationtest.Parse(b, fmt.Sprintf("replace /services/%d/replicas 9", at))[0]
					if i%3 == 0 {
						op = operationtest.Parse(b, fmt.Sprintf("insert /services %d {\"name\": \"new\"}", at))[0]
					}
					if err := f.Apply(op); err != nil {
						b.Fatal(err)
					}
					if len(f.Edits()) == 0 {
						b.Fatal("no edits")
					}
					f.Reset()
				}
			}
		})
	}
}
