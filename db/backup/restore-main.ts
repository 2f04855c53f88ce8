import { parseArgs } from 'node:util'
import { lockFolder } from '#server/data-folder.ts'
import { startPostgres } from '#server/embedded-postgres.ts'
import { loadEnvFile } from '#server/env-file.ts'
import { databaseName, readCommand, type Settings } from '#server/settings.ts'
import { nameIn } from './databases.ts'
import { progressLines } from './progress.ts'
import { restore } from './restore.ts'

/** Usage of `npm run restore -- FILE [--own] [--into DATABASE_URL]`. The key is read from BACKUP_KEY. */
const usage =
  'Usage: npm run restore -- FILE [--own] [--into DATABASE_URL]. The key of an encrypted backup is read from BACKUP_KEY.'

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
    options: { into: { type: 'string' } },
    allowPositionals: true,
  })
  const [file, ...more] = positionals
  if (!file || more.length > 0) throw new Error(usage)
  if (values.into !== undefined && !/^postgres(ql)?:\/\/[^/]*\/./.test(values.into))
    throw new Error(`Write --into as postgres://user:password@host:5432/database, not ${values.into}.`)
  const { backupKey: key, demo } = settings
  if (values.into === undefined)
    console.log(`This replaces ${databaseName(settings)}.${demo ? ' For your own data, add --own.' : ''}`)
  const { place, where, stop } = await openPlace(settings, values.into)
  try {
    const began = performance.now()
    const done = await restore({
      file,
      key,
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
