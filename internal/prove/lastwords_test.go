package prove

import "testing"

func TestLastWords(t *testing.T) {
	for _, row := range []struct {
		name  string
		texts []string
		want  string
	}{
		{"nothing", []string{"", " \n"}, "printed nothing"},
		{"the last line", []string{"", "one\ntwo\n\n"}, "two"},
		{"without folders and colors", []string{"\x1b[31mno file /home/me/tree/a.py\x1b[0m\n"}, "no file a.py"},
		{"the first error of Bazel", []string{"INFO: a\nERROR: no such package: Unknown host\nERROR: Build did NOT complete successfully\nINFO: b\n"}, "ERROR: no such package: Unknown host"},
	} {
		if got := lastWords(row.texts...); got != row.want {
			t.Errorf("%s: got %q, want %q", row.name, got, row.want)
		}
	}
}
