import { z } from 'zod'
import { Avatar } from '#features/accounts/rules.ts'
import { Mark } from '#features/schedule/rules.ts'
import { Activity } from '#features/students/records/activities.ts'
import { listed, works } from '#features/practice/api.ts'
import { WorkKind, WorkState } from '#features/practice/rules.ts'
import { CreditState, Reason } from '#features/schedule/credits/credit-state.ts'
import { Award, PaperTest } from '#features/students/records/api.ts'
import { get, None, patch } from '#shared/contract.ts'
import { Day, Instant, Time } from '#shared/days.ts'
import { Phone } from '#shared/entries.ts'
import { Id } from '#shared/ids.ts'
import { RequiredText, Text } from '#shared/fields.ts'
import { longest } from '#shared/text.ts'
import { Coming } from './absences/api.ts'

/** A mark of a class on a day. Only what was taken: parents see nothing where no mark is (product §4). */
const MarkLine = z.object({ on: Day, name: z.string(), mark: Mark, arrivedAt: Instant.nullable(), excused: z.boolean() })
export type MarkLine = z.infer<typeof MarkLine>

const Result = z.object({
  _id: Id,
  kind: WorkKind,
  name: z.string(),
  state: WorkState,
  correct: z.int().nullable(),
  total: z.int().nullable(),
})

/**
 * A child at a glance, over all centers at which the parent may look: `open` counts work by its kind, `last` is the last that
 * was completed and whose result may be seen, `today` the marks of today.
 */
const Child = z.object({
  _id: Id,
  firstName: z.string(),
  avatar: Avatar,
  grade: z.string(),
  centers: z.array(z.string()),
  programs: z.array(z.object({ name: z.string(), level: z.string(), chapter: z.int().nullable() })),
  figures: z.object({ open: z.record(WorkKind, z.int()), last: Result.nullable() }),
  /** The first class of four weeks that has not begun and waits for the child. */
  nextClass: Coming.nullable(),
  today: z.array(MarkLine),
})
export type Child = z.infer<typeof Child>

/** Completed homework on the child's timeline. */
const Completed = Activity.extend({ correct: z.int(), total: z.int(), hint: z.int(), score: z.number() })
export type Completed = z.infer<typeof Completed>

/** A make-up credit for a missed class, as a family reads it; `place` is the make-up that it is spent on. */
const FamilyCredit = z.object({
  _id: Id,
  className: z.string(),
  missedOn: Day,
  reason: Reason,
  expiresOn: Day,
  state: CreditState,
  place: z.object({ className: z.string(), on: Day, time: Time }).nullable(),
})
export type FamilyCredit = z.infer<typeof FamilyCredit>

const FamilyTest = PaperTest.omit({ recorder: true, version: true })
export type FamilyTest = z.infer<typeof FamilyTest>
const FamilyAward = Award.omit({ recorder: true, note: true }).extend({ center: z.string() })
export type FamilyAward = z.infer<typeof FamilyAward>

/** What is kept of a child besides the work, without what staff wrote of it: make-up credits that count, tests on paper, awards; newest first. */
const kept = { credits: z.array(FamilyCredit), tests: z.array(FamilyTest), awards: z.array(FamilyAward) }

/** A child with the classes of four weeks, work, what was completed, and the marks of the last 12 weeks, oldest first. */
const ChildRecord = Child.extend({
  ...kept,
  coming: z.array(Coming),
  ...listed,
  activities: z.array(Completed),
  attendance: z.array(MarkLine),
  /** Whether this parent wants the center's mail about the child; `version` counts every change of that and of the child's name and picture. */
  settings: z.object({ mails: z.boolean(), version: z.int() }),
})
export type ChildRecord = z.infer<typeof ChildRecord>

/** Spec §7, Parent. Children are those whose link to the caller is active and has the portal right; every other one is 404. */
export const family = {
  children: get('/parent/students', { who: 'children.read', input: None, output: z.array(Child) }),
  child: get('/parent/students/:id', { who: 'children.read', input: z.object({ id: Id, ...works }), output: ChildRecord }),
  /** The child's picture, and whether this parent wants mail about the child. 412 when the version in If-Match is not the current one. */
  changeChild: patch('/parent/students/:id', {
    who: 'children.change',
    input: z.object({ id: Id, avatar: Avatar.optional(), mails: z.boolean().optional() }),
    output: z.object({ _id: Id, avatar: Avatar, mails: z.boolean(), version: z.int() }),
  }),
  /** A student's own, with the next class that they are expected in. */
  self: get('/student/record', { who: 'self.read', input: None, output: z.object({ ...kept, nextClass: Coming.nullable() }) }),
  /** The parent's own name and phone; what is left out stays. 412 when the version in If-Match is not the current one. */
  change: patch('/parent', {
    who: 'parent.change',
    input: z.object({
      firstName: RequiredText(longest.name).optional(),
      lastName: Text(longest.name).optional(),
      phone: Phone.optional(),
    }),
    output: z.object({ _id: Id, firstName: z.string(), lastName: z.string(), phone: z.string(), version: z.int() }),
  }),
}
