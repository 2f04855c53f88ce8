import { z } from 'zod'
import { Avatar, LanguageName } from '#features/accounts/rules.ts'
import { studentFields, StudentValues } from './fields.ts'
import { Figures, ListSort, StudentConditions } from './figures.ts'
import { linkFields, LinkValues, MailState, parentFields } from './parents/fields.ts'
import { PlaceType, AccountState, StudentFilter } from './rules.ts'
import { Subject } from '#features/centers/rules.ts'
import { Prospect, Source } from './prospects/api.ts'
import { Activities, Award, Note, PaperTest } from './records/api.ts'
import { get, patch, post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Day, Instant, Time } from '#shared/days.ts'
import { partOf } from '#shared/field-table.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { Text } from '#shared/fields.ts'
import { longest } from '#shared/text.ts'

export const Program = record('Program', {
  name: z.string(),
  level: z.string(),
  chapter: z.int().nullable(),
  test: z.int().nullable(),
})

/** One line of a center's student list, including the first parent to contact. */
const StudentLine = StudentValues.pick({
  studentNum: true,
  firstName: true,
  lastName: true,
  grade: true,
  status: true,
}).extend({
  _id: Id,
  parentName: z.string().nullable(),
  parentEmail: z.string().nullable(),
  /** Phone number in E.164 format. */
  parentPhone: z.string().nullable(),
  programs: z.array(Program),
  account: AccountState,
  figures: Figures,
})

export type StudentLine = z.infer<typeof StudentLine>

/** A parent of the student. `phone` is E.164, or empty; `pickup` is true if they may pick up the child. */
const Parent = record('Parent', {
  _id: Id,
  name: z.string(),
  email: z.string(),
  ...LinkValues.pick({ phone: true, phoneType: true, relationship: true, pickup: true }).shape,
  account: AccountState,
  ...MailState.shape,
  updated: Instant,
})

export type Parent = z.infer<typeof Parent>

/** One version of the note about the student (`info.note`). */
const Wording = record('Wording', { id: z.string(), recordBy: z.string(), msg: z.string(), date: Instant })

export type Wording = z.infer<typeof Wording>

