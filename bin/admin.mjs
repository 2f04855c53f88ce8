// npm run admin -- E-MAIL: the way back in for an admin who has lost the password or the telephone, whether the product runs or not.
import { letAdminIn } from '../db/first-admin.ts'
import { openDatabaseOf } from '../db/folder.ts'
import { readSettings } from '../src/server/settings.ts'

async function letIn([email, ...more]) {
  if (!email || more.length > 0) throw new Error('Say who: npm run admin -- you@example.com')
  const settings = readSettings(process.env)
  const { url, stop } = await openDatabaseOf(settings)
  try {
    return await letAdminIn(url, settings, email)
  } finally {
    await stop()
  }
}

try {
  console.log(await letIn(process.argv.slice(2)))
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
