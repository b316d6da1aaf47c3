// Tests of looking for inputs in a real editor.

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Suite } from './daily';

export function addInputTests({ test, uri, find, eventually }: Suite): void {
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
}
