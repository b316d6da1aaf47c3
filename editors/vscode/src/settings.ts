// The settings that the server reads, as initializationOptions, as the `augur` section of workspace/didChangeConfiguration, and
// as the answer to workspace/configuration.

import * as vscode from 'vscode';

export type HintsMode = 'cursor' | 'breakpoints' | 'all' | 'off';

/** What the extension reads for itself. */
const OWN = ['server.', 'trace.'];

/**
 * What the user has set, by dotted names. A default is not sent, or it would go before what the file augur.toml of a workspace
 * says for everybody.
 */
export function serverSettings(manifest: vscode.Extension<unknown>['packageJSON']): Record<string, unknown> {
  const config = vscode.workspace.getConfiguration('augur');
  const set: Record<string, unknown> = {};
  for (const full of Object.keys(manifest.contributes.configuration.properties)) {
    const name = full.replace(/^augur\./, '');
    if (OWN.some((prefix) => name.startsWith(prefix))) {
      continue;
    }
    const found = config.inspect(name);
    const value = found?.workspaceFolderValue ?? found?.workspaceValue ?? found?.globalValue;
    if (value !== undefined) {
      set[name] = value;
    }
  }
  return set;
}
