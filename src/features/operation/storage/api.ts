import { z } from 'zod'
import { get, None, put } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Id } from '#shared/ids.ts'

const CenterStorage = record('CenterStorage', {
  _id: z.string(),
  used: z.number(),
  quota: z.number(),
  version: z.int(),
})
export type CenterStorage = z.infer<typeof CenterStorage>

const Storage = record('Storage', {
  /** Centers, most used storage first. Sizes are in bytes. */
  centers: z.array(CenterStorage),
  /** People with files that aren't charged to a center, most used storage first, at most 100. */
  people: z.array(z.object({ _id: Id, name: z.string(), used: z.number(), quota: z.number() })),
})

/** Storage used by the files of centers, and their quotas. */
export const storage = {
  read: get('/operation/storage', { who: 'operation.read', input: None, output: Storage }),
  /**
   * Sets a center's quota in bytes. A quota below the current use deletes nothing, but blocks new uploads.
   */
  change: put('/operation/storage/:centerId', {
    who: 'operation.quota',
    input: z.object({ centerId: z.string(), quota: z.int().min(0).max(1_000_000_000_000_000) }),
    output: CenterStorage,
  }),
}
