import { fileParameters, filePath, thumbnailPath } from '../../src/api/contract/files.ts';
import { refusals } from '../http/openapi.ts';
import type { ApiDocument, Parameter } from '../http/openapi.ts';
import { renditionWidths } from './file-store.ts';

const parameter = (name: string, schema: Record<string, unknown>): Parameter => ({
  name,
  in: 'query',
  required: false,
  schema,
});

const query = (isSmall: boolean): Parameter[] => [
  parameter(fileParameters.until, { type: 'string' }),
  parameter(fileParameters.signature, { type: 'string' }),
  parameter(fileParameters.width, {
    type: 'integer',
    enum: [...renditionWidths],
    ...(isSmall && { default: 512 }),
  }),
  parameter(fileParameters.format, { type: 'string', enum: ['webp'] }),
  parameter(fileParameters.watermark, { type: 'string', enum: ['0', '1'] }),
];

/** The document's entries of files, whose answers are bytes. */
export function describeFiles(document: ApiDocument): void {
  const name: Parameter = { name: 'name', in: 'path', required: true, schema: { type: 'string' } };
  const form =
    'Of a picture, `width` gives one at most so wide, as WebP; `format=webp` the whole as WebP; `watermark=1` one with the mark that the deployment sets, if it sets one. Of what is no picture, `width` gives the small one that stands for it, and the others change nothing.';
  const paths = [
    [
      filePath,
      'readFile',
      `A file by the address that an answer named, or by its name with the headers of a session. ${form}`,
    ],
    [thumbnailPath, 'readThumbnail', 'The same, small'],
  ] as const;
  for (const [path, operationId, summary] of paths) {
    document.addOperation(path, 'get', {
      operationId,
      summary,
      security: [],
      parameters: [name, ...query(path === thumbnailPath)],
      responses: {
        200: { description: 'The file' },
        206: { description: 'A part of it' },
        304: { description: 'The caller has it already' },
        ...refusals([400, 403, 404, 410, 415]),
        416: { description: 'It has no such part' },
        ...refusals([500, 503]),
      },
    });
  }
}
