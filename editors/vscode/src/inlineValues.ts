// While a debugger is stopped: what the following lines will do, from the values of the stopped frame.

import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { resume, type FrameVariable } from './protocol';

/** The request is small; a frame with more is not read to its end. */
const MAX_VARIABLES = 500;

interface Scope {
  name: string;
  presentationHint?: string;
  variablesReference: number;
  expensive?: boolean;
}

interface Variable {
  name: string;
  value: string;
  variablesReference: number;
  presentationHint?: { kind?: string };
}

/** The lines after the stop, as texts at their ends. Nothing if the debugger does not tell the values. */
export async function comingValues(
  client: LanguageClient,
  document: vscode.TextDocument,
  context: vscode.InlineValueContext,
  token: vscode.CancellationToken,
): Promise<vscode.InlineValue[]> {
  const session = vscode.debug.activeDebugSession;
  if (!session) {
    return [];
  }
  try {
    const frame = await variablesOf(session, context.frameId);
    if (!frame || token.isCancellationRequested) {
      return [];
    }
    const lines = await client.sendRequest(
      resume,
      {
        textDocument: client.code2ProtocolConverter.asTextDocumentIdentifier(document),
        position: client.code2ProtocolConverter.asPosition(context.stoppedLocation.start),
        frame: await nameOf(session, context.frameId),
        ...frame,
      },
      token,
    );
    return lines.map(({ range, text }) => new vscode.InlineValueText(client.protocol2CodeConverter.asRange(range), `next: ${text}`));
  } catch {
    return []; // the program runs on, or the debugger can not tell
  }
}

/** The variables of a frame, undefined if the debugger has none of them. */
async function variablesOf(
  session: vscode.DebugSession,
  frameId: number,
): Promise<{ locals: FrameVariable[]; globals?: FrameVariable[] } | undefined> {
  const { scopes } = (await session.customRequest('scopes', { frameId })) as { scopes: Scope[] };
  const read = async (scope: Scope | undefined): Promise<FrameVariable[] | undefined> => {
    if (!scope || scope.expensive) {
      return undefined;
    }
    const { variables } = (await session.customRequest('variables', { variablesReference: scope.variablesReference })) as {
      variables: Variable[];
    };
    return variables.length > MAX_VARIABLES ? undefined : variables.map(({ name, value }) => ({ name, value }));
  };
  const locals = await read(scopes.find((s) => s.presentationHint === 'locals' || /local/i.test(s.name)));
  return locals && { locals, globals: await read(scopes.find((s) => /global/i.test(s.name))) };
}

/** The name of the function that a frame runs, as the debugger has it. */
async function nameOf(session: vscode.DebugSession, frameId: number): Promise<string | undefined> {
  const item = vscode.debug.activeStackItem;
  if (!item) {
    return undefined;
  }
  const { stackFrames } = (await session.customRequest('stackTrace', { threadId: item.threadId })) as {
    stackFrames: { id: number; name: string }[];
  };
  return stackFrames.find(({ id }) => id === frameId)?.name;
}
