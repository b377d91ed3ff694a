package bases

import (
	"fmt"
	"testing"
)

func TestServiceOf(t *testing.T) {
	for _, test := range []struct{ name, tag, want string }{
		{"nginx", "1.29", "{[curl] [80]}"},
		{"nginx", "1.29-alpine", "{[] [80]}"},
		{"nginx", "$TAG", "{[] [80]}"},
		{"docker.io/library/node", "24", "{[node curl wget] []}"},
		{"node", "24-slim", "{[node] []}"},
		{"python", "3.14-alpine3.22", "{[python python3] []}"},
		{"arm64v8/postgres", "17", "{[pg_isready] [5432]}"},
		{"docker.io/evilcorp/nginx", "1", "{[] []}"},
		{"evilcorp/nginx", "", "{[] []}"},
		{"evil.example/nginx", "", "{[] []}"},
		{"debian", "12", "{[] []}"},
	} {
		if got := fmt.Sprint(ServiceOf(test.name, test.tag)); got != test.want {
			t.Errorf("%s:%s: %s, want %s", test.name, test.tag, got, test.want)
		}
	}
}
