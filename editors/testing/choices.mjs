// Drives the lists of the extension by the keyboard, as a user does: choices.mjs WORKSPACE FOLDER
// prints lines `ok …` and `not ok …` and writes FOLDER/vscode-lens.png, the list of a
// function's examples, and FOLDER/vscode-inputs.png, that of what can be done with an input.

import { existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { installExtension, openPage, remote, startEditor } from './browser.mjs';

const [workspace, folder] = process.argv.slice(2, 4).map((path) => resolve(path));
const file = join(workspace, 'demo.py');
const source = readFileSync(file, 'utf8').split('\n');

const home = mkdtempSync(join(tmpdir(), 'augur-choices-'));
const extensions = installExtension(home);
mkdirSync(folder, { recursive: true });

const { port, stop } = await startEditor({
  home,
  extensions,
  settings: { 'augur.hints.mode': 'all', 'editor.minimap.enabled': false, 'editor.lightbulb.enabled': 'off', 'files.autoSave': 'afterDelay' },
  machineSettings: { 'augur.server.path': process.env.AUGUR },
});
const { page, close } = await openPage({
  port,
  home,
  folder: workspace,
  payload: [['openFile', remote(port, file)]],
  size: { width: 1000, height: 800 },
});

let failed = 0;
async function test(what, run) {
  try {
    await run();
    console.log(`ok ${what}`);
  } catch (error) {
    failed++;
    console.log(`not ok ${what}\n${error.message}`);
    await page.screenshot({ path: join(folder, 'vscode-choices-failed.png') });
    await page.keyboard.press('Escape');
  }
}

const list = page.locator('.quick-input-widget:visible');
const rows = list.locator('.monaco-list-row');

/** The line of the source, as it is drawn with its hints. */
const drawn = (text) => page.locator('.editor-group-container .view-line', { hasText: text.replaceAll(' ', '\u00a0') }).first();

/** Runs a command by its title. */
async function command(title) {
  await page.keyboard.press('F1');
  await list.waitFor({ timeout: 10_000 });
  await page.keyboard.type(title);
  await rows.filter({ hasText: title }).first().waitFor({ timeout: 10_000 });
  await page.keyboard.press('Enter');
}

async function goTo(text) {
  await page.keyboard.press('Control+g');
  await list.waitFor({ timeout: 10_000 });
  await page.keyboard.type(String(source.findIndex((line) => line.includes(text)) + 1));
  await page.keyboard.press('Enter');
  await list.waitFor({ state: 'hidden', timeout: 10_000 });
}

/** Asks what gets to a line and waits for the list of what can be done with the inputs. */
async function ask(text) {
  await goTo(text);
  await command('Augur: Find an Input That Gets Here');
  await rows.filter({ hasText: 'What input reaches here?' }).first().waitFor({ timeout: 30_000 });
  await page.keyboard.press('Enter');
  await rows.filter({ hasText: 'Use as Example' }).first().waitFor({ timeout: 30_000 });
}

async function until(check, what) {
  const end = Date.now() + 20_000;
  while (!(await check())) {
    if (Date.now() > end) {
      throw new Error(what);
    }
    await page.waitForTimeout(100);
  }
}

await page.locator('.editor-group-container .view-line').first().waitFor({ timeout: 60_000 });
await page.keyboard.press('Control+b');
await page.locator('.editor-group-container .view-line', { hasText: '⏎' }).first().waitFor({ timeout: 60_000 });

await test('a click on the lens lists the examples', async () => {
  await page.locator('.codelens-decoration a', { hasText: 'compound(100' }).first().click();
  await rows.filter({ hasText: 'compound(50, [20])' }).first().waitFor({ timeout: 10_000 });
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(folder, 'vscode-lens.png') });
  // The first is the one in use.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await until(async () => /⏎\s+60/.test(await drawn('return running').innerText()), 'the hints do not show the example');
});

await test('an input that is chosen becomes the example', async () => {
  await ask('return "B"');
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(folder, 'vscode-inputs.png') });
  await page.keyboard.press('Enter');
  await until(async () => /→\s+False/.test(await drawn('if points >= 90').innerText()), 'the hints do not show the input');
});

await test('an input is copied', async () => {
  await ask('return "B"');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await list.waitFor({ state: 'hidden', timeout: 10_000 });
  // Pasting tells what was copied; undone, the file is as before.
  await goTo('return "B"');
  await page.keyboard.press('End');
  await page.keyboard.press('Control+v');
  await until(async () => /"B"grade\(.+\)/.test(await drawn('return "B"').innerText()), 'the call was not copied');
  await page.keyboard.press('Control+z');
});

await test('an input is inserted as test', async () => {
  await ask('return "B"');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const made = join(workspace, 'test_demo.py');
  const written = () => existsSync(made) && /self\.assertEqual\(grade\(.+\), 'B'\)/.test(readFileSync(made, 'utf8'));
  await until(async () => {
    await page.keyboard.press('Control+s');
    return written();
  }, 'no test was written');
});

await close();
stop();
process.exit(failed === 0 ? 0 : 1);
