import { z } from 'zod'
import { Avatar } from '#features/accounts/rules.ts'
import { Mark } from '#features/schedule/rules.ts'
import { VerdictStatus } from '#features/questions/kinds/verdict.ts'
import { workListFields, works } from '#features/practice/api.ts'
import { WorkKind, WorkState } from '#features/practice/rules.ts'
import { get, patch, post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Day, Instant, Time } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { Pin } from '#features/centers/rules.ts'
import { readCursor, Seat } from './rules.ts'

/**
 * Question on a student's screen: question `num` of `of` in the work, with its section and its number in that
 * section. `tries` counts the tries on this question. `wrong` counts today's wrong answers in its section
 * since the last right one or since somebody last helped. `seenBy` is the first name of the person who last
 * went to the student, if known.
 */
const TilePlace = record('TilePlace', {
  workId: Id,
  kind: WorkKind,
  workName: z.string(),
  state: WorkState,
  section: z.string(),
  sectionNum: z.int(),
  quesNum: z.int(),
  num: z.int(),
  of: z.int(),
  answered: z.int(),
  since: Instant,
  tries: z.int(),
  answers: z.int(),
  answeredAt: Instant.nullable(),
  status: VerdictStatus.nullable(),
  solved: z.boolean(),
  waits: z.boolean(),
  wrong: z.int(),
  handAt: Instant.nullable(),
  seenAt: Instant.nullable(),
  seenBy: z.string().nullable(),
})

/**
 * A student of the class. `last` holds the verdicts of today's last five answers, oldest first. `place` is
 * null if nothing was opened today.
 */
const Tile = record('Tile', {
  studentId: Id,
  firstName: z.string(),
  lastName: z.string(),
  avatar: Avatar,
  level: z.string(),
  mark: Mark.nullable(),
  last: z.array(VerdictStatus),
  place: TilePlace.nullable(),
})
export type Tile = z.infer<typeof Tile>

const Tiles = record('Tiles', {
  classId: Id,
  centerId: z.string(),
  on: Day,
  name: z.string(),
  time: Time,
  endTime: Time,
  tiles: z.array(Tile),
})

/**
 * An answer of a student in the class. `status` and `score` (0 to 1) are the current verdict: a person's
 * grade if there is one, otherwise the automatic verdict.
 */
const ClassAnswer = record('ClassAnswer', {
  _id: Id,
  studentId: Id,
  work: z.object({ _id: Id, kind: WorkKind, name: z.string() }),
  num: z.int(),
  sectionNum: z.int(),
  quesNum: z.int(),
  seq: z.int(),
  /** The answer in one line of text, shortened. */
  answer: z.string(),
  status: VerdictStatus,
  score: z.number(),
  at: Instant,
  comment: z.string().nullable(),
  seen: z.boolean(),
})
export type ClassAnswer = z.infer<typeof ClassAnswer>

const Person = record('ClassroomPerson', { _id: Id, firstName: z.string(), lastName: z.string() })

const inClass = z.object({ classId: Id })
const inCenter = z.object({ centerId: CenterName })

/**
 * The live classroom (spec §7, classroom answers; product §9). Everything covers today in the center's time
 * zone. Endpoints of a class respond with 404 if the class doesn't meet today.
 */
export const classroom = {
  /**
   * All teachers and assistants of a center, any of whom can be chosen on a device. `pin` is true if the
   * center's PIN is required.
   */
  people: get('/centers/:centerId/classroom', {
    who: 'schedules.read',
    input: inCenter,
    output: z.object({ pin: z.boolean(), teachers: z.array(Person), tas: z.array(Person) }),
  }),
  /**
   * Records who is using a device. Responds with 422 `wrong_pin` for a wrong PIN, with 429 `pin_blocked`
   * after five wrong PINs in a row, and with 404 if the chosen person doesn't teach or assist at the center.
   */
  begin: post('/centers/:centerId/classroom', {
    who: 'attendance.take',
    effect: 'own',
    input: inCenter.extend({ userId: Id, seat: Seat, pin: Pin.optional() }),
    output: Person,
  }),
  tiles: get('/classroom/:classId', { who: 'work.read', input: inClass, output: Tiles }),
  /**
   * Today's answers of students in the class, in order of arrival. `next` is the cursor for later answers.
   * The cursor lags slightly, so an answer may be returned twice but is never missed.
   */
  answers: get('/classroom/:classId/answers', {
    who: 'work.read',
    input: inClass.extend({
      after: z
        .string()
        .max(80)
        .refine((text) => readCursor(text) !== null, 'must be a cursor from an earlier response')
        .optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
    }),
    output: z.object({ answers: z.array(ClassAnswer), next: z.string().nullable(), more: z.boolean() }),
  }),
  /** A student of the class with their work. */
  student: get('/classroom/:classId/students/:studentId', {
    who: 'work.read',
    input: inClass.extend({ studentId: Id, ...works }),
    output: Tile.extend({ centerId: z.string(), ...workListFields }),
  }),
  /**
   * Records that somebody is going to a student. On a device, `by` is the person who is using it. Responds
   * with 409 if the student has no question open.
   */
  help: patch('/classroom/:classId/hands/:studentId', {
    who: 'work.grade',
    input: inClass.extend({ studentId: Id, seen: z.literal(true), by: Id.optional() }),
    output: z.object({ studentId: Id, seenAt: Instant, seenBy: z.string().nullable() }),
  }),
}
