import { expect, test } from './fixtures/test.ts';
import { createWatch } from './fixtures/watch.ts';

/** A policy as directive → sources. */
function readPolicy(header: string | undefined): Map<string, string> {
  const parts = (header ?? '').split(';').map((part) => part.trim().split(/\s+/));
  return new Map(parts.map(([name = '', ...sources]) => [name, sources.join(' ')]));
}

test(
  'pages and their scripts come with a policy that runs nothing but our own files',
  { tag: '@desktop' },
  async ({ page, platform, request }) => {
    await page.goto('/');
    const scripts = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    );
    const module =
      scripts.find((path) => path.startsWith('/assets/') && path.endsWith('.js')) ?? '';
    // A worker lives under the policy of its script, not of the page that started it.
    for (const path of ['/', '/generate/Text2Img', '/sw.js', module]) {
      await test.step(path, async () => {
        // As a browser asks for a page; scripts it takes as well.
        const headersSent = { Accept: 'text/html,*/*' };
        const answer = await request.get(platform.url + path, { headers: headersSent });
        expect(answer.status()).toBe(200);
        const headers = answer.headers();
        const policy = readPolicy(headers['content-security-policy']);
        expect(policy.get('default-src')).toBe("'self'");
        expect(policy.get('script-src')).toBe("'self'");
        expect(policy.get('connect-src')).toBe("'self'");
        expect(policy.get('object-src')).toBe("'none'");
        expect(policy.get('base-uri')).toBe("'none'");
        expect(policy.get('frame-ancestors')).toBe("'none'");
        expect(headers['x-content-type-options']).toBe('nosniff');
        expect(headers['referrer-policy']).toBe('no-referrer');
        expect(headers['cross-origin-opener-policy']).toBe('same-origin');
      });
    }
    const data = await request.get(`${platform.url}/pgmodels.json`);
    expect(readPolicy(data.headers()['content-security-policy']).get('default-src')).toBe("'none'");
  },
);

test(
  'what the policy forbids is refused, and the tests would notice',
  { tag: '@desktop' },
  async ({ browser, network }) => {
    const context = await browser.newContext();
    const watch = createWatch(() => [network.url]);
    await watch.attach(context);
    const page = await context.newPage();
    await page.goto(network.url);
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.broken = true';
      document.body.append(script);
      const picture = document.createElement('img');
      picture.src = 'https://example.invalid/pixel.png';
      document.body.append(picture);
    });
    await expect.poll(() => watch.violations.length).toBeGreaterThanOrEqual(2);
    expect(await page.evaluate(() => 'broken' in window)).toBe(false);
    expect(watch.complaints.length).toBeGreaterThan(0);
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('on purpose');
      });
    });
    await expect
      .poll(() => watch.complaints.some((text) => text.includes('on purpose')))
      .toBe(true);
    await context.close();
  },
);
