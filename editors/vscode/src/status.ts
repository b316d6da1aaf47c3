// Says beside the language whether Augur runs and where it shows values; a click turns them off and on.

import * as vscode from 'vscode';
import { documentSelector } from './documents';
import type { Session } from './session';
import type { HintsMode } from './settings';

export function showStatus(session: Session): vscode.Disposable {
  const item = vscode.languages.createLanguageStatusItem('augur', documentSelector);
  item.name = 'Augur';
  let version: string | undefined;
  const update = (): void => {
    const mode = vscode.workspace.getConfiguration('augur').get<HintsMode>('hints.mode', 'cursor');
    if (version === undefined) {
      item.text = 'Augur is not running';
      item.detail = undefined;
      item.severity = vscode.LanguageStatusSeverity.Error;
      item.command = { title: 'Show Log', command: 'augur.showLog' };
      return;
    }
    item.text = `Augur: ${mode === 'off' ? 'hints are off' : `hints: ${mode}`}`;
    item.detail = version;
    item.severity = vscode.LanguageStatusSeverity.Information;
    item.command = { title: mode === 'off' ? 'Turn On' : 'Turn Off', command: 'augur.toggleHints' };
  };
  update();
  return vscode.Disposable.from(
    item,
    session.onState((now) => {
      version = now;
      update();
    }),
    vscode.workspace.onDidChangeConfiguration(update),
  );
}
