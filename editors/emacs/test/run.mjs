// Tests in a real Emacs, set up as ../README.md says. editors/testing/run.sh starts them with the environment variables
// EMACS and AUGUR (the programs), AUGUR_WORKSPACE (made by workspace.mjs) and AUGUR_TEST_RESULTS (a file that gets the results).

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls, run, Terminal, withHints, workspace } from '../../testing/terminal.mjs';

const home = mkdtempSync(join(tmpdir(), 'augur-emacs-'));
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const [setUp, debugging] = [...readme.matchAll(/```elisp\n([^]*?)```/g)].map((block) =>
  block[1].replace('"augur"', JSON.stringify(process.env.AUGUR)),
);
const dape = process.env.AUGUR_DAPE; // a folder with dape.el; without it the debugger is not tested
// As a package would be, it is loaded when it is used first.
const loadDape = `(add-to-list 'load-path ${JSON.stringify(dape)})
(autoload 'dape "dape" nil t)
(autoload 'dape-breakpoint-toggle "dape" nil t)
(setq dape-buffer-window-arrangement 'right)
${debugging}`;
writeFileSync(
  join(home, 'init.el'),
  `(setq make-backup-files nil auto-save-default nil create-lockfiles nil inhibit-startup-screen t ring-bell-function 'ignore)
(setq project-find-functions nil completion-styles '(substring))
(define-key minibuffer-local-completion-map " " nil)
${setUp}
${dape ? loadDape : ''}`,
);

const emacs = new Terminal([process.env.EMACS, '-nw', '-Q', '-l', join(home, 'init.el'), join(workspace, 'demo.py')], {
  HOME: home,
  LANG: 'C.UTF-8',
});

const search = (text) => emacs.keys('M-<', 'C-s', text, 'Enter');
const command = (name) => emacs.keys('M-x', name, 'Enter');

const debuggerTests = {
  'the debugger stops at a breakpoint and shows variables': async () => {
    await search('running +');
    await command('dape-breakpoint-toggle');
    await command('dape');
    await emacs.shows('Run adapter:');
    await emacs.keys('C-a', 'C-k', 'augur', 'Enter');
    await emacs.shows('Call:');
    await emacs.keys('compound(100, [10, 20])', 'Enter');
    await emacs.showsMatch(/running +100 /);
    await emacs.showsMatch(/rate +10 /);
  },

  'the debugger steps and steps back': async () => {
    await command('dape-next');
    await emacs.showsMatch(/running +110 /);
    await command('augur-step-back');
    await emacs.showsMatch(/running +100 /);
    await command('dape-continue');
    await emacs.showsMatch(/rate +20 /);
    await command('augur-reverse-continue');
    await emacs.showsMatch(/rate +10 /);
    await command('dape-quit');
  },
};

await run(
  {
    'hints are exactly those expected': () => emacs.showsLines(withHints(0).slice(4)),

    'hover tells the values of a variable': async () => {
      await search('running +');
      await emacs.keys('M-b');
      await command('eldoc');
      await command('eldoc-doc-buffer');
      await emacs.shows('computed');
      await emacs.keys('C-x', '1');
    },

    'an edit changes the hints': async () => {
      await search('return running');
      await emacs.keys(' + 1');
      await emacs.shows('return running + 1 ⏎ 133');
      await emacs.keys('BSpace', 'BSpace', 'BSpace', 'BSpace');
      await emacs.showsLines(withHints(0).slice(4));
    },

    'a code action switches to another example and back': async () => {
      for (const example of [1, 0]) {
        await search('running +');
        await command('eglot-code-actions');
        await emacs.shows('Pick an action');
        await emacs.keys(calls[example], 'Tab', 'Enter');
        await emacs.showsLines(withHints(example, 'compound'));
      }
    },

    ...(dape ? debuggerTests : {}),
  },
  emacs,
);
