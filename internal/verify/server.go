package verify

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/bazel"
	"github.com/rules-autofix/rules_autofix/internal/bazel/client"
	"github.com/rules-autofix/rules_autofix/internal/verify/shadow"
)

const (
	// idleSeconds is how long the Bazel server of a shadow waits for the next
	// run before it ends. A new server would load and analyze everything again.
	idleSeconds = 600
	// shutdownGrace is how long that server may take to end.
	shutdownGrace = 30 * time.Second
)

// A Server says which Bazel builds and tests in the shadow.
type Server struct {
	// Find returns the Bazel command. It is called if there is something to
	// verify.
	Find func() (command string, err error)
	// UserRoot is the --output_user_root of the person's server, which has the
	// repository cache; empty: the default.
	UserRoot string
	Flags    []string // of builds and tests
}

// start returns Bazel in a shadow, and a function that ends its work. failed
// says that the run was interrupted or failed, so that no process may be left.
func (s *Server) start(ctx context.Context, tree *shadow.Tree, universe []string) (server *Bazel, end func(failed bool), err error) {
	command, err := s.Find()
	if err != nil {
		return nil, nil, err
	}
	c := &client.Client{
		Bazel: command, Dir: tree.Dir, Env: environment(), OutputBase: filepath.Join(tree.State, "output_base"),
		Startup: []string{fmt.Sprintf("--max_idle_secs=%d", idleSeconds), "--shutdown_on_low_sys_mem"},
	}
	if s.UserRoot != "" {
		c.Startup = append(c.Startup, "--output_user_root="+s.UserRoot)
	}
	// It is there if the run before was killed, and its server may still build.
	running := filepath.Join(tree.State, "running")
	if _, err := os.Lstat(running); err == nil {
		if err := c.TakeOver(ctx); err != nil {
			return nil, nil, err
		}
	} else if err := os.WriteFile(running, nil, 0o600); err != nil {
		return nil, nil, err
	}
	flags := append(inSandbox(tree.Root), bazel.WithoutTargets(s.Flags)...)
	judge := &Bazel{Client: c, Dir: tree.Dir, Universe: universe, Flags: flags}
	return judge, func(failed bool) {
		if failed {
			ctx, cancel := context.WithTimeout(context.Background(), shutdownGrace)
			defer cancel()
			if c.Shutdown(ctx) != nil {
				return // it ends later without help
			}
		}
		_ = os.Remove(running)
	}, nil
}

// inSandbox returns the flags that let sandboxed actions read the person's
// workspace, to which the files of a shadow are links. A sandbox has its own
// /tmp.
func inSandbox(root string) []string {
	if below, err := filepath.Rel("/tmp", root); err == nil && filepath.IsLocal(below) {
		return []string{"--sandbox_add_mount_pair=" + root}
	}
	return nil
}
