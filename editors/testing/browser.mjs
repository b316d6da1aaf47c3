// Opens VS Code (code-server) in a headless browser. Shared by the tests and the screenshots.

import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = process.env.AUGUR_EDITORS;
const { chromium } = createRequire(join(cache, 'code-server', 'package.json'))('playwright-core');

// No request of the browser's own: the tests run without a network.
const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const SETTINGS = {
  'security.workspace.trust.enabled': false,
  'workbench.startupEditor': 'none',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': 'off',
  'extensions.ignoreRecommendations': true,
  'update.mode': 'none',
  'chat.disableAIFeatures': true,
  'git.enabled': false,
  'files.autoSave': 'off',
};

/** Installs the extension in a home folder, as a user has it; answers the folder of extensions. */
export function installExtension(home) {
  const source = resolve(dirname(fileURLToPath(import.meta.url)), '..', 'vscode');
  const extensions = join(home, 'extensions');
  const { name, publisher, version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  for (const part of ['package.json', 'README.md', 'dist/extension.js']) {
    cpSync(join(source, part), join(extensions, `${publisher}.${name}-${version}`, part));
  }
  return extensions;
}

/**
 * Starts code-server with its own home folder; answers { port, stop }.
 * A setting of the machine's (the path of a program) is not read from the settings of the user.
 */
export async function startEditor({ home, extensions, settings = {}, machineSettings = {}, environment = {} }) {
  mkdirSync(extensions, { recursive: true });
  for (const [name, values] of [
    ['User', { ...SETTINGS, ...settings }],
    ['Machine', machineSettings],
  ]) {
    const folder = join(home, 'user', name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(values));
  }
  const port = await freePort();
  const log = openSync(join(home, 'code-server.log'), 'w');
  const server = spawn(
    join(cache, 'node', 'bin', 'node'),
    [
      join(cache, 'code-server', 'node_modules', 'code-server', 'out', 'node', 'entry.js'),
      ...['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`],
      ...['--disable-telemetry', '--disable-update-check'],
      ...['--user-data-dir', join(home, 'user'), '--extensions-dir', extensions],
    ],
    {
      env: {
        ...process.env,
        HOME: home,
        XDG_CONFIG_HOME: join(home, '.config'),
        XDG_DATA_HOME: join(home, '.local'),
        XDG_CACHE_HOME: join(home, '.cache'),
        EXTENSIONS_GALLERY: '{}',
        ...environment,
      },
      stdio: ['ignore', log, log],
      detached: true,
    },
  );
  const stop = () => {
    try {
      // The group: the server starts the editor's processes as children.
      process.kill(-server.pid, 'SIGTERM');
    } catch {
      // Gone already.
    }
  };
  process.once('exit', stop);
  await until(async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).ok, 180_000);
  return { port, stop };
}

/** How long a machine that has other work may take to start a browser, or to load the editor. */
const SLOW_MS = 180_000;

/** Opens a page on the editor; `payload` is a list of [name, value] as VS Code for the web takes it. */
export async function openPage({ port, home, folder, payload, size, prepare = async () => {} }) {
  const context = await chromium.launchPersistentContext(mkdtempSync(join(home, 'browser-')), {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    viewport: size,
    args: CHROMIUM_ARGUMENTS,
    timeout: SLOW_MS,
  });
  const page = context.pages()[0] ?? (await context.newPage());
  await prepare(page);
  const query = new URLSearchParams({ folder, payload: JSON.stringify(payload) });
  await page.goto(`http://127.0.0.1:${port}/?${query}`, { timeout: SLOW_MS });
  return { page, close: () => context.close() };
}

/** The address of a file on the machine of the editor's server. */
export function remote(port, path) {
  return `vscode-remote://127.0.0.1:${port}${path}`;
}

async function until(check, milliseconds) {
  const end = Date.now() + milliseconds;
  for (;;) {
    if (await check().catch(() => false)) {
      return;
    }
    if (Date.now() > end) {
      throw new Error('code-server did not start; its log is in the home folder of the test');
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
