// Tests of what a user does all day, in a real editor: choosing and keeping examples, inserting tests, reports, timelines.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import * as vscode from 'vscode';
import type { Timeline } from '../../src/protocol';

/** What the tests need of the suite. */
export interface Suite {
  test: (name: string, run: () => Promise<void>) => void;
  uri: vscode.Uri;
  workspace: vscode.Uri;
  /** Where a text starts, one character in. */
  find: (text: string) => vscode.Position;
  document: () => vscode.TextDocument;
  hints: () => Promise<Record<string, string>>;
  eventually: (check: () => Promise<void>) => Promise<void>;
}

export function addDailyTests({ test, uri, workspace, find, document, hints, eventually }: Suite): void {
  const hintAt = async (text: string): Promise<string | undefined> => (await hints())[find(text).line];
  const argument = () => ({ uri: uri.toString(), function: 'compound' });

  /** The code actions at a place, asked for their edits. */
  const actionsAt = (text: string): Thenable<vscode.CodeAction[]> => {
    const at = find(text);
    return vscode.commands.executeCommand('vscode.executeCodeActionProvider', uri, new vscode.Range(at, at), undefined, 20);
  };

  const choose = async (text: string, title: RegExp): Promise<void> => {
    await eventually(async () => {
      const actions = await actionsAt(text);
      const action = actions.find((a) => title.test(a.title));
      assert(action, `${title} is not among ${JSON.stringify(actions.map((a) => a.title))}`);
      if (action.edit) {
        assert(await vscode.workspace.applyEdit(action.edit));
      }
      if (action.command) {
        await vscode.commands.executeCommand(action.command.command, ...(action.command.arguments ?? []));
      }
    });
  };

  test('a typed call is shown and forgotten', async () => {
    await vscode.commands.executeCommand('augur.predictWith', { ...argument(), call: 'compound(1000, [50])' });
    await eventually(async () => assert.equal(await hintAt('return running'), '⏎ 1500'));
    await choose('return running', /forget the chosen example/);
    await eventually(async () => assert.equal(await hintAt('return running'), '⏎ 132'));
  });

  test('a pin is kept in a file, and taken out of it', async () => {
    const file = vscode.Uri.joinPath(workspace, 'augur-pins.toml').fsPath;
    await choose('return running', /use compound\(50/);
    await choose('return running', /pin compound\(50/);
    await eventually(async () => assert.equal(await hintAt('return running'), '⏎ 60'));
    assert.match(readFileSync(file, 'utf8'), /call = "compound\(50, \[20\]\)"/);
    await choose('return running', /remove the pin/);
    await eventually(async () => assert.equal(await hintAt('return running'), '⏎ 132'));
    assert.doesNotMatch(readFileSync(file, 'utf8'), /\[\[pin\]\]/);
    rmSync(file);
  });

  test('a call is inserted as doctest', async () => {
    const before = document().getText();
    await vscode.commands.executeCommand('augur.predictWith', { ...argument(), call: 'compound(10, [])' });
    await choose('return running', /insert as doctest/);
    assert.match(document().getText(), />>> compound\(10, \[\]\)\n {4}10\n/);
    await restore(before);
    await vscode.commands.executeCommand('augur.clearExample', argument());
  });

  test('a call is inserted as test, in a file that is made', async () => {
    await choose('return running', /insert as test \(unittest, test_demo\.py\)/);
    const made = vscode.Uri.joinPath(workspace, 'test_demo.py');
    const text = (await vscode.workspace.openTextDocument(made)).getText();
    assert.match(text, /^import unittest\n\nfrom demo import compound\n/);
    assert.match(text, /self\.assertEqual\(compound\(100, \[10, 20\]\), 132\)/);
    await vscode.workspace.saveAll();
    assert(existsSync(made.fsPath));
    rmSync(made.fsPath);
  });

  test('the timeline shows every hit', async () => {
    await vscode.commands.executeCommand('augur.showTimeline', argument());
    const extension = vscode.extensions.getExtension<{ timeline(): Timeline | undefined }>('augur.augur')!;
    await eventually(async () => {
      const timeline = extension.exports.timeline();
      assert.equal(timeline?.call, 'compound(100, [10, 20])');
      assert.equal(timeline.result?.text, '132');
      const line = timeline.lines.find((l) => l.text.includes('running +='));
      assert.deepEqual(line?.cells.map((c) => c.values[0].text), ['110', '132']);
    });
    await vscode.window.showTextDocument(document(), vscode.ViewColumn.One);
    await vscode.commands.executeCommand('workbench.action.closeOtherEditors');
  });

  test('an exception that an example will raise is reported', async () => {
    const before = document().getText();
    const edit = new vscode.WorkspaceEdit();
    const at = new vscode.Position(document().lineCount, 0);
    edit.insert(uri, at, '\n\ndef pick(d):\n    """\n    >>> pick({})\n    """\n    return d["b"]\n');
    assert(await vscode.workspace.applyEdit(edit));
    const reported = () => vscode.languages.getDiagnostics(uri).filter((d) => d.source === 'augur');
    await eventually(async () => assert.deepEqual(reported().map((d) => d.message), ["KeyError: 'b' with pick({}) (doctest, line " + (find('>>> pick').line + 1) + ')']));
    const config = vscode.workspace.getConfiguration('augur');
    await config.update('diagnostics.exceptions', 'off', vscode.ConfigurationTarget.Global);
    await eventually(async () => assert.deepEqual(reported(), []));
    await config.update('diagnostics.exceptions', undefined, vscode.ConfigurationTarget.Global);
    await eventually(async () => assert.equal(reported().length, 1));
    await restore(before);
    await eventually(async () => assert.deepEqual(reported(), []));
  });

  test('every code action can be chosen', async () => {
    const before = document().getText();
    const skip = /timeline|turn the hints|predict with|input/i; // they open something, or change what is tested next
    const titles = (await actionsAt('return running')).map((a) => a.title).filter((t) => t.startsWith('Augur: ') && !skip.test(t));
    assert(titles.length >= 3, String(titles));
    for (const title of titles) {
      await choose('return running', new RegExp(title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
      await restore(before);
      await vscode.commands.executeCommand('augur.clearExample', argument());
    }
    for (const left of ['augur-pins.toml', 'test_demo.py']) {
      await vscode.workspace.saveAll();
      rmSync(vscode.Uri.joinPath(workspace, left).fsPath, { force: true });
    }
    await eventually(async () => assert.equal(await hintAt('return running'), '⏎ 132'));
  });

  async function restore(text: string): Promise<void> {
    if (document().getText() === text) {
      return;
    }
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, new vscode.Range(0, 0, document().lineCount, 0), text);
    assert(await vscode.workspace.applyEdit(edit));
  }
}
