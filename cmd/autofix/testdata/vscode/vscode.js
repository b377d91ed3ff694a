// The module "vscode" for the test of editors/vscode, which no npm package has:
// in VS Code, it is a part of the editor. Positions, edits, diagnostics and the
// like are jest-mock-vscode's copies of VS Code's. The rest here stands for an
// editor with one window: it opens, changes and saves documents, shows the
// answers of providers, and keeps settings.
//
// Left out: windows, menus and colors; languages and files of other schemes;
// notebooks; the merge of answers of several extensions; confirmation of an
// edit; edits that create, rename or delete files; undo; and isolation of
// extensions. A missing part is undefined, so an extension that uses it fails.
const fs = require("node:fs");
const path = require("node:path");
const { createTextDocument, createVSCodeMock } = require("jest-mock-vscode");

const code = createVSCodeMock({ fn: (f) => f ?? (() => undefined) });
const { EventEmitter, Disposable, Uri } = code;

// Its functions return objects of the class that it extends.
const BaseUri = Object.getPrototypeOf(Uri);
Object.defineProperty(Uri, Symbol.hasInstance, { value: (one) => one instanceof BaseUri });

const events = {};
const event = (name) => (events[name] = new EventEmitter()).event;
const nothing = () => new Disposable(() => {});

class CancellationTokenSource {
  #canceled = new EventEmitter();
  token = { isCancellationRequested: false, onCancellationRequested: this.#canceled.event };
  cancel() {
    this.token.isCancellationRequested = true;
    this.#canceled.fire();
  }
  dispose() {}
}

class Fields {
  constructor(...fields) {
    this.fields = fields;
  }
}

Object.assign(code, {
  version: "1.91.0",
  env: { appName: "Visual Studio Code", language: "en", openExternal: async () => true },
  CancellationError: class extends Error {},
  CancellationTokenSource,
  CodeActionTriggerKind: { Invoke: 1, Automatic: 2 },
  InlayHint: Fields,
  WorkspaceEdit: class extends code.WorkspaceEdit {
    // set also takes pairs of an edit and its annotation, which is for confirmation.
    set(uri, edits) {
      super.set(uri, edits?.map((edit) => (Array.isArray(edit) ? edit[0] : edit)));
    }
  },
  TabInputText: class {
    constructor(uri) {
      this.uri = uri;
    }
  },
  TabInputTextDiff: Fields,
  TabInputCustom: Fields,
  TabInputNotebook: Fields,
  Hover: class {
    constructor(contents, range) {
      Object.assign(this, { contents: [contents].flat(), range });
    }
  },
});

// What the test reads and steers.
const editor = { settings: {}, diagnostics: new Map(), providers: {}, commands: new Map(), errors: [], output: [] };

Object.assign(code.commands, {
  registerCommand(name, run) {
    editor.commands.set(name, run);
    return new Disposable(() => editor.commands.delete(name));
  },
  executeCommand: async (name, ...args) => editor.commands.get(name)(...args),
});

const tabs = { activeTab: undefined, tabs: [] };
const messages = async (text) => void editor.errors.push(text);
Object.assign(code.window, {
  tabGroups: { all: [tabs], activeTabGroup: tabs, onDidChangeTabs: event("tabs"), onDidChangeTabGroups: event("tabGroups") },
  onDidChangeActiveTextEditor: event("activeEditor"),
  onDidChangeVisibleTextEditors: event("visibleEditors"),
  showErrorMessage: messages,
  showWarningMessage: messages,
  withProgress: (_, run) => run({ report() {} }, new CancellationTokenSource().token),
  createOutputChannel: () => {
    const say = (text) => void editor.output.push(text);
    return { logLevel: 1, onDidChangeLogLevel: nothing, append: say, appendLine: say, trace: say, debug: say, info: say, warn: say, error: say, show() {}, dispose() {} };
  },
});

const matches = (selector, document) =>
  [selector].flat().some((one) => typeof one === "string" ? one === document.languageId
    : (one.scheme ?? document.uri.scheme) === document.uri.scheme && (one.language ?? document.languageId) === document.languageId);
const provider = (kind) => (selector, provided, ...more) => {
  const one = { selector, provided, metadata: more.at(-1) };
  (editor.providers[kind] ??= new Set()).add(one);
  return new Disposable(() => editor.providers[kind].delete(one));
};
const providersOf = (kind, document) => [...(editor.providers[kind] ?? [])].filter((one) => matches(one.selector, document)).map((one) => one.provided);
Object.assign(code.languages, {
  match: (selector, document) => (matches(selector, document) ? 10 : 0),
  createDiagnosticCollection() {
    const all = new Map();
    editor.diagnostics = all;
    return {
      set: (uri, list) => (list ? all.set(`${uri}`, list) : all.delete(`${uri}`)),
      get: (uri) => all.get(`${uri}`),
      has: (uri) => all.has(`${uri}`),
      delete: (uri) => all.delete(`${uri}`),
      clear: () => all.clear(),
      dispose: () => all.clear(),
    };
  },
  registerCodeActionsProvider: provider("codeAction"),
  registerCompletionItemProvider: provider("completion"),
  registerDocumentFormattingEditProvider: provider("formatting"),
  registerDocumentRangeFormattingEditProvider: provider("rangeFormatting"),
  registerHoverProvider: provider("hover"),
});

Object.assign(code.workspace, {
  textDocuments: [],
  onDidOpenTextDocument: event("open"),
  onDidCloseTextDocument: event("close"),
  onDidChangeTextDocument: event("change"),
  onWillSaveTextDocument: event("willSave"),
  onDidSaveTextDocument: event("save"),
  onDidChangeConfiguration: event("configuration"),
  getWorkspaceFolder: () => code.workspace.workspaceFolders[0],
  getConfiguration(section) {
    const whole = (key) => [section, key].filter(Boolean).join(".");
    const get = (key, otherwise) => editor.settings[whole(key)] ?? otherwise;
    return { get, has: (key) => get(key) !== undefined, inspect: () => undefined };
  },
  createFileSystemWatcher: () => ({ onDidCreate: nothing, onDidChange: nothing, onDidDelete: nothing, dispose() {} }),
  async openTextDocument(name) {
    const document = createTextDocument(Uri.file(path.resolve(name)), fs.readFileSync(name, "utf8"), path.extname(name).slice(1) || path.basename(name).toLowerCase());
    code.workspace.textDocuments.push(document);
    tabs.activeTab = { input: new code.TabInputText(document.uri), isActive: true };
    tabs.tabs.push(tabs.activeTab);
    code.window.activeTextEditor = { document };
    code.window.visibleTextEditors = [code.window.activeTextEditor];
    events.open.fire(document);
    events.tabs.fire({ opened: [tabs.activeTab], closed: [], changed: [] });
    events.activeEditor.fire(code.window.activeTextEditor);
    events.visibleEditors.fire(code.window.visibleTextEditors);
    return document;
  },
  async applyEdit(edit) {
    for (const [uri, edits] of edit.entries()) {
      change(code.workspace.textDocuments.find((document) => `${document.uri}` === `${uri}`), edits);
    }
    return true;
  },
});

// change makes edits as one change. Their places are in the text before it.
function change(document, edits) {
  let text = document.getText();
  const contentChanges = edits.map(({ range, newText }) => {
    const rangeOffset = document.offsetAt(range.start);
    return { range, rangeOffset, rangeLength: document.offsetAt(range.end) - rangeOffset, text: newText };
  }).sort((a, b) => b.rangeOffset - a.rangeOffset);
  for (const one of contentChanges) {
    text = text.slice(0, one.rangeOffset) + one.text + text.slice(one.rangeOffset + one.rangeLength);
  }
  document.constructor.setContents(document, text);
  document.version++;
  events.change.fire({ document, contentChanges, reason: undefined });
}

const token = () => new CancellationTokenSource().token;

// codeActions returns the actions for a range, of a kind or of all kinds.
editor.codeActions = async (document, range, only) => {
  const diagnostics = (editor.diagnostics.get(`${document.uri}`) ?? []).filter((one) => one.range.intersection(range));
  const answers = await Promise.all(providersOf("codeAction", document).map((one) => one.provideCodeActions(document, range, { diagnostics, only, triggerKind: 1 }, token())));
  return answers.flat().filter((one) => one && (!only || only.contains(one.kind)));
};

// run applies a code action, after it is resolved if it has no edit yet.
editor.run = async (document, action) => {
  const [{ resolveCodeAction }] = providersOf("codeAction", document);
  const whole = action.edit ? action : await resolveCodeAction(action, token());
  await code.workspace.applyEdit(whole.edit);
};

// save does the steps of VS Code, with the settings of a person: code actions,
// layout, and the file.
editor.save = async (document) => {
  for (const [kind, when] of Object.entries(editor.settings["editor.codeActionsOnSave"] ?? {})) {
    if (when === "never") continue;
    const whole = new code.Range(0, 0, document.lineCount, 0);
    for (const action of await editor.codeActions(document, whole, new code.CodeActionKind(kind))) {
      await editor.run(document, action);
    }
  }
  if (editor.settings["editor.formatOnSave"]) {
    const [formatter] = providersOf("formatting", document);
    change(document, (await formatter.provideDocumentFormattingEdits(document, { tabSize: 4, insertSpaces: true }, token())) ?? []);
  }
  events.willSave.fire({ document, reason: 1, waitUntil() {} });
  fs.writeFileSync(document.fileName, document.getText());
  events.save.fire(document);
};

// set changes a setting.
editor.set = (name, value) => {
  editor.settings[name] = value;
  events.configuration.fire({ affectsConfiguration: (section) => name === section || name.startsWith(`${section}.`) });
};

module.exports = code;
module.exports.theEditor = editor;
