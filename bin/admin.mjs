// npm run admin -- EMAIL: restores access for an admin who has lost the password or the phone. Works whether
// or not the product is running. npm run admin -- close-demo: closes the demo's accounts in a database that
// also contains your own data.
import { closeDemo, letAdminIn } from '../db/first-admin.ts'
import { openDatabaseOf } from '../db/folder.ts'
import { loadEnvFile } from '../src/server/env-file.ts'
import { readCommand } from '../src/server/settings.ts'

const usage = 'Usage: npm run admin -- you@example.com (or close-demo)'

async function run(given) {
  loadEnvFile()
  // close-demo implies --own, because it makes no sense in the demo itself.
  const {
    settings,
    words: [word, ...more],
  } = readCommand(given.includes('close-demo') ? ['--own', ...given] : given, process.env)
  if (!word || more.length > 0) throw new Error(usage)
  const { url, stop } = await openDatabaseOf(settings, (line) => console.log(line))
  try {
    return word === 'close-demo' ? await closeDemo(url) : await letAdminIn(url, settings, word)
  } finally {
    await stop()
  }
}

try {
  console.log(await run(process.argv.slice(2)))
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
