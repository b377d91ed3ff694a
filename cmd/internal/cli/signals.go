package cli

import (
	"context"
	"os"
	"os/signal"
	"slices"
	"syscall"
)

// Interruptible returns a context that is canceled by the first termination
// signal, and a function that releases its resources. The second signal kills
// the process, which leaves each file of the workspace intact. Signals that
// were ignored when the process started, as by nohup, stay ignored.
func Interruptible() (context.Context, context.CancelFunc) {
	signals := slices.DeleteFunc([]os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}, signal.Ignored)
	if len(signals) == 0 {
		return context.WithCancel(context.Background()) // no signals would mean all
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
