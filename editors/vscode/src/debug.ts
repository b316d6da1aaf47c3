// The debugger: `augur dap` behind VS Code's own debug view.

import * as vscode from 'vscode';
import { CodeLensRequest } from 'vscode-languageclient/node';
import { documentSelector, isServed } from './documents';
import { currentExample } from './protocol';
import { findServer } from './server';
import type { Session } from './session';

const NAME = 'Debug with predicted values';

export function offerDebugger(session: Session, extensionFolder: string): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.debug.registerDebugAdapterDescriptorFactory('augur', {
      async createDebugAdapterDescriptor() {
        const setting = vscode.workspace.getConfiguration('augur').get('server.path', '');
        const server = await findServer(setting, extensionFolder);
        return new vscode.DebugAdapterExecutable(server.path, ['dap']);
      },
    }),
    vscode.debug.registerDebugConfigurationProvider('augur', {
      // Without a launch.json: the function at the cursor, under its current example.
      async resolveDebugConfiguration(_folder, config) {
        const editor = vscode.window.activeTextEditor;
        if (!config.type && editor?.document.languageId === 'python') {
          return functionAt(session, editor.document, editor.selection.active);
        }
        return config;
      },
    }),
    vscode.languages.registerCodeLensProvider(documentSelector, {
      provideCodeLenses: (document, token) => lenses(session, document, token),
    }),
    vscode.commands.registerCommand('augur.debugFunction', async (uri?: unknown, line?: unknown) => {
      const editor = vscode.window.activeTextEditor;
      // The lens says where; the palette and the title of the editor do not.
      const document =
        uri instanceof vscode.Uri && typeof line === 'number' ? await vscode.workspace.openTextDocument(uri) : editor?.document;
      if (!document || !isServed(document)) {
        return;
      }
      const at = typeof line === 'number' ? new vscode.Position(line, 0) : (editor?.selection.active ?? new vscode.Position(0, 0));
      const folder = vscode.workspace.getWorkspaceFolder(document.uri);
      // Text that is not saved is sent along, so nothing needs to be saved.
      await vscode.debug.startDebugging(folder, await functionAt(session, document, at), { suppressSaveBeforeStart: true });
    }),
  );
}

/** One lens beside each of the server's own, which stand above the functions that have an example. */
async function lenses(session: Session, document: vscode.TextDocument, token: vscode.CancellationToken): Promise<vscode.CodeLens[]> {
  const client = session.running;
  if (!client) {
    return [];
  }
  const params = { textDocument: client.code2ProtocolConverter.asTextDocumentIdentifier(document) };
  const found = await client.sendRequest(CodeLensRequest.type, params, token);
  const converted = (await client.protocol2CodeConverter.asCodeLenses(found, token)) ?? [];
  return converted.map(
    ({ range }) =>
      new vscode.CodeLens(range, { title: NAME, command: 'augur.debugFunction', arguments: [document.uri, range.start.line] }),
  );
}

/** How to debug the function at a position, as its hints show it. */
async function functionAt(session: Session, document: vscode.TextDocument, at: vscode.Position): Promise<vscode.DebugConfiguration> {
  const file = document.uri.scheme === 'file';
  return {
    type: 'augur',
    request: 'launch',
    name: NAME,
    program: file ? document.uri.fsPath : document.uri.toString(),
    text: document.isDirty || !file ? document.getText() : undefined,
    line: at.line + 1,
    stopOnEntry: true,
    stopAtEnd: true,
    ...(await exampleAt(session, document, at)),
  };
}

/** The call that the function is shown with; nothing if there is none, and the debugger finds one itself. */
async function exampleAt(
  session: Session,
  document: vscode.TextDocument,
  at: vscode.Position,
): Promise<{ call?: string; setup?: string[] }> {
  const client = session.running;
  if (!client) {
    return {};
  }
  const textDocument = client.code2ProtocolConverter.asTextDocumentIdentifier(document);
  try {
    const example = await client.sendRequest(currentExample, { textDocument, position: client.code2ProtocolConverter.asPosition(at) });
    return example ? { call: example.call, setup: example.setup } : {};
  } catch {
    return {}; // a server that knows nothing of this
  }
}
