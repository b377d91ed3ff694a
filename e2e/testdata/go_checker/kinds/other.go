//go:build plan9

package kinds

var elsewhere interface{}