/** A current or future place in a class, during one term of the class; `day` 0 is Sunday. */
const ScheduledClass = record('ScheduledClass', {
  id: Id,
  classId: Id,
  name: z.string(),
  subject: Subject,
  type: PlaceType,
  day: z.int(),
  time: Time,
  endTime: Time,
  startDate: Day,
  endDate: Day.nullable(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
})

const ofInfo = { firstName: true, lastName: true, note: true } as const

/**
 * The student profile of spec §3. `center.id` is the center; `account` has the state of the account and the
 * sign-in name. `activities` is the first page of the timeline; `noteBefore` lists earlier versions of
 * `info.note`, newest first.
 */
const StudentProfile = record('StudentProfile', {
  _id: Id,
  info: StudentValues.pick(ofInfo).extend({ avatar: Avatar }),
  center: StudentValues.omit(ofInfo).extend({
    id: z.string(),
    active: z.boolean(),
    programs: z.array(Program),
    /** Programs whose level isn't in the material, or whose chapter isn't in that level. */
    missing: z.array(z.object({ name: Subject, what: z.enum(['level', 'chapter']) })),
    /** True if the student has never had a regular place. */
    isNew: z.boolean(),
  }),
  account: z.object({ state: AccountState, email: z.string().nullable(), userName: z.string().nullable() }),
  parents: z.array(Parent),
  notes: z.array(Note),
  noteBefore: z.array(Wording),
  tests: z.array(PaperTest),
  awards: z.array(Award),
  activities: Activities.shape.activities,
  schedules: z.array(ScheduledClass),
  /** Stage and other data of a prospect; null for everyone else. */
  prospect: Prospect.nullable(),
  version: z.int(),
})

export type StudentProfile = z.infer<typeof StudentProfile>

const Changes = z.object(partOf(studentFields, 'check')).partial()

const ProgramPosition = z.strictObject({
  name: Subject,
  level: Text(longest.name),
  chapter: z.int().min(1).max(999).nullable(),
  test: z.int().min(1).max(999).nullable(),
})

const NewParent = z.strictObject({
  /** Language of messages; if omitted, English until the parent chooses one. */
  language: LanguageName.optional(),
  ...partOf(parentFields, 'check'),
  ...partOf(parentFields, 'add'),
  ...partOf(linkFields, 'add'),
})

export type NewParent = z.output<typeof NewParent>

const inCenter = z.object({ centerId: CenterName })

const oneOf = inCenter.extend({ studentId: Id })

/** Students of a center and their parents (spec §7, Centers and Staff). */
export const students = {
  /**
   * A page of 50 students, sorted by name or by a figure. `down` sorts a figure in descending order. `search`
   * matches parts of a name in any order, ignoring accents, or a part of a student number or of a parent's
   * name, email or phone. `after` is the id of the last student on the previous page.
   */
  list: get('/centers/:centerId/students', {
    who: 'students.read',
    input: inCenter.extend({
      filter: StudentFilter.default(0),
      search: Text(100).default(''),
      ...StudentConditions.shape,
      sort: ListSort.default('name'),
      down: z.boolean().default(false),
      after: Id.optional(),
    }),
    output: z.object({ students: z.array(StudentLine), count: z.int(), after: Id.nullable() }),
  }),
  one: get('/centers/:centerId/students/:studentId', {
    who: 'students.read',
    logsAccessTo: 'studentId',
    input: oneOf,
    output: StudentProfile,
  }),
  /**
   * Adds a student. Without `studentNum`, the student gets the center's next number. `source` is how a
   * prospect heard about the center.
   */
  add: post('/centers/:centerId/students', {
    who: 'students.change',
    once: true,
    input: inCenter.extend({
      ...partOf(studentFields, 'add'),
      source: Source.default(''),
      parent: NewParent.optional(),
    }),
    output: StudentProfile,
  }),
  /**
   * Adds a family that inquires in person: at most two parents, each with a phone or an email (otherwise 422
   * `no_contact`), and their children, who get numbers as in `add`.
   */
  addFamily: post('/centers/:centerId/families', {
    who: 'students.change',
    once: true,
    input: inCenter.extend({
      parents: z.array(NewParent).max(2).default([]),
      children: z
        .array(z.strictObject(partOf(studentFields, 'add')))
        .min(1)
        .max(6),
      source: Source.default(''),
    }),
    output: z.object({ students: z.array(StudentProfile) }),
  }),
  /** Changes the fields that are sent; `programs` replaces all programs. */
  change: patch('/centers/:centerId/students/:studentId', {
    who: 'students.change',
    parts: ['info', 'center'],
    input: oneOf.extend({
      ...Changes.shape,
      programs: z
        .array(ProgramPosition)
        .max(Subject.options.length)
        .refine(
          (list) => new Set(list.map(({ name }) => name)).size === list.length,
          'must name each subject once',
        )
        .optional(),
    }),
    output: StudentProfile,
  }),
  /**
   * Links a parent with a phone or an email (otherwise 422 `no_contact`): 201 if the link is new or the
   * parent is asked for consent first, otherwise 200. If the email belongs to a parent of this center, that
   * parent is linked under their existing name. If the email's owner is at another center or already signs in
   * with it, they are asked first: `waiting` is true, the response repeats the input, and `_id` is the
   * request's.
   */
  addParent: post('/centers/:centerId/students/:studentId/parents', {
    who: 'students.change',
    once: true,
    input: oneOf.extend(NewParent.shape),
    output: Parent.extend({ waiting: z.boolean() }),
  }),
  /**
   * Changes a student's name, avatar and note. Unlike `change`, the URL doesn't contain the center (spec §7).
   * 409 for the note if the student is at several of the caller's centers, because each center has its own
   * note.
   */
  changeInfo: patch('/students/:id', {
    who: 'students.change',
    input: Changes.pick(ofInfo).extend({ id: Id, avatar: Avatar.optional() }),
    output: StudentProfile,
  }),
}
