// Tests of the debugger in a real editor: `augur dap` behind VS Code's own debug view.

import assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** What the tests need of the suite. */
export interface Suite {
  test: (name: string, run: () => Promise<void>) => void;
  uri: vscode.Uri;
  /** Where a text starts, one character in. */
  find: (text: string) => vscode.Position;
  document: () => vscode.TextDocument;
}

type Body = Record<string, unknown>;

/** Every stop of every session, told by the adapter's own messages. */
class Stops {
  private readonly bodies: Body[] = [];
  private readonly waiting: ((body: Body) => void)[] = [];

  add(body: Body): void {
    const next = this.waiting.shift();
    if (next) {
      next(body);
    } else {
      this.bodies.push(body);
    }
  }

  next(): Promise<Body> {
    const body = this.bodies.shift();
    if (body) {
      return Promise.resolve(body);
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('the session does not stop')), 15_000);
      this.waiting.push((arrived) => {
        clearTimeout(timer);
        resolve(arrived);
      });
    });
  }
}

export function debugTests({ test, uri, find, document }: Suite): void {
  const stops = new Stops();
  const tracker = vscode.debug.registerDebugAdapterTrackerFactory('augur', {
    createDebugAdapterTracker: () => ({
      onDidSendMessage(message: { type: string; event?: string; body?: Body }) {
        if (message.type === 'event' && message.event === 'stopped') {
          stops.add(message.body ?? {});
        }
      },
    }),
  });

  const ask = async <T>(command: string, args: Body = {}): Promise<T> => {
    assert(vscode.debug.activeDebugSession, 'no session');
    return (await vscode.debug.activeDebugSession.customRequest(command, args)) as T;
  };
  const top = async (): Promise<{ id: number; name: string; line: number }> => {
    const { stackFrames } = await ask<{ stackFrames: { id: number; name: string; line: number }[] }>('stackTrace', { threadId: 1 });
    return stackFrames[0];
  };
  const locals = async (): Promise<Record<string, string>> => {
    const { scopes } = await ask<{ scopes: { variablesReference: number }[] }>('scopes', { frameId: (await top()).id });
    const { variables } = await ask<{ variables: { name: string; value: string }[] }>('variables', {
      variablesReference: scopes[0].variablesReference,
    });
    return Object.fromEntries(variables.map(({ name, value }) => [name, value]));
  };
  /** Runs a command of the debug view, and waits for the stop that it leads to. */
  const step = async (command: string): Promise<Body> => {
    // The commands act on the frame that the view shows, which it asks for after a stop.
    for (let tries = 0; tries < 100 && !(vscode.debug.activeStackItem instanceof vscode.DebugStackFrame); tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const stop = stops.next();
    await vscode.commands.executeCommand(`workbench.action.debug.${command}`);
    return stop;
  };
  const end = async (): Promise<void> => {
    const ended = new Promise<void>((resolve) => {
      const listener = vscode.debug.onDidTerminateDebugSession(() => {
        listener.dispose();
        resolve();
      });
    });
    await vscode.debug.stopDebugging();
    await ended;
  };
  const lineOf = (text: string): number => find(text).line + 1;

  test('a debug session stops at a breakpoint, steps back and forth and shows variables', async () => {
    const breakpoint = new vscode.SourceBreakpoint(new vscode.Location(uri, find('running +=')));
    vscode.debug.addBreakpoints([breakpoint]);
    try {
      assert(await vscode.debug.startDebugging(undefined, {
        type: 'augur',
        request: 'launch',
        name: 'test',
        program: uri.fsPath,
        call: 'compound(100, [10, 20])',
        stopAtEnd: true,
      }));
      assert.equal((await stops.next()).reason, 'breakpoint');
      assert.equal((await top()).line, lineOf('running +='));
      assert.deepEqual(await locals(), { start: '100', rates: '[10, 20]', running: '100', rate: '10' });
      await step('stepOver');
      assert.equal((await top()).line, lineOf('for rate in'));
      assert.equal((await locals()).running, '110');
      await step('stepBack');
      assert.deepEqual(await locals(), { start: '100', rates: '[10, 20]', running: '100', rate: '10' });
      await step('continue');
      assert.deepEqual(await locals(), { start: '100', rates: '[10, 20]', running: '110', rate: '20' });
      await step('reverseContinue');
      assert.equal((await locals()).rate, '10');
    } finally {
      vscode.debug.removeBreakpoints([breakpoint]);
      await end();
    }
  });

  test('while a session is stopped, values stand at the ends of lines', async () => {
    const stoppedLocation = new vscode.Range(find('for rate in'), find('for rate in'));
    const found = await vscode.commands.executeCommand<{ variableName?: string }[]>(
      'vscode.executeInlineValueProvider',
      uri,
      new vscode.Range(0, 0, document().lineCount, 0),
      { frameId: 1, stoppedLocation },
    );
    // The editor looks the variables up in the frame that the debugger shows.
    assert.deepEqual([...new Set(found.map((value) => value.variableName))].sort(), ['rate', 'rates', 'running', 'start']);
  });

  test('the lines after a stop show what they will do', async () => {
    const breakpoint = new vscode.SourceBreakpoint(new vscode.Location(uri, find('running +=')));
    vscode.debug.addBreakpoints([breakpoint]);
    try {
      assert(await vscode.debug.startDebugging(undefined, {
        type: 'augur',
        request: 'launch',
        name: 'test',
        program: uri.fsPath,
        call: 'compound(100, [10, 20])',
        stopAtEnd: true,
      }));
      await stops.next();
      const { id } = await top();
      const at = new vscode.Position(find('running +=').line, 0);
      const found = await vscode.commands.executeCommand<{ text?: string; range: vscode.Range }[]>(
        'vscode.executeInlineValueProvider',
        uri,
        new vscode.Range(0, 0, document().lineCount, 0),
        { frameId: id, stoppedLocation: new vscode.Range(at, at) },
      );
      // The value is that of the frame, from before the line: 100. The next round is another stop's.
      assert.deepEqual(
        found.filter((value) => value.text !== undefined).map((value) => [value.range.start.line, value.text]),
        [[at.line, 'next: running = 110']],
      );
    } finally {
      vscode.debug.removeBreakpoints([breakpoint]);
      await end();
    }
  });

  test('a variable that is set changes what follows', async () => {
    assert(await vscode.debug.startDebugging(undefined, {
      type: 'augur',
      request: 'launch',
      name: 'test',
      program: uri.fsPath,
      function: 'compound',
      stopOnEntry: true,
      stopAtEnd: true,
    }));
    await stops.next();
    const { scopes } = await ask<{ scopes: { variablesReference: number }[] }>('scopes', { frameId: (await top()).id });
    await ask('setVariable', { variablesReference: scopes[0].variablesReference, name: 'start', value: '1000' });
    const { result } = await ask<{ result: string }>('evaluate', { expression: 'start + 1', frameId: 1, context: 'watch' });
    assert.equal(result, '1001');
    assert.equal((await step('continue')).text, '⏎ 1320');
    await end();
  });

  test('the lens debugs the function under its example', async () => {
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 100);
    const lens = lenses.find((l) => l.command?.command === 'augur.debugFunction' && l.range.start.line === find('def compound').line);
    assert(lens?.command, `no lens among ${JSON.stringify(lenses.map((l) => l.command?.title))}`);
    assert.equal(lens.command.title, 'Debug with predicted values');
    await vscode.commands.executeCommand(lens.command.command, ...(lens.command.arguments ?? []));
    await stops.next();
    const { name, line } = await top();
    assert.deepEqual({ name, line }, { name: 'compound', line: lineOf('running = start') });
    assert.deepEqual(await locals(), { start: '100', rates: '[10, 20]' });
    await end();
  });

  test('a document without a file can be debugged', async () => {
    const other = await vscode.workspace.openTextDocument({ language: 'python', content: document().getText() });
    const shown = await vscode.window.showTextDocument(other);
    const at = find('if points > 100');
    shown.selection = new vscode.Selection(at, at);
    await vscode.commands.executeCommand('augur.debugFunction');
    await stops.next();
    assert.deepEqual(await locals(), { points: '91' });
    await end();
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.window.showTextDocument(document());
  });

  test('predicted values carry a mark', async () => {
    const source = 'import os\n\ndef pick(path):\n    n = 1\n    if os.path.exists(path):\n        n = 2\n    return n\n';
    assert(await vscode.debug.startDebugging(undefined, {
      type: 'augur',
      request: 'launch',
      name: 'test',
      program: vscode.Uri.joinPath(uri, '..', 'pick.py').fsPath,
      text: source,
      call: "pick('x')",
      stopOnEntry: true,
      stopAtEnd: true,
    }));
    await stops.next();
    const stop = await step('continue');
    const text = String(stop.text);
    // Weights that are not sure enough of the condition leave it unknown.
    assert(/^⏎ ≈ [12]$/.test(text) || /not known/.test(text), JSON.stringify(stop));
    await end();
    tracker.dispose();
  });
}
