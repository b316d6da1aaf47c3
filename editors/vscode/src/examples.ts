// Lets the user choose the example that the function at the cursor is shown with.

import * as vscode from 'vscode';
import { isServed } from './documents';
import { USE_EXAMPLE } from './protocol';

interface Choice extends vscode.QuickPickItem {
  command: vscode.Command;
}

/** The server offers the examples as code actions; this shows the same ones as a list. */
export async function chooseExample(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !isServed(editor.document)) {
    return;
  }
  const actions = await vscode.commands.executeCommand<(vscode.CodeAction | vscode.Command)[]>(
    'vscode.executeCodeActionProvider',
    editor.document.uri,
    editor.selection,
  );
  const choices = actions.map(asCommand).filter((c) => c?.command === USE_EXAMPLE);
  if (choices.length === 0) {
    void vscode.window.showInformationMessage('Augur: the function at the cursor has no other example.');
    return;
  }
  const items = choices.map((command): Choice => ({ label: command!.title, command: command! }));
  const choice = await vscode.window.showQuickPick(items, { placeHolder: 'Example to show values for' });
  if (choice) {
    await vscode.commands.executeCommand(choice.command.command, ...(choice.command.arguments ?? []));
  }
}

/** The command of a code action, with the title that the action has. */
function asCommand(action: vscode.CodeAction | vscode.Command): vscode.Command | undefined {
  if (typeof action.command === 'string') {
    return action as vscode.Command;
  }
  return action.command && { ...action.command, title: action.title };
}
