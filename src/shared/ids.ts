import { z } from 'zod'
import { notAnId } from './problem.ts'

/** Id of any record except a center or a schedule: a UUID (version 7 if we create it). */
export const Id = z
  .string()
  .refine((text) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text), {
    message: notAnId,
    params: { malformed: true },
  })

/**
 * Center name, which is also its `_id` (product §1): 1-60 letters, digits, spaces, `.`, `'`, `-`, starting
 * and ending with a letter or digit.
 */
export const CenterName = z
  .string()
  .regex(
    /^(?=.{1,60}$)[\p{L}\p{N}]([\p{L}\p{N} .'-]*[\p{L}\p{N}])?$/u,
    'must have 1 to 60 letters, digits, spaces, periods, apostrophes or hyphens, and begin and end with a letter or digit',
  )

/** Number of a chapter, section or question, starting at 1. */
export const Num = z.int().min(1).max(999)
