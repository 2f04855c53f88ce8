import type { Database } from '#server/db.ts'

/** From which call on the database fails, counted from when it was armed; 0: it doesn't (reliability F0). */
const armed = { at: 0, calls: 0 }

/** Lets the `at`-th call to the database from now on fail, and all after it, as when its connection is ended. */
export const failAt = (at: number) => Object.assign(armed, { at, calls: 0 })
/** Ends it; whether it came so far. */
export function failed() {
  const reached = armed.at > 0 && armed.calls >= armed.at
  failAt(0)
  return reached
}

function next() {
  if (armed.at === 0) return null
  armed.calls += 1
  if (armed.calls < armed.at) return null
  const loss = Promise.reject(Object.assign(new Error('The connection was ended by a test.'), { code: '57P01' }))
  // A part of a statement is never waited for.
  loss.catch(() => {})
  return loss
}

const counted = <T extends object>(sql: T) =>
  new Proxy(sql, {
    apply: (target, self, words) => next() ?? Reflect.apply(target as never, self, words),
  })

/** A database whose calls can be made to fail. */
export const failing = (database: Database): Database => ({
  ...database,
  read: counted(database.read),
  single: counted(database.single),
  reading: (work, scope) => next() ?? database.reading((db) => work(counted(db)), scope),
  write: (work, scope) => next() ?? database.write((db) => work(counted(db)), scope),
})
