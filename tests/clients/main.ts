import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openProduct } from '#tests/faults/product.ts'
import { openSession, password } from './jobs/session.mts'

/**
 * `npm run clients` tests the OpenAPI document of a running product. In a separate folder, it installs two
 * client generators, generates a client with each, and checks the types. Then a script for each client does
 * the main job, from import to result. Exits with 1 if the document is invalid or a script fails.
 */
const folder = mkdtempSync(join(tmpdir(), 'blended-learning-clients-'))
const run = (command: string, ...words: string[]) =>
  execFileSync(command, words, { cwd: folder, stdio: 'inherit' })

/** Saves the API document, which only staff may read. */
async function saveDocument(address: string) {
  const call = openSession()
  await call(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'manager@demo.example', password }),
  })
  writeFileSync(join(folder, 'openapi.json'), await (await call(`${address}/api/docs/json`)).text())
}

const product = await openProduct({ DEMO: 'on' })
try {
  cpSync(join(import.meta.dirname, 'jobs'), folder, { recursive: true })
  run('npm', 'ci', '--no-audit', '--no-fund')
  await product.start()
  await saveDocument(product.address)
  run('node', 'validate.mjs')
  run('npx', 'openapi-typescript', 'openapi.json', '-o', 'api.ts')
  run('npx', 'openapi-ts', '-i', 'openapi.json', '-o', 'sdk')
  run('npx', 'tsc')
  for (const job of ['job-fetch', 'job-sdk']) run('node', `out/${job}.mjs`, product.address)
} finally {
  await product.close()
  rmSync(folder, { recursive: true, force: true })
}
