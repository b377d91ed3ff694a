package main

import (
	"context"
	"os"
	"os/signal"
	"slices"
	"syscall"
)

// interruptible returns a context that the first signal to end ends, and what
// gives its resources back. The second signal kills the process, which leaves
// each file of the workspace whole. Signals that the process was started to
// ignore, as nohup does it, are ignored.
func interruptible() (context.Context, context.CancelFunc) {
	signals := slices.DeleteFunc([]os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}, signal.Ignored)
	if len(signals) == 0 {
		return context.WithCancel(context.Background()) // no signals would mean all
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
