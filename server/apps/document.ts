import { languages } from '../../src/domain/languages.ts';
import { refusals } from '../http/openapi.ts';
import type { ApiDocument, Parameter } from '../http/openapi.ts';

const id: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string', format: 'uuid' },
};
const language: Parameter = {
  name: 'lang',
  in: 'query',
  required: false,
  schema: { type: 'string', enum: [...languages] },
};

/** The document's entries of what shows an app to whoever has its link. */
export function describeApps(document: ApiDocument): void {
  const pages = [
    ['/a/{id}', 'readAppPage', 'The public page of an app', [id, language]],
    ['/a/{id}/cover', 'readAppCover', 'The picture of an app', [id]],
  ] as const;
  for (const [path, operationId, summary, parameters] of pages) {
    document.addOperation(path, 'get', {
      operationId,
      summary,
      security: [],
      parameters: [...parameters],
      responses: {
        200: { description: summary },
        304: { description: 'The caller has it already' },
        ...refusals([404, 429, 500, 503]),
      },
    });
  }
}
