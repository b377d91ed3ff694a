package shadow

import (
	"context"
	"fmt"
	"os"
	"time"
)

// lockPoll is the interval at which a waiting run tries the lock.
const lockPoll = 50 * time.Millisecond

// lockFile returns a locked file. It waits until the context ends.
func lockFile(ctx context.Context, name string, wait func()) (*os.File, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	for told := false; ; {
		free, err := tryLock(file)
		if err != nil {
			file.Close()
			return nil, fmt.Errorf("cannot lock %s: %w", name, err)
		}
		if free {
			return file, nil
		}
		if !told && wait != nil {
			wait()
		}
		told = true
		select {
		case <-ctx.Done():
			file.Close()
			return nil, context.Cause(ctx)
		case <-time.After(lockPoll):
		}
	}
}
