/** Duration in ms from which a statement counts as slow. */
const slowMs = 1000

/** Called with a slow statement: its text with placeholders, without any value. */
export type TellSlow = (statement: string, ms: number) => void

type Statement = Promise<unknown> & { strings?: readonly string[]; handle?: () => Promise<void> }

/**
 * Measures a statement of the driver from the moment it is sent. A fragment inside another statement is never
 * sent.
 */
function watch(statement: Statement, tell: TellSlow) {
  const { handle, strings = [] } = statement
  if (!handle) return
  let asked = false
  statement.handle = () => {
    if (!asked) {
      asked = true
      const began = performance.now()
      const end = () => {
        const ms = performance.now() - began
        if (ms >= slowMs) tell(strings.join('?').replace(/\s+/g, ' ').trim().slice(0, 500), Math.round(ms))
      }
      // The statement's own `then` would send it.
      void Promise.prototype.then.call(statement, end, end)
    }
    return handle.call(statement)
  }
}

/** Wraps the driver or a transaction so that slow statements are reported. */
export const watched = <T extends object>(sql: T, tell: TellSlow): T =>
  new Proxy(sql, {
    apply: (target, self, words) => {
      const made: unknown = Reflect.apply(target as never, self, words)
      if (made instanceof Promise) watch(made, tell)
      return made
    },
  })
