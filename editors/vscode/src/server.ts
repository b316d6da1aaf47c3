// Finds the augur program and makes sure that it is one before it is trusted with documents.
// Free of the editor's API, so that its refusals are tested without an editor.

import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Where a program was found; the order is the order in which they are tried. */
export type Origin = 'setting' | 'bundled' | 'PATH';

export interface Server {
  path: string;
  origin: Origin;
  version: string;
}

/** An error whose message says what the user can do. */
export class ServerError extends Error {}

const INSTALL =
  'Build it with `go build -o augur .` in the Augur repository and put it on the PATH, or set augur.server.path to it.';

/** Longest time that a program may take to say its version. */
const VERSION_TIMEOUT_MS = 10_000;

/**
 * Returns the program named by the setting, else the one bundled with the extension, else the one on the PATH.
 * The first that is there is the only one asked for its version: a broken choice is reported, never replaced in silence.
 */
export async function findServer(setting: string, extensionFolder: string): Promise<Server> {
  const wanted = expandHome(setting.trim());
  if (wanted !== '') {
    if (!isAbsolute(wanted)) {
      throw new ServerError(`The setting augur.server.path must be an absolute path, but is “${wanted}”.`);
    }
    return verify(wanted, 'setting');
  }
  const name = process.platform === 'win32' ? 'augur.exe' : 'augur';
  const bundled = join(extensionFolder, 'bin', name);
  if (await exists(bundled)) {
    return verify(bundled, 'bundled');
  }
  return verify(name, 'PATH');
}

async function verify(path: string, origin: Origin): Promise<Server> {
  const version = await askVersion(path, origin);
  return { path, origin, version };
}

function askVersion(path: string, origin: Origin): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(path, ['version', '--json'], { timeout: VERSION_TIMEOUT_MS, windowsHide: true }, (error, stdout) => {
      if (error) {
        reject(new ServerError(explain(path, origin, error)));
        return;
      }
      const version = parseVersion(stdout);
      if (version === undefined) {
        reject(new ServerError(`${path} is not Augur: it did not answer \`version --json\`. ${remedy(origin)}`));
        return;
      }
      resolve(version);
    });
  });
}

function explain(path: string, origin: Origin, error: Error & { code?: unknown; killed?: boolean }): string {
  if (error.code === 'ENOENT') {
    return origin === 'PATH' ? `No augur program was found. ${INSTALL}` : `There is no program at ${path}. ${remedy(origin)}`;
  }
  if (error.code === 'EACCES') {
    return `${path} may not be executed. Run \`chmod +x\` on it, or ${lowerFirst(remedy(origin))}`;
  }
  if (error.killed) {
    return `${path} did not say its version within ${VERSION_TIMEOUT_MS / 1000} s. ${remedy(origin)}`;
  }
  return `${path} failed to say its version (${firstLine(error.message)}). ${remedy(origin)}`;
}

function remedy(origin: Origin): string {
  switch (origin) {
    case 'setting':
      return 'Correct the setting augur.server.path, or empty it to use the program on the PATH.';
    case 'bundled':
      return 'Reinstall the extension, or set augur.server.path to a program built for this machine.';
    case 'PATH':
      return INSTALL;
  }
}

function parseVersion(stdout: string): string | undefined {
  try {
    const answer: unknown = JSON.parse(stdout);
    if (typeof answer === 'object' && answer !== null && 'version' in answer && typeof answer.version === 'string') {
      return answer.version;
    }
  } catch {
    // Not JSON: the caller reports it.
  }
  return undefined;
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}

function expandHome(path: string): string {
  return path.startsWith('~/') ? join(homedir(), path.slice(2)) : path;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0];
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
