// Tests of looking for inputs in a real editor.

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Suite } from './daily';

export function addInputTests({ test, uri, find, hints, eventually }: Suite): void {
  const questionsAt = async (text: string): Promise<vscode.CodeAction[]> => {
    const at = find(text);
    return vscode.commands.executeCommand('vscode.executeCodeActionProvider', uri, new vscode.Range(at, at), 'refactor.augur.input');
  };

  test('questions are offered where they make sense', async () => {
    await eventually(async () => {
      const titles = (await questionsAt('if points >= 90')).map((a) => a.title.replace('Augur: ', ''));
      assert.deepEqual(titles, ['What input reaches here?', 'What input takes this branch?', 'What input takes the other branch?']);
    });
  });

  test('an input that is found becomes the example', async () => {
    const question = (await questionsAt('return "B"')).find((a) => a.title.endsWith('reaches here?'));
    assert(question);
    const branch = find('if points >= 90').line;
    assert.equal((await hints())[branch], '→ True');
    const asked = vscode.commands.executeCommand(question.command!.command, ...(question.command!.arguments ?? []));
    await eventually(async () => {
      // The first choice is to use the input; the list takes it once it is open.
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      // The line itself has no hint: it says what it returns.
      assert.equal((await hints())[branch], '→ False');
    });
    await asked;
    await vscode.commands.executeCommand('augur.clearExample', { uri: uri.toString(), function: 'grade' });
    await eventually(async () => assert.equal((await hints())[branch], '→ True'));
  });
}
