// One running server and the client that talks to it.

import * as vscode from 'vscode';
import { LanguageClient, RevealOutputChannelOn, State, type StaticFeature } from 'vscode-languageclient/node';
import { documentSelector } from './documents';
import { EXAMPLES, FIND_INPUT, SHOW_TIMELINE, PREDICT_WITH, type FunctionArgument, type InputsArgument } from './protocol';
import { comingValues } from './inlineValues';
import { findServer, ServerError } from './server';
import { serverSettings } from './settings';

/** What the editor does in the place of the server, or before it. */
export interface Handlers {
  /** Asks for a call; undefined if the user would rather not. */
  askForCall(argument: FunctionArgument): Promise<string | undefined>;
  showTimeline(argument: FunctionArgument): Promise<void>;
  findInput(argument: InputsArgument): Promise<void>;
  chooseExample(argument: FunctionArgument): Promise<void>;
}

/** Tells the server that the editor can ask for a call and show a timeline. */
const ownFeature: StaticFeature = {
  fillClientCapabilities(capabilities) {
    capabilities.experimental = { ...(capabilities.experimental ?? {}), augur: { input: true, timeline: true } };
  },
  initialize() {},
  getState: () => ({ kind: 'static' }),
  clear() {},
};

export class Session implements vscode.Disposable {
  private client: LanguageClient | undefined;
  /** Starts and stops wait for each other here, so that two restarts in a row leave one server. */
  private last: Promise<void> = Promise.resolve();
  private readonly readyEmitter = new vscode.EventEmitter<LanguageClient>();
  private readonly stateEmitter = new vscode.EventEmitter<string | undefined>();

  /** Fires whenever a server is ready, also after it was restarted because it had died. */
  readonly onReady = this.readyEmitter.event;
  /** Fires when the server has started, with its version, or is gone. */
  readonly onState = this.stateEmitter.event;

  constructor(
    private readonly extension: vscode.Extension<unknown>,
    private readonly log: vscode.LogOutputChannel,
    private readonly handlers: Handlers,
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
    await this.running?.sendNotification('workspace/didChangeConfiguration', { settings: { augur: this.settings() } });
  }

  dispose(): void {
    this.readyEmitter.dispose();
    this.stateEmitter.dispose();
  }

  private settings(): Record<string, unknown> {
    return serverSettings(this.extension.packageJSON);
  }

  private enqueue(step: () => Promise<void>): Promise<void> {
    this.last = this.last.then(step, step);
    return this.last;
  }

  private async startNow(): Promise<void> {
    try {
      const setting = vscode.workspace.getConfiguration('augur').get<string>('server.path', '');
      const server = await findServer(setting, this.extension.extensionPath);
      this.log.info(`Starting ${server.path} ${server.version} (from ${server.origin}).`);
      const client: LanguageClient = new LanguageClient(
        'augur',
        'Augur',
        { command: server.path, args: ['lsp'] },
        {
          documentSelector,
          outputChannel: this.log,
          revealOutputChannelOn: RevealOutputChannelOn.Never,
          initializationOptions: () => this.settings(),
          middleware: {
            provideInlineValues: async (document, viewPort, context, token, next) => {
              const values = (await next(document, viewPort, context, token)) ?? [];
              return [...values, ...(await comingValues(client, document, context, token))];
            },
            workspace: {
              configuration: (params) => params.items.map(({ section }) => (section === 'augur' ? this.settings() : null)),
            },
            executeCommand: async (command, args, next) => {
              const [argument] = args as [FunctionArgument?];
              if (command === SHOW_TIMELINE && argument) {
                return this.handlers.showTimeline(argument);
              }
              if (command === EXAMPLES && argument) {
                return this.handlers.chooseExample(argument);
              }
              if (command === FIND_INPUT) {
                return this.handlers.findInput((args as [InputsArgument])[0]);
              }
              if (command === PREDICT_WITH && argument && !argument.call) {
                const call = await this.handlers.askForCall(argument);
                return call === undefined ? undefined : next(command, [{ ...argument, call }]);
              }
              return next(command, args);
            },
          },
        },
      );
      client.registerFeature(ownFeature);
      client.onDidChangeState(({ newState }) => {
        this.stateEmitter.fire(newState === State.Running ? server.version : undefined);
        if (newState === State.Running) {
          this.readyEmitter.fire(client);
        }
      });
      this.client = client;
      await client.start();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.log.error(message);
      this.stateEmitter.fire(undefined);
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
