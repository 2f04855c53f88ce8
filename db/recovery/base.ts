import { spawn } from 'node:child_process'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { connect } from '#server/connect.ts'
import { stampOf, syncFolder } from '../backup/write.ts'
import type { Keys } from '../backup/keys.ts'
import { archivedName, type Base, noteBase, seal, unseal } from './archive.ts'

/** Data that a base backup needs in addition to its files. */
const Label = z.object({
  /** Contents of `backup_label`, from which the server reads where to start. */
  label: z.string(),
  /** First log file that is needed. */
  first: z.string(),
  /** Password of the server's superuser. */
  secret: z.string(),
})
export type Label = z.infer<typeof Label>

/** Files that only a running server needs, or that the server recreates. */
const leftOut = [
  'pg_wal/*',
  'wal-ready',
  'postmaster.pid',
  'postmaster.opts',
  '.s.PGSQL.*',
  'pg_replslot/*',
  'pg_dynshmem/*',
  'pg_notify/*',
  'pg_serial/*',
  'pg_snapshots/*',
  'pg_stat_tmp/*',
  'pg_subtrans/*',
  'pgsql_tmp*',
]

/** Packs a server's files, which may change while they are read. Replaying the log makes them consistent. */
async function* packed(cluster: string): AsyncGenerator<Buffer> {
  const words = ['-C', cluster, ...leftOut.map((path) => `--exclude=./${path}`), '-cf', '-', '.']
  const tar = spawn('tar', words, { stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = new Promise<number | null>((done, fail) => tar.once('error', fail).once('close', done))
  ended.catch(() => {})
  yield* tar.stdout as AsyncIterable<Buffer>
  const code = await ended
  // Exit code 1 means that a file changed or disappeared while it was read.
  if (code !== 0 && code !== 1)
    throw new Error(`The server’s files can’t be packed (tar ended with ${code}).`)
}

type Order = {
  superuserUrl: string
  /** The server's data folder. */
  cluster: string
  secret: string
  folder: string
  keys: Keys
}

/** Connection settings for a backup that may take hours. */
const patient = { settings: { statement_timeout: 0, idle_in_transaction_session_timeout: 0 } }

/** Name of a base backup's file until it is complete. A file left behind by a kill is overwritten. */
const unfinished = 'base-unfinished.tar'

/**
 * Rounds a moment up to a whole second, because the names of base backups don't contain fractions of a
 * second.
 */
const nextSecond = (moment: Date) => new Date(Math.ceil(moment.getTime() / 1000) * 1000)

/**
 * Makes a base backup of a running PostgreSQL server, which must already be archiving its write-ahead log.
 * Returns once the log that the backup needs is ready to be archived too. `finish` then writes the label,
 * which makes the backup count. The backup's name is the time at which it ended: moments before that need an
 * earlier base backup.
 */
export async function takeBase({ superuserUrl, cluster, secret, folder, keys }: Order) {
  const sql = connect(superuserUrl, patient)
  try {
    const [begun] = await sql<{ first: string }[]>`
      select pg_walfile_name(pg_backup_start('base', fast => true)) as first`
    await seal(packed(cluster), { folder, name: unfinished, keys })
    const [ended] = await sql<{ label: string }[]>`
      select labelfile as label from pg_backup_stop(wait_for_archive => true)`
    const name = `base-${stampOf(nextSecond(new Date()))}`
    await rename(join(folder, archivedName(unfinished)), join(folder, archivedName(`${name}.tar`)))
    await syncFolder(folder)
    const label: Label = { label: ended?.label ?? '', first: begun?.first ?? '', secret }
    return {
      finish: async () => {
        await noteBase({ folder, name }, label.first, keys)
        await seal([Buffer.from(JSON.stringify(label))], { folder, name: `${name}.label`, keys })
      },
    }
  } finally {
    await sql.end()
  }
}

export async function labelOf({ folder, name }: Base, keys: Keys): Promise<Label> {
  const pieces = []
  for await (const piece of unseal(join(folder, archivedName(`${name}.label`)), keys)) pieces.push(piece)
  return Label.parse(JSON.parse(Buffer.concat(pieces).toString()))
}
