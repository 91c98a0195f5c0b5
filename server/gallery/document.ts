import { galleryPagesMax } from '../../src/domain/gallery.ts';
import { languages } from '../../src/domain/languages.ts';
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

const language: Parameter = {
  name: 'lang',
  in: 'query',
  required: false,
  schema: { type: 'string', enum: [...languages] },
};
const page: Parameter = {
  name: 'page',
  in: 'query',
  required: false,
  schema: { type: 'integer', minimum: 1, maximum: galleryPagesMax, default: 1 },
};
const number: Parameter = {
  name: 'number',
  in: 'path',
  required: true,
  schema: { type: 'integer', minimum: 1, maximum: 99_999 },
};

/** What is there to be read: by people as pages, by search engines as a map of them. */
function describePages(document: ApiDocument): void {
  const pages = [
    ['/g/', 'readGallery', 'The gallery as pages that need no script', [page, language]],
    ['/g/{id}', 'readGalleryPage', 'The public page of a published work', [id, language]],
    ['/sitemap.xml', 'readSitemap', 'Which files the map of all pages has', []],
    ['/sitemap/pages.xml', 'readSitemapPages', 'Pages of the app', []],
    ['/sitemap/works-{number}.xml', 'readSitemapWorks', 'Pages of published works', [number]],
    ['/robots.txt', 'readRobots', 'What programs may look at', []],
  ] as const;
  for (const [path, operationId, summary, parameters] of pages) {
    document.addOperation(path, 'get', {
      operationId,
      summary,
      security: [],
      parameters: [...parameters],
      responses: { 200: { description: summary }, ...refusals([404, 429, 500, 503]) },
    });
  }
}

/** The document's entries of what shows published works: pages and bytes. */
export function describeGallery(document: ApiDocument): void {
  describePages(document);
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
