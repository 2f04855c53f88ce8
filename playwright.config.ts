import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import chromium from '@sparticuz/chromium'

// The browser comes with the packages on Linux x64; elsewhere the system's Chrome is used.
const packaged = process.platform === 'linux' && process.arch === 'x64'
process.env['TMPDIR'] ??= join(tmpdir())

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
  fullyParallel: false,
  forbidOnly: true,
  timeout: 45_000,
  expect: { timeout: 7_000 },
  reporter: [['list'], ['json']],
  use: {
    locale: 'en-US',
    viewport: { width: 1280, height: 800 },
    actionTimeout: 10_000,
    screenshot: 'only-on-failure',
    ...(packaged ? {} : { channel: 'chrome' }),
    launchOptions: { args: ['--no-sandbox', ...quiet], ...(packaged ? { executablePath: await chromium.executablePath() } : {}) },
  },
})
