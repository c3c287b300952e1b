/** Two projects: the WebAssembly module under Node, and what lies in dist/ in Chromium. */
import { defineConfig } from '@playwright/test';
import { basePath, port, siteUrl } from '../tests/web/site.ts';

export default defineConfig({
  testDir: '../tests/web',
  outputDir: '../build/test-results',
  reporter: 'list',
  workers: 2,
  retries: 0,
  forbidOnly: !!process.env.CI,
  projects: [
    { name: 'module', testDir: '../tests/web/module' },
    {
      name: 'chromium',
      testDir: '../tests/web/page',
      use: {
        browserName: 'chromium',
        baseURL: siteUrl,
        launchOptions: {
          executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
          args: [
            '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
            '--disable-component-update', '--disable-sync',
          ],
        },
      },
    },
  ],
  // under a path of its own, because the page must work under any
  webServer: {
    command: `npx vite preview --host 127.0.0.1 --port ${port} --strictPort --base ${basePath}`,
    url: siteUrl,
    reuseExistingServer: false,
  },
});
