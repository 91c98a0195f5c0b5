import { describe, expect, test } from 'vitest';

import { storeOutputs } from '../../../server/queue/finish.ts';
import { sniffMediaType } from '../../../src/domain/file-kinds.ts';
import { isPlainSvg } from '../../../src/domain/plain-svg.ts';

const around = (body: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"${attributes}>${body}</svg>`;

describe('an SVG that is a drawing and nothing else', () => {
  test('passes with shapes, groups, gradients and masks', () => {
    const plain = [
      around('<path fill="#123456" d="M0 0L9 9Z"/>'),
      around('<g transform="rotate(45)"><circle cx="4" cy="4" r="2"/></g>\n'),
      around(
        '<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs><rect width="9" height="9" fill="url(#a)"/>',
      ),
    ];
    for (const text of plain) {
      expect(isPlainSvg(text)).toBe(true);
      expect(sniffMediaType(new TextEncoder().encode(text))).toBe('image/svg+xml');
    }
  });

  test('is refused with anything that runs, fetches, links or hides', () => {
    const hostile = [
      around('<script>alert(1)</script>'),
      around('<SCRIPT>alert(1)</SCRIPT>'),
      around('<path d="M0 0Z" onload="alert(1)"/>'),
      around('', ' onload="alert(1)"'),
      around("<path d='M0 0Z' onclick='alert(1)'/>"),
      around('<a href="javascript:alert(1)"><path d="M0 0Z"/></a>'),
      around('<image href="https://example.org/a.png"/>'),
      around('<use href="#a"/>'),
      around('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'),
      around('<style>@import "https://example.org/a.css"</style>'),
      around('<path style="fill:url(https://example.org)" d="M0 0Z"/>'),
      around('<rect fill="url(https://example.org/a#b)"/>'),
      around('<rect fill="url( //example.org/a)"/>'),
      around('<animate attributeName="href" to="javascript:alert(1)"/>'),
      around('<set attributeName="onload" to="alert(1)"/>'),
      around('&lt;script&gt;'),
      around('<!-- a --><path d="M0 0Z"/>'),
      around('<![CDATA[<script>alert(1)</script>]]>'),
      `<?xml version="1.0"?>${around('')}`,
      `<!DOCTYPE svg [<!ENTITY a "b">]>${around('')}`,
      '<svg xmlns="http://www.w3.org/1999/xhtml" width="9"></svg>',
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink"/>`,
      '<html><svg xmlns="http://www.w3.org/2000/svg"/></html>',
    ];
    for (const text of hostile)
      expect({ text, plain: isPlainSvg(text) }).toEqual({ text, plain: false });
  });

  test('a long hostile file costs no more than its length', () => {
    const began = process.threadCpuUsage();
    expect(isPlainSvg(around(`<path ${'d="'.repeat(200_000)}`))).toBe(false);
    expect(isPlainSvg(`<svg ${' '.repeat(400_000)}!`)).toBe(false);
    expect(process.threadCpuUsage(began).user / 1_000).toBeLessThan(2_000);
  });
});

describe('an SVG of an engine', () => {
  test('with a script in it is not kept', async () => {
    const output = {
      index: 0,
      data: new TextEncoder().encode(around('<script>alert(1)</script>')),
      mediaType: 'image/svg+xml',
      width: 9,
      height: 9,
      seed: '1',
      model: 'other',
      parameters: {},
      censored: false,
      warnings: [],
    };
    const kept: string[] = [];
    const store = {
      write: ({ id }: { id: string }) => Promise.resolve(void kept.push(id)),
      remove: () => Promise.resolve(),
    } as unknown as Parameters<typeof storeOutputs>[0];
    await expect(storeOutputs(store, { outputs: 1 }, [output])).rejects.toMatchObject({
      code: 'result-damaged',
    });
    expect(kept).toEqual([]);
  });
});
