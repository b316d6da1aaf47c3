// Commands of the palette about the function at the cursor: the server knows which that is.

import * as vscode from 'vscode';
import { isServed } from './documents';
import { currentExample, EXAMPLES, NEXT_EXAMPLE, PREDICT_WITH, SHOW_TIMELINE, type FunctionArgument } from './protocol';
import type { Session } from './session';

export function offerFunctionCommands(session: Session): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.commands.registerCommand('augur.chooseExample', () => runAtCursor(session, EXAMPLES)),
    vscode.commands.registerCommand('augur.showNextExample', () => runAtCursor(session, NEXT_EXAMPLE)),
    vscode.commands.registerCommand('augur.predict', () => runAtCursor(session, PREDICT_WITH)),
    vscode.commands.registerCommand('augur.timeline', () => runAtCursor(session, SHOW_TIMELINE)),
    vscode.commands.registerCommand('augur.unpin', () => runAtCursor(session, 'augur.clearExample')),
    vscode.commands.registerCommand('augur.pin', () => pin(session)),
    vscode.commands.registerCommand('augur.insertDoctest', () => insert('doctest')),
    vscode.commands.registerCommand('augur.insertTest', () => insert('as test')),
  );
}

/** The function at the cursor, if it is in a document that the server answers for. */
function atCursor(session: Session): FunctionArgument | undefined {
  const client = session.running;
  const editor = vscode.window.activeTextEditor;
  if (!client || !editor || !isServed(editor.document)) {
    return undefined;
  }
  return {
    uri: client.code2ProtocolConverter.asUri(editor.document.uri),
    position: client.code2ProtocolConverter.asPosition(editor.selection.active),
  };
}

async function runAtCursor(session: Session, command: string): Promise<void> {
  const argument = atCursor(session);
  if (argument) {
    await vscode.commands.executeCommand(command, argument);
  }
}

async function pin(session: Session): Promise<void> {
  const argument = atCursor(session);
  if (!argument?.position) {
    return;
  }
  const example = await session.running!.sendRequest(currentExample, {
    textDocument: { uri: argument.uri },
    position: argument.position,
  });
  if (!example) {
    void vscode.window.showInformationMessage('Augur: the function at the cursor has no example that could be pinned.');
    return;
  }
  await vscode.commands.executeCommand('augur.pinExample', { ...argument, call: example.call, setup: example.setup.join('\n') });
}

/** Makes the edit of the code action whose title has the words. */
async function insert(words: string): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !isServed(editor.document)) {
    return;
  }
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    editor.document.uri,
    editor.selection,
    'refactor.augur.insert',
    10, // so many are asked for their edits
  );
  const edit = actions.find((a) => a.title.includes(words))?.edit;
  if (!edit) {
    void vscode.window.showInformationMessage(`Augur: there is nothing to insert ${words === 'doctest' ? 'as doctest' : words} here.`);
    return;
  }
  await vscode.workspace.applyEdit(edit);
}
