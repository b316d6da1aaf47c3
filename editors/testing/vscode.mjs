// Runs the tests of the VS Code extension inside the editor: vscode.mjs WORKSPACE RESULTS
// The results are lines `ok …` and `not ok …`.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPage, remote, startEditor } from './browser.mjs';

const TIMEOUT_MS = 600_000;
const [workspace, results] = process.argv.slice(2).map((path) => resolve(path));
const extension = resolve(dirname(fileURLToPath(import.meta.url)), '..', 'vscode');

const home = mkdtempSync(join(tmpdir(), 'augur-vscode-'));
writeFileSync(results, '');
const { port, stop } = await startEditor({
  home,
  extensions: join(home, 'extensions'),
  machineSettings: { 'augur.server.path': process.env.AUGUR },
  environment: { AUGUR_TEST_RESULTS: results },
});

let finish;
const finished = new Promise((resolveExit) => (finish = resolveExit));
const { page, close } = await openPage({
  port,
  home,
  folder: workspace,
  payload: [
    ['extensionDevelopmentPath', remote(port, extension)],
    ['extensionTestsPath', remote(port, join(extension, 'dist', 'test', 'suite', 'index.js'))],
    ['skipWelcome', 'true'],
  ],
  size: { width: 1280, height: 800 },
  prepare: async (fresh) => {
    await fresh.exposeFunction('codeAutomationExit', (code) => finish(code));
    await fresh.exposeFunction('codeAutomationLog', () => {});
    await fresh.addInitScript(enableTests);
  },
});
const code = await Promise.race([
  finished,
  new Promise((resolveTimeout) => setTimeout(() => resolveTimeout('no end'), TIMEOUT_MS)),
]);
if (code !== 0 && process.env.AUGUR_SCREENSHOTS) {
  await page.screenshot({ path: join(process.env.AUGUR_SCREENSHOTS, 'vscode-tests-failed.png') });
}
await close();
stop();
if (code !== 0 && code !== 1) {
  console.log(`the tests ended with: ${code}`);
}
process.exit(code === 0 ? 0 : 1);

/** Runs in the page: a released VS Code for the web runs extension tests only with this option in its configuration. */
function enableTests() {
  const enable = () => {
    const element = document.getElementById('vscode-workbench-web-configuration');
    if (!element || element.dataset.testsEnabled) {
      return;
    }
    const settings = JSON.parse(element.getAttribute('data-settings'));
    settings.developmentOptions = { ...settings.developmentOptions, enableSmokeTestDriver: true };
    element.setAttribute('data-settings', JSON.stringify(settings));
    element.dataset.testsEnabled = 'yes';
  };
  new MutationObserver(enable).observe(document, { childList: true, subtree: true });
}
