// Tests of the extension in a real editor, through the API that every extension uses.
// They need a workspace made by editors/testing/workspace.mjs; editors/testing/run.sh starts them.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { addDailyTests } from './daily';
import { debugTests } from './debug';
import { addInputTests } from './inputs';

interface Expected {
  /** The hints of every line by example, the line's own text removed; no entry: no hint. */
  examples: Record<string, string>[];
  /** The calls of the examples. */
  calls: string[];
}

interface Test {
  name: string;
  run: () => Promise<void>;
}

const tests: Test[] = [];
const test = (name: string, run: () => Promise<void>) => tests.push({ name, run });

const workspace = vscode.workspace.workspaceFolders![0].uri;
const expected: Expected = JSON.parse(readFileSync(vscode.Uri.joinPath(workspace, 'expected.json').fsPath, 'utf8'));
const uri = vscode.Uri.joinPath(workspace, 'demo.py');
let document: vscode.TextDocument;
let editor: vscode.TextEditor;

/** Called by the editor. */
export async function run(): Promise<void> {
  document = await vscode.workspace.openTextDocument(uri);
  editor = await vscode.window.showTextDocument(document);
  await setMode('all');
  let failed = 0;
  const only = new RegExp(process.env.AUGUR_TEST_ONLY ?? '');
  for (const { name, run } of tests.filter((each) => only.test(each.name))) {
    try {
      await run();
      report(`ok ${name}`);
    } catch (error) {
      failed++;
      report(`not ok ${name}\n${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (failed > 0) {
    throw new Error(`${failed} failed`);
  }
}

test('the extension is activated', async () => {
  const extension = vscode.extensions.getExtension('augur.augur');
  assert(extension);
  await eventually(async () => assert(extension.isActive));
});

test('hints are exactly those expected', async () => {
  await eventually(async () => assert.deepEqual(await hints(), expected.examples[0]));
});

test('hover tells the values of a variable', async () => {
  const text = await hover(find('running +='));
  assert.match(text, /running/);
  assert.match(text, /132/);
  assert.match(text, /computed/);
});

test('an edit changes the hints', async () => {
  const at = find('return running');
  const line = String(at.line);
  await replace('return running', 'return running + 1');
  await eventually(async () => assert.equal((await hints())[line], '⏎ 133'));
  await replace('return running + 1', 'return running');
  await eventually(async () => assert.deepEqual(await hints(), expected.examples[0]));
});

test('text that cannot be parsed keeps the other functions', async () => {
  const before = document.lineCount;
  await insertAtEnd('\ndef broken(:\n');
  try {
    await eventually(async () => assert.deepEqual(hintsUpTo(before, await hints()), expected.examples[0]));
  } finally {
    await undo(before);
  }
});

test('a code action switches to another example and back', async () => {
  for (const example of [1, 0]) {
    await useExample(expected.calls[example]);
    await eventually(async () => {
      const now = await hints();
      for (const line of functionLines()) {
        assert.equal(now[line], expected.examples[example][line], `line ${Number(line) + 1}`);
      }
    });
  }
});

test('the code lens names the example, and a key leads to the next', async () => {
  const lens = async (): Promise<vscode.Command> => {
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 100);
    const found = lenses.find((l) => l.range.start.line === find('def compound').line && l.command?.command === 'augur.examples');
    assert(found?.command, 'no lens');
    return found.command;
  };
  await eventually(async () => assert((await lens()).title.includes(expected.calls[0])));
  // A key leads from one to the next.
  moveTo(find('running +='));
  for (const example of [1, 0]) {
    await vscode.commands.executeCommand('augur.showNextExample');
    await eventually(async () => assert((await lens()).title.includes(expected.calls[example])));
  }
  await eventually(async () => assert.deepEqual(await hints(), expected.examples[0]));
});

test('mode cursor shows the function around the cursor only', async () => {
  await setMode('cursor');
  moveTo(find('running +='));
  const inside = functionLines();
  await eventually(async () => {
    const lines = Object.keys(await hints());
    assert.deepEqual(lines, Object.keys(expected.examples[0]).filter((line) => inside.includes(line)));
  });
  moveTo(find('def grade'));
  await eventually(async () => {
    const lines = Object.keys(await hints());
    assert(lines.length > 0);
    assert.deepEqual(lines.filter((line) => inside.includes(line)), []);
  });
});

test('Toggle Hints turns them off and back to the same mode', async () => {
  await setMode('all');
  await vscode.commands.executeCommand('augur.toggleHints');
  assert.equal(vscode.workspace.getConfiguration('augur').get('hints.mode'), 'off');
  await eventually(async () => assert.deepEqual(await hints(), {}));
  await vscode.commands.executeCommand('augur.toggleHints');
  assert.equal(vscode.workspace.getConfiguration('augur').get('hints.mode'), 'all');
  await eventually(async () => assert.deepEqual(await hints(), expected.examples[0]));
});

test('an untitled document has hints', async () => {
  const other = await vscode.workspace.openTextDocument({ language: 'python', content: document.getText() });
  assert.equal(other.uri.scheme, 'untitled');
  await eventually(async () => assert.deepEqual(await hints(other), expected.examples[0]));
});

test('the other side of a comparison has hints', async () => {
  const old = uri.with({ scheme: 'git', query: 'HEAD' });
  const provider = vscode.workspace.registerTextDocumentContentProvider('git', {
    provideTextDocumentContent: () => document.getText(),
  });
  const other = await vscode.workspace.openTextDocument(old);
  await eventually(async () => assert.deepEqual(await hints(other), expected.examples[0]));
  provider.dispose();
});

test('mode breakpoints shows the lines that have one', async () => {
  await setMode('breakpoints');
  await eventually(async () => assert.deepEqual(await hints(), {}));
  const at = find('running +=');
  const breakpoint = new vscode.SourceBreakpoint(new vscode.Location(uri, at));
  vscode.debug.addBreakpoints([breakpoint]);
  await eventually(async () => assert.deepEqual(await hints(), { [at.line]: expected.examples[0][at.line] }));
  vscode.debug.removeBreakpoints([breakpoint]);
  await eventually(async () => assert.deepEqual(await hints(), {}));
  await setMode('all');
  await eventually(async () => assert.deepEqual(await hints(), expected.examples[0]));
});

addDailyTests({ test, uri, workspace, find, document: () => document, hints: () => hints(), eventually: (check) => eventually(check) });

addInputTests({ test, uri, workspace, find, document: () => document, hints: () => hints(), eventually: (check) => eventually(check) });

debugTests({ test, uri, find, document: () => document });

test('a server that is killed comes back', async () => {
  const [before] = servers();
  process.kill(before, 'SIGKILL');
  await eventually(async () => {
    const [now] = servers();
    assert(now !== undefined && now !== before);
  });
  await eventually(async () => assert.deepEqual(await hints(), expected.examples[0]));
});

test('Restart Server leaves one server', async () => {
  const [before] = servers();
  await Promise.all([
    vscode.commands.executeCommand('augur.restart'),
    vscode.commands.executeCommand('augur.restart'),
  ]);
  await eventually(async () => {
    const now = servers();
    assert.equal(now.length, 1);
    assert.notEqual(now[0], before);
  });
  await eventually(async () => assert.deepEqual(await hints(), expected.examples[0]));
});

function report(line: string): void {
  console.log(line);
  appendFileSync(process.env.AUGUR_TEST_RESULTS!, line + '\n');
}

/** Tries until the assertions hold; in the end the last failure is the one that is reported. */
async function eventually(check: () => Promise<void>, milliseconds = 20_000): Promise<void> {
  const end = Date.now() + milliseconds;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) {
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** The hints of a document by line, those of one line joined, as a user reads them. */
async function hints(of = document): Promise<Record<string, string>> {
  const all = new vscode.Range(0, 0, of.lineCount, 0);
  const list = await vscode.commands.executeCommand<vscode.InlayHint[]>('vscode.executeInlayHintProvider', of.uri, all);
  const byLine: Record<string, string> = {};
  for (const hint of list) {
    const text = typeof hint.label === 'string' ? hint.label : hint.label.map((part) => part.value).join('');
    const line = String(hint.position.line);
    byLine[line] = line in byLine ? `${byLine[line]} ${text.trim()}` : text.trim();
  }
  return byLine;
}

function hintsUpTo(lineCount: number, all: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(all).filter(([line]) => Number(line) < lineCount));
}

async function hover(at: vscode.Position): Promise<string> {
  const list = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', uri, at);
  return list.flatMap((h) => h.contents.map((c) => (typeof c === 'string' ? c : c.value))).join('\n');
}

/** Where a text starts, one character in, so that the position is on its first word. */
function find(text: string): vscode.Position {
  const offset = document.getText().indexOf(text);
  assert(offset >= 0, text);
  return document.positionAt(offset + 1);
}

/** The lines of the function that has the examples. */
function functionLines(): string[] {
  const first = find('def compound').line;
  const last = find('return running').line;
  return Array.from({ length: last - first + 1 }, (_, i) => String(first + i));
}

async function useExample(call: string): Promise<void> {
  const at = find('running +=');
  await eventually(async () => {
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri,
      new vscode.Range(at, at),
    );
    const action = actions.find((a) => a.command?.command === 'augur.useExample' && a.title.includes(call));
    assert(action?.command, `no example ${call} in ${JSON.stringify(actions.map((a) => a.title))}`);
    await vscode.commands.executeCommand(action.command.command, ...(action.command.arguments ?? []));
  });
}

async function replace(from: string, to: string): Promise<void> {
  const start = document.getText().indexOf(from);
  const range = new vscode.Range(document.positionAt(start), document.positionAt(start + from.length));
  assert(await editor.edit((edit) => edit.replace(range, to)));
}

async function insertAtEnd(text: string): Promise<void> {
  assert(await editor.edit((edit) => edit.insert(new vscode.Position(document.lineCount, 0), text)));
}

/** Removes what was added after the given number of lines. */
async function undo(lineCount: number): Promise<void> {
  const rest = new vscode.Range(document.lineAt(lineCount - 1).range.end, document.lineAt(document.lineCount - 1).range.end);
  assert(await editor.edit((edit) => edit.delete(rest)));
}

function moveTo(at: vscode.Position): void {
  editor.selection = new vscode.Selection(at, at);
}

async function setMode(mode: string): Promise<void> {
  await vscode.workspace.getConfiguration('augur').update('hints.mode', mode, vscode.ConfigurationTarget.Global);
}

/** The processes of the servers that this editor started. */
function servers(): number[] {
  const list = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  return list
    .split('\n')
    .filter((line) => /\blsp$/.test(line.trim()))
    .map((line) => parseInt(line, 10));
}
