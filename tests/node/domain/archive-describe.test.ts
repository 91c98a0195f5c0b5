import { expect, test } from 'vitest';
import { describeArchive, describeWork } from '../../../src/domain/archive/describe.ts';
import { workRow } from '../../fixtures/works.ts';

const file = { file: 'works/2026-11/a.png', bytes: 7, sha256: 'a'.repeat(64) };

test('a sidecar tells how a work was made and what its owner thinks of it', () => {
  const work = workRow(3, { starred: 1, rated: 1, rating: 4, negativePrompt: 'blur' });
  expect(describeWork(work, file, [])).toEqual({
    format: 'kiln-work',
    version: 1,
    id: work.id,
    file: file.file,
    tool: 'Text2Img',
    model: 'painter',
    model_name: { cn: '画师', en: 'Painter' },
    prompt: 'picture 3',
    negative_prompt: 'blur',
    parameters: { prompt: 'picture 3', steps: 30 },
    seed: '1003',
    width: 24,
    height: 16,
    media_type: 'image/png',
    bytes: 7,
    sha256: file.sha256,
    created: '2026-11-20T10:03:00.000Z',
    favourite: true,
    rating: 4,
    origin: 'generated',
    thumbhash: '',
    censored: false,
    warnings: [],
    sources: [],
  });
});

test('where files lie here goes along with nothing', () => {
  const parameters = { image: '/files/uploads/1?signature=x', images: ['https://a/b'], steps: 8 };
  const told = describeWork(workRow(1, { parameters }), file, []);
  expect(told.parameters).toEqual({ steps: 8 });
  expect(JSON.stringify(told)).not.toContain('/files/');
});

test('the list counts what is in the archive', () => {
  const work = { ...file, id: 'w', sidecar: 'works/2026-11/a.json' };
  const absent = [{ id: 'x', prompt: 'gone', reason: 'not-here' as const }];
  const list = describeArchive(
    { createdAtMs: 0, app: '0.1.0' },
    { works: [work], sources: [file], absent, albums: [] },
  );
  expect(list).toMatchObject({
    format: 'kiln-archive',
    version: 1,
    created: '1970-01-01T00:00:00.000Z',
    counts: { works: 1, sources: 1, absent: 1, bytes: 14 },
  });
  expect(list).not.toHaveProperty('albums');
});
