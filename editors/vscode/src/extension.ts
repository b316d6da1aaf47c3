// Starts the Augur language server and connects it to VS Code. All knowledge of Python is in the server.

import * as vscode from 'vscode';
import { followBreakpoints } from './breakpoints';
import { followCursor } from './cursor';
import { offerDebugger } from './debug';
import { chooseExample } from './examples';
import { toggleHints } from './hints';
import { Session } from './session';

let session: Session | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel('Augur', { log: true });
  const current = new Session(context.extensionPath, log);
  session = current;
  context.subscriptions.push(
    log,
    current,
    followCursor(current),
    followBreakpoints(current),
    offerDebugger(current, context.extensionPath),
    vscode.commands.registerCommand('augur.restart', () => current.restart()),
    vscode.commands.registerCommand('augur.showLog', () => log.show()),
    vscode.commands.registerCommand('augur.toggleHints', () => toggleHints(context.globalState)),
    vscode.commands.registerCommand('augur.chooseExample', chooseExample),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration('augur.server.path')) {
        await current.restart();
      } else if (event.affectsConfiguration('augur')) {
        await current.sendSettings();
      }
    }),
  );
  await current.start();
}

export async function deactivate(): Promise<void> {
  await session?.stop();
}
