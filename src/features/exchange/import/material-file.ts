import { z } from 'zod'
import { Counts, type HintEntry, type Material, Scope, type SectionFile, type Visuals } from '../rules.ts'

/**
 * Size of an upload part in bytes. Small enough not to delay other requests while a part is sent to the
 * database.
 */
export const partSize = 256 * 1024
export const maxParts = 800
export const maxFileSize = partSize * maxParts

/**
 * Handling of names that are taken: `number` adds a copy with a number, such as `Sums (2)`; `skip` only adds
 * missing sections.
 */
export const Clash = z.enum(['number', 'skip'])
export type Clash = z.infer<typeof Clash>

/**
 * Losses when importing from another system: the number of skipped items, the number of changed items, and a
 * list of the first `maxNoted` of them.
 */
export const Notes = z.object({
  skipped: z.int(),
  changed: z.int(),
  items: z.array(
    z.object({ item: z.string(), skipped: z.string().nullable(), dropped: z.array(z.string()) }),
  ),
})
export type Notes = z.infer<typeof Notes>
export const maxNoted = 200

/** Contents of a file: its counts, which of its names are already taken, and what can't be imported. */
export const FileSummary = z.object({ of: Scope, counts: Counts, taken: z.array(z.string()), notes: Notes })
export type FileSummary = z.infer<typeof FileSummary>

/** Material to store, read from a file of any format. Sections and pictures are read on demand. */
export type Source = Pick<FileSummary, 'of' | 'counts' | 'notes'> & {
  material: Material
  /** Hints that no section's questions use. */
  hints: readonly HintEntry[]
  visuals: Visuals
  section: (file: string) => Promise<SectionFile>
  visual: (image: string) => Promise<{ bytes: Uint8Array; width: number; height: number }>
}
