import type { Database } from '#server/db.ts'

/**
 * Number of the first database call that fails (`at`; 0 if none fails), and the number of calls made since it
 * was set (reliability F0).
 */
const armed = { at: 0, calls: 0 }

/**
 * Makes the `at`-th database call from now on and all later calls fail, as if the connection had been
 * terminated.
 */
export const failAt = (at: number) => Object.assign(armed, { at, calls: 0 })
/** Stops the failures. Returns true if the first call that should fail was reached. */
export function failed() {
  const reached = armed.at > 0 && armed.calls >= armed.at
  failAt(0)
  return reached
}

function next() {
  if (armed.at === 0) return null
  armed.calls += 1
  if (armed.calls < armed.at) return null
  const loss = Promise.reject(
    Object.assign(new Error('The connection was ended by a test.'), { code: '57P01' }),
  )
  // Nobody awaits a fragment of a statement, so its rejection needs a handler.
  loss.catch(() => {})
  return Object.assign(loss, { send: () => loss })
}

const counted = <T extends object>(sql: T) =>
  new Proxy(sql, {
    apply: (target, self, words) => next() ?? Reflect.apply(target as never, self, words),
  })

/** Wraps a database so that its calls can be made to fail. */
export const failing = (database: Database): Database => ({
  ...database,
  read: counted(database.read),
  single: counted(database.single),
  reads: (scope) => counted(database.reads(scope)),
  write: (work, scope) => next() ?? database.write((db) => work(counted(db)), scope),
})
