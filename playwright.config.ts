import { defineConfig } from '@playwright/test'
import chromium from '@sparticuz/chromium'

// The browser comes with the packages on Linux x64; elsewhere the system's Chrome is used.
const packaged = process.platform === 'linux' && process.arch === 'x64'

const quiet = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
]

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 1,
  // These timeouts don't slow down passing tests, and a busy machine may take several times as long as an
  // idle one.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json']],
  use: {
    locale: 'en-US',
    viewport: { width: 1280, height: 800 },
    // Without this, tests would wait until every sliding element has stopped.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 20_000,
    // Only the tests of data kept on a device need service workers; in all others, they would also load all
    // of a student's pages.
    serviceWorkers: 'block',
    ...(packaged ? {} : { channel: 'chrome' }),
    launchOptions: {
      args: ['--no-sandbox', ...quiet],
      ...(packaged ? { executablePath: await chromium.executablePath() } : {}),
    },
  },
})
