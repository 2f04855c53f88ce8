import { parseArgs } from 'node:util'
import { lockFolder } from '#server/data-folder.ts'
import { startPostgres } from '#server/embedded-postgres.ts'
import { databaseName, readCommand, type Settings } from '#server/settings.ts'
import { nameIn } from './databases.ts'
import { progressLines } from './progress.ts'
import { restore } from './restore.ts'

/** `npm run restore -- FILE [--own] [--into DATABASE_URL]`: the key is that of the environment, BACKUP_KEY. */
const usage = 'Say which file: npm run restore -- FILE [--own] [--into DATABASE_URL]. The key of an encrypted one is read from BACKUP_KEY.'

async function openPlace({ dataDir, databaseUrl }: Settings, into: string | undefined) {
  const place = into ?? databaseUrl
  if (place) return { place, where: `the database ${nameIn(place)}`, stop: async () => {} }
  const unlock = lockFolder(dataDir, 'a restore')
  const { url, stop } = await startPostgres({ dataDir })
  return { place: url, where: dataDir, stop: () => stop().finally(unlock) }
}

async function run() {
  const { settings, words } = readCommand(process.argv.slice(2), process.env)
  const { values, positionals } = parseArgs({ args: words, options: { into: { type: 'string' } }, allowPositionals: true })
  const [file, ...more] = positionals
  if (!file || more.length > 0) throw new Error(usage)
  if (values.into !== undefined && !/^postgres(ql)?:\/\/[^/]*\/./.test(values.into))
    throw new Error(`Say --into as postgres://user:password@host:5432/database, not ${values.into}.`)
  const { backupKey: key, demo } = settings
  if (values.into === undefined) console.log(`This replaces ${databaseName(settings)}.${demo ? ' For your own data, add --own.' : ''}`)
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
    console.log('Everybody is signed out: people sign in again, classroom devices need a new key each.')
    if (done.erased > 0) console.log(`Erased again, as they had been since: ${done.erased}.`)
    if (done.findings.length > 0) {
      console.log('A check of the data found what should not be so:')
      console.table(done.findings.map(({ examples, ...rest }) => ({ ...rest, examples: examples.join(', ') })))
    }
    if (done.before) console.log(`What was there before stays for a week as the database ${done.before}.`)
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
