// The refusals of findServer: each says what to do, and a broken choice is never replaced by another.

import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { findServer, ServerError } from '../../src/server';

let folder: string;
const realPath = process.env.PATH;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'augur-'));
  process.env.PATH = ['/usr/bin', '/bin'].join(delimiter);
});
afterEach(() => {
  process.env.PATH = realPath;
  rmSync(folder, { recursive: true });
});

/** Writes a program into a folder of the test's and returns its path. */
function program(script: string, ...where: string[]): string {
  const dir = join(folder, ...where);
  mkdirSync(dir, { recursive: true });
  const path = join(dir, 'augur');
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

const saysVersion = (version: string) => `test "$1 $2" = "version --json" && echo '{"version": "${version}"}'`;

async function refusal(setting: string): Promise<string> {
  try {
    const server = await findServer(setting, folder);
    assert.fail(`accepted ${server.path}`);
  } catch (error) {
    assert(error instanceof ServerError, String(error));
    return error.message;
  }
}

test('the setting goes before the bundled program, that before the PATH', async () => {
  const set = program(saysVersion('1'), 'elsewhere');
  const bundled = program(saysVersion('2'), 'bin');
  program(saysVersion('3'), 'path');
  process.env.PATH = [join(folder, 'path'), process.env.PATH].join(delimiter);

  assert.deepEqual(await findServer(set, folder), { path: set, origin: 'setting', version: '1' });
  assert.deepEqual(await findServer('', folder), { path: bundled, origin: 'bundled', version: '2' });
  rmSync(bundled);
  assert.deepEqual(await findServer(' ', folder), { path: 'augur', origin: 'PATH', version: '3' });
});

test('nothing found: says how to build one', async () => {
  assert.match(await refusal(''), /^No augur program was found\. Build it with `go build/);
});

test('a setting that names nothing is not replaced by another program', async () => {
  program(saysVersion('2'), 'bin');
  assert.match(await refusal(join(folder, 'gone')), /There is no program at .*gone\. Correct the setting/);
});

test('a relative setting is refused', async () => {
  assert.match(await refusal('augur'), /must be an absolute path/);
});

test('a program that may not be executed', async () => {
  const path = program(saysVersion('1'), 'elsewhere');
  chmodSync(path, 0o644);
  assert.match(await refusal(path), /chmod \+x/);
});

test('another program of that name', async () => {
  assert.match(await refusal(program('echo usage: augur', 'elsewhere')), /is not Augur/);
  assert.match(await refusal(program(`echo '{"version": 3}'`, 'elsewhere')), /is not Augur/);
});

test('a bundled program that fails is reported, not passed over', async () => {
  program('exit 3', 'bin');
  program(saysVersion('3'), 'path');
  process.env.PATH = [join(folder, 'path'), process.env.PATH].join(delimiter);
  assert.match(await refusal(''), /failed to say its version.*Reinstall the extension/);
});
