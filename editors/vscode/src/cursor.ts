// Tells the server where the cursor is.

import * as vscode from 'vscode';
import { isServed } from './documents';
import { cursorMoved } from './protocol';
import type { Session } from './session';

/** Long enough that holding an arrow key sends few messages, short enough not to be seen. */
const DEBOUNCE_MS = 50;

export function followCursor(session: Session): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;

  const send = async (): Promise<void> => {
    const client = session.running;
    const editor = vscode.window.activeTextEditor;
    if (!client || !editor || !isServed(editor.document)) {
      return;
    }
    await client.sendNotification(cursorMoved, {
      textDocument: client.code2ProtocolConverter.asTextDocumentIdentifier(editor.document),
      position: client.code2ProtocolConverter.asPosition(editor.selection.active),
    });
  };

  const sendSoon = (): void => {
    clearTimeout(timer);
    // A server that dies meanwhile is started again and is then told anyway.
    timer = setTimeout(() => void send().catch(() => undefined), DEBOUNCE_MS);
  };

  return vscode.Disposable.from(
    vscode.window.onDidChangeTextEditorSelection(sendSoon),
    vscode.window.onDidChangeActiveTextEditor(sendSoon),
    session.onReady(sendSoon),
    new vscode.Disposable(() => clearTimeout(timer)),
  );
}
