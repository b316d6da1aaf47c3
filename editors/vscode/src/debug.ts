// The debugger: `augur dap` behind VS Code's own debug view.

import * as vscode from 'vscode';
import { findServer } from './server';

export function offerDebugger(extensionFolder: string): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.debug.registerDebugAdapterDescriptorFactory('augur', {
      async createDebugAdapterDescriptor() {
        const setting = vscode.workspace.getConfiguration('augur').get('server.path', '');
        const server = await findServer(setting, extensionFolder);
        return new vscode.DebugAdapterExecutable(server.path, ['dap']);
      },
    }),
    vscode.debug.registerDebugConfigurationProvider('augur', {
      // Without a launch.json: the function at the cursor, under its first example.
      resolveDebugConfiguration(_folder, config) {
        const editor = vscode.window.activeTextEditor;
        if (!config.type && editor?.document.languageId === 'python') {
          return functionAtCursor(editor);
        }
        return config;
      },
    }),
    vscode.commands.registerCommand('augur.debugFunction', async () => {
      const editor = vscode.window.activeTextEditor;
      if (editor) {
        await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(editor.document.uri), functionAtCursor(editor));
      }
    }),
  );
}

function functionAtCursor(editor: vscode.TextEditor): vscode.DebugConfiguration {
  const document = editor.document;
  return {
    type: 'augur',
    request: 'launch',
    name: 'Debug this function with predicted values',
    program: document.uri.scheme === 'file' ? document.uri.fsPath : document.uri.toString(),
    text: document.isDirty || document.uri.scheme !== 'file' ? document.getText() : undefined,
    line: editor.selection.active.line + 1,
    stopOnEntry: true,
    stopAtEnd: true,
  };
}
