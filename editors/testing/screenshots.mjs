// Pictures of the extension in the editor, installed as a user has it: screenshots.mjs FILE.py FOLDER [TEXT]
// writes vscode-hints.png, vscode-hover.png (the mouse on TEXT, default the first assignment in a function), and, if a
// function on the picture has several examples, vscode-examples.png. Fails if the hints are not drawn.

import { cpSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { installExtension, openPage, remote, startEditor } from './browser.mjs';

const [file, folder] = process.argv.slice(2, 4).map((path) => resolve(path));
const source = readFileSync(file, 'utf8').split('\n');
const text = process.argv[4] ?? source.find((line) => / = /.test(line) && /^ /.test(line));
const LINES_SHOWN = 25;

const home = mkdtempSync(join(tmpdir(), 'augur-pictures-'));
const extensions = installExtension(home);
const workspace = join(home, 'project');
mkdirSync(workspace);
mkdirSync(folder, { recursive: true });
cpSync(file, join(workspace, basename(file)));

const { port, stop } = await startEditor({
  home,
  extensions,
  settings: {
    'augur.hints.mode': 'all',
    'workbench.activityBar.location': 'hidden',
    'workbench.statusBar.visible': false,
    'workbench.layoutControl.enabled': false,
    'window.commandCenter': false,
    'window.menuBarVisibility': 'hidden',
    'breadcrumbs.enabled': false,
    'editor.minimap.enabled': false,
    'editor.scrollbar.vertical': 'hidden',
    'editor.scrollbar.horizontal': 'hidden',
    'editor.overviewRulerBorder': false,
    'editor.renderLineHighlight': 'none',
    'editor.lightbulb.enabled': 'off',
    'editor.stickyScroll.enabled': false,
    'editor.hover.delay': 100,
    'editor.fontSize': 14,
  },
  machineSettings: { 'augur.server.path': process.env.AUGUR },
});
const { page, close } = await openPage({
  port,
  home,
  folder: workspace,
  payload: [['openFile', remote(port, join(workspace, basename(file)))]],
  size: { width: 1000, height: 640 },
});
let code = 1;
try {
  const lines = page.locator('.editor-group-container .view-line');
  await lines.first().waitFor({ timeout: 60_000 });
  await page.keyboard.press('Control+b');
  await page.locator('.editor-group-container .view-line', { hasText: '⏎' }).first().waitFor({ timeout: 30_000 });
  await page.waitForTimeout(1000);
  await page.screenshot({ path: join(folder, 'vscode-hints.png') });

  const number = source.findIndex((line) => line.includes(text.trim()));
  if (number > LINES_SHOWN) {
    await page.keyboard.press('Control+g');
    await page.keyboard.type(String(number + 1));
    await page.keyboard.press('Enter');
    await page.waitForTimeout(1000);
  }
  const target = page.locator('.editor-group-container .view-line', { hasText: text.trim().replaceAll(' ', '\u00a0') }).first();
  const word = target.locator('span span').first();
  const at = await word.boundingBox();
  await page.mouse.move(at.x + at.width - 4, at.y + at.height / 2);
  await page.locator('.monaco-hover:not(.hidden) .hover-contents').first().waitFor({ timeout: 10_000 });
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(folder, 'vscode-hover.png') });

  if ((await page.locator('.codelens-decoration').allInnerTexts()).some((lens) => / of \d/.test(lens))) {
    await page.mouse.click(at.x + at.width - 4, at.y + at.height / 2);
    await page.mouse.move(990, 600);
    await page.locator('.monaco-hover:not(.hidden) .hover-contents').first().waitFor({ state: 'hidden', timeout: 10_000 });
    await page.keyboard.press('Control+.');
    await page.locator('.action-widget .action-list-item, .action-widget .monaco-list-row').first().waitFor({ timeout: 10_000 });
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(folder, 'vscode-examples.png') });
  }
  code = 0;
  console.log('ok hints, hovers and examples are drawn');
} catch (error) {
  console.log(`not ok hints, hovers and examples are drawn\n${error.message}`);
  await page.screenshot({ path: join(folder, 'vscode-failed.png') });
}
await close();
stop();
process.exit(code);
