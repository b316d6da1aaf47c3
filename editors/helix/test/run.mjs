// Tests in a real Helix, set up as ../README.md says. editors/testing/run.sh starts them with the environment variables
// HELIX and AUGUR (the programs), AUGUR_WORKSPACE (made by workspace.mjs) and AUGUR_TEST_RESULTS (a file that gets the results).

import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls, run, Terminal, withHints, workspace } from '../../testing/terminal.mjs';

const home = mkdtempSync(join(tmpdir(), 'augur-helix-'));
const folder = join(home, '.config', 'helix');
mkdirSync(folder, { recursive: true });
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const [languages, config, debugging] = [...readme.matchAll(/```toml\n([^]*?)```/g)].map((block) => block[1]);
const augur = `${JSON.stringify(process.env.AUGUR)}\nargs`;
writeFileSync(join(folder, 'languages.toml'), `${languages}\n${debugging}`.replaceAll('"augur"\nargs', augur));
writeFileSync(join(folder, 'config.toml'), config);

const MARGIN = /^ *[●▍▎]? *\d+ *[▍▎│┃]?/;
const helix = new Terminal(
  [process.env.HELIX, join(workspace, 'demo.py')],
  { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), XDG_CACHE_HOME: join(home, '.cache'), LANG: 'C.UTF-8' },
  MARGIN,
);

/** Selects a text from the start of the file on. */
const search = (text) => helix.keys('Escape', 'g', 'g', '/', text, 'Enter');

await run(
  {
    'hints are exactly those expected': async () => {
      // Helix asks for hints when it is idle after a key, and the server may have started after that.
      const nudge = setInterval(() => helix.keys('l'), 1000);
      await helix.showsLines(withHints(0)).finally(() => clearInterval(nudge));
    },

    'hover tells the values of a variable': async () => {
      await search('        runnin');
      await helix.keys('Space', 'k');
      await helix.shows('computed');
      await helix.keys('Escape');
    },

    'an edit changes the hints': async () => {
      await search('return running');
      await helix.keys('A', ' + 1', 'Escape');
      await helix.shows('return running + 1 ⏎ 133');
      await helix.keys('u');
      await helix.showsLines(withHints(0));
    },

    'a code action switches to another example and back': async () => {
      for (const example of [1, 0]) {
        await search('        runnin');
        await helix.keys('Space', 'a');
        // The call alone is in the docstring, too.
        await helix.shows(`Augur: use ${calls[example]}`);
        await helix.keys('Enter');
        // Helix cannot be asked to draw the hints anew; it does when the text changes.
        await helix.keys('A', ' ', 'Escape', 'u');
        await helix.showsLines(withHints(example, 'compound'));
      }
    },

    'the debugger stops at a breakpoint, steps and shows variables': async () => {
      await search('        runnin');
      await helix.keys('Space', 'G', 'b', 'l');
      await helix.shows('predicted run');
      await helix.keys('Enter');
      await helix.shows('file:');
      await helix.keys(join(workspace, 'demo.py'), 'Enter');
      await helix.shows('call:');
      await helix.keys('compound(100, [10, 20])', 'Enter');
      await helix.shows('stopped because of breakpoint');
      await helix.keys('Escape', 'Space', 'G', 'v');
      await helix.showsMatch(/running: int = 100/);
      await helix.keys('Escape', 'Escape', 'Space', 'G', 'n');
      await helix.shows('stopped because of step');
      await helix.keys('v');
      await helix.showsMatch(/running: int = 110/);
      await helix.keys('Escape', 'Escape', 'Space', 'G', 't', 'Escape');
    },
  },
  helix,
);
