// npm run fsck: asks everything that must never be so of the database in DATA_DIR, whether the product runs or not, or of DATABASE_URL.
// Changes nothing. Prints what it found, and ends with 1 when that is anything.
import { fsck } from '../db/fsck.ts'
import { openDatabaseOf } from '../db/folder.ts'
import { invariants } from '../db/invariants.ts'
import { openDatabase } from '../src/server/db.ts'
import { readSettings } from '../src/server/settings.ts'

/** What is found in the database of the settings. */
async function findings() {
  const { url, stop } = await openDatabaseOf(readSettings(process.env))
  const database = openDatabase(url, { pool: 1, patience: 300_000 })
  try {
    return await fsck(database.read)
  } finally {
    await database.close()
    await stop()
  }
}

try {
  const [word] = process.argv.slice(2)
  if (word !== undefined)
    throw new Error(`npm run fsck changes nothing and takes no words, such as ${word}: it checks DATA_DIR or DATABASE_URL.`)
  const began = performance.now()
  const found = await findings()
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  if (found.length > 0) console.table(found.map(({ examples, ...rest }) => ({ ...rest, examples: examples.join(', ') })))
  console.log(`${Object.keys(invariants).length} rules in ${seconds} s, ${found.length} broken.`)
  process.exitCode = found.length > 0 ? 1 : 0
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
