import { rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { lockFolder } from '#server/data-folder.ts'
import { startPostgres } from '#server/embedded-postgres.ts'
import { loadEnvFile } from '#server/env-file.ts'
import { databaseName, readCommand, type Settings } from '#server/settings.ts'
import { openDatabaseOf, runningDatabase } from '../folder.ts'
import type { Finding } from '../fsck.ts'
import { restoreCenter } from './center.ts'
import type { Count } from './center-tables.ts'
import { nameIn } from './databases.ts'
import { addErased } from './erased.ts'
import { type Keys, keysOf } from './keys.ts'
import { productVersion } from './product.ts'
import { progressLines } from './progress.ts'
import { restore } from './restore.ts'
import type { Revocations } from './revocations.ts'
import { writeBackup } from './write.ts'

const usage = `Usage: npm run restore -- FILE [options]

Replaces the database with a backup. The product must be stopped.

  --to MOMENT        instead of FILE: 2026-11-23T10:15, or latest (embedded database only)
  --center CENTER    restores only this center, next to the others, which stay as they are. The product may be running
  --yes              doesn't ask before the center is replaced
  --identity FILE    the secret key of a backup that was encrypted for a public key. Otherwise from BACKUP_IDENTITY
  --into URL         restores into this database, which must be empty or missing
  --own              your own data instead of the demo
  --fetch            first downloads what BACKUP_DIR lacks from the bucket

The key of a backup that was encrypted with BACKUP_KEY is read from there.`

/**
 * Returns the moment given with `--to`, in this machine's time zone unless it specifies another; null for
 * `latest`. If the text isn't a moment, throws an Error that shows the expected format.
 */
function momentOf(text: string) {
  if (text === 'latest') return null
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? new Date(text) : new Date(Number.NaN)
  if (Number.isNaN(at.getTime()))
    throw new Error(`Write the moment as 2026-11-23T10:15 or 2026-11-23T10:15:30Z, not ${text}.`)
  return at
}

/**
 * Recovers the data as of a given moment and writes it to a backup, which can be restored like any other.
 * Returns the backup's file and the keys that can read it.
 */
async function backupOf(text: string, { dataDir, backupDir }: Settings, keys: Keys) {
  if (!backupDir) throw new Error('There is no archive: BACKUP_DIR is not set.')
  const to = momentOf(text)
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
 * Downloads a backup (or the whole archive if none is named), except files that are already in the backup
 * folder with the same size. Adds the erased people listed in the bucket to the list in the folder.
 */
async function fetchBackups(settings: Settings, named: string | undefined) {
  const { bucket, backupDir } = settings
  if (!bucket || !backupDir) throw new Error('--fetch needs S3_URL and BACKUP_DIR.')
  if (named !== undefined && resolve(dirname(named)) !== backupDir)
    throw new Error(`--fetch puts the backup into ${backupDir}. Write ${join(backupDir, basename(named))}.`)
  const { openBucket } = await import('../offsite/bucket.ts')
  const { download, erasedIn } = await import('../offsite/download.ts')
  const isWanted = (name: string) =>
    named === undefined ? name.startsWith('wal/') : name === basename(named)
  const order = { folder: backupDir, bucket: openBucket(bucket), wanted: isWanted, say: progressLines() }
  await addErased(runningDatabase(settings), backupDir, await erasedIn(order.bucket))
  console.log(`Downloaded from the bucket: ${await download(order)} files.`)
}

/** Asks on the terminal whether to replace a center. Throws if there is no terminal. */
async function isConfirmed(center: string, counts: readonly Count[]) {
  const rows = counts.filter(({ now, backup }) => now > 0 || backup > 0)
  console.log(`\nRows of ${center}, now and in the backup:`)
  console.table(Object.fromEntries(rows.map(({ table, ...numbers }) => [table, numbers])))
  if (!process.stdin.isTTY) throw new Error('Nothing was changed. Add --yes to replace the center.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`Replace all of ${center} with the backup? Write yes: `)
  terminal.close()
  return answer.trim().toLowerCase() === 'yes'
}

/** Restores one center without changing the others, and prints how to undo this. */
async function restoreOneCenter(
  center: string,
  {
    settings,
    keys,
    from,
    isSure,
  }: { settings: Settings; keys: Keys; from: { file: string; keys: Keys }; isSure: boolean },
) {
  const { url, stop } = await openDatabaseOf(settings, console.log)
  try {
    const folder = settings.backupDir ?? dirname(resolve(from.file))
    const say = progressLines()
    const backUp = async () => {
      const { file } = await writeBackup({
        url,
        folder,
        keys,
        product: productVersion(),
        moment: new Date(),
        say,
      })
      console.log(
        `The data of now is in ${file}. To undo the restore: npm run restore -- ${file} --center '${center}'`,
      )
    }
    const confirm = async (counts: readonly Count[]) => isSure || (await isConfirmed(center, counts))
    const disk = settings.databaseUrl ? null : join(settings.dataDir, 'postgresql')
    const order = { ...from, place: url, disk, center, moment: new Date() }
    const done = await restoreCenter({ ...order, say, confirm, report: console.log, backUp })
    if (!done) return console.log('Nothing was changed.')
    console.log(`\nRestored ${center}. People who came back with it: ${done.people}.`)
    if (done.people > 0)
      console.log(
        'They can sign in once they have asked for a new password, been invited, or been given one.',
      )
    if (done.renamed > 0)
      console.log(
        `Somebody else has the email address or user name of ${done.renamed} of them now. They came back without it.`,
      )
    printRevocations(done.revocations)
    printFindings(done.findings)
  } finally {
    await stop()
  }
}

function printRevocations({ duties, links, pickups, requests }: Revocations) {
  if (duties + links + pickups + requests === 0) return
  console.log(
    `Access revoked since the backup was not restored: duties of staff: ${duties}, parents of a child: ${links}, people who may pick up a child: ${pickups}, requests to accounts: ${requests}.`,
  )
}

function printFindings(findings: readonly Finding[]) {
  if (findings.length === 0) return
  console.log('A data check found these problems:')
  console.table(findings.map(({ examples, ...rest }) => ({ ...rest, examples: examples.join(', ') })))
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
      center: { type: 'string' },
      yes: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      fetch: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  if (values.help) return console.log(usage)
  const [named, ...more] = positionals
  const isOneSource = (named === undefined) !== (values.to === undefined)
  if (!isOneSource || more.length > 0 || (values.center !== undefined && values.into !== undefined))
    throw new Error(usage)
  if (values.to !== undefined && settings.databaseUrl)
    throw new Error('--to works with the embedded database only. Use the recovery of your PostgreSQL.')
  if (values.into !== undefined && !/^postgres(ql)?:\/\/[^/]*\/./.test(values.into))
    throw new Error(`Write --into as postgres://user:password@host:5432/database, not ${values.into}.`)
  const { demo } = settings
  const backupIdentity = values.identity === undefined ? settings.backupIdentity : resolve(values.identity)
  const keys = keysOf({ ...settings, backupIdentity })
  if (values.center !== undefined) {
    if (values.fetch) await fetchBackups(settings, named)
    const from = named === undefined ? await backupOf(values.to ?? '', settings, keys) : { file: named, keys }
    return await restoreOneCenter(values.center, { settings, keys, from, isSure: values.yes })
  }
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
    printFindings(done.findings)
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
