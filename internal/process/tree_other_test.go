//go:build unix && !linux

package process

import "testing"

func requireCgroups(t *testing.T) { t.Skip("there are no control groups on this system") }
func withoutCgroups(*testing.T)   {}
