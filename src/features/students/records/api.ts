import { z } from 'zod'
import { Activity as HomeworkActivity } from './activities.ts'
import { Subject } from '#features/centers/rules.ts'
import { del, get, Nothing, patch, post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Day, Instant } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { RequiredText, Text } from '#shared/fields.ts'
import { longest } from '#shared/text.ts'
import { Score } from '../scores.ts'
import { AwardRule } from '../awards/award-suggestions.ts'
import { ActivityType, AwardType, Cursor } from './activities.ts'

/**
 * A paper test. `score1` is the first try, `score2` is after corrections, both as typed; `date` is the day of
 * the test.
 */
export const PaperTest = record('PaperTest', {
  _id: Id,
  date: Day,
  recorder: z.string(),
  subject: Subject,
  level: z.string(),
  test: z.string(),
  name: z.string(),
  score1: z.string().nullable(),
  score2: z.string().nullable(),
  version: z.int(),
})
export type PaperTest = z.infer<typeof PaperTest>

/** A note for staff. If it isn't `active`, it is hidden; notes are never deleted. */
export const Note = record('Note', {
  id: Id,
  recordBy: z.string(),
  msg: z.string(),
  active: z.boolean(),
  date: Instant,
  version: z.int(),
})
export type Note = z.infer<typeof Note>

export const Award = record('Award', {
  _id: Id,
  date: Day,
  recorder: z.string(),
  type: AwardType,
  subject: Subject,
  note: z.string(),
})
export type Award = z.infer<typeof Award>

const recorded = { _id: Id, date: Day, recorder: z.string() }
/** One entry of a student's timeline (spec §3). Homework has the same shape as in the parents' view. */
export const Activity = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('level'),
    ...recorded,
    subject: Subject,
    level: z.string(),
    chapter: z.int().nullable(),
  }),
  z.object({ type: z.literal('note'), ...recorded, body: z.string() }),
  PaperTest.omit({ version: true }).extend({ type: z.literal('test') }),
  HomeworkActivity,
])
export type Activity = z.infer<typeof Activity>

/** A page of the timeline, newest first; `after` is the cursor of the next page. */
export const Activities = record('Activities', {
  activities: z.array(Activity),
  after: z.string().nullable(),
})

const TestScore = Score({ percent: true }).nullable()
const student = z.object({ centerId: CenterName, studentId: Id })
const oneTest = student.extend({ testId: Id })
const path = '/centers/:centerId/students/:studentId' as const

/** Records that staff keep about a student. Families see awards and tests, but never notes. */
export const records = {
  activities: get(`${path}/activities`, {
    who: 'students.read',
    input: student.extend({ type: ActivityType.optional(), after: Cursor.optional() }),
    output: Activities,
  }),
  /** Adds a paper test. 422 for a day in the future, and for a corrected score without a first one. */
  addTest: post(`${path}/tests`, {
    who: 'students.change',
    once: true,
    input: student.extend({
      date: Day,
      subject: Subject,
      level: RequiredText(longest.name),
      test: RequiredText(longest.name),
      name: Text(longest.name).default(''),
      score1: TestScore.default(null),
      score2: TestScore.default(null),
    }),
    output: PaperTest,
  }),
  changeTest: patch(`${path}/tests/:testId`, {
    who: 'students.change',
    input: oneTest.extend({
      date: Day.optional(),
      subject: Subject.optional(),
      level: RequiredText(longest.name).optional(),
      test: RequiredText(longest.name).optional(),
      name: Text(longest.name).optional(),
      score1: TestScore.optional(),
      score2: TestScore.optional(),
    }),
    output: PaperTest,
  }),
  dropTest: del(`${path}/tests/:testId`, { who: 'students.change', input: oneTest, output: Nothing }),
  addNote: post(`${path}/notes`, {
    who: 'students.change',
    once: true,
    input: student.extend({ msg: RequiredText(longest.note) }),
    output: Note,
  }),
  changeNote: patch(`${path}/notes/:noteId`, {
    who: 'students.change',
    input: student.extend({
      noteId: Id,
      msg: RequiredText(longest.note).optional(),
      active: z.boolean().optional(),
    }),
    output: Note,
  }),
  /**
   * Gives an award. Awards are permanent (product §10). 409 if the student already has an award for the same
   * `rule` in this subject.
   */
  addAward: post(`${path}/awards`, {
    who: 'students.change',
    once: true,
    input: student.extend({
      type: AwardType,
      subject: Subject,
      note: Text(longest.note).default(''),
      rule: AwardRule.optional(),
    }),
    output: Award,
  }),
}
