import { z } from 'zod'
import { get, None, put } from '#shared/contract.ts'
import { Id } from '#shared/ids.ts'

const CenterStorage = z.object({ _id: z.string(), used: z.number(), quota: z.number(), version: z.int() })
export type CenterStorage = z.infer<typeof CenterStorage>

const Storage = z.object({
  /** The fullest first; bytes. */
  centers: z.array(CenterStorage),
  /** People with files who work at no center, at most 100. Stored text. */
  people: z.array(z.object({ _id: Id, name: z.string(), used: z.number(), quota: z.number() })),
})

/** How much room the files of centers take, and how much they may. */
export const storage = {
  read: get('/operation/storage', { who: 'operation.read', input: None, output: Storage }),
  /** Sets how many bytes a center's files may take. Fewer than they take now deletes nothing, and refuses more. */
  change: put('/operation/storage/:centerId', {
    who: 'operation.quota',
    input: z.object({ centerId: z.string(), quota: z.int().min(0).max(1_000_000_000_000_000) }),
    output: CenterStorage,
  }),
}
