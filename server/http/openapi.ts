import { createRoute, z } from '@hono/zod-openapi';
import type { OpenAPIHono, RouteConfig } from '@hono/zod-openapi';

import { errorBody, headerNames } from '../../src/api/contract/endpoint.ts';
import type { Endpoint } from '../../src/api/contract/endpoint.ts';
import { checksumMismatchStatus, tusHeaders, tusPath } from '../../src/api/contract/uploads.ts';
import { errorCodes } from '../../src/domain/errors.ts';
import { idempotencyKeyMaxCharacters } from '../../src/domain/limits.ts';

const statusWords: Record<number, string> = {
  400: 'Something in the request is wrong; `errors` names the fields',
  403: 'Please Login',
  404: 'There is no such thing, or it is not yours',
  409: 'It conflicts with what is there, or the contract version does not fit',
  410: 'It is there no more',
  412: 'Another version of tus is spoken here',
  413: 'Too large',
  415: 'Not a kind of file or body that is taken',
  460: 'Other bytes arrived than were promised; begin anew',
  422: 'The idempotency key was used for another request',
  429: 'Too many requests; `Retry-After` says how long to wait',
  500: 'The platform failed',
  503: 'The engine cannot be used now',
  560: 'NSFW content detected',
  561: 'NSFW system error',
  562: 'The credits for today is not enough',
};

/** The contract's body is lenient with codes of a newer platform; this platform sends only these. */
const documentedError = errorBody.extend({ code: z.enum(errorCodes).optional() });

const json = (schema: z.ZodType) => ({ 'application/json': { schema } });

export const securitySchemes = {
  userKey: { type: 'apiKey', in: 'header', name: headerNames.userKey },
  userToken: { type: 'apiKey', in: 'header', name: headerNames.userToken },
} as const;

/** The document's entry of a call, from the very schemas that check it. */
export function describeRoute(endpoint: Endpoint): RouteConfig {
  // Every call can be told another version of the contract; every body can be too large or no JSON.
  const ofBody = endpoint.body ? [413, 415] : [];
  const errors = new Set([400, ...(endpoint.errors ?? []), 409, ...ofBody, 429, 500]);
  const headers = endpoint.idempotent
    ? z.object({ [headerNames.idempotencyKey]: z.string().min(1).max(idempotencyKeyMaxCharacters) })
    : undefined;
  const form = z.object({ file: z.string().meta({ format: 'binary' }) });
  const body = endpoint.multipart
    ? { required: true, content: { 'multipart/form-data': { schema: form } } }
    : endpoint.body && {
        required: !endpoint.body.safeParse(undefined).success,
        content: json(endpoint.body),
      };
  return createRoute({
    method: endpoint.method,
    path: endpoint.path,
    operationId: endpoint.id,
    summary: endpoint.summary,
    ...(endpoint.auth === 'required' && { security: [{ userKey: [], userToken: [] }] }),
    request: {
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { query: endpoint.query }),
      ...(headers && { headers }),
      ...(body && { body }),
    },
    responses: {
      [endpoint.ok.status]: { description: 'Done', content: json(endpoint.ok.schema) },
      ...Object.fromEntries(
        [...errors].map((status) => [
          status,
          { description: statusWords[status] ?? 'Refused', content: json(documentedError) },
        ]),
      ),
    },
  });
}

/** The document's entries of resumable uploads, whose requests the tus server checks itself. */
export function describeTus(registry: OpenAPIHono['openAPIRegistry']): void {
  const version = z.object({ [tusHeaders.version]: z.literal('1.0.0') });
  const offset = z.object({ [tusHeaders.offset]: z.string() });
  const one = { path: `${tusPath}/{id}`, params: z.object({ id: z.uuid() }) };
  const creation = version.extend({
    [tusHeaders.length]: z.string(),
    [tusHeaders.metadata]: z.string(),
  });
  const calls = [
    ['post', 'createUpload', 'Begin a resumable upload', 201, { headers: creation }],
    ['head', 'readUpload', 'How much of an upload is here', 200, { headers: version }],
    [
      'patch',
      'continueUpload',
      'Send the next bytes',
      204,
      { headers: version.extend(offset.shape) },
    ],
    ['delete', 'endUpload', 'Throw an upload away', 204, { headers: version }],
  ] as const;
  for (const [method, operationId, summary, status, { headers }] of calls) {
    const refusals = [400, 403, 404, 409, 410, 412, 413, 415, checksumMismatchStatus, 429, 500];
    registry.registerPath({
      method,
      path: method === 'post' ? tusPath : one.path,
      operationId,
      summary: `${summary} (tus 1.0.0)`,
      security: [{ userKey: [], userToken: [] }],
      request: { headers, ...(method !== 'post' && { params: one.params }) },
      responses: {
        [status]: { description: 'Done' },
        ...Object.fromEntries(
          refusals.map((refusal) => [
            refusal,
            { description: statusWords[refusal] ?? 'Refused', content: json(documentedError) },
          ]),
        ),
      },
    });
  }
}
