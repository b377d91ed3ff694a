// What a person does in VS Code: opens a file and reads the findings, takes a
// quick fix, saves with fix-all, and saves a file that is then formatted; then
// gives a wrong path, corrects it, and restarts the server.
const fs = require("node:fs");
const path = require("node:path");
const code = require("vscode");

const editor = code.theEditor;
const [folder, settings] = process.argv.slice(2);
const manifest = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
const extension = require(path.join(folder, manifest.main));

async function wait(what, done) {
  for (let tries = 0; !done(); tries++) {
    if (tries === 1500) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const lines = (document) => document.getText().split("\n").slice(0, -1);

async function main() {
  const out = {};
  for (const [name, { default: value }] of Object.entries(manifest.contributes.configuration.properties)) editor.settings[name] = value;
  Object.assign(editor.settings, JSON.parse(fs.readFileSync(settings, "utf8")));
  out.formatter = `${manifest.publisher}.${manifest.name}` === editor.settings["editor.defaultFormatter"];
  code.workspace.setWorkspaceFolders([{ uri: code.Uri.file(process.cwd()), name: "w", index: 0 }]);
  await extension.activate({ extensionPath: folder, subscriptions: [] });
  out.commands = manifest.contributes.commands.map(({ command }) => command).filter((command) => editor.commands.has(command));

  const dockerfile = await code.workspace.openTextDocument("Dockerfile");
  const shown = (document) => editor.diagnostics.get(`${document.uri}`) ?? [];
  await wait("findings", () => shown(dockerfile).length > 0);
  out.diagnostics = shown(dockerfile).map(({ range, source }) => `${range.start.line + 1}:${range.start.character + 1} ${source}`);
  const actions = await editor.codeActions(dockerfile, new code.Range(1, 0, 1, 3));
  await editor.run(dockerfile, actions.find(({ title }) => title === "Use COPY"));
  out.quickfix = lines(dockerfile);
  await editor.save(dockerfile);
  out.fixall = fs.readFileSync("Dockerfile", "utf8").split("\n").slice(0, -1);

  const unopened = code.Uri.file(path.resolve("x.json"));
  await wait("findings of a file that is not open", () => shown({ uri: unopened }).length > 0);
  const json = await code.workspace.openTextDocument("x.json");
  await wait("findings", () => shown(json).length > 0);
  editor.set("editor.codeActionsOnSave", {}); // fix-all formats too
  await editor.save(json);
  await wait("no finding", () => shown(json).length === 0);
  out.saved = fs.readFileSync("x.json", "utf8").split("\n").slice(0, -1);
  out.errorsShown = editor.errors.splice(0).concat(editor.output.filter((text) => /failed/.test(text)));

  const right = editor.settings["autofix.path"];
  editor.set("autofix.path", "/nowhere/autofix");
  await wait("an error", () => editor.errors.some((text) => text.startsWith("autofix: cannot start")));
  out.wrong = editor.errors.splice(0).at(-1);
  out.gone = shown(dockerfile).length === 0;
  editor.set("autofix.path", right);
  await wait("findings with the right path", () => shown(dockerfile).length > 0);
  editor.set("autofix.args", ["--no-such-flag"]);
  await wait("an error of the flags", () => editor.errors.some((text) => text.startsWith("autofix: cannot start")));
  editor.set("autofix.args", []);
  await wait("findings without flags", () => shown(dockerfile).length > 0);
  const restarted = code.commands.executeCommand("autofix.restart");
  await wait("the end of the server", () => shown(dockerfile).length === 0);
  await restarted;
  await wait("findings after a restart", () => shown(dockerfile).length > 0);
  out.again = shown(dockerfile).length;
  await extension.deactivate();
  return out;
}

main()
  .catch((error) => ({ error: `${error.stack}\n${editor.errors.join("\n")}\n${editor.output.join("\n")}` }))
  .then((out) => {
    fs.writeFileSync("out.json", JSON.stringify(out));
    if (out.error) process.exit(); // a server that still runs would keep Node
  });
