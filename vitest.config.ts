import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

import { chromiumFlags, locateBrowser } from './scripts/find-browser.mjs';
import { translationPlugins, versionLiteral } from './scripts/vite-shared.ts';

const executablePath = locateBrowser();

/**
 * The browser's tests run what people run: React without its checks, which take as long as all the rest. Of the others
 * none is built.
 */
process.env.NODE_ENV = 'production';
const unbuilt = { NODE_ENV: 'test' };

const serverTests = ['tests/node/{server,engines}/**/*.test.ts'];

/** A graphics card made of the processor: no test machine need have another. */
const webGpuFlags = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];

/** What a test waits for comes when it comes; a machine with other things to do must not fail it. */
const patient = {
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
  setupFiles: ['tests/fixtures/patience.ts'],
};

export default defineConfig({
  define: { __KILN_VERSION__: versionLiteral },
  test: {
    // Real databases and servers start here, and are waited for: with two files at a time a seventh of two cores is idle.
    maxWorkers: 3,
    attachmentsDir: '.cache/tests/attachments',
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/node/**/*.test.ts'],
          exclude: serverTests,
          env: unbuilt,
          ...patient,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: serverTests,
          env: unbuilt,
          ...patient,
          // What these files keep, they keep in servers and folders of their own; what they load is loaded once.
          isolate: false,
        },
      },
      {
        extends: true,
        plugins: [
          translationPlugins('all'),
          react({ compiler: { compilationMode: 'annotation' } }),
        ],
        // Found late, they would have Vite reload the page in the middle of a test.
        optimizeDeps: {
          include: [
            '@lingui/message-utils/compileMessage',
            'zod/mini',
            'exifreader',
            '@zip.js/zip.js/lib/zip-core-reader.js',
            'mediabunny',
            '@libav.js/variant-webm-vp9',
            'three',
            'three/examples/jsm/environments/RoomEnvironment.js',
            'three/examples/jsm/loaders/GLTFLoader.js',
            'three/examples/jsm/loaders/OBJLoader.js',
            'three/examples/jsm/loaders/PLYLoader.js',
          ],
        },
        worker: { format: 'es', plugins: () => translationPlugins('all') },
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/fixtures/messages.ts'],
          globalSetup: ['tests/fixtures/packs/web-runtime.setup.ts'],
          // A second try is for CI alone, where scripts/flaky-reporter.mjs lists what needed it.
          retry: process.env.KILN_TEST_RETRIES === '1' ? 1 : 0,
          // As for the others; a screen that misses something is told so a little earlier.
          testTimeout: patient.testTimeout,
          expect: { poll: { timeout: 30_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            trace: { mode: 'on-first-retry', tracesDir: '.cache/tests/traces' },
            provider: playwright({
              launchOptions: {
                args: [...chromiumFlags, ...webGpuFlags, '--js-flags=--expose-gc'],
                ...(executablePath && { executablePath }),
              },
              // Painting what moves costs more than all the rest together.
              contextOptions: { reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
          },
          // Every test opens the device anew; a page for each file would load the whole app each time.
          isolate: false,
        },
      },
    ],
  },
});
