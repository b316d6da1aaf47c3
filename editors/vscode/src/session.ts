// One running server and the client that talks to it.

import * as vscode from 'vscode';
import { LanguageClient, RevealOutputChannelOn, State } from 'vscode-languageclient/node';
import { documentSelector } from './documents';
import { findServer, ServerError } from './server';
import { serverSettings } from './settings';

export class Session implements vscode.Disposable {
  private client: LanguageClient | undefined;
  /** Starts and stops wait for each other here, so that two restarts in a row leave one server. */
  private last: Promise<void> = Promise.resolve();
  private readonly readyEmitter = new vscode.EventEmitter<LanguageClient>();

  /** Fires whenever a server is ready, also after it was restarted because it had died. */
  readonly onReady = this.readyEmitter.event;

  constructor(
    private readonly extensionFolder: string,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /** The client, if the server is running now. */
  get running(): LanguageClient | undefined {
    return this.client?.state === State.Running ? this.client : undefined;
  }

  start(): Promise<void> {
    return this.enqueue(() => this.startNow());
  }

  restart(): Promise<void> {
    return this.enqueue(async () => {
      await this.stopNow();
      await this.startNow();
    });
  }

  stop(): Promise<void> {
    return this.enqueue(() => this.stopNow());
  }

  async sendSettings(): Promise<void> {
    await this.running?.sendNotification('workspace/didChangeConfiguration', { settings: { augur: serverSettings() } });
  }

  dispose(): void {
    this.readyEmitter.dispose();
  }

  private enqueue(step: () => Promise<void>): Promise<void> {
    this.last = this.last.then(step, step);
    return this.last;
  }

  private async startNow(): Promise<void> {
    try {
      const setting = vscode.workspace.getConfiguration('augur').get<string>('server.path', '');
      const server = await findServer(setting, this.extensionFolder);
      this.log.info(`Starting ${server.path} ${server.version} (from ${server.origin}).`);
      const client = new LanguageClient(
        'augur',
        'Augur',
        { command: server.path, args: ['lsp'] },
        {
          documentSelector,
          outputChannel: this.log,
          revealOutputChannelOn: RevealOutputChannelOn.Never,
          initializationOptions: () => serverSettings(),
        },
      );
      client.onDidChangeState(({ newState }) => {
        if (newState === State.Running) {
          this.readyEmitter.fire(client);
        }
      });
      this.client = client;
      await client.start();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.log.error(message);
      void this.report(message, error instanceof ServerError);
    }
  }

  private async stopNow(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    try {
      await client?.dispose();
    } catch (error) {
      this.log.warn(`The server did not stop cleanly: ${String(error)}`);
    }
  }

  private async report(message: string, settingsHelp: boolean): Promise<void> {
    const openSettings = 'Open Settings';
    const showLog = 'Show Log';
    const choice = await vscode.window.showErrorMessage(
      `Augur: ${message}`,
      ...(settingsHelp ? [openSettings, showLog] : [showLog]),
    );
    if (choice === openSettings) {
      await vscode.commands.executeCommand('workbench.action.openSettings', 'augur.server.path');
    } else if (choice === showLog) {
      this.log.show();
    }
  }
}
