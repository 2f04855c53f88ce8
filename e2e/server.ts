import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openDatabase } from '#server/db.ts'
import { freePort } from '#server/free-port.ts'
import { readSettings } from '#server/settings.ts'
import { openDatabaseOf } from '../db/folder.ts'
import { fsck } from '../db/fsck.ts'

/** Date of the journeys, a Tuesday. The demo has data before and after it. */
export const today = '2026-03-03'

/** Returns what fsck finds wrong with the data after the journeys. */
async function findings(said: Record<string, string>) {
  const { url } = await openDatabaseOf(readSettings(said), () => {})
  const database = openDatabase(url, { pool: 1 })
  try {
    return await fsck(database.read)
  } finally {
    await database.close()
  }
}

/**
 * Starts the real product with the demo in a separate folder, like `npm start`, or with other settings.
 * Returns its URL, its folder, its output, and a function that stops and removes it. That function throws if
 * fsck finds anything. Each process that runs journeys has its own product, so that they don't affect each
 * other.
 */
export async function startProduct(more: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'blended-learning-e2e-'))
  const port = Number(more['PORT'] ?? (await freePort()))
  const server = spawn(process.execPath, [resolve(import.meta.dirname, '../src/server/main.mjs')], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: 'localhost',
      WORKERS: '1',
      TODAY: `${today} 16:45`,
      // The journeys' webhooks and push services are on this machine.
      WEBHOOK_HOSTS: 'localhost',
      PUSH_HOSTS: 'localhost',
      LOG_LEVEL: 'error',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  await new Promise<void>((ready, fail) => {
    server.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      if (printed.includes('is ready')) ready()
    })
    server.once('exit', (code) => fail(new Error(`The product ended with ${code} before it was ready.`)))
  })
  const stop = async () => {
    const found = await findings({ ...more, DATA_DIR: dataDir })
    const gone = new Promise((done) => server.once('exit', done))
    server.kill('SIGTERM')
    await gone
    rmSync(dataDir, { recursive: true, force: true })
    if (found.length > 0) throw new Error(`The journeys left inconsistent data: ${JSON.stringify(found)}`)
  }
  return { address: `http://localhost:${port}`, dataDir, printed: () => printed, stop }
}

/**
 * Returns the settings for an empty installation that sends mail through `smtpUrl`. The product's port is
 * chosen in advance, because links in mail begin with the product's address.
 */
export async function mailingSettings(smtpUrl: string, adminEmail: string) {
  const port = String(await freePort())
  return {
    DEMO: 'off',
    ADMIN_EMAIL: adminEmail,
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
    SMTP_URL: smtpUrl,
    BACKUP_KEY: 'for-journeys-only-'.repeat(3),
  }
}
