import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { lockFolder, ownerOf } from '#server/data-folder.ts'
import { startPostgres } from '#server/embedded-postgres.ts'
import type { Settings } from '#server/settings.ts'

/** Where the product that serves from this folder has its database. Throws when PostgreSQL has no folder there. */
function runningIn(dataDir: string) {
  const cluster = realpathSync(join(dataDir, 'postgresql'))
  const [, , , port] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  return `postgres://postgres:${readFileSync(join(dataDir, 'postgresql-password'), 'utf8')}@127.0.0.1:${port?.trim()}/postgres`
}

/**
 * The database of the settings, for a command beside the product: DATABASE_URL, or that of the data folder, which is started until `stop` when
 * the product doesn't run. Throws when there is none.
 */
export async function openDatabaseOf({ databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>) {
  if (databaseUrl) return { url: databaseUrl, stop: async () => {} }
  if (!existsSync(join(dataDir, 'postgresql'))) throw new Error(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL.`)
  if (ownerOf(dataDir)) return { url: runningIn(dataDir), stop: async () => {} }
  const unlock = lockFolder(dataDir, 'a command')
  const { url, stop } = await startPostgres({ dataDir })
  return { url, stop: () => stop().finally(unlock) }
}
