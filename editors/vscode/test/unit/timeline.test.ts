// The page of the timeline view: values are other people's text.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Timeline } from '../../src/protocol';
import { timelinePage } from '../../src/timelinePage';

const value = (name: string, text: string) => ({ name, text, provenance: 'computed' as const, p: 1 });

const timeline: Timeline = {
  function: 'f',
  call: 'f("<b>")',
  origin: 'doctest, line 1',
  arguments: [value('s', "'<b>'")],
  lines: [
    { line: 0, text: 'def f(s):', hits: 0, cells: [] },
    {
      line: 1,
      text: '    for c in s:',
      hits: 3,
      cells: [1, 2, 3].map((hit) => ({ hit, values: [value('c', `'<script>${hit}'`)] })),
    },
    { line: 2, text: '    return g()', hits: 1, cells: [{ hit: 1, values: [{ name: '⏎', text: '4', provenance: 'predicted', p: 0.83 }] }] },
  ],
  result: value('→', '4'),
  assumptions: [{ line: 2, expression: 'g()', text: '4', p: 0.83 }],
};

test('every hit has a column, and the slider reaches all', () => {
  const page = timelinePage(timeline, 'n');
  assert.match(page, /data-hits="1,2,3"/);
  assert.equal(page.match(/<td data-hit="2">/g)?.length, 3);
  assert.match(page, /⏎ ≈ 4/);
  assert.match(page, /predicted, 83 %/);
});

test('no value becomes markup', () => {
  const page = timelinePage(timeline, 'n');
  assert.equal(page.match(/<script/g)?.length, 1);
  assert.doesNotMatch(page, /<b>/);
  assert.match(page, /&#60;script&#62;1/);
});

test('nothing is loaded from anywhere', () => {
  const page = timelinePage(timeline, 'n0nce');
  assert.match(page, /default-src 'none'; style-src 'nonce-n0nce'; script-src 'nonce-n0nce'/);
  assert.doesNotMatch(page, /https?:/);
});

test('a function that nobody calls says what to do', () => {
  assert.match(timelinePage(null, 'n'), /Predict With/);
});

test('a long loop has no endless row', () => {
  const cells = Array.from({ length: 220 }, (_, i) => ({ hit: i + 1, values: [value('i', String(i))] }));
  const page = timelinePage({ ...timeline, lines: [{ line: 0, text: 'for i in x:', hits: 1000, skipped: 780, cells }] }, 'n');
  assert.equal(page.match(/<td data-hit=/g)?.length, 60);
});
