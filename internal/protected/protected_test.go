package protected_test

import (
	"strings"
	"testing"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/rules-autofix/rules_autofix/internal/protected"
)

func TestWhy(t *testing.T) {
	for _, group := range []struct {
		name             string
		checkers, proofs bool
		paths            string
	}{
		{"for all writers", true, true, `
			.bazelrc tools/preset.bazelrc .bazelrc.ci .bazelversion .bazeliskrc .bazelignore tools/bazel tools/bazel.bat e2e/tools/bazel bazelw bazelw.bat x/bazelw
			MODULE.bazel e2e/MODULE.bazel deps/go.MODULE.bazel MODULE.bazel.lock WORKSPACE x/WORKSPACE.bazel WORKSPACE.bzlmod REPO.bazel VENDOR.bazel PROJECT.scl
			.aspect/config.yaml .buckconfig .buckconfig.local pants.toml pants.ci.toml .pants.rc .plzconfig gradlew gradlew.bat mvnw.cmd gradle/wrapper/gradle-wrapper.properties .mvn/jvm.config gradle.properties
			autofix.toml x/autofix.toml base.autofix.toml

			.gitattributes x/.gitattributes .gitmodules .gitconfig .githooks/pre-commit hooks/pre-commit git-hooks/post-merge .husky/pre-push .pre-commit-config.yaml .pre-commit-config.yml
			.pre-commit-hooks.yaml prek.toml lefthook.yml .lefthook.toml lefthook-local.yml .lefthook/pre-push/x.sh .lintstagedrc.json lint-staged.config.mjs .simple-git-hooks.json .overcommit.yml hk.pkl

			.github/workflows/ci.yml .github/workflows/deep/x.yaml .github/actions/x/action.yml .github/CODEOWNERS CODEOWNERS docs/CODEOWNERS .github/dependabot.yml .gitea/workflows/x.yml .forgejo/workflows/x.yml
			action.yml x/action.yaml .gitlab-ci.yml gitlab-ci.yml .gitlab-ci-extra.yml ci/base.gitlab-ci.yaml .gitlab/ci/x.yml .circleci/config.yml .buildkite/pipeline.yml .bazelci/presubmit.yml .ci/run
			Jenkinsfile ci/Jenkinsfile.release Jenkinsfile-nightly nightly.jenkinsfile azure-pipelines.yml azure-pipelines-release.yaml .azure-pipelines/x.yml .azuredevops/x.yml bitbucket-pipelines.yml .travis.yml appveyor.yml .appveyor.yml
			.drone.yml .drone.jsonnet .woodpecker.yml .woodpecker/x.yaml .cirrus.yml .cirrus.star cloudbuild.yaml cloudbuild-release.json buildspec.yml .build.yml .builds/x.yml .zuul.yaml zuul.d/x.yaml .teamcity/settings.kts .tekton/x.yaml
			renovate.json .renovaterc .github/renovate.json5 codecov.yml netlify.toml vercel.json .readthedocs.yaml Procfile fly.toml

			.vscode/tasks.json x/.vscode/settings.json .idea/workspace.xml .run/x.run.xml .zed/tasks.json .zed/settings.json .fleet/run.json .vs/launch.vs.json a.code-workspace a.sublime-project a.iml .bazelproject x.bazelproject
			.devcontainer.json .devcontainer/devcontainer.json .devcontainer/go/devcontainer.json .devcontainer/Dockerfile devcontainer.json .gitpod.yml .replit .idx/dev.nix devfile.yaml .exrc .vimrc .nvim.lua .lazy.lua .dir-locals.el .luarc.json .clangd .helix/languages.toml

			CLAUDE.md x/CLAUDE.md CLAUDE.local.md .claude/settings.json .claude/commands/x.md .claude-plugin/plugin.json AGENTS.md AGENTS.override.md AGENT.md GEMINI.md .gemini/settings.json QWEN.md .mcp.json mcp.json .cursor/mcp.json .cursor/rules/x.mdc .cursorrules
			.windsurfrules .windsurf/rules/x.md .clinerules .clinerules/x.md .roo/rules/x.md .roorules-code .roomodes .aider.conf.yml .aider.model.settings.yml .aiderignore .goosehints .rules .junie/guidelines.md .kiro/steering/x.md .codex/config.toml opencode.json .opencode/agent/x.md
			.github/copilot-instructions.md .github/instructions/x.instructions.md .github/prompts/x.prompt.md .github/agents/x.agent.md .github/hooks/x.json skills/x/SKILL.md .agents/skills/x.md .continue/config.yaml .amazonq/rules/x.md .coderabbit.yaml

			.envrc x/.envrc .envrc.local .env .env.local .env.production mise.toml .mise.toml mise.local.toml .mise/config.toml .config/mise.toml .config/mise/config.toml mise-tasks/x .tool-versions .python-version .ruby-version .nvmrc .sdkmanrc rust-toolchain rust-toolchain.toml
			.npmrc x/.npmrc .yarnrc .yarnrc.yml .yarn/plugins/x.cjs .pnpmfile.cjs .pnpmfile.mjs pnpm-workspace.yaml .pnp.cjs bunfig.toml .cargo/config.toml .cargo/config .bundle/config pip.conf NuGet.Config devbox.json .prototools aqua.yaml
			go.sum x/go.sum package-lock.json yarn.lock pnpm-lock.yaml Cargo.lock poetry.lock uv.lock Gemfile.lock flake.lock .terraform.lock.hcl gradle.lockfile maven_install.json Package.resolved
			sitecustomize.py usercustomize.py x.pth .gdbinit .lldbinit .pdbrc .irbrc .Rprofile .Renviron .ghci
		`},
		{"on any file system", true, true, `
			.BAZELRC module.BAZEL .GitHub/Workflows/ci.yml Claude.MD .Mcp.Json .MCP.json. .bazelrc.. .devcontainer.json::$DATA .claude./settings.json .vscode\tasks.json .baZelrc
			.dev` + "\u200c" + `container.json .github/work` + "\ufb02" + `ows/ci.yml .mi` + "\u017f" + `e.toml .dir-local` + "\u017f" + `.el pdm.loc` + "\u212a" + `
		`},
		{"only for checkers", true, false, ".gitignore x/.gitignore"},
		{"only for proofs", false, true, `
			Makefile x/GNUmakefile rules.mk justfile .justfile Taskfile.yml Rakefile build.gradle.kts settings.gradle pom.xml go.mod go.work requirements.txt requirements/dev.in Gemfile flake.nix
			conftest.py x/conftest.py pytest.ini tox.ini noxfile.py .coveragerc jest.config.js vitest.config.mts vite.config.ts .mocharc.json babel.config.js nx.json turbo.json phpunit.xml spec/spec_helper.rb
			node_modules/jest/index.js vendor/github.com/x/y.go .venv/lib/x.py .efix.yml
		`},
		{"for nobody", false, false, `
			BUILD.bazel BUILD rules/defs.bzl app/main.go bazelrc x/module.bazel.go my_workspace workspace/list.go package.json pyproject.toml Cargo.toml Dockerfile compose.yaml .hadolint.yaml .editorconfig .prettierrc eslint.config.js
			.github/README.md .github/ISSUE_TEMPLATE/bug.md github/workflows/ci.yml tools/bazelisk.go tools/bazel/x.go gitlab-ci.md docs/agents.txt agents/agents.go docs/mcp.md claude/x.go cursor/rules.md vscode/extension.ts src/hooks/preload.ts hooks/use_push.ts
			README.md docs/renovate.md env.go .env.example .envoy.yaml mise.go npmrc.md locales/hk.json build.yml jenkins.go Jenkinsfile/x.groovy.md mcp/server.go action/action.go ci/run.sh lock.go x.lock.go build.rules devcontainer/x.go idea/x.kt Procfile.go
		`},
	} {
		for _, path := range strings.Fields(group.paths) {
			if got := protected.Why(path, protected.Checkers); (got != "") != group.checkers {
				t.Errorf("%s: %q is protected from checkers: %q", group.name, path, got)
			}
			if got := protected.Why(path, protected.Proofs); (got != "") != group.proofs {
				t.Errorf("%s: %q is protected from proofs: %q", group.name, path, got)
			}
			if got := protected.Why("a/b/"+path, protected.Checkers); (got != "") != group.checkers {
				t.Errorf("%s: below a folder, %q is protected from checkers: %q", group.name, path, got)
			}
		}
	}
}

func TestRules(t *testing.T) {
	seen := map[string]bool{}
	for _, rule := range protected.Rules {
		if rule.Runs == "" || rule.Why == "" || rule.From == 0 || len(rule.Globs) == 0 {
			t.Errorf("%+v lacks something", rule)
		}
		for _, glob := range rule.Globs {
			if !doublestar.ValidatePattern(glob) || glob != strings.ToLower(glob) || strings.HasPrefix(glob, "/") || strings.HasPrefix(glob, "**") {
				t.Errorf("%q is not a glob of the form that rules have", glob)
			}
			if seen[glob] {
				t.Errorf("%q is there twice", glob)
			}
			seen[glob] = true
		}
	}
}
