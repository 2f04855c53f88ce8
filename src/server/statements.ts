/** A statement that takes longer is told, in ms. */
const slowMs = 1000

/** Hears of a slow statement: its text as it stands in the program, without any value. */
export type TellSlow = (statement: string, ms: number) => void

type Statement = Promise<unknown> & { strings?: readonly string[]; handle?: () => Promise<void> }

/** Watches one statement of the driver from the moment that it is asked, which for a part of another one never comes. */
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
      // The statement's own `then` would ask it.
      void Promise.prototype.then.call(statement, end, end)
    }
    return handle.call(statement)
  }
}

/** The same driver or transaction, whose slow statements are told. */
export const watched = <T extends object>(sql: T, tell: TellSlow): T =>
  new Proxy(sql, {
    apply: (target, self, words) => {
      const made: unknown = Reflect.apply(target as never, self, words)
      if (made instanceof Promise) watch(made, tell)
      return made
    },
  })
