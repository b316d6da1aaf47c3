// Starts the Augur language server and connects it to VS Code. All knowledge of Python is in the server.

import * as vscode from 'vscode';
import { followBreakpoints } from './breakpoints';
import { askForCall } from './call';
import { followCursor } from './cursor';
import { offerFunctionCommands } from './cursorFunction';
import { offerDebugger } from './debug';
import { chooseExample } from './examples';
import { toggleHints } from './hints';
import { askAtCursor, findInput } from './inputs';
import type { Timeline } from './protocol';
import { Session } from './session';
import { showStatus } from './status';
import { TimelineView } from './timeline';

let session: Session | undefined;

/** What other extensions, and the tests, may look at. */
export interface Api {
  /** What the timeline view shows now. */
  timeline(): Timeline | undefined;
}

export async function activate(context: vscode.ExtensionContext): Promise<Api> {
  const log = vscode.window.createOutputChannel('Augur', { log: true });
  const timeline = new TimelineView(() => current);
  const current: Session = new Session(context.extension, log, {
    askForCall: (argument) => askForCall(current, argument),
    showTimeline: (argument) => timeline.show(argument),
    findInput: (argument) => findInput(current, argument),
    chooseExample: (argument) => chooseExample(current, argument),
  });
  session = current;
  context.subscriptions.push(
    log,
    current,
    timeline,
    showStatus(current),
    followCursor(current),
    followBreakpoints(current),
    offerDebugger(current, context.extensionPath),
    offerFunctionCommands(current),
    vscode.commands.registerCommand('augur.restart', () => current.restart()),
    vscode.commands.registerCommand('augur.showLog', () => log.show()),
    vscode.commands.registerCommand('augur.toggleHints', () => toggleHints(context.globalState)),
    vscode.commands.registerCommand('augur.inputs', askAtCursor),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration('augur.server.path')) {
        await current.restart();
      } else if (event.affectsConfiguration('augur')) {
        await current.sendSettings();
      }
    }),
  );
  await current.start();
  return { timeline: () => timeline.current };
}

export async function deactivate(): Promise<void> {
  await session?.stop();
}
