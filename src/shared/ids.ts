import { z } from 'zod'

/** The id of anything but a centre or a schedule: a UUID (version 7 when we make it). */
export const Id = z.string().refine((text) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text), {
  message: 'is not an id',
  params: { malformed: true },
})

/** A centre's `_id` is its display name (product §1): 1-60 letters, digits, spaces, `.`, `'`, `-`. */
export const CenterName = z.string().regex(/^[\p{L}\p{N} .'-]{1,60}$/u, "must have 1 to 60 letters, digits, spaces, '.', ''' or '-'")

/** Numbers that count from one: chapters, sections, questions. */
export const Num = z.int().min(1).max(999)
