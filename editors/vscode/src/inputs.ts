// Shows the inputs that get to a line, and lets the user choose what to do with one.

import * as vscode from 'vscode';
import { isServed } from './documents';
import { FIND_INPUT, INSERT_INPUT_TEST, inputsOf, USE_EXAMPLE, type InputsArgument } from './protocol';
import type { Session } from './session';

interface Item extends vscode.QuickPickItem {
  run: () => Thenable<unknown>;
}

/** Looks for inputs, with a progress that can be cancelled, and opens the answer as choices. */
export async function findInput(session: Session, argument: InputsArgument): Promise<void> {
  const client = session.running;
  const asked = await withValue(argument);
  if (!client || !asked) {
    return;
  }
  const title = asked.question.title;
  const answer = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (_, token) => {
      try {
        return await client.sendRequest(inputsOf, asked, token);
      } catch (error) {
        if (!token.isCancellationRequested) {
          void vscode.window.showWarningMessage(`Augur: ${error instanceof Error ? error.message : String(error)}`);
        }
        return undefined;
      }
    },
  );
  if (!answer) {
    return;
  }
  if (answer.inputs.length === 0) {
    void vscode.window.showInformationMessage(answer.message);
    return;
  }
  const items = answer.inputs.flatMap(({ call, path }): (Item | vscode.QuickPickItem)[] => [
    { label: call, kind: vscode.QuickPickItemKind.Separator },
    {
      label: '$(eye) Use as Example',
      description: call,
      detail: `lines ${path.join(' → ')}`,
      run: () =>
        vscode.commands.executeCommand(USE_EXAMPLE, {
          uri: asked.uri,
          function: asked.question.function,
          call,
          origin: 'given',
        }),
    },
    {
      label: '$(beaker) Insert as Test',
      description: call,
      run: () => vscode.commands.executeCommand(INSERT_INPUT_TEST, { ...asked, call }),
    },
    { label: '$(copy) Copy', description: call, run: () => vscode.env.clipboard.writeText(call) },
  ]);
  const choice = await vscode.window.showQuickPick(items, { title, placeHolder: answer.message, matchOnDescription: true });
  if (choice && 'run' in choice) {
    await choice.run();
  }
}

/** The question with the value that it is about, which the user is asked for. */
async function withValue(argument: InputsArgument): Promise<InputsArgument | undefined> {
  if (argument.question.goal !== 'returns' || argument.question.returns) {
    return argument;
  }
  const returns = await vscode.window.showInputBox({
    title: argument.question.title,
    prompt: 'A Python literal, or a condition on result, as in result < 0',
    validateInput: (text) => (text.trim() === '' ? 'Type a value, as in 42 or [1, 2]' : undefined),
  });
  return returns === undefined ? undefined : { ...argument, question: { ...argument.question, returns: returns.trim() } };
}

/** Lists the questions that can be asked at the cursor: the server offers them as code actions. */
export async function askAtCursor(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !isServed(editor.document)) {
    return;
  }
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    editor.document.uri,
    editor.selection,
    'refactor.augur.input',
  );
  const questions = actions.filter((a) => a.command?.command === FIND_INPUT);
  if (questions.length === 0) {
    void vscode.window.showInformationMessage('Augur: put the cursor on a line of a function.');
    return;
  }
  const choice = await vscode.window.showQuickPick(
    questions.map((action) => ({ label: action.title.replace(/^Augur: /, ''), action })),
    { title: 'Augur: Find an Input' },
  );
  if (choice?.action.command) {
    await vscode.commands.executeCommand(FIND_INPUT, ...(choice.action.command.arguments ?? []));
  }
}
