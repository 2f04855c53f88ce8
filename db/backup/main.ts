import { setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sizeInWords, timeInWords } from '#features/operation/rules.ts'
import { loadEnvFile } from '#server/env-file.ts'
import { readCommand } from '#server/settings.ts'
import { openDatabaseOf } from '../folder.ts'
import { writeErasedListOf } from './erased.ts'
import { checkOnly, keep } from './keep.ts'
import { keysOf } from './keys.ts'
import { productVersion } from './product.ts'
import { progressLines } from './progress.ts'
import { tryBackup } from './try.ts'
import { writeBackup } from './write.ts'

/**
 * Options of `npm run backup [-- --own] [--to FOLDER]`. The product itself also starts this command: with
 * `--origin daily` or `--origin asked` for a scheduled or requested backup, with `--check` to only check the
 * data, and with `--erased` to only write the list of erased people. `--disk` is a folder on the database's
 * disk. The command runs at low priority, so that requests go first.
 */
const options = {
  to: { type: 'string' },
  origin: { type: 'string', default: 'command' },
  disk: { type: 'string' },
  check: { type: 'boolean', default: false },
  erased: { type: 'boolean', default: false },
} as const

async function backUp() {
  loadEnvFile()
  const { settings, words } = readCommand(process.argv.slice(2), process.env)
  const { values } = parseArgs({ args: words, options })
  // Print no progress if the product itself started this command.
  const command = values.origin === 'command' && !values.check && !values.erased
  const { url, stop } = await openDatabaseOf(settings, (line) => command && console.log(line))
  const say = command ? progressLines() : () => {}
  const [product, moment] = [productVersion(), new Date()]
  const disk = values.disk ?? (settings.databaseUrl ? null : join(settings.dataDir, 'postgresql'))
  try {
    if (values.check) return void (await checkOnly(url))
    const folder = values.to === undefined ? settings.backupDir : resolve(values.to)
    if (values.erased && folder) return await writeErasedListOf(url, folder)
    if (!folder) throw new Error('Choose a folder: npm run backup -- --to FOLDER, or set BACKUP_DIR.')
    const keys = keysOf(settings)
    if (folder === settings.backupDir)
      return report(await keep({ url, folder, keys, product, disk, origin: values.origin as 'command', say }))
    const began = performance.now()
    const { file, bytes, keys: reading } = await writeBackup({ url, folder, keys, product, moment, say })
    await writeErasedListOf(url, folder)
    const took = performance.now() - began
    report({ file, bytes, took, ...(await tryBackup({ file, url, keys: reading, disk, moment, say })) })
  } finally {
    await stop()
  }
}

function report({ file, bytes, took, verified, findings, room }: Awaited<ReturnType<typeof keep>>) {
  console.log(
    `\n${file}: ${sizeInWords(bytes)} in ${timeInWords(took)}, at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB of memory.`,
  )
  console.log(
    verified === 'restored'
      ? 'It was verified: restored into a scratch database, with every table compared.'
      : 'It was read through.',
  )
  if (room) console.log(`It was not restored as a test: ${room}.`)
  if (findings && findings.length > 0)
    console.table(findings.map(({ examples, ...rest }) => ({ ...rest, examples: examples.join(', ') })))
}

try {
  setPriority(10)
} catch {
  // Some systems don't let a process lower its priority.
}
// Exit together with the product that started this command, because its database stops, too.
if (process.channel) process.on('disconnect', () => process.exit(1))
await backUp().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
process.channel?.unref()
