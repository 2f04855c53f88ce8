import { connect } from '#server/connect.ts'

/**
 * Throws an error if a database may lose acknowledged data in a power failure (reliability F25), or if it
 * can't be queried.
 */
export async function refuseUnsafe(url: string) {
  const sql = connect(url)
  try {
    const off = await sql<{ name: string }[]>`
      select name from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting = 'off' order by name`.catch(
      (error: Error) => {
        throw new Error(`The database can't be used: ${error.message}. Check DATABASE_URL.`, { cause: error })
      },
    )
    if (off.length === 0) return
    const names = off.map(({ name }) => name).join(', ')
    throw new Error(
      `The database may lose saved data: ${names} is off. Turn it on, or set another DATABASE_URL.`,
    )
  } finally {
    await sql.end()
  }
}
