package protected

// A Rule protects files.
type Rule struct {
	// Globs are doublestar globs in lower case. Each matches from any folder, since
	// workspaces, modules and repositories are nested, and below the folder that a
	// person opens.
	Globs []string
	Runs  string // the program that reads the files unasked, as in the guide
	Why   string // completes "a file is protected, because ..."
	From  Writer
}

const (
	whyCI     = "it decides what continuous integration or a host runs, or who has to agree"
	whyEditor = "it decides what an editor runs"
	whyAgent  = "it tells agents what to do, or what they may run"
	whyGit    = "it decides what git does with files, or what runs when it is used"
	whyBazel  = "it decides what Bazel does"
	whyTool   = "it decides what this tool does"
	whyStart  = "it starts the build, or decides what starts with it"
	whyTools  = "it decides which programs run, and with which settings"
	whyLock   = "it decides which code from outside takes part"
	whyStarts = "an interpreter or a debugger runs it when it starts"
)

// Rules are all rules. A file that a person starts by its name and edits every
// day is a source, such as a BUILD file, a Makefile, a package.json or a
// Dockerfile: checkers may fix it, while a proof, which the file could turn
// into anything, must not rest on a change of it.
var Rules = []Rule{
	{Runs: "Bazel, Buck, Pants, Please", Why: whyBazel, From: Everyone, Globs: []string{
		"{*,}.bazelrc", ".bazelrc.*", ".bazelversion", ".bazeliskrc", ".bazelignore", "bazelw{,.*}", "tools/bazel{,.*}",
		"{*.,}module.bazel", "module.bazel.lock", "workspace{,.bazel,.bzlmod}", "{repo,vendor}.bazel", "project.scl", ".aspect/**",
		".buckconfig{,.*}", ".buckroot", ".buckversion", "pants{,.*}.toml", ".pants.{rc,bootstrap}", ".plzconfig{,.*}", "pleasew",
	}},
	{Runs: "wrappers of other builds", Why: whyStart, From: Everyone, Globs: []string{
		"gradlew{,.bat}", "gradle/wrapper/**", "gradle.properties", "mvnw{,.cmd}", ".mvn/**", "mill{,w,.bat}", ".mill-*", ".sbtopts", ".jvmopts",
	}},
	{Runs: "this tool", Why: whyTool, From: Everyone, Globs: []string{"{*.,}autofix.{toml,baseline}"}},
	{Runs: "this tool", Why: whyTool, From: Proofs, Globs: []string{".efix.y{,a}ml"}},
	{Runs: "Git, and managers of its hooks", Why: whyGit, From: Everyone, Globs: []string{
		".git{attributes,config,modules}", "{.,}{git-,git,}hooks/{applypatch,commit,post,pre,prepare}-{applypatch,auto-gc,checkout,commit,commit-msg,merge,merge-commit,msg,push,rebase,receive,rewrite}{,.*}", ".githooks/**",
		".husky/**", ".huskyrc*", ".pre-commit-{config,hooks}.y{,a}ml", "prek.toml", "{.,}lefthook{,-local}.{yml,yaml,toml,json,jsonc}",
		".lefthook{,-local}/**", ".config/lefthook*", ".lintstagedrc*", "lint-staged.config.*", "{.,}simple-git-hooks.*", ".overcommit.y{,a}ml",
		".git-hooks/**", "hk.{pkl,toml}", "captainhook.json", "grumphp.y{,a}ml{,.dist}", ".rusty-hook.toml", ".cargo-husky/**", ".hgsub",
	}},
	{Runs: "Git", Why: whyGit, From: Checkers, Globs: []string{".gitignore"}},
	{Runs: "CI services and hosts", Why: whyCI, From: Everyone, Globs: []string{
		".{github,gitea,forgejo}/{workflows,actions}/**", "action.y{,a}ml", ".github/{dependabot,settings}.y{,a}ml", ".github/codeql/**", "codeowners",
		"*gitlab-ci*.y{,a}ml", ".gitlab/**", ".gitlab-ci/**", "{.,}azure-pipelines*.y{,a}ml", ".azure{-pipelines,devops}/**", ".vsts-ci.y{,a}ml", "jenkinsfile{,.*,-*,_*}", "*.jenkinsfile",
		".{circleci,buildkite,bazelci,teamcity,tekton,woodpecker,semaphore,ci,builds,prow,harness,codefresh,concourse,agola,screwdriver,kokoro}/**",
		"{.,}{travis,drone,woodpecker,woodpecker.*,cirrus,appveyor,wercker,codefresh,screwdriver,shippable,bitrise,codemagic,circle,buildkite,semaphore,taskcluster,evergreen,prow,garnix}.y{,a}ml", ".build.y{,a}ml",
		".{drone,cirrus}.{star,jsonnet}", "bitbucket-pipelines.y{,a}ml", "cloudbuild*.{yml,yaml,json}", "buildspec*.y{,a}ml", "{.,}zuul.y{,a}ml", "{.,}zuul.d/**",
		".onedev-buildspec.yml", ".space.kts", ".taskcluster.json", "{.,}codecov.y{,a}ml", ".mergify.y{,a}ml", ".mergify/**", "bors.toml", ".kodiak.toml",
		"{.,}renovate.json{,c,5}", ".renovaterc{,.json,.json5}", ".gitlab-ci.jsonnet", "{.,}readthedocs.y{,a}ml", "netlify.toml", "vercel.json", "amplify.y{,a}ml",
		"render.y{,a}ml", "railway.{json,toml}", "fly.toml", "heroku.yml", "procfile{,.dev,.local,.test}", ".do/**", ".platform.app.y{,a}ml",
	}},
	{Runs: "editors, and the containers that they open", Why: whyEditor, From: Everyone, Globs: []string{
		".{vscode,vscode-test,vs,cursor,zed,idea,run,fleet,nova,helix,lapce,theia,settings,metals,bsp,ijwb,clwb,aswb,bazelproject,idx,codesandbox,kakoune,nvim,vim}/**",
		"{.,}devcontainer.json", ".devcontainer*/**", ".devcontainer*.json", "*.code-workspace", "*.sublime-project", "*.{iml,ipr,iws}", "{.,}*.bazelproject", ".project", ".kateproject*",
		".{exrc,vimrc,gvimrc,nvimrc,lvimrc,nvim.lua,vim.lua,lazy.lua}", "_vimrc", ".dir-locals{,-2}.el", ".luarc.json{,c}", ".clangd",
		".gitpod{.yml,.yaml,.dockerfile}", ".replit", "replit.nix", ".stackblitzrc", "{.,}devfile.y{,a}ml",
	}},
	{Runs: "agents", Why: whyAgent, From: Everyone, Globs: []string{
		"{agent,agents,claude,gemini,qwen,codex,crush,opencode,warp,iflow,codebuddy,replit,skill}{,.local,.override}.md", "{.,}mcp{,-config,_config,.*}.json", ".mcp/**",
		".{claude,claude-plugin,codex,gemini,qwen,agent,agents,windsurf,clinerules,cline,roo,kilocode,continue,kiro,junie,amazonq,augment,trae,opencode,goose,crush,factory,openhands,zencoder,qoder,rovodev,amp,iflow,codebuddy,antigravity,devin,jules,codeium,tabnine,qodo,greptile,pearai,warp,ai,copilot,skills}/**",
		".{rules,cursorrules,windsurfrules,clinerules,roorules,roomodes,kilocoderules,kilocodemodes,goosehints,continuerules,traerules,aiderules,junierules}{,-*,.md}",
		".aider*", ".aider*/**", ".augment-guidelines", ".continuerc.json", "{.,}{opencode,crush}.json{,c}", ".coderabbit.y{,a}ml", "{.,}sweep.y{,a}ml", ".pr_agent.toml", "greptile.json",
		".github/{copilot*,copilot*/**,instructions/**,prompts/**,chatmodes/**,agents/**,skills/**,hooks/**}",
	}},
	{Runs: "shells, and managers of tools and packages", Why: whyTools, From: Everyone, Globs: []string{
		".envrc{,.*}", ".direnv/**", ".autoenv*", ".env{,.local}", ".env.{development,production,test,staging,ci}{,.local}", "{.,}mise{,.*}.toml", "{.,}mise/{config*.toml,conf.d/**,tasks/**}", "{.,}mise-tasks/**", ".config/mise{.toml,.*.toml,/**}", ".rtx{,.*}.toml", ".tool-versions",
		".{python,ruby,node,java,go,terraform,opentofu,deno,bun,php,swift,crystal,perl,scala,zig,nvm,terragrunt,kotlin,elixir,erlang,julia,lua,r}-version", ".nvmrc", ".sdkmanrc", ".rvmrc", ".ruby-gemset", "rust-toolchain{,.toml}",
		".npmrc", ".yarnrc", ".yarnrc.y{,a}ml", ".yarn/**", ".pnpmfile.*", "pnpmfile.*", "pnpm-workspace.y{,a}ml", ".pnp.*", "bunfig.toml", ".cargo/config{,.toml}", ".bundle/**", ".gemrc", "{.,}pip.{conf,ini}", ".pypirc", ".condarc", "{.,}nuget.config",
		"devbox.json", ".flox/**", "devenv.yaml", ".devenv.flake.nix", ".prototools", ".moon/**", "aqua.y{,a}ml", ".aqua/**", ".hermit/**", "bin/hermit{,.hcl}",
	}},
	{Runs: "package managers", Why: whyLock, From: Everyone, Globs: []string{
		"go.sum", "go.work.sum", "package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.y{,a}ml", "bun.lock{,b}", "deno.lock", "{poetry,uv,pdm,pixi,pipfile}.lock", "pylock{,.*}.toml",
		"cargo.lock", "gemfile.lock", "composer.lock", "{packages.lock,project.assets}.json", "{mix,pubspec,flake,conan,devbox,devenv,mise,chart,buf}.lock", "*.lockfile", "gradle/verification-*.xml", "maven_install.json", "package.resolved", "podfile.lock", "cartfile.resolved", ".terraform.lock.hcl",
	}},
	{Runs: "interpreters and debuggers", Why: whyStarts, From: Everyone, Globs: []string{
		"{site,user}customize.py", "*.pth", "pyvenv.cfg", ".{gdbinit,lldbinit,pdbrc,irbrc,pryrc,rdbgrc,ghci,rprofile,renviron,octaverc,ocamlinit,iex.exs,psysh.php,ipython/**}",
	}},
	{Runs: "tests of Python", Why: "it decides which tests of Python run, and how", From: Proofs, Globs: []string{
		"conftest.py", "{.,}pytest.{ini,toml}", "tox.{ini,toml}", "noxfile.py", ".coveragerc", ".nose.cfg", ".noserc", "nose2.cfg", "unittest.cfg", "runtests.py",
	}},
	{Runs: "tests of JavaScript", Why: "it decides which tests of JavaScript run, and how", From: Proofs, Globs: []string{
		"jest.config*", "jest.setup*", "jest-*.config*", "jest.preset*", "vitest.config*", "vitest.workspace*", "vitest.setup*", "vite.config*", ".mocharc*", "mocha.opts", "ava.config*",
		"karma.conf*", "cypress.config*", "playwright.config*", "wdio.conf*", "jasmine.json", "setuptests.*", "testsetup.*", ".taprc", ".c8rc*", ".nycrc*", "nyc.config*", ".babelrc*",
		"babel.config*", ".swcrc", "lerna.json", "nx.json", "turbo.json", "deno.json*", ".env.test*",
	}},
	{Runs: "tests and builds of other languages", Why: "it decides which tests of other languages run, and how", From: Proofs, Globs: []string{
		"phpunit.xml*", ".rspec", "spec_helper.rb", "rails_helper.rb", "test_helper.rb", "test_helper.exs", "*.runsettings", "directory.build.{props,targets}", "global.json", "ctesttestfile.cmake",
		"junit-platform.properties", "testng*.xml", ".config/nextest.toml", "pom.xml", "{build,settings}.gradle*", "buildsrc/**",
		"makefile", "gnumakefile", "*.mk", "{.,}justfile", "taskfile.y*ml", "rakefile",
	}},
	{Runs: "package managers", Why: whyLock, From: Proofs, Globs: []string{
		"go.mod", "go.work", "pipfile", "requirements*.{txt,in}", "requirements/*.{txt,in}", "constraints*.txt", "gemfile", "gradle/*.versions.toml", "{flake,shell,default,devenv}.nix",
		"node_modules/**", "vendor/**", "site-packages/**", ".venv/**", "venv/**", "bower_components/**",
	}},
}
