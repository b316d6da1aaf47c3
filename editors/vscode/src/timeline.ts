// Shows everything that a function does as a table of lines and hits that one can go through.

import * as vscode from 'vscode';
import { timelineOf, type FunctionArgument, type Timeline } from './protocol';
import type { Session } from './session';
import { timelinePage } from './timelinePage';

/** How long a document rests before its timeline is made anew. */
const DEBOUNCE_MS = 200;

export class TimelineView implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private shown: FunctionArgument | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly subscriptions: vscode.Disposable;

  constructor(private readonly session: () => Session) {
    this.subscriptions = vscode.workspace.onDidChangeTextDocument(() => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.update(), DEBOUNCE_MS);
    });
  }

  /** What the panel shows now, for tests. */
  current: Timeline | undefined;

  async show(argument: FunctionArgument): Promise<void> {
    this.shown = argument;
    if (!this.panel) {
      this.panel = vscode.window.createWebviewPanel('augur.timeline', 'Timeline', vscode.ViewColumn.Beside, { enableScripts: true });
      this.panel.onDidDispose(() => {
        this.panel = undefined;
        this.shown = undefined;
        this.current = undefined;
      });
      this.panel.webview.onDidReceiveMessage((line: number) => void this.reveal(line));
    }
    await this.update();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.subscriptions.dispose();
    this.panel?.dispose();
  }

  private async update(): Promise<void> {
    const client = this.session().running;
    if (!this.panel || !this.shown || !client) {
      return;
    }
    const { uri, function: name, position } = this.shown;
    let timeline: Timeline | null;
    try {
      timeline = await client.sendRequest(timelineOf, { textDocument: { uri }, function: name, position });
    } catch {
      return; // the text has changed meanwhile, or the function is gone: what is shown stays
    }
    if (!this.panel) {
      return;
    }
    this.current = timeline ?? undefined;
    this.panel.title = timeline?.call || timeline?.function || 'Timeline';
    this.panel.webview.html = timelinePage(timeline, crypto.randomUUID());
  }

  private async reveal(line: number): Promise<void> {
    if (this.shown) {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(this.shown.uri));
      const at = new vscode.Range(line, 0, line, 0);
      await vscode.window.showTextDocument(document, { selection: at, viewColumn: vscode.ViewColumn.One });
    }
  }
}
