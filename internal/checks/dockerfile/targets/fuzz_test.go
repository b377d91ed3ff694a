package targets

import "testing"

func FuzzRead(f *testing.F) {
	f.Add("target \"a\" {\n  inherits = [\"a\"]\n  context = \"${x}\"\n}\n")
	f.Add(`{"target": {"a": {"inherits": ["a", 1], "target": []}}}`)
	f.Add("services:\n  a: &a\n    build: {target: x}\n  b: *a\n")
	f.Fuzz(func(t *testing.T, src string) {
		for _, name := range []string{"docker-bake.hcl", "docker-bake.json", "compose.yaml"} {
			for _, b := range Read(name, []byte(src)) {
				if len(b.Dockerfile) > 1 && b.Dockerfile[0] == '/' {
					t.Errorf("%s: a build of %q, outside of the workspace", name, b.Dockerfile)
				}
			}
		}
	})
}
