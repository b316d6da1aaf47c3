// Makes the workspace that the tests open: workspace.mjs FIXTURE FOLDER
// writes an empty FOLDER/pyproject.toml, FOLDER/demo.py, the fixture without its remarks, and FOLDER/expected.json, what the remarks ask for.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [fixture, folder] = process.argv.slice(2);
const source = readFileSync(fixture, 'utf8').split('\n');

/** The hints by line, one record for each example; a remark alone stands for a function with one example. */
const examples = [{}, {}];
const code = source.map((line, number) => {
  const [text, ...remarks] = line.split(/ {2}#(?=[12] )/);
  for (const remark of remarks) {
    examples[Number(remark[0]) - 1][number] = remark.slice(2).trim();
  }
  return text;
});

const calls = code.flatMap((line) => line.match(/^ *>>> (compound\(.*)/)?.[1] ?? []);

mkdirSync(folder, { recursive: true });
// By which editors know the folder for a project.
writeFileSync(join(folder, 'pyproject.toml'), '');
writeFileSync(join(folder, 'demo.py'), code.join('\n'));
writeFileSync(join(folder, 'expected.json'), JSON.stringify({ examples, calls }, null, 2));
