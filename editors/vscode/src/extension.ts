// Starts `autofix lsp` and connects it with the editor. The server does the
// rest.
import { commands, window, workspace, type ExtensionContext, type LogOutputChannel } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

// The last start or stop: the next one waits for it.
let last = Promise.resolve();

export function activate(context: ExtensionContext): Promise<void> {
  const outputChannel = window.createOutputChannel("autofix", { log: true });
  const restart = () => then(() => start(context.extensionPath, outputChannel));
  context.subscriptions.push(
    outputChannel,
    commands.registerCommand("autofix.restart", restart),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("autofix.path") || change.affectsConfiguration("autofix.args")) {
        void restart();
      }
    }),
  );
  return restart();
}

export function deactivate(): Promise<void> {
  return then(stop);
}

function then(step: () => Promise<void>): Promise<void> {
  last = last.then(step, step);
  return last;
}

async function start(cwd: string, outputChannel: LogOutputChannel): Promise<void> {
  await stop();
  const settings = workspace.getConfiguration("autofix");
  const command = settings.get("path", "autofix");
  const args = ["lsp", ...settings.get<string[]>("args", [])];
  // On Windows, a name is looked up in the current folder first. That must not
  // be the workspace, whose autofix.exe may be hostile.
  const server = { command, args, options: { cwd } };
  client = new LanguageClient("autofix", server, { documentSelector: [{ scheme: "file" }], outputChannel });
  try {
    await client.start();
  } catch {
    client = undefined; // it is not running, and wrote the reason to the output channel
    void window.showErrorMessage(`autofix: cannot start ${command}: install it, or set autofix.path`);
  }
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.dispose();
}
