import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf, ownerRole } from '#server/cluster-roles.ts'
import { lockFolder, ownerOf } from '#server/data-folder.ts'
import { startPostgres } from '#server/embedded-postgres.ts'
import { databaseName, type Settings } from '#server/settings.ts'
import { refuseMoved } from './move/marks.ts'

/** Returns the URL of the database that is running in this folder. Throws if there is none. */
function runningIn(dataDir: string) {
  const cluster = realpathSync(join(dataDir, 'postgresql'))
  const [, , , port] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  return addressOf(ownerRole, {
    secret: readFileSync(join(dataDir, 'postgresql-password'), 'utf8'),
    port: port?.trim() ?? '',
  })
}

type Place = Pick<Settings, 'databaseUrl' | 'dataDir'>

/**
 * Opens the database of a stopped product: DATABASE_URL, or the one in the data folder, which is locked for
 * `task` and runs until `stop`. Throws if there is none, or if the product is running from the folder.
 */
export async function openStoppedDatabase({ databaseUrl, dataDir }: Place, task: string) {
  if (databaseUrl) return { url: databaseUrl, stop: async () => {} }
  if (!existsSync(join(dataDir, 'postgresql')))
    throw new Error(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL.`)
  const unlock = lockFolder(dataDir, task)
  const { url, stop } = await startPostgres({ dataDir })
  return { url, stop: () => stop().finally(unlock) }
}

/** Returns the URL of the database that a running product would use, or null if none can be running. */
export const runningDatabase = ({ databaseUrl, dataDir }: Place) =>
  databaseUrl ?? (ownerOf(dataDir) ? runningIn(dataDir) : null)

/**
 * Opens the configured database for a command: DATABASE_URL, or the one in the data folder, which is started
 * and runs until `stop` if the product isn't running. First prints the chosen database. Throws if there is
 * none, or if its data was moved to another one.
 */
export async function openDatabaseOf(settings: Place & Pick<Settings, 'demo'>, say: (line: string) => void) {
  const { demo, databaseUrl, dataDir } = settings
  say(`This uses ${databaseName(settings)}.${demo ? ' For your own data, add --own.' : ''}`)
  if (!databaseUrl && ownerOf(dataDir)) return { url: runningIn(dataDir), stop: async () => {} }
  const opened = await openStoppedDatabase(settings, 'a command')
  await refuseMoved(opened.url).catch((error: Error) => opened.stop().then(() => Promise.reject(error)))
  return opened
}
