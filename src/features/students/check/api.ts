import { z } from 'zod'
import { post } from '#shared/contract.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { Match, Why } from './matching.ts'

// What breaks a rule of a field is an answer here, not a refusal; only what is beyond all measure isn't read.
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
 * What a row comes to. `candidates` are students of the center, the surest first; `sameAs` earlier rows of the batch that are the same student;
 * `family` who shares a parent's e-mail or phone without being the same; `errors` name a field such as `guardians/0/email`.
 */
const Checked = z.object({
  ref: z.string(),
  match: Match,
  candidates: z.array(
    z.object({ studentId: Id, centerId: z.string(), name: z.string(), studentNum: z.string(), match: Match, why: z.array(Why) }),
  ),
  sameAs: z.array(z.object({ ref: z.string(), match: Match, why: z.array(Why) })),
  family: z
    .object({
      students: z.array(z.object({ studentId: Id, name: z.string() })),
      refs: z.array(z.string()),
      why: z.array(z.enum(['email', 'phone'])),
    })
    .nullable(),
  /** Likely match at another center that the caller can access. Never reveals other centers. */
  existsElsewhere: z.boolean(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
})
type Checked = z.infer<typeof Checked>

/** Spec §7 `POST /students/check` (product §5): a look for duplicates before students are added. Nothing is written. */
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
        .refine((rows) => new Set(rows.map(({ ref }) => ref)).size === rows.length, 'must have a ref of its own in each row'),
    }),
    output: z.object({ rows: z.array(Checked) }),
  }),
}
