import { existsSync, readFileSync } from 'node:fs'
import { parseArgs, parseEnv } from 'node:util'
import { timeInWords } from '#features/operation/rules.ts'
import { databaseName, readCommand } from '#server/settings.ts'
import { progressLines } from '../backup/progress.ts'
import { openStoppedDatabase } from '../folder.ts'
import { changeEnvFile, withDatabaseUrl, withEarlierUrl } from './env-line.ts'
import { move, placeOf, undoMove } from './move.ts'

/**
 * Usage of `npm run move -- DATABASE_URL [--own]`, which moves the data to another PostgreSQL database. With
 * `--undo`, the product uses the old database again.
 */
const usage =
  'Usage: npm run move -- postgres://user:password@host:5432/database [--own], or npm run move -- --undo [--own]'
const file = '.env'

/** Returns the settings in the text of a settings file. Environment variables take precedence. */
const settingsIn = (text: string, words: readonly string[]) =>
  readCommand(words, { ...parseEnv(text), ...process.env })

/** Writes the new URL into the settings file if possible, and prints what is left to do. */
function changeSetting(url: string, requestsUrl: string | null) {
  // A variable of the environment takes precedence over the file.
  const isWritten =
    process.env['DATABASE_URL'] === undefined && changeEnvFile(file, (text) => withDatabaseUrl(text, url))
  console.log(
    isWritten
      ? `${file} now has the new DATABASE_URL, and the old one as a comment. Start the product.`
      : `Set DATABASE_URL to the address that you gave (${placeOf(url)}), and start the product.`,
  )
  if (requestsUrl)
    console.log('Also set REQUESTS_DATABASE_URL to the same database with the role of requests.')
}

async function moveTo(to: string, { settings }: ReturnType<typeof readCommand>) {
  if (settings.demo) throw new Error('The demo is not moved. To move your own data, add --own.')
  console.log(`This moves ${databaseName(settings)} to ${placeOf(to)}.`)
  const began = performance.now()
  const { url: from, stop } = await openStoppedDatabase(settings, 'a move')
  try {
    const report = (line: string) => console.log(line)
    const { rows, findings } = await move({ from, to, moment: new Date(), say: progressLines(), report })
    console.log(
      `\nMoved ${rows} rows in ${timeInWords(performance.now() - began)}. Every table was compared.`,
    )
    if (findings.length > 0) {
      console.log('A data check found these problems, in the old database as well:')
      console.table(findings.map(({ examples, ...rest }) => ({ ...rest, examples: examples.join(', ') })))
    }
    changeSetting(to, settings.requestsDatabaseUrl)
    console.log(
      'The old database is unchanged, but the product refuses to use it. To go back to it: npm run move -- --undo',
    )
  } finally {
    await stop()
  }
}

async function undo(text: string, words: readonly string[]) {
  const earlier = process.env['DATABASE_URL'] === undefined ? withEarlierUrl(text) : null
  const { settings } = settingsIn(earlier ?? text, words)
  const { url, stop } = await openStoppedDatabase(settings, 'a move')
  try {
    const { to } = await undoMove(url)
    if (earlier !== null) changeEnvFile(file, () => earlier)
    console.log(
      `The product uses ${databaseName(settings)} again${earlier === null ? '' : `, also according to ${file}`}. Changes made since the move are only in ${to}.`,
    )
  } finally {
    await stop()
  }
}

async function run() {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    options: { undo: { type: 'boolean', default: false }, own: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const own = values.own ? ['--own'] : []
  const [to, ...more] = positionals
  if ((to === undefined) !== values.undo || more.length > 0) throw new Error(usage)
  if (to === undefined) return await undo(text, own)
  if (!/^postgres(ql)?:\/\/[^/]+\/./.test(to) || !URL.canParse(to)) throw new Error(usage)
  await moveTo(to, settingsIn(text, own))
}

await run().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
