// Asks for the call that a function is to be shown with.

import * as vscode from 'vscode';
import { currentExample, type FunctionArgument } from './protocol';
import type { Session } from './session';

export async function askForCall(session: Session, argument: FunctionArgument): Promise<string | undefined> {
  const name = argument.function ?? '';
  let value = name === '' ? '' : `${name}()`;
  if (argument.position) {
    const example = await session.running?.sendRequest(currentExample, {
      textDocument: { uri: argument.uri },
      position: argument.position,
    });
    value = example?.call ?? value;
  }
  const open = value.indexOf('(');
  return vscode.window.showInputBox({
    title: 'Augur: Predict With…',
    prompt: 'A call of the function, in Python',
    value,
    // The arguments are what one wants to replace.
    valueSelection: open >= 0 && value.endsWith(')') ? [open + 1, value.length - 1] : undefined,
    validateInput: (text) => (text.trim() === '' ? 'Type a call, as in f(1, 2)' : undefined),
  });
}
