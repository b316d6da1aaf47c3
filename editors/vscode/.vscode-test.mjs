// For contributors with a desktop: `npm run test:editor` downloads VS Code and runs the tests of test/suite in it. Where there is
// none, ../testing/run.sh runs the same tests in code-server.

import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// No defineConfig: npx puts the package where a file of this folder can not import it from.
const folder = mkdtempSync(join(tmpdir(), 'augur-'));
execFileSync('node', ['../testing/workspace.mjs', '../testing/fixtures/demo.py', folder]);

export default {
  files: 'dist/test/suite/mocha.js',
  workspaceFolder: folder,
  env: { AUGUR_TEST_RESULTS: join(folder, 'results') },
  mocha: { timeout: 180_000 },
};
