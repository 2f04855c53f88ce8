import { setTimeout as pause } from 'node:timers/promises'

/** Time in ms after which the next read no longer waits for a running one, whose connection may be dead. */
const slowMs = 20

/**
 * Returns a function that reads one value by its key. Keys requested while a read is running are read
 * together in the next one, so many callers cost few queries and a single caller doesn't wait.
 */
export function batched<V>(read: (keys: string[]) => Promise<ReadonlyMap<string, V>>) {
  let waiting = new Set<string>()
  let next: Promise<ReadonlyMap<string, V>> | null = null
  let last: Promise<unknown> = Promise.resolve()

  function start() {
    const keys = [...waiting]
    waiting = new Set()
    next = null
    const values = read(keys)
    const done = values.catch(() => {})
    last = Promise.race([done, pause(slowMs, undefined, { ref: false })])
    return values
  }

  return async (key: string): Promise<V | undefined> => {
    waiting.add(key)
    next ??= last.then(start)
    return (await next).get(key)
  }
}
