import { rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { lockFolder } from '#server/data-folder.ts'
import { startPostgres } from '#server/embedded-postgres.ts'
import { loadEnvFile } from '#server/env-file.ts'
import { databaseName, readCommand, type Settings } from '#server/settings.ts'
import { nameIn } from './databases.ts'
import { type Keys, keysOf } from './keys.ts'
import { productVersion } from './product.ts'
import { progressLines } from './progress.ts'
import { restore } from './restore.ts'
import { writeBackup } from './write.ts'

/**
 * Usage of `npm run restore -- FILE | --to MOMENT [--fetch] [--own] [--into DATABASE_URL] [--identity FILE]`. A key is
 * read from BACKUP_KEY.
 */
const usage =
  'Usage: npm run restore -- FILE [--own] [--into DATABASE_URL] [--identity FILE], or with --to 2026-11-23T10:15 (or --to latest) instead of FILE. With --fetch, what BACKUP_DIR lacks is downloaded from the bucket first. The key of an encrypted backup is read from BACKUP_KEY, or from the identity file.'

/**
 * Returns the moment given with `--to`, in this machine's time zone unless it specifies another; null for the
 * latest.
 */
function momentOf(said: string) {
  if (said === 'latest') return null
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(said) ? new Date(said) : new Date(Number.NaN)
  if (Number.isNaN(at.getTime()))
    throw new Error(`Write the moment as 2026-11-23T10:15 or 2026-11-23T10:15:30Z, not ${said}.`)
  return at
}

/**
 * Recovers the data as of a given moment and returns a backup of it, which is restored like any other, with the
 * keys that can read it.
 */
async function backupOf(said: string, { dataDir, backupDir }: Settings, keys: Keys) {
  if (!backupDir) throw new Error('There is no archive: BACKUP_DIR is not set.')
  const to = momentOf(said)
  console.log(to ? `Recovering the data of ${to.toISOString()}.` : 'Recovering the latest data.')
  const { recover } = await import('../recovery/recover.ts')
  const work = join(dataDir, 'recovering')
  const say = progressLines()
  try {
    const { url, lastChange, stop } = await recover({ backupDir, keys, to, work, say })
    try {
      const order = { url, folder: backupDir, keys, product: productVersion(), moment: new Date(), say }
      const { file, keys: reading } = await writeBackup(order)
      console.log(`\nThe last change in it was made at ${lastChange ?? 'an earlier time'}. It is in ${file}.`)
      return { file, keys: reading }
    } finally {
      await stop()
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/**
 * Downloads a backup, or the whole archive if none is named, together with the list of erased people, if they
 * are missing in the backup folder.
 */
async function fetchBackups({ bucket, backupDir }: Settings, named: string | undefined) {
  if (!bucket || !backupDir) throw new Error('--fetch needs S3_URL and BACKUP_DIR.')
  if (named !== undefined && resolve(dirname(named)) !== backupDir)
    throw new Error(`--fetch puts the backup into ${backupDir}. Write ${join(backupDir, basename(named))}.`)
  const { openBucket } = await import('../offsite/bucket.ts')
  const { download } = await import('../offsite/download.ts')
  const isWanted = (name: string) =>
    name === 'erased.json' || (named === undefined ? name.startsWith('wal/') : name === basename(named))
  const order = { folder: backupDir, bucket: openBucket(bucket), wanted: isWanted, say: progressLines() }
  console.log(`Downloaded from the bucket: ${await download(order)} files.`)
}

async function openPlace({ dataDir, databaseUrl }: Settings, into: string | undefined) {
  const place = into ?? databaseUrl
  if (place) return { place, where: `the database ${nameIn(place)}`, stop: async () => {} }
  const unlock = lockFolder(dataDir, 'a restore')
  const { url, stop } = await startPostgres({ dataDir })
  return { place: url, where: dataDir, stop: () => stop().finally(unlock) }
}

async function run() {
  loadEnvFile()
  const { settings, words } = readCommand(process.argv.slice(2), process.env)
  const { values, positionals } = parseArgs({
    args: words,
    options: {
      into: { type: 'string' },
      to: { type: 'string' },
      identity: { type: 'string' },
      fetch: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [named, ...more] = positionals
  const isOneSource = (named === undefined) !== (values.to === undefined)
  if (!isOneSource || more.length > 0) throw new Error(usage)
  if (values.to !== undefined && settings.databaseUrl)
    throw new Error('--to works with the embedded database only. Use the recovery of your PostgreSQL.')
  if (values.into !== undefined && !/^postgres(ql)?:\/\/[^/]*\/./.test(values.into))
    throw new Error(`Write --into as postgres://user:password@host:5432/database, not ${values.into}.`)
  const { demo } = settings
  const backupIdentity = values.identity === undefined ? settings.backupIdentity : resolve(values.identity)
  const keys = keysOf({ ...settings, backupIdentity })
  if (values.into === undefined)
    console.log(`This replaces ${databaseName(settings)}.${demo ? ' For your own data, add --own.' : ''}`)
  const { place, where, stop } = await openPlace(settings, values.into)
  try {
    const began = performance.now()
    if (values.fetch) await fetchBackups(settings, named)
    const from = named === undefined ? await backupOf(values.to ?? '', settings, keys) : { file: named, keys }
    const done = await restore({
      ...from,
      place,
      another: values.into !== undefined,
      demo: demo && values.into === undefined,
      moment: new Date(),
      say: progressLines(),
    })
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const into = done.waits ? '' : ` into ${where}`
    console.log(
      `\nRestored ${done.rows} rows${into} in ${seconds} s, at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB of memory.`,
    )
    console.log(
      'Everybody is signed out. People must sign in again, and each classroom device needs a new key.',
    )
    if (done.erased > 0)
      console.log(`People erased again, because they were erased after this backup: ${done.erased}.`)
    if (done.findings.length > 0) {
      console.log('A data check found these problems:')
      console.table(
        done.findings.map(({ examples, ...rest }) => ({ ...rest, examples: examples.join(', ') })),
      )
    }
    if (done.before) console.log(`The previous data stays for a week in the database ${done.before}.`)
    if (done.waits)
      console.log(
        `This user may not rename databases. The data is in ${done.waits}: rename it to ${nameIn(place)}, or set DATABASE_URL to it.`,
      )
  } finally {
    await stop()
  }
}

await run().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
