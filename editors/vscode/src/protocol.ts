// The messages that Augur adds to the Language Server Protocol. ../../PROTOCOL.md describes them for every client.

import { NotificationType, type Position, RequestType, type TextDocumentIdentifier } from 'vscode-languageclient/node';

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

/** The server command that makes a function show another of its examples. */
export const USE_EXAMPLE = 'augur.useExample';
