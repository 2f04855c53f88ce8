// npm run fsck [-- --own]: checks the invariants of the demo's or your own data without changing it. Works
// whether or not the product is running. Prints the findings, and exits with 1 if there are any.
import { fsck } from '../db/fsck.ts'
import { openDatabaseOf } from '../db/folder.ts'
import { invariants } from '../db/invariants.ts'
import { openDatabase } from '../src/server/db.ts'
import { loadEnvFile } from '../src/server/env-file.ts'
import { readCommand } from '../src/server/settings.ts'

/** Returns the findings in the database named in the settings. */
async function findings(settings) {
  const { url, stop } = await openDatabaseOf(settings, (line) => console.log(line))
  const database = openDatabase(url, { pool: 1, patience: 300_000 })
  try {
    return await fsck(database.read)
  } finally {
    await database.close()
    await stop()
  }
}

try {
  loadEnvFile()
  const {
    settings,
    words: [word],
  } = readCommand(process.argv.slice(2), process.env)
  if (word !== undefined) throw new Error(`npm run fsck only accepts --own, not ${word}.`)
  const began = performance.now()
  const found = await findings(settings)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  if (found.length > 0)
    console.table(found.map(({ examples, ...rest }) => ({ ...rest, examples: examples.join(', ') })))
  console.log(`${Object.keys(invariants).length} rules in ${seconds} s, ${found.length} broken.`)
  process.exitCode = found.length > 0 ? 1 : 0
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
