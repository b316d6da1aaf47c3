// Tells the server which lines have breakpoints.

import * as vscode from 'vscode';
import { breakpointsChanged } from './protocol';
import type { Session } from './session';

export function followBreakpoints(session: Session): vscode.Disposable {
  /** Documents whose last message named lines, so that the last breakpoint of a document can be taken back. */
  let announced = new Set<string>();

  const send = async (): Promise<void> => {
    const client = session.running;
    if (!client) {
      return;
    }
    const lines = breakpointLines();
    const uris = new Set([...lines.keys(), ...announced]);
    announced = new Set(lines.keys());
    for (const uri of uris) {
      await client.sendNotification(breakpointsChanged, {
        textDocument: { uri: client.code2ProtocolConverter.asUri(vscode.Uri.parse(uri)) },
        lines: lines.get(uri) ?? [],
      });
    }
  };

  const sendNow = (): void => {
    // A server that dies meanwhile is started again and is then told anyway.
    void send().catch(() => undefined);
  };

  return vscode.Disposable.from(
    vscode.debug.onDidChangeBreakpoints(sendNow),
    session.onReady(() => {
      announced = new Set();
      sendNow();
    }),
  );
}

/** The enabled breakpoints of Python documents: sorted lines by document. */
function breakpointLines(): Map<string, number[]> {
  const lines = new Map<string, number[]>();
  for (const breakpoint of vscode.debug.breakpoints) {
    if (!(breakpoint instanceof vscode.SourceBreakpoint) || !breakpoint.enabled) {
      continue;
    }
    const { uri, range } = breakpoint.location;
    if (uri.path.endsWith('.py') || uri.scheme === 'untitled') {
      const key = uri.toString();
      lines.set(key, [...(lines.get(key) ?? []), range.start.line]);
    }
  }
  for (const list of lines.values()) {
    list.sort((a, b) => a - b);
  }
  return lines;
}
