import { setTimeout as pause } from 'node:timers/promises'

/** A read that takes longer than this, in ms, doesn't hold up the next one: its connection may be dead. */
const slowMs = 20

/**
 * Returns a function that reads one value by its key. Keys that are asked for while a read is running go
 * together in the next one, so a crowd costs few queries and a single caller waits for nobody.
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
