package dockerfile_test

import "testing"

// Rules ignore a file that is only a template of a Dockerfile.
func TestTemplatesAreSkipped(t *testing.T) {
	for _, test := range []struct {
		name, src string
		found     bool
	}{
		{"a base that is filled in", "FROM {{ .Base }}\nRUN cd /a && apt-get install b\n", false},
		{"an instruction", "FROM a\n{{ if .B }}\nRUN cd /a\n{{ end }}\n", false},
		{"of Jinja", "{% if b %}\nFROM a\n{% endif %}\nRUN cd /a\n", false},
		{"of ERB", "FROM <%= base %>\nRUN cd /a\n", false},
		{"marks for a program", "FROM a\nRUN cd /a && docker inspect --format '{{.Id}}' b\n", true},
		{"marks in a here-document", "FROM a\nRUN cd /a && cat <<EOF\n{{ .X }}\nEOF\n", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := find(t, test.src, surroundings{}, "")
			if found := len(a.Diagnostics) > 0; found != test.found {
				t.Errorf("findings: %+v", a.Diagnostics)
			}
		})
	}
}
