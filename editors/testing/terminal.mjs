// Drives an editor that runs in a terminal as a user does: by keys, and by what is on the screen.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const SIZE = { columns: '140', rows: '70' };
const WAIT_MS = 30_000;
const ESCAPE_MS = 100;

/** The workspace made by workspace.mjs. */
export const workspace = process.env.AUGUR_WORKSPACE;
const expected = JSON.parse(readFileSync(join(workspace, 'expected.json'), 'utf8'));
const source = readFileSync(join(workspace, 'demo.py'), 'utf8').split('\n');

/** The calls of the examples. */
export const calls = expected.calls;

/** The lines of the demo as they look with the hints of an example; `only` leaves out all lines but those of a function. */
export function withHints(example, only) {
  const hints = expected.examples[example];
  const lines = source.map((text, line) => (line in hints ? `${text} ${hints[line]}` : text));
  if (only === undefined) {
    return lines;
  }
  const first = source.findIndex((text) => text.startsWith(`def ${only}(`));
  const rest = source.slice(first + 1).findIndex((text) => text.startsWith('def '));
  return lines.slice(first, rest < 0 ? undefined : first + 1 + rest);
}

export class Terminal {
  #session = `augur-${process.pid}`;
  #margin;

  /** Starts a command in a terminal of its own; `margin` matches what the editor writes before a line. */
  constructor(command, environment, margin = /^/) {
    this.#margin = margin;
    const set = Object.entries(environment).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    this.#tmux('-f', '/dev/null', 'new-session', '-d', '-s', 'test', '-x', SIZE.columns, '-y', SIZE.rows, ...set, ...command);
  }

  /** Types keys, by their tmux names; text is typed as it is. */
  async keys(...keys) {
    for (const key of keys) {
      this.#tmux('send-keys', '-t', 'test', key);
      if (key === 'Escape') {
        // With a key close behind it, it would be taken for Alt.
        await sleep(ESCAPE_MS);
      }
    }
  }

  screen() {
    return this.#tmux('capture-pane', '-p', '-t', 'test');
  }

  /** Waits until the screen shows a text. */
  async shows(text) {
    await eventually(() => {
      if (!plain(this.screen()).includes(plain(text))) {
        throw new Error(`“${text}” is not on the screen:\n${this.screen()}`);
      }
    });
  }

  /** Waits until the screen shows what a pattern describes. */
  async showsMatch(pattern) {
    await eventually(() => {
      if (!pattern.test(this.screen())) {
        throw new Error(`${pattern} is not on the screen:\n${this.screen()}`);
      }
    });
  }

  /** Waits until the screen shows lines one below the other, with nothing else on them or between them. */
  async showsLines(lines) {
    const wanted = lines.map(plain).filter((line) => line !== '');
    await eventually(() => {
      const screen = this.screen().split('\n');
      const got = screen.map((line) => plain(line.replace(this.#margin, ''))).filter((line) => line !== '');
      const start = got.indexOf(wanted[0]);
      wanted.forEach((line, number) => {
        const below = start < 0 ? 'nothing' : got[start + number];
        if (below !== line) {
          throw new Error(`wanted “${line}”, got “${below}” on the screen:\n${this.screen()}`);
        }
      });
    });
  }

  stop() {
    try {
      this.#tmux('kill-server');
    } catch {
      // The editor has ended, and the terminal with it.
    }
  }

  #tmux(...args) {
    return execFileSync('tmux', ['-u', '-L', this.#session, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  }
}

/** Runs the tests in order and writes the results as lines `ok …` and `not ok …`. */
export async function run(tests, terminal) {
  const results = [];
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test();
      results.push(`ok ${name}`);
    } catch (error) {
      results.push(`not ok ${name}\n${error.message}`);
    }
  }
  terminal.stop();
  writeFileSync(process.env.AUGUR_TEST_RESULTS, results.join('\n') + '\n');
}

/** Tries until the check does not throw; in the end the last failure is the one that is reported. */
export async function eventually(check) {
  const end = Date.now() + WAIT_MS;
  for (;;) {
    try {
      return check();
    } catch (error) {
      if (Date.now() > end) {
        throw error;
      }
      await sleep(50);
    }
  }
}

function plain(text) {
  return text.replace(/\s+/g, ' ').trim();
}
