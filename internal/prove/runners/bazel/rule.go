package bazel

import (
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/command/rules"
)

// refused are flags of Bazel's commands that run programs, take code or
// results from elsewhere, or send them there.
var refused = []string{
	"run_under", "script_path", "shell_executable", "workspace_status_command", "credential_helper*", "java_launcher", "host_java_launcher", "plugin", "coverage_report_generator",
	"override_*", "inject_repository", "package_path", "deleted_packages", "vendor_dir", "registry", "distdir", "experimental_repository_*",
	"remote_*", "experimental_remote_*", "disk_cache", "bes_*", "build_event_*", "google_*", "tls_*", "grpc_*",
	"client_env", "experimental_worker_*", "worker_*", "experimental_persistent_*", "unix_digest_hash_attribute_name",
	"experimental_downloader_config", "downloader_config", "experimental_credential_*", "bazelrc", "flag_alias", "tool_tag", "invocation_policy",
	"sandbox_default_allow_network", "sandbox_add_mount_pair", "sandbox_writable_path", "experimental_sandbox*", "experimental_docker_*", "experimental_enable_docker_sandbox",
}

// commands run programs, or change the machine.
var commands = rules.Set("run", "mobile-install", "shutdown", "clean", "dump", "canonicalize-flags", "license", "print_action", "analyze-profile")

// environments are flags whose value is NAME or NAME=value.
var environments = []string{"test_env", "action_env", "host_action_env", "repo_env"}

// rule reads the flags of Bazel. All startup options are refused: they are
// chosen for the proof, and some of them run programs.
func rule(args []string, dangerous func(string) bool) ([]string, error) {
	if len(args) > 0 && strings.HasPrefix(args[0], "-") {
		return nil, rules.Refuse(rules.RunsCode, args[0], "startup options of Bazel are chosen for the proof")
	}
	if len(args) > 0 && commands[args[0]] {
		return nil, rules.Refuse(rules.RunsCode, args[0], "bazel "+args[0]+" does more than to build or test")
	}
	for at, word := range args {
		if word == "--" {
			break
		}
		name, value, has, ok := rules.Long(word)
		if !ok {
			continue
		}
		if !has {
			value = rules.Following(args, at)
		}
		switch {
		case rules.Matches(name, refused):
			return nil, rules.Refuse(rules.RunsCode, word, "the flag of Bazel runs a program, or takes code or results from elsewhere")
		case slices.Contains(environments, name):
			variable, _, _ := strings.Cut(strings.TrimPrefix(value, "="), "=")
			if dangerous(variable) && strings.Contains(value, "=") {
				return nil, rules.Refuse(rules.Assignment, variable, "the variable makes programs run other code or read other configuration")
			}
		case rules.Matches(name, []string{"copt", "cxxopt", "conlyopt", "linkopt", "host_*opt", "per_file_copt", "host_per_file_copt", "javacopt", "host_javacopt", "objccopt", "swiftcopt", "jvmopt", "host_jvmopt"}) && loads(value):
			return nil, rules.Refuse(rules.RunsCode, word, "what it passes on makes a compiler load other code")
		}
	}
	return args, nil
}

// loads reports whether a flag of a compiler or of Java loads code.
func loads(value string) bool {
	return slices.ContainsFunc([]string{"plugin", "-wrapper", "-specs", "-B", "-load", "-Xclang", "-fuse-ld", "--ld-path", "-processor", "agent", "-Xplugin", "-Xboot", "-cp", "-classpath", "@", "dynamic-linker"}, func(part string) bool {
		return strings.Contains(value, part)
	})
}
