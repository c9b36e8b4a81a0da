import type { Socket } from 'node:net';
import type { Problem } from '@sathi/contract/endpoint.ts';
import { sentence } from './sentences.ts';

/** The answers to messages that Node could not read as HTTP, by the code of its error; the rest are 400. */
const STATUS_LINES: Readonly<Record<string, readonly [status: number, reason: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
};

/**
 * Refuses a message that never became a request, in the form of every other refusal. Its language cannot be known:
 * English.
 */
export function refuseUnreadable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason] = STATUS_LINES[error.code ?? ''] ?? [400, 'Bad Request'];
  const problem: Problem = {
    type: 'urn:sathi:problem:malformed_request',
    title: 'malformed request',
    status,
    detail: sentence('en', 'malformed_request'),
    code: 'malformed_request',
  };
  const body = JSON.stringify(problem);
  socket.end(
    [
      `HTTP/1.1 ${status} ${reason}`,
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
