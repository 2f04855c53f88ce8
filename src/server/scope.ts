import type { Database, Db } from './db.ts'
import type { Actor } from './gate.ts'

/** Whose centers a transaction sees. */
export type Scope = Pick<Actor, 'kind' | 'id' | 'centers'>

/** The role that requests sign in to the database as; `db/role.ts` sees to it. */
export const role = 'blended_requests'

const everywhere = 'all'

/** A parent's centers are those of their children; the finer rules of which link opens what are the queries'. */
const centersOf = (db: Db, { kind, id, centers }: Scope) => {
  if (kind === 'admin') return db`${everywhere}::text`
  if (kind === 'parents') return db`centers_of_parent(${id})::text`
  return db`${[...centers]}::text[]::text`
}

/**
 * The second line (reliability T43): from here to its end the transaction's tables with a center show and take only rows of these centers. The first
 * line is the scope in every query.
 */
export const narrow = (db: Db, scope: Scope) => db`select set_config('app.centers', ${centersOf(db, scope)}, true)`

/** The same for who has signed in to the database as its owner: the transaction gives up its rights too, for those of requests alone. */
export const narrowOwner = (db: Db, scope: Scope) =>
  db`select set_config('app.centers', ${centersOf(db, scope)}, true), set_config('role', ${role}, true)`

type Statement = Promise<unknown> & { handler: (statement: Statement) => unknown; reject: (error: Error) => void }

/**
 * The reads of a scope, each statement in a transaction of its own: for what goes on when its handler has answered, such as a file that is sent while it
 * is read.
 */
export const readsOf = (database: Database, scope: Scope) =>
  new Proxy(database.read, {
    apply: (target, self, words) => {
      const made: unknown = Reflect.apply(target as never, self, words)
      if (made instanceof Promise && 'handler' in made)
        (made as Statement).handler = (statement) =>
          void database
            .reading(async (db) => {
              const { handler } = db`` as unknown as Statement
              handler(statement)
              await statement
            }, scope)
            .catch((error: Error) => statement.reject(error))
      return made
    },
  })

/** Asks beyond the caller's centers, where what is elsewhere decides what may be done here. Nothing else of the transaction goes on meanwhile. */
export async function beyond<T>(db: Db, ask: () => PromiseLike<T>): Promise<T> {
  const [was] = await db<{ centers: string }[]>`
    select coalesce(current_setting('app.centers', true), '') as centers, set_config('app.centers', ${everywhere}, true)`
  const answer = await ask()
  await db`select set_config('app.centers', ${was?.centers ?? ''}, true)`
  return answer
}
