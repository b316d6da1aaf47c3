// Runs the tests under @vscode/test-cli, which wants them as one of Mocha's.

import { run } from './index';

declare function test(name: string, run: () => Promise<void>): void;

test('the extension', run);
