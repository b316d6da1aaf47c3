// Which documents Augur answers for. Nothing is executed, so it makes no difference where a document comes from.

import * as vscode from 'vscode';

const SCHEMES = ['file', 'untitled', 'git', 'vscode-vfs', 'vscode-notebook-cell'];

export const documentSelector = SCHEMES.map((scheme) => ({ scheme, language: 'python' }));

export function isServed(document: vscode.TextDocument): boolean {
  return vscode.languages.match(documentSelector, document) > 0;
}
