import { checksumMismatchStatus, tusHeaders, tusPath } from '../../src/api/contract/uploads.ts';
import { refusals } from '../http/openapi.ts';
import type { ApiDocument, Parameter } from '../http/openapi.ts';

const header = (name: string, schema: Record<string, unknown> = { type: 'string' }): Parameter => ({
  name,
  in: 'header',
  required: true,
  schema,
});

const version = header(tusHeaders.version, { type: 'string', const: '1.0.0' });
const id: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string', format: 'uuid' },
};

/** The document's entries of resumable uploads, whose requests the tus server checks itself. */
export function describeTus(document: ApiDocument): void {
  const creation = [version, header(tusHeaders.length), header(tusHeaders.metadata)];
  const calls = [
    ['post', 'createUpload', 'Begin a resumable upload', 201, creation],
    ['head', 'readUpload', 'How much of an upload is here', 200, [id, version]],
    [
      'patch',
      'continueUpload',
      'Send the next bytes',
      204,
      [id, version, header(tusHeaders.offset)],
    ],
    ['delete', 'endUpload', 'Throw an upload away', 204, [id, version]],
  ] as const;
  for (const [method, operationId, summary, status, parameters] of calls) {
    document.addOperation(method === 'post' ? tusPath : `${tusPath}/{id}`, method, {
      operationId,
      summary: `${summary} (tus 1.0.0)`,
      parameters: [...parameters],
      responses: {
        [status]: { description: 'Done' },
        ...refusals([
          400,
          403,
          404,
          409,
          410,
          412,
          413,
          415,
          checksumMismatchStatus,
          429,
          500,
          507,
        ]),
      },
    });
  }
}
