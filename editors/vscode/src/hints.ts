// Turns the hints off, and back to the mode that they were in.

import * as vscode from 'vscode';
import type { HintsMode } from './settings';

const LAST_MODE = 'augur.lastHintsMode';

export async function toggleHints(state: vscode.Memento): Promise<void> {
  const config = vscode.workspace.getConfiguration('augur');
  const mode = config.get<HintsMode>('hints.mode', 'cursor');
  if (mode !== 'off') {
    await state.update(LAST_MODE, mode);
  }
  const next = mode === 'off' ? state.get<HintsMode>(LAST_MODE, 'cursor') : 'off';
  // Written where the setting is set now, else it would have no effect.
  const target =
    config.inspect('hints.mode')?.workspaceValue === undefined
      ? vscode.ConfigurationTarget.Global
      : vscode.ConfigurationTarget.Workspace;
  await config.update('hints.mode', next, target);
}
