// The messages that Augur adds to the Language Server Protocol. ../../PROTOCOL.md describes them for every client.

import { NotificationType, type Position, type Range, RequestType, type TextDocumentIdentifier } from 'vscode-languageclient/node';

/** The cursor moved: hints are shown for the function around it. */
export const cursorMoved = new NotificationType<{
  textDocument: TextDocumentIdentifier;
  position: Position;
}>('augur/cursor');

/** The lines (from 0) of a document that have an enabled breakpoint, all of them each time. */
export const breakpointsChanged = new NotificationType<{
  textDocument: TextDocumentIdentifier;
  lines: number[];
}>('augur/breakpoints');

/** The example that the function at a position is shown with: a call, and statements that run before it. */
export const currentExample = new RequestType<
  { textDocument: TextDocumentIdentifier; position: Position },
  { call: string; setup: string[] } | null,
  void
>('augur/example');

/** The server command that lists what a function can be shown with; the editor has a list of its own for it. */
export const EXAMPLES = 'augur.examples';

/** The server command that makes a function show its next example. */
export const NEXT_EXAMPLE = 'augur.nextExample';

/** What a function can be shown with. */
export const examplesOf = new RequestType<
  { textDocument: TextDocumentIdentifier; function?: string; position?: Position },
  {
    function: string;
    choices: { title: string; detail?: string; inUse?: boolean; command: { title: string; command: string; arguments?: unknown[] } }[];
  },
  void
>('augur/examples');

/** The server command that makes a function show another of its examples. */
export const USE_EXAMPLE = 'augur.useExample';

/** The server command that shows a function with a call that the user has typed. */
export const PREDICT_WITH = 'augur.predictWith';

/** The server command that shows everything a function does; the editor has a view of its own for it. */
export const SHOW_TIMELINE = 'augur.showTimeline';

/** The argument of commands about a function: named, or by a position in it. */
export interface FunctionArgument {
  uri: string;
  function?: string;
  position?: Position;
  call?: string;
  setup?: string;
}

/** A value in a timeline. */
export interface TimelineValue {
  name: string;
  text: string;
  provenance: 'computed' | 'observed' | 'predicted' | 'unknown';
  p: number;
}

/** Everything that one example does to a function. */
export interface Timeline {
  function: string;
  call: string;
  origin: string;
  arguments: TimelineValue[];
  lines: { line: number; text: string; hits: number; skipped?: number; cells: { hit: number; values: TimelineValue[] }[] }[];
  result?: TimelineValue;
  exception?: string;
  output?: string;
  stopped?: string;
  assumptions: { line: number; expression: string; text: string; p: number }[];
}

/** The timeline of a function, null if nothing calls it. */
export const timelineOf = new RequestType<
  { textDocument: TextDocumentIdentifier; function?: string; position?: Position },
  Timeline | null,
  void
>('augur/timeline');

/** The server command that looks for inputs; the editor has a dialog of its own for it. */
export const FIND_INPUT = 'augur.findInput';

/** The server command that adds a test of an input. */
export const INSERT_INPUT_TEST = 'augur.insertInputTest';

/** A question for inputs, as the code actions have it; all but what the user types is the server's own. */
export interface InputsArgument {
  uri: string;
  question: { title: string; function: string; goal: string; returns?: string };
  call?: string;
}

/** The inputs that answer a question. */
export const inputsOf = new RequestType<
  InputsArgument,
  { message: string; unreachable: boolean; inputs: { call: string; path: number[] }[] },
  void
>('augur/inputs');

/** A variable as a debugger shows it. */
export interface FrameVariable {
  name: string;
  value: string;
}

/** What the lines after a stop will do, given all variables of the stopped frame. */
export const resume = new RequestType<
  { textDocument: TextDocumentIdentifier; position: Position; frame?: string; locals: FrameVariable[]; globals?: FrameVariable[] },
  { line: number; range: Range; text: string }[],
  void
>('augur/resume');
