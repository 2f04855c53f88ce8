import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { resolve } from 'node:path'

/**
 * Entry point. The primary process runs PostgreSQL and the workers. Each worker is one replica of the
 * product, and no worker depends on another one's memory. A worker that dies is replaced. If the primary
 * ends, its workers end too.
 *
 * This file is JavaScript so that the primary never loads the TypeScript compiler, and an old Node, which
 * can't read TypeScript, gets as far as the message.
 */

/** Returns a message if this Node is too old to run the product, otherwise null. */
function tooOld() {
  const [major = 0] = process.versions.node.split('.').map(Number)
  return major < 24
    ? `Node ${process.version} is too old: 24 or newer is needed. Run 'npm start', which brings its own.`
    : null
}

/**
 * Turns on the compile cache for this process and its child processes. It halves a worker's startup time, and
 * saves a third of a worker's memory and half of the primary's, because the TypeScript compiler isn't loaded.
 * If the folder isn't writable, everything runs without the cache.
 */
function cacheCode() {
  process.env['NODE_COMPILE_CACHE'] ??= resolve(process.env['DATA_DIR'] || 'data', 'compiled')
  module.enableCompileCache(process.env['NODE_COMPILE_CACHE'])
}

async function run() {
  // `env-file.ts` does the same, but is TypeScript.
  if (existsSync('.env')) process.loadEnvFile('.env')
  cacheCode()
  const { readCommand } = await import('./settings.ts')
  const { settings, words } = readCommand(process.argv.slice(2), process.env)
  if (words.length > 0) throw new Error(`npm start accepts only --own, not ${words.join(' ')}.`)
  if (cluster.isPrimary) await (await import('./primary.ts')).runPrimary(settings)
  else await (await import('./worker.ts')).runWorker(settings)
}

const old = tooOld()
if (old) {
  console.error(old)
  process.exit(1)
}
await run().catch((error) => {
  console.error(error.message)
  process.exit(1)
})
