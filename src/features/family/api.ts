import { z } from 'zod'
import { Avatar } from '#features/accounts/rules.ts'
import { Mark } from '#features/schedule/rules.ts'
import { Activity } from '#features/students/records/activities.ts'
import { workListFields, works } from '#features/practice/api.ts'
import { WorkKind, WorkState } from '#features/practice/rules.ts'
import { Award, PaperTest } from '#features/students/records/api.ts'
import { get, None, patch } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Day, Instant } from '#shared/days.ts'
import { Phone } from '#shared/entries.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { RequiredText, Text } from '#shared/fields.ts'
import { longest } from '#shared/text.ts'
import { ComingClass } from './absences/api.ts'
import { FamilyCredit } from './makeups/api.ts'

/** A mark for a class on a day. Classes without a mark aren't listed (product §4). */
const MarkLine = record('MarkLine', {
  on: Day,
  name: z.string(),
  mark: Mark,
  arrivedAt: Instant.nullable(),
  excused: z.boolean(),
})
export type MarkLine = z.infer<typeof MarkLine>

const Result = record('Result', {
  _id: Id,
  kind: WorkKind,
  name: z.string(),
  state: WorkState,
  correct: z.int().nullable(),
  total: z.int().nullable(),
})

/**
 * Summary of a child across all centers where the parent has access. `open` counts open work by kind, `last`
 * is the work that was completed last (tests and assessments only once returned), and `today` has today's
 * marks.
 */
const Child = record('Child', {
  _id: Id,
  firstName: z.string(),
  avatar: Avatar,
  grade: z.string(),
  centers: z.array(z.string()),
  programs: z.array(z.object({ name: z.string(), level: z.string(), chapter: z.int().nullable() })),
  figures: z.object({ open: z.record(WorkKind, z.int()), last: Result.nullable() }),
  /** First class in the next four weeks that hasn't started and isn't off, even if an absence is reported. */
  nextClass: ComingClass.nullable(),
  today: z.array(MarkLine),
})
export type Child = z.infer<typeof Child>

/** Completed homework on the child's timeline. */
const CompletedHomework = Activity.extend({
  correct: z.int(),
  total: z.int(),
  hint: z.int(),
  score: z.number(),
})
export type CompletedHomework = z.infer<typeof CompletedHomework>

const FamilyTest = PaperTest.omit({ recorder: true, version: true })
export type FamilyTest = z.infer<typeof FamilyTest>
const FamilyAward = Award.omit({ recorder: true, note: true }).extend({ center: z.string() })
export type FamilyAward = z.infer<typeof FamilyAward>

/**
 * A child's records other than work, without staff comments: paper tests, awards, and make-up credits that
 * aren't void. Each list is grouped by center, with the newest first within a center.
 */
const kept = { credits: z.array(FamilyCredit), tests: z.array(FamilyTest), awards: z.array(FamilyAward) }

/** Phone and email of a child's center; empty if the center hasn't entered them. */
const CenterContacts = record('CenterContacts', {
  _id: z.string(),
  phone: z.string(),
  /** American numbers as `555-123-4567`; others as in `phone`. */
  phoneInWords: z.string(),
  email: z.string(),
})

/**
 * A child with their classes in the next four weeks, work, completed homework (latest first), and marks of
 * the last 12 weeks (oldest first).
 */
const ChildRecord = Child.extend({
  ...kept,
  coming: z.array(ComingClass),
  ...workListFields,
  activities: z.array(CompletedHomework),
  attendance: z.array(MarkLine),
  /** Figures returned by `summaryOf`. */
  summary: z.object({ tests: z.int().nullable(), present: z.int(), of: z.int(), due: z.int() }),
  /** Scores by chapter in percent, oldest first, as the office sees them. */
  progress: z.array(
    z.object({
      level: z.string(),
      part: z.string(),
      since: Day,
      tests: z.int().nullable(),
      homework: z.int().nullable(),
    }),
  ),
  /** Centers that let this parent pick up the child and add others who may. */
  pickupCenters: z.array(CenterName),
  /**
   * `mails` is true if this parent wants the centers' emails about the child. `version` changes whenever the
   * child's name or avatar, or anything about the parent's link to the child, changes.
   */
  settings: z.object({ mails: z.boolean(), version: z.int() }),
})
export type ChildRecord = z.infer<typeof ChildRecord>

/**
 * Endpoints for the pages of parents, and of students at home (spec §7, Parent). A parent only has access to
 * children with an active link that has portal access. 404 for all others.
 */
export const family = {
  children: get('/parent/students', { who: 'children.read', input: None, output: z.array(Child) }),
  /** Centers of the parent's children, by name. */
  centers: get('/parent/centers', { who: 'children.read', input: None, output: z.array(CenterContacts) }),
  child: get('/parent/students/:id', {
    who: 'children.read',
    input: z.object({ id: Id, ...works }),
    output: ChildRecord,
  }),
  /**
   * Changes the child's avatar, and whether this parent wants emails about the child. 412 if the version in
   * If-Match is not the current one.
   */
  changeChild: patch('/parent/students/:id', {
    who: 'children.change',
    parts: ['settings'],
    input: z.object({ id: Id, avatar: Avatar.optional(), mails: z.boolean().optional() }),
    output: z.object({ _id: Id, avatar: Avatar, mails: z.boolean(), version: z.int() }),
  }),
  /** The student's own records, with the next class they are expected in. */
  self: get('/student/record', {
    who: 'self.read',
    input: None,
    output: z.object({
      ...kept,
      nextClass: ComingClass.nullable(),
    }),
  }),
  /**
   * Changes the parent's own name and phone; missing fields stay unchanged. 412 if the version in If-Match is
   * not the current one.
   */
  change: patch('/parent', {
    who: 'parent.change',
    input: z.object({
      firstName: RequiredText(longest.name).optional(),
      lastName: Text(longest.name).optional(),
      phone: Phone.optional(),
    }),
    output: z.object({
      _id: Id,
      firstName: z.string(),
      lastName: z.string(),
      phone: z.string(),
      version: z.int(),
    }),
  }),
}
