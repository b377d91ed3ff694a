//go:build !linux

package unprivileged

import (
	"errors"
	"os"
)

// Become does nothing for a user whom permissions bind, and fails for root.
func Become() error {
	if os.Geteuid() != 0 {
		return nil
	}
	return errors.New("permissions do not apply to root on this system: run the tests as another user")
}
