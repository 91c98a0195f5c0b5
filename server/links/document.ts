import { refusals } from '../http/openapi.ts';
import type { ApiDocument, Parameter } from '../http/openapi.ts';
import { renditionWidths } from '../files/file-store.ts';

const token: Parameter = {
  name: 'token',
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^[\\w-]{22}$' },
};

/** The document's entries of what a link shows, whose answers are a page and bytes. */
export function describeLinks(document: ApiDocument): void {
  const width: Parameter = {
    name: 'width',
    in: 'query',
    required: false,
    schema: { type: 'integer', enum: [...renditionWidths], default: 512 },
  };
  const paths = [
    ['/s/{token}', 'readLink', 'The page of a link, in the language that the visitor prefers', []],
    [
      '/s/{token}/picture',
      'readLinkPicture',
      'Its picture, with the mark that the deployment sets',
      [width],
    ],
    ['/s/{token}/file', 'readLinkFile', 'Its film, sound or solid', []],
  ] as const;
  for (const [path, operationId, summary, parameters] of paths) {
    document.addOperation(path, 'get', {
      operationId,
      summary,
      security: [],
      parameters: [token, ...parameters],
      responses: {
        200: { description: 'What the link shows' },
        ...refusals([404, 410]),
        ...(path !== '/s/{token}' && {
          206: { description: 'A part of it' },
          304: { description: 'The caller has it already' },
          ...refusals([400, 415]),
          416: { description: 'It has no such part' },
        }),
        ...refusals([429, 500, 503]),
      },
    });
  }
}
