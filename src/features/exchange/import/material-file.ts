import { z } from 'zod'
import { Counts, type HintEntry, type Material, Scope, type SectionFile, type Visuals } from '../rules.ts'

/** A file comes in parts of so many bytes: few enough that nobody else waits while one is on its way to the database. */
export const partSize = 256 * 1024
export const mostParts = 800
export const largestFile = partSize * mostParts

/** What becomes of names that are taken: `number` makes a new one beside it, such as `Sums (2)`; `skip` adds what isn't there and leaves what is. */
export const Clash = z.enum(['number', 'skip'])
export type Clash = z.infer<typeof Clash>

/** What of a file of another system can't be taken over: how many of its items, how many only in part, and which, as many as are named. */
export const Notes = z.object({
  skipped: z.int(),
  changed: z.int(),
  items: z.array(z.object({ item: z.string(), skipped: z.string().nullable(), dropped: z.array(z.string()) })),
})
export type Notes = z.infer<typeof Notes>
export const mostNoted = 200

/** What a file has in it: how much, which names of it are taken here, and what can't be taken over. */
export const Found = z.object({ of: Scope, counts: Counts, taken: z.array(z.string()), notes: Notes })
export type Found = z.infer<typeof Found>

/** Material that can be stored, wherever it comes from. Sections and pictures are read when their turn comes. */
export type Source = Pick<Found, 'of' | 'counts' | 'notes'> & {
  material: Material
  /** Those that no section has. */
  hints: readonly HintEntry[]
  visuals: Visuals
  section: (file: string) => Promise<SectionFile>
  visual: (image: string) => Promise<{ bytes: Uint8Array; width: number; height: number }>
}
