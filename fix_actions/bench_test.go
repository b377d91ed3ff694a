package fixactions_test

import (
	"fmt"
	"strings"
	"testing"

	fixactions "github.com/rules-autofix/rules_autofix/fix_actions"
	"github.com/rules-autofix/rules_autofix/fix_actions/operation"
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// service returns a file with n services, each of 8 lines.
func service(language string, n int) string {
	var b strings.Builder
	switch language {
	case ".json":
		b.WriteString("{\n  \"services\": [\n")
		for i := range n {
			fmt.Fprintf(&b, "    {\n      \"name\": \"service-%d\",\n      \"image\": \"registry.example/service:%d\",\n      \"replicas\": %d,\n"+
				"      \"env\": {\"LEVEL\": \"info\", \"PORT\": \"80\"},\n      \"ports\": [80, 443],\n      \"old\": true\n    }", i, i, i%7)
			b.WriteString(map[bool]string{false: ",\n", true: "\n"}[i == n-1])
		}
		b.WriteString("  ]\n}\n")
	case ".yaml":
		b.WriteString("# all of them\nservices:\n")
		for i := range n {
			fmt.Fprintf(&b, "  - name: service-%d # its name\n    image: registry.example/service:%d\n    replicas: %d\n"+
				"    env:\n      LEVEL: info\n      PORT: \"80\"\n    ports: [80, 443]\n    old: true\n", i, i, i%7)
		}
	case ".toml":
		for i := range n {
			fmt.Fprintf(&b, "[[services]]\nname = \"service-%d\" # its name\nimage = \"registry.example/service:%d\"\nreplicas = %d\n"+
				"env = {LEVEL = \"info\", PORT = \"80\"}\nports = [80, 443]\nold = true\n\n", i, i, i%7)
		}
	}
	return b.String()
}

// operations returns n single operations, spread over the services of a file.
func operations(path string, services, n int) (list []fixactions.Action) {
	for i := range n {
		at := fmt.Sprintf("/services/%d", i*services/n)
		op := []fixedits.Operation{
			{Kind: fixedits.OpReplaceValue, Pointer: at + "/image", Value: []byte(`"registry.example/other:1"`)},
			{Kind: fixedits.OpAddValue, Pointer: at + "/env", Key: "REGION", Value: []byte(`"eu"`)},
			{Kind: fixedits.OpRemoveKey, Pointer: at, Key: "old"},
			{Kind: fixedits.OpInsertArrayItem, Pointer: at + "/ports", Value: []byte(`8080`)},
			{Kind: fixedits.OpReplaceArrayItem, Pointer: at + "/ports", Index: new(1), Value: []byte(`8443`)},
			{Kind: fixedits.OpRenameKey, Pointer: at, From: "replicas", To: "count"},
		}[i%6]
		op.File = path
		list = append(list, fixactions.Action{Operations: []fixedits.Operation{op}})
	}
	return list
}

var suffixes = []string{".json", ".toml", ".yaml"}

// BenchmarkLower lowers 10,000 actions on 1,000 files of 200 lines, and parses
// the same files.
func BenchmarkLower(b *testing.B) {
	for _, suffix := range suffixes {
		if !fixactions.Knows("a" + suffix) {
			continue
		}
		text := []byte(service(suffix, 25))
		var list []fixactions.Action
		for i := range 1000 {
			list = append(list, operations(fmt.Sprintf("%d%s", i, suffix), 25, 10)...)
		}
		b.Run("parse"+suffix, func(b *testing.B) {
			for b.Loop() {
				for range 1000 {
					parse(b, "a"+suffix, text)
				}
			}
		})
		b.Run("lower"+suffix, func(b *testing.B) {
			for b.Loop() {
				lower(b, text, list)
			}
		})
	}
}

// BenchmarkLowerLarge lowers 1,000 actions on files of growing size.
func BenchmarkLowerLarge(b *testing.B) {
	for _, suffix := range suffixes {
		if !fixactions.Knows("a" + suffix) {
			continue
		}
		for _, n := range []int{4_000, 8_000, 16_000, 32_000} {
			text := []byte(service(suffix, n))
			list := operations("a"+suffix, n, 1000)
			b.Run(fmt.Sprintf("%.1fMB%s", float64(len(text))/1e6, suffix), func(b *testing.B) {
				for b.Loop() {
					lower(b, text, list)
				}
			})
		}
	}
}

func parse(b *testing.B, path string, text []byte) operation.File {
	file, err := fixactions.Open(path, text)
	if err != nil {
		b.Fatal(err)
	}
	return file
}

func lower(b *testing.B, text []byte, list []fixactions.Action) {
	for i, l := range fixactions.Lower(func(string) ([]byte, error) { return text, nil }, list) {
		if l.Rejected != nil {
			b.Fatalf("%+v: %v", list[i], l.Rejected)
		}
	}
}
