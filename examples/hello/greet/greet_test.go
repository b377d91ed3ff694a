package greet

import "testing"

func TestEveryone(t *testing.T) {
	if got, want := Everyone([]string{"Ada", "Grace"}), "hello, Ada, Grace"; got != want {
		t.Errorf("Everyone = %q, want %q", got, want)
	}
}
