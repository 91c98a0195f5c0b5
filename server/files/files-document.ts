import { fileParameters, filePath } from '../../src/api/contract/files.ts';
import { refusals } from '../http/openapi.ts';
import type { ApiDocument, Parameter } from '../http/openapi.ts';
import { thumbnailWidths } from './file-store.ts';

const parameter = (name: string, schema: Record<string, unknown>): Parameter => ({
  name,
  in: 'query',
  required: false,
  schema,
});

/** The document's entry of files, whose answers are bytes. */
export function describeFiles(document: ApiDocument): void {
  const name: Parameter = { name: 'name', in: 'path', required: true, schema: { type: 'string' } };
  document.addOperation(filePath, 'get', {
    operationId: 'readFile',
    summary:
      'A file by the address that an answer named, or by its name with the headers of a session',
    security: [],
    parameters: [
      name,
      parameter(fileParameters.until, { type: 'string' }),
      parameter(fileParameters.signature, { type: 'string' }),
      parameter(fileParameters.width, { type: 'integer', enum: [...thumbnailWidths] }),
    ],
    responses: {
      200: { description: 'The file' },
      206: { description: 'A part of it' },
      304: { description: 'The caller has it already' },
      ...refusals([400, 403, 404, 410]),
      416: { description: 'It has no such part' },
      ...refusals([500, 503]),
    },
  });
}
