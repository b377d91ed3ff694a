package command

// wrappers are programs that run other programs, or code that is given on the
// command line or on standard input, by the reason to refuse them. They are
// always refused.
var wrappers = byName(map[string][]string{
	"a shell": {
		"sh", "ash", "bash", "rbash", "dash", "zsh", "ksh", "mksh", "fish", "csh", "tcsh", "elvish", "nu", "xonsh", "pwsh", "powershell", "cmd", "command.com",
		"busybox", "toybox",
	},
	"a word of the shell that runs other commands": {"eval", "exec", "command", "builtin", "source", ".", "trap", "coproc"},
	"runs another program": {
		"arch", "at", "batch", "catchsegv", "chpst", "chronic", "chrt", "cgexec", "cpulimit", "daemonize", "entr", "env", "envdir", "expect", "faketime", "find", "flock", "gosu", "ifne", "ionice", "linux32", "linux64", "lldb", "gdb",
		"ltrace", "nice", "nohup", "numactl", "parallel", "perf", "prlimit", "pty", "rlwrap", "rr", "runcon", "runit", "screen", "script", "setarch", "setpriv", "setsid", "softlimit", "start", "start-stop-daemon", "stdbuf", "strace",
		"systemd-run", "taskset", "time", "timeout", "tmux", "tsp", "unbuffer", "valgrind", "watch", "watchexec", "wine", "xargs", "xvfb-run", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1", "ld.so",
	},
	"runs another program as another user": {"doas", "pkexec", "run0", "runas", "runuser", "su", "sudo", "sudoedit", "sg", "newgrp"},
	"leaves the sandbox, or makes another one": {
		"bwrap", "chroot", "docker", "finch", "firejail", "kubectl", "lxc-execute", "machinectl", "nerdctl", "nsenter", "podman", "proot", "fakeroot", "fakechroot", "runc", "unshare", "vagrant", "wsl",
		"ssh", "rsh", "mosh", "scp", "rsync", "socat", "nc", "ncat", "netcat", "telnet", "curl", "wget",
	},
	"downloads programs and runs them": {"npx", "bunx", "pnpx", "uvx", "pipx", "corepack", "dlx", "tsx", "ts-node", "nix-shell", "nix"},
	"runs code that is on the command line": {
		"awk", "gawk", "mawk", "nawk", "sed", "gsed", "ed", "ex", "vi", "vim", "nvim", "emacs", "m4", "dc", "bc", "jshell", "osascript", "cscript", "wscript", "mshta", "rundll32", "tclsh", "wish", "gnuplot", "octave", "r", "rscript",
	},
})

func byName(byReason map[string][]string) map[string]string {
	out := make(map[string]string)
	for reason, names := range byReason {
		for _, name := range names {
			out[name] = reason
		}
	}
	return out
}
