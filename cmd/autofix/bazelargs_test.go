package main

import "testing"

func TestNegativePatterns(t *testing.T) {
	for arg, want := range map[string]bool{
		"-//a/...": true, "-@x//y": true, "-:z": true, "-old/...": true, "-...": true, "-old:all": true,
		"-k": false, "--mode=a/b": false, "--": false, "//a": false, "-": false, "-h": false,
	} {
		if got := isNegative(arg); got != want {
			t.Errorf("%q: %v, want %v", arg, got, want)
		}
	}
}
