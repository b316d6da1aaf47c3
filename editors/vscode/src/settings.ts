// The settings that the server reads, as initializationOptions and as the `augur` section of workspace/didChangeConfiguration.

import * as vscode from 'vscode';

export type HintsMode = 'cursor' | 'breakpoints' | 'all' | 'off';

export interface ServerSettings {
  hints: { mode: HintsMode; maxLength: number; notReached: boolean };
  oracle: { threshold: number };
}

export function serverSettings(): ServerSettings {
  const config = vscode.workspace.getConfiguration('augur');
  return {
    hints: {
      mode: config.get<HintsMode>('hints.mode', 'cursor'),
      maxLength: config.get<number>('hints.maxLength', 80),
      notReached: config.get<boolean>('hints.notReached', false),
    },
    oracle: { threshold: config.get<number>('oracle.threshold', 0.5) },
  };
}
