import { z } from 'zod'

/** A file comes in parts of so many bytes. */
export const partSize = 1024 * 1024
export const mostParts = 200
export const largestFile = partSize * mostParts

/** What becomes of names that are taken: `number` makes a new one beside it, such as `Sums (2)`; `skip` adds what isn't there and leaves what is. */
export const Clash = z.enum(['number', 'skip'])
export type Clash = z.infer<typeof Clash>
