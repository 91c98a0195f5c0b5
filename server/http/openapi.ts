import * as z from 'zod/mini';

import { contractVersion, errorBody, headerNames } from '../../src/api/contract/endpoint.ts';
import type { Endpoint } from '../../src/api/contract/endpoint.ts';
import { errorCodes } from '../../src/domain/errors.ts';
import { idempotencyKeyMaxCharacters } from '../../src/domain/limits.ts';
import { version } from '../version.ts';

type JsonSchema = Record<string, unknown>;
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'head';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
}

/** An operation object of OpenAPI 3.1, as far as we say anything. */
export interface Operation {
  operationId: string;
  summary: string;
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<
    string,
    { description: string; content?: Record<string, { schema: JsonSchema }> }
  >;
}

const statusWords: Record<number, string> = {
  400: 'Something in the request is wrong; `errors` names the fields',
  403: 'Please Login; or, with the code `forbidden`, it is for others',
  404: 'There is no such thing, or it is not yours',
  409: 'It conflicts with what is there, or the contract version does not fit',
  410: 'It is there no more',
  412: 'Another version of tus is spoken here',
  413: 'Too large',
  415: 'Not a kind of file or body that is taken',
  460: 'Other bytes arrived than were promised; begin anew',
  421: 'The platform does not know the name by which it was asked',
  422: 'The idempotency key was used for another request',
  429: 'Too many requests; `Retry-After` says how long to wait',
  500: 'The platform failed',
  507: 'The platform is short of space; `Retry-After` says how long to wait',
  503: 'The engine cannot be used now, or too many people ask; `Retry-After` says how long to wait',
  560: 'NSFW content detected',
  561: 'NSFW system error',
  562: 'The credits for today is not enough',
};

/** The contract's body is lenient with codes of a newer platform; this platform sends only these. */
const documentedError = z.extend(errorBody, { code: z.optional(z.enum(errorCodes)) });

/** @param io whether it describes what is sent, where defaults may be left out, or what is answered */
function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
  });
  return described;
}

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });
const errorContent = json(jsonSchema(documentedError, 'output'));
const loggedIn = [{ userKey: [], userToken: [] }];

function parametersOf(schema: z.ZodMiniObject, place: Parameter['in']): Parameter[] {
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, described]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: described,
  }));
}

const idempotencyKey: Parameter = {
  name: headerNames.idempotencyKey,
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: idempotencyKeyMaxCharacters },
};

const form: JsonSchema = {
  type: 'object',
  properties: { file: { type: 'string', format: 'binary' } },
  required: ['file'],
};

function bodyOf({ body, multipart }: Endpoint): Pick<Operation, 'requestBody'> {
  if (multipart) {
    return {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } },
    };
  }
  if (!body) return {};
  const required = !z.safeParse(body, undefined).success;
  return { requestBody: { required, content: json(jsonSchema(body, 'input')) } };
}

/** How a call answers when it does not answer what it should. */
export function refusals(statuses: Iterable<number>): Operation['responses'] {
  return Object.fromEntries(
    [...statuses].map((status) => [
      status,
      { description: statusWords[status] ?? 'Refused', content: errorContent },
    ]),
  );
}

/** A call's entry, from the very schemas that check it. */
function describeCall(endpoint: Endpoint): Operation {
  // Every call can be told another version of the contract, and be asked by a wrong name; every body can be too large
  // or no JSON.
  const ofBody = endpoint.body ? [413, 415] : [];
  const errors = new Set([400, ...(endpoint.errors ?? []), 409, ...ofBody, 421, 429, 500]);
  const parameters = [
    ...(endpoint.params ? parametersOf(endpoint.params, 'path') : []),
    ...(endpoint.query ? parametersOf(endpoint.query, 'query') : []),
    ...(endpoint.idempotent ? [idempotencyKey] : []),
  ];
  const answer = json(jsonSchema(endpoint.ok.schema, 'output'));
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    ...(endpoint.auth !== 'none' && { security: loggedIn }),
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(endpoint),
    responses: {
      [endpoint.ok.status]: { description: 'Done', content: answer },
      ...refusals(errors),
    },
  };
}

/** What `/openapi.json` answers; every room adds its calls while it is mounted. */
export interface ApiDocument {
  addCall(endpoint: Endpoint): void;
  /** For requests that are checked elsewhere than by the contract. Asks for log-in. */
  addOperation(path: string, method: Method, operation: Operation): void;
  json(): object;
}

export function createApiDocument(): ApiDocument {
  const paths: Record<string, Partial<Record<Method, Operation>>> = {};
  const add = (path: string, method: Method, operation: Operation) => {
    (paths[path] ??= {})[method] = operation;
  };
  const scheme = (name: string) => ({ type: 'apiKey', in: 'header', name });
  return {
    // Described at once, so that a schema that can't be described stops the start and not a caller.
    addCall: (endpoint) => add(endpoint.path, endpoint.method, describeCall(endpoint)),
    addOperation: (path, method, operation) =>
      add(path, method, { ...operation, security: loggedIn }),
    json: () => ({
      openapi: '3.1.0',
      info: { title: 'Kiln platform', version, description: `Contract version ${contractVersion}` },
      servers: [{ url: '/' }],
      paths,
      components: {
        securitySchemes: {
          userKey: scheme(headerNames.userKey),
          userToken: scheme(headerNames.userToken),
        },
      },
    }),
  };
}
