import { z } from 'zod'
import { Avatar } from '#features/accounts/rules.ts'
import { Mark } from '#features/schedule/rules.ts'
import { VerdictStatus } from '#features/questions/kinds/verdict.ts'
import { listed, works } from '#features/practice/api.ts'
import { WorkKind, WorkState } from '#features/practice/rules.ts'
import { get, patch, post } from '#shared/contract.ts'
import { Day, Instant, Time } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { Pin } from '#features/centers/rules.ts'
import { readCursor, Seat } from './rules.ts'

/**
 * What a student has on the screen: question `num` of `of` in a work, by its section and its number in there. `tries` are those on this question,
 * `wrong` the wrong ones in its section since the last right one; `seenBy` went to the raised hand.
 */
const TilePlace = z.object({
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

/** A student of the class. `last` are the verdicts on today's last five answers, the latest last; `place` is null while nothing was opened today. */
const Tile = z.object({
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

const Tiles = z.object({ classId: Id, centerId: z.string(), on: Day, name: z.string(), time: Time, endTime: Time, tiles: z.array(Tile) })

/** An answer as it came: `status` and `score` (0 to 1) are those in force, by a person's grade if there is one. */
const ClassAnswer = z.object({
  _id: Id,
  studentId: Id,
  work: z.object({ _id: Id, kind: WorkKind, name: z.string() }),
  num: z.int(),
  sectionNum: z.int(),
  quesNum: z.int(),
  seq: z.int(),
  status: VerdictStatus,
  score: z.number(),
  at: Instant,
  comment: z.string().nullable(),
  seen: z.boolean(),
})
export type ClassAnswer = z.infer<typeof ClassAnswer>

const Person = z.object({ _id: Id, firstName: z.string(), lastName: z.string() })

const inClass = z.object({ classId: Id })
const inCenter = z.object({ centerId: CenterName })

/** Spec §7, classroom answers; product §9. All of it is of today by the center's clock; 404 for a class that doesn't meet then. */
export const classroom = {
  /** Who may be chosen on a device beside those of the day, and whether their PIN is asked. */
  people: get('/centers/:centerId/classroom', {
    who: 'schedules.read',
    input: inCenter,
    output: z.object({ pin: z.boolean(), teachers: z.array(Person), tas: z.array(Person) }),
  }),
  /** Somebody takes a device. 422 `wrong_pin`, 429 `pin_blocked` after five of them in a row, 404 for anyone who doesn't teach or assist at the center. */
  begin: post('/centers/:centerId/classroom', {
    who: 'attendance.take',
    effect: 'own',
    input: inCenter.extend({ userId: Id, seat: Seat, pin: Pin.optional() }),
    output: Person,
  }),
  tiles: get('/classroom/:classId', { who: 'work.read', input: inClass, output: Tiles }),
  /**
   * Today's answers of those in the class, in the order of their arrival. `next` is the cursor for what comes after; it stays a moment behind, so that
   * an answer can come twice and never not at all.
   */
  answers: get('/classroom/:classId/answers', {
    who: 'work.read',
    input: inClass.extend({
      after: z
        .string()
        .max(80)
        .refine((text) => readCursor(text) !== null, 'must be a cursor that was given')
        .optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
    }),
    output: z.object({ answers: z.array(ClassAnswer), next: z.string().nullable(), more: z.boolean() }),
  }),
  /** A student of the class with their work. */
  student: get('/classroom/:classId/students/:studentId', {
    who: 'work.read',
    input: inClass.extend({ studentId: Id, ...works }),
    output: Tile.extend({ centerId: z.string(), ...listed }),
  }),
  /** Somebody goes to a student: on a device `by`, who was chosen there. 409 when the student is on nothing. */
  help: patch('/classroom/:classId/hands/:studentId', {
    who: 'work.grade',
    input: inClass.extend({ studentId: Id, seen: z.literal(true), by: Id.optional() }),
    output: z.object({ studentId: Id, seenAt: Instant, seenBy: z.string().nullable() }),
  }),
}
