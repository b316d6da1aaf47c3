// The page of the timeline view. Free of the editor's API, so that it is tested without an editor.

import type { Timeline, TimelineValue } from './protocol';

/** The most hits that have a column of their own; the slider reaches all that were kept. */
const MAX_COLUMNS = 60;

export function timelinePage(timeline: Timeline | null, nonce: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'">
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>${timeline ? body(timeline) : '<p>Nothing calls this function. Use <em>Augur: Predict With…</em> to give it a call.</p>'}
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>`;
}

function body(timeline: Timeline): string {
  const hits = [...new Set(timeline.lines.flatMap((l) => l.cells.map((c) => c.hit)))].sort((a, b) => a - b);
  const columns = hits.slice(0, MAX_COLUMNS);
  const head = columns.map((hit) => `<th data-hit="${hit}">${hit}</th>`).join('');
  const rows = timeline.lines
    .map((line) => {
      const cells = new Map(line.cells.map((c) => [c.hit, c.values]));
      const values = columns.map((hit) => `<td data-hit="${hit}">${(cells.get(hit) ?? []).map(value).join('<br>')}</td>`).join('');
      const at = line.hits > 1 ? `${line.hits}×` : '';
      return `<tr class="${line.hits > 0 ? 'ran' : 'skipped'}" data-line="${line.line}"><th>${line.line + 1}</th><td class="code">${escape(line.text)}</td><td class="hits">${at}</td>${values}</tr>`;
    })
    .join('\n');
  const slider =
    hits.length > 1
      ? `<label>Hit <input id="scrub" type="range" min="0" max="${hits.length - 1}" value="0" data-hits="${hits.join(',')}"> <output id="hit">${hits[0]}</output></label>`
      : '';
  return `<h1>${escape(timeline.call || timeline.function || 'The file as a script')}</h1>
<p class="origin">${escape(timeline.origin)}</p>
${timeline.arguments.length > 0 ? `<p>${timeline.arguments.map(value).join(' ')}</p>` : ''}
${slider}
<table><thead><tr><th></th><th></th><th></th>${head}</tr></thead><tbody>
${rows}
</tbody></table>
<p class="end">${timeline.exception ? `✗ ${escape(timeline.exception)}` : timeline.result ? value(timeline.result) : ''}</p>
${timeline.stopped ? `<p>The run was stopped: ${escape(timeline.stopped)}</p>` : ''}
${timeline.output ? `<h2>Output</h2><pre>${escape(timeline.output)}</pre>` : ''}
${
  timeline.assumptions.length > 0
    ? `<h2>Predicted</h2><ul>${timeline.assumptions
        .map((a) => `<li>line ${a.line + 1}: <code>${escape(a.expression)}</code>${a.text ? ` ≈ <code>${escape(a.text)}</code>` : ''} (${percent(a.p)})</li>`)
        .join('')}</ul>`
    : ''
}`;
}

function value(v: TimelineValue): string {
  const sign = v.provenance === 'predicted' ? ' ≈ ' : /^[→⏎✗]$/.test(v.name) ? ' ' : ' = ';
  const title = v.provenance === 'predicted' ? `predicted, ${percent(v.p)}` : v.provenance;
  return `<span class="value ${v.provenance}" title="${escape(title)}">${escape(v.name)}${sign}${escape(v.text)}</span>`;
}

function percent(p: number): string {
  return `${Math.min(99, Math.max(1, Math.round(p * 100)))} %`;
}

/** Values are other people's text: none of it may become markup. */
export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

const STYLE = `
body { font-family: var(--vscode-font-family); }
h1 { font-family: var(--vscode-editor-font-family); font-size: 1.2em; }
.origin { opacity: 0.7; }
table { border-collapse: collapse; font-family: var(--vscode-editor-font-family); }
td, th { padding: 1px 8px; text-align: left; vertical-align: top; white-space: pre; }
tbody th, .hits { opacity: 0.6; font-weight: normal; }
tbody tr { cursor: pointer; }
tbody tr:hover { background: var(--vscode-list-hoverBackground); }
.skipped .code { opacity: 0.4; }
.predicted { font-style: italic; }
.unknown { opacity: 0.6; }
.now { background: var(--vscode-editor-selectionBackground); }
input[type=range] { width: 20em; vertical-align: middle; }
`;

const SCRIPT = `
const editor = acquireVsCodeApi();
for (const row of document.querySelectorAll('tr[data-line]')) {
  row.addEventListener('click', () => editor.postMessage(Number(row.dataset.line)));
}
const scrub = document.getElementById('scrub');
const show = () => {
  const hit = scrub.dataset.hits.split(',')[Number(scrub.value)];
  document.getElementById('hit').value = hit;
  for (const cell of document.querySelectorAll('[data-hit]')) {
    cell.classList.toggle('now', cell.dataset.hit === hit);
  }
  document.querySelector('th.now')?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
};
if (scrub) {
  scrub.addEventListener('input', show);
  show();
}
`;
