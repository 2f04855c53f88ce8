import { setTimeout as pause } from 'node:timers/promises'

/** Time in ms after which the next batch no longer waits for a running one, whose connection may be dead. */
const slowMs = 20

/**
 * Returns a function that processes one item and returns its result. Items that arrive while a batch is
 * running form the next one, so a large number of callers needs only a few statements, and a single caller
 * doesn't wait. `run` must return a result for each item, in the same order. If it throws, all callers of
 * that batch get the error.
 */
export function inBatches<Item, Result>(run: (items: readonly Item[]) => Promise<readonly Result[]>) {
  let waiting: Item[] = []
  let next: Promise<readonly Result[]> | null = null
  let last: Promise<unknown> = Promise.resolve()

  function start() {
    const items = waiting
    waiting = []
    next = null
    const results = run(items)
    const done = results.catch(() => {})
    last = Promise.race([done, pause(slowMs, undefined, { ref: false })])
    return results
  }

  return async (item: Item): Promise<Result> => {
    const at = waiting.push(item) - 1
    next ??= last.then(start)
    return (await next)[at] as Result
  }
}

/**
 * Returns a function that reads one value by its key, in a batch with other keys (`inBatches`). A key without
 * a value yields undefined.
 */
export const batched = <V>(read: (keys: string[]) => Promise<ReadonlyMap<string, V>>) =>
  inBatches<string, V | undefined>(async (keys) => {
    const values = await read([...new Set(keys)])
    return keys.map((key) => values.get(key))
  })
