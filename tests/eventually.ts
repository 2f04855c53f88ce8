import { expect, vi } from 'vitest'
import type { Database } from '#server/db.ts'

/**
 * Repeats `work` until it doesn't throw, and returns its result. After `ms`, throws the last error. A long
 * limit costs nothing unless `work` never succeeds.
 */
export const eventually = <T>(work: () => T | Promise<T>, ms = 60_000) =>
  vi.waitFor(work, { timeout: ms, interval: 50 })

/** Waits until all queued jobs are done. */
export const allJobsDone = ({ read }: Pick<Database, 'read'>) =>
  eventually(async () => expect(await read`select 1 from graphile_worker.jobs`).toEqual([]))
