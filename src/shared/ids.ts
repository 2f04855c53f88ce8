import { z } from 'zod'
import { notAnId } from './problem.ts'

/** The id of anything but a center or a schedule: a UUID (version 7 when we make it). */
export const Id = z.string().refine((text) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text), {
  message: notAnId,
  params: { malformed: true },
})

/** A center's `_id` is its display name (product §1): 1-60 letters, digits, spaces, `.`, `'`, `-`, with no sign or space at its ends. */
export const CenterName = z
  .string()
  .regex(
    /^(?=.{1,60}$)[\p{L}\p{N}]([\p{L}\p{N} .'-]*[\p{L}\p{N}])?$/u,
    "must have 1 to 60 letters, digits, spaces, '.', ''' or '-', and begin and end with a letter or digit",
  )

/** Numbers that count from one: chapters, sections, questions. */
export const Num = z.int().min(1).max(999)
