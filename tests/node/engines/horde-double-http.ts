import type { IncomingMessage, ServerResponse } from 'node:http';

import { Refusal } from './horde-double-rules.ts';

/** What goes wrong with a call instead of, or after, what it asks for. */
export type CallFault =
  | { kind: 'drop-answer' }
  /** Taken, but a proxy in front answers in its place. */
  | { kind: 'break-answer' }
  /** Taken, but a gateway that changes its rules answers in its place. */
  | { kind: 'replace-answer'; status: number }
  | {
      kind: 'answer';
      status: number;
      json?: object;
      html?: string;
      headers?: Record<string, string>;
    };

export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(value));
}

/** Section 1 of the contract: what pages of other origins may send. */
export function sendPreflight(response: ServerResponse): void {
  response.writeHead(200, {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': 'POST, GET, OPTIONS, PUT, DELETE, PATCH',
    'Access-Control-Allow-Headers':
      'Accept, Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, apikey, Client-Agent, X-Fields, X-Forwarded-For, Proxied-For, Proxy-Authorization',
  });
  response.end();
}

export function sendHtml(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' }).end(text);
}

export async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const unreadable = new Refusal(
    400,
    '',
    'The browser (or proxy) sent a request that this server could not understand.',
  );
  if (!request.headers['content-type']?.startsWith('application/json')) throw unreadable;
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    throw unreadable;
  }
}

/** @returns true when the answer was given */
export function answerFault(fault: CallFault | undefined, response: ServerResponse): boolean {
  if (fault?.kind !== 'answer') return false;
  if (fault.html === undefined) sendJson(response, fault.status, fault.json ?? {}, fault.headers);
  else sendHtml(response, fault.status, fault.html);
  return true;
}
