import type { Actor } from './gate.ts'
import { readOnly, unscopedReads } from './pool.ts'
import type { Db } from './sql.ts'

/** Actor whose centers a transaction may see. */
export type Scope = Pick<Actor, 'kind' | 'id' | 'centers' | 'familyCenters'>

/** Database role that requests run under. `db/role.ts` creates it. */
export const role = 'blended_requests'

const everywhere = 'all'

/**
 * Returns the centers of a scope as SQL. A parent's centers are those of their children. Queries check the
 * rights of each parent link.
 */
const centersOf = (db: Db, scope: Scope | 'all') => {
  if (scope === 'all' || scope.kind === 'admin') return db`${everywhere}::text`
  return db`${[...scope.centers, ...(scope.familyCenters ?? [])]}::text[]::text`
}

const readOnlyIf = (db: Db, isRead: boolean) => (isRead ? db`, ${readOnly(db)}` : db``)

/**
 * Returns the statement that sets the scope of row-level security for the rest of the transaction: tables
 * with a policy show and accept only rows of the scope's centers. If `isRead`, it also makes the transaction
 * read-only. This is the second line of defense behind the scope in every query (reliability T43).
 */
export const setRowScope = (db: Db, scope: Scope | 'all', isRead: boolean) =>
  db`select set_config('app.centers', ${centersOf(db, scope)}, true)${readOnlyIf(db, isRead)}`

/**
 * Returns a statement like that of `setRowScope`, for a connection that signs in as the database's owner. It
 * also switches to the request role for the rest of the transaction.
 */
export const setRowScopeAsOwner = (db: Db, scope: Scope | 'all', isRead: boolean) =>
  db`select set_config('app.centers', ${centersOf(db, scope)}, true), set_config('role', ${role}, true)${readOnlyIf(db, isRead)}`

/**
 * Runs a query on the rows of all centers, for rules that depend on data of other centers. No other statement
 * of the transaction may be in flight at the same time.
 */
export async function withAllCenters<T>(db: Db, query: (db: Db) => PromiseLike<T>): Promise<T> {
  const reads = unscopedReads(db)
  if (reads) return await query(reads)
  const [was] = await db<{ centers: string }[]>`
    select coalesce(current_setting('app.centers', true), '') as centers, set_config('app.centers', ${everywhere}, true)`
  const answer = await query(db)
  await db`select set_config('app.centers', ${was?.centers ?? ''}, true)`
  return answer
}
