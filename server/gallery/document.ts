import { renditionWidths } from '../files/file-store.ts';
import { refusals } from '../http/openapi.ts';
import type { ApiDocument, Parameter } from '../http/openapi.ts';

const id: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string', format: 'uuid' },
};
const width: Parameter = {
  name: 'width',
  in: 'query',
  required: false,
  schema: { type: 'integer', enum: [...renditionWidths] },
};

/** The document's entries of the bytes of published works. */
export function describeGallery(document: ApiDocument): void {
  const paths = [
    [
      '/g/{id}/picture',
      'readGalleryPicture',
      'The picture of a published work, with the mark that the deployment sets; of a film its small one',
      [id, width],
    ],
    ['/g/{id}/file', 'readGalleryFile', 'The film of a published work', [id]],
  ] as const;
  for (const [path, operationId, summary, parameters] of paths) {
    document.addOperation(path, 'get', {
      operationId,
      summary,
      security: [],
      parameters: [...parameters],
      responses: {
        200: { description: 'Its bytes' },
        206: { description: 'A part of it' },
        304: { description: 'The caller has it already' },
        416: { description: 'It has no such part' },
        ...refusals([400, 404, 410, 415, 429, 500, 503]),
      },
    });
  }
}
