// Lets the user choose the example that a function is shown with.

import * as vscode from 'vscode';
import { examplesOf, type FunctionArgument } from './protocol';
import type { Session } from './session';

interface Choice extends vscode.QuickPickItem {
  run: () => Thenable<unknown>;
}

/** Lists the examples of a function with their origins, and what else can be done about them. */
export async function chooseExample(session: Session, argument: FunctionArgument): Promise<void> {
  const client = session.running;
  if (!client) {
    return;
  }
  const { function: name, choices } = await client.sendRequest(examplesOf, {
    textDocument: { uri: argument.uri },
    function: argument.function,
    position: argument.position,
  });
  const items = choices.map(({ title, detail, inUse, command }): Choice => ({
    label: inUse ? `$(check) ${title}` : title,
    description: detail,
    run: () => vscode.commands.executeCommand(command.command, ...(command.arguments ?? [])),
  }));
  if (items.length === 0) {
    void vscode.window.showInformationMessage('Augur: there is nothing to choose for the function at the cursor.');
    return;
  }
  const choice = await vscode.window.showQuickPick(items, {
    title: name === '' ? 'Augur: Examples' : `Augur: Examples of ${name}`,
    placeHolder: 'What to show values for',
    matchOnDescription: true,
  });
  await choice?.run();
}
