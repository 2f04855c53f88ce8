import type { Actor } from './gate.ts'
import { withoutScope } from './pool.ts'
import type { Db } from './sql.ts'

/** Actor whose centers a transaction may see. */
export type Scope = Pick<Actor, 'kind' | 'id' | 'centers' | 'familyCenters'>

/** Role that requests sign in to the database as. Set up by `db/role.ts`. */
export const role = 'blended_requests'

const everywhere = 'all'

/**
 * Returns the centers of a scope. A parent's are those of their children. Queries check the finer rules of
 * which link allows what.
 */
const centersOf = (db: Db, scope: Scope | 'all') => {
  if (scope === 'all' || scope.kind === 'admin') return db`${everywhere}::text`
  return db`${[...scope.centers, ...(scope.familyCenters ?? [])]}::text[]::text`
}

/**
 * Turns on the second line of defense (reliability T43): for the rest of the transaction, tables with a
 * center show and accept only rows of these centers. The first line is the scope in every query.
 */
export const narrow = (db: Db, scope: Scope | 'all') =>
  db`select set_config('app.centers', ${centersOf(db, scope)}, true)`

/**
 * Does the same on a connection of the database's owner. The transaction also gives up the owner's rights and
 * keeps only those of requests.
 */
export const narrowOwner = (db: Db, scope: Scope | 'all') =>
  db`select set_config('app.centers', ${centersOf(db, scope)}, true), set_config('role', ${role}, true)`

/**
 * Runs a query beyond the caller's centers, if data elsewhere decides what is allowed here. Nothing else may
 * run in the transaction meanwhile.
 */
export async function beyond<T>(db: Db, ask: (db: Db) => PromiseLike<T>): Promise<T> {
  const reads = withoutScope(db)
  if (reads) return await ask(reads)
  const [was] = await db<{ centers: string }[]>`
    select coalesce(current_setting('app.centers', true), '') as centers, set_config('app.centers', ${everywhere}, true)`
  const answer = await ask(db)
  await db`select set_config('app.centers', ${was?.centers ?? ''}, true)`
  return answer
}
