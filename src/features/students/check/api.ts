import { z } from 'zod'
import { post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { Match, MatchReason } from './matching.ts'

// Values that break a field's rule are reported, not refused. Only oversized values are refused.
const Field = z.string().max(1000)
const Guardian = z.strictObject({ email: Field.optional(), phone: Field.optional() })
const Row = z.strictObject({
  ref: z.string().min(1).max(100),
  studentNum: Field.optional(),
  firstName: Field,
  lastName: Field,
  grade: Field.optional(),
  guardians: z.array(Guardian).max(10).default([]),
})

/**
 * Result for a row. `candidates` are students of the center, best match first; `sameAs` are earlier rows of
 * the batch for the same student; `family` are other students and rows that share a parent's email or phone;
 * `errors` name a field such as `guardians/0/email`.
 */
const CheckedStudents = record('CheckedStudents', {
  ref: z.string(),
  match: Match,
  candidates: z.array(
    z.object({
      studentId: Id,
      centerId: z.string(),
      name: z.string(),
      studentNum: z.string(),
      match: Match,
      why: z.array(MatchReason),
    }),
  ),
  sameAs: z.array(z.object({ ref: z.string(), match: Match, why: z.array(MatchReason) })),
  family: z
    .object({
      students: z.array(z.object({ studentId: Id, name: z.string() })),
      refs: z.array(z.string()),
      why: z.array(z.enum(['email', 'phone'])),
    })
    .nullable(),
  /**
   * True if there is an exact or likely match at another of the caller's centers. Never reveals anything about
   * centers that the caller can't access.
   */
  existsElsewhere: z.boolean(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
})
type CheckedStudents = z.infer<typeof CheckedStudents>

/**
 * Spec §7 `POST /students/check` (product §5): checks for duplicates before students are added. Stores
 * nothing.
 */
export const check = {
  students: post('/students/check', {
    who: 'students.change',
    effect: 'reads',
    limit: 1024 * 1024,
    rate: { perSecond: 2, burst: 8 },
    input: z.object({
      centerId: CenterName,
      rows: z
        .array(Row)
        .max(500)
        .refine(
          (rows) => new Set(rows.map(({ ref }) => ref)).size === rows.length,
          'must have a unique ref in each row',
        ),
    }),
    output: z.object({ rows: z.array(CheckedStudents) }),
  }),
}
