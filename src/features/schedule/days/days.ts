import type { Day } from '#shared/days.ts'
import { conflict, notFound, refused, stale } from '#shared/problem.ts'
import { entityOf, record } from '#server/audit.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import type { ClassEntry, Schedule } from '../api.ts'
import { settleCredits } from '../credits/settlement.ts'
import { lockClass } from '../places/queries.ts'
import { lockStudents } from '#features/students/queries.ts'
import { scheduleOf } from '../schedule.ts'
import { closedWords } from '../rules.ts'
import type { ClassFacts, days } from './api.ts'
import {
  dayLoads,
  dropAssistants,
  dropDay,
  dutiesOf,
  type ClassAssistants,
  lockClasses,
  lockHelp,
  markedOn,
  putAssistants,
  putDays,
  type StoredDay,
  overfullOn,
  doubleBooked,
} from './queries.ts'
import {
  attendanceTaken,
  changeLines,
  daysBetween,
  dayVersion,
  helpVersion,
  inTwoClasses,
  overfull,
} from './clashes.ts'
import type { CenterCall, HandlerInput, IfMatch } from '#server/call.ts'
import { isStale } from '#server/records.ts'

/** Returns the class as it is that day. Throws 409 if it doesn't meet then. */
function entryOf(schedule: Schedule, classId: string): ClassEntry {
  const entry = schedule.schedules.find(({ id }) => id === classId)
  if (entry) return entry
  const { closed } = schedule
  throw conflict('not_meeting', closed ? closedWords(closed) : 'This class doesn’t meet that day.')
}

type Change = HandlerInput<typeof days.change>

/** Throws 422 unless every substitute teaches and every assistant teaches or assists at this center. */
export async function refuseStrangers(
  db: Db,
  center: CenterId,
  { classes, ta = [] }: { classes: readonly Omit<ClassFacts, 'classId'>[]; ta?: readonly string[] },
) {
  const assigned = [
    ...classes.flatMap(({ substituteId, assistants = [] }, n) => [
      ...(substituteId
        ? [{ id: substituteId, duties: ['teacher'], path: `/classes/${n}/substituteId` }]
        : []),
      ...assistants.map((id, at) => ({
        id,
        duties: ['teacher', 'assistant'],
        path: `/classes/${n}/assistants/${at}`,
      })),
    ]),
    ...ta.map((id, at) => ({ id, duties: ['teacher', 'assistant'], path: `/ta/${at}` })),
  ]
  if (assigned.length === 0) return
  const known = await dutiesOf(db, center, [...new Set(assigned.map(({ id }) => id))])
  const stranger = assigned.find(
    ({ id, duties }) => !known.some(({ personId, duty }) => personId === id && duties.includes(duty)),
  )
  if (stranger)
    throw refused('not_staff', 'This person doesn’t have that role at this center.', stranger.path)
}

/** Returns the facts of a class after a change. Omitted fields keep their values. */
const afterFacts = (entry: ClassEntry, { classId, substituteId, note, cancel }: ClassFacts): StoredDay => ({
  classId,
  substituteId: substituteId === undefined ? (entry.substitute?.id ?? null) : substituteId,
  note: note ?? entry.note,
  cancelReason: (cancel === undefined ? entry.canceled : cancel)?.reason ?? null,
})

const assistantsOf = ({ classes, ta }: Change): ClassAssistants[] => [
  ...classes.flatMap(({ classId, assistants }) => (assistants ? [{ classId, people: assistants }] : [])),
  ...(ta ? [{ classId: null, people: ta }] : []),
]

type DayEvent = { center: CenterId; on: Day; students: readonly string[] }

/** Notifies open screens: the center's, and those showing a student whose class is canceled or reinstated. */
function publishDay(db: Db, { center, on, students }: DayEvent) {
  publish(db, { channel: `center:${center}`, topic: 'schedule', id: on })
  for (const id of students) publish(db, { channel: `student:${id}`, topic: 'attendance', id: on })
}

const isCanceled = ({ canceled }: ClassEntry) => canceled !== null

const idsIn = (classes: readonly ClassEntry[]) =>
  classes.flatMap(({ students }) => students.map(({ _id }) => _id))

type ChangedClasses = { turned: readonly ClassEntry[]; on: Day; today: Day }

/**
 * Applies the consequences of canceling or reinstating classes: gives and voids credits, and throws 409 if a
 * class of today or later can't be reinstated anymore.
 */
async function follow(db: Db, center: CenterId, { turned, on, today }: ChangedClasses) {
  if (turned.length === 0) return
  // Locks all students in one call, because they must be locked in a fixed order.
  await lockStudents(db, center, idsIn(turned))
  const again = turned.filter(isCanceled).map(({ id }) => id)
  if (again.length > 0 && on >= today) await refuseImpossible(db, center, { on, classIds: again })
  for (const { id } of turned) await settleCredits(db, center, { classId: id, on })
}

const factsOf = ({ id, substitute, assistants, note, canceled }: ClassEntry) => ({
  classId: id,
  substitute,
  assistants,
  note,
  canceled,
})

/**
 * Returns the number of classes and seats on each day of a range. Throws 422 if the range is too long or out
 * of order.
 */
export async function loadsOfDays({ db, center }: CenterCall, input: HandlerInput<(typeof days)['list']>) {
  const { from, to } = input
  daysBetween(from, to, '/to')
  return await dayLoads(db, center, { from, to })
}

/** Changes substitutes, assistants, notes and cancellations of a day. */
export async function changeDay(
  { actor, db, ifMatch, center }: CenterCall & IfMatch,
  input: HandlerInput<(typeof days)['change']>,
) {
  const { classes, scheduleId: on } = input
  const classIds = classes.map(({ classId }) => classId)
  if (new Set(classIds).size < classIds.length)
    throw refused('said_twice', 'List each class only once.', '/classes')
  if ((await lockClass(db, center, classIds)).length < classIds.length) throw notFound()
  if (input.ta) await lockHelp(db, center, on)
  const before = await scheduleOf(db, actor, center, on)
  const changes = classes.map((facts) => ({ facts, entry: entryOf(before, facts.classId) }))
  const versions = classes.length > 0 ? changes.map(({ entry }) => entry.version) : [helpVersion(before.ta)]
  if (versions.some((version) => isStale(ifMatch, version))) throw stale(before)
  await refuseStrangers(db, center, input)
  const canceling = changes
    .filter(({ facts, entry }) => facts.cancel && !isCanceled(entry))
    .map(({ entry }) => entry.id)
  const marked = await markedOn(db, center, { days: [on], classIds: canceling })
  if (marked.length > 0) throw attendanceTaken(marked)
  await putDays(db, center, { on, days: changes.map(({ facts, entry }) => afterFacts(entry, facts)) })
  const helping = assistantsOf(input)
  await dropAssistants(db, center, { on, helping })
  await putAssistants(db, center, { on, helping })
  const after = await scheduleOf(db, actor, center, on)
  const turned = changes
    .filter(({ entry }) => isCanceled(entry) !== isCanceled(entryOf(after, entry.id)))
    .map(({ entry }) => entry)
  await follow(db, center, { turned, on, today: before.today })
  const entity = entityOf.day(center, on)
  const wasAndIs = (schedule: Schedule) => ({
    classes: classIds.map((id) => factsOf(entryOf(schedule, id))),
    ta: schedule.ta,
  })
  record(db, actor, {
    action: 'schedules.change',
    entity,
    center,
    before: wasAndIs(before),
    after: wasAndIs(after),
  })
  publishDay(db, { center, on, students: idsIn(turned) })
  return after
}

/** Removes a day's changes, so that the regular timetable applies again. */
export async function clearDay(
  { actor, db, ifMatch, center }: CenterCall & IfMatch,
  input: HandlerInput<(typeof days)['clear']>,
) {
  const on = input.scheduleId
  await lockClasses(db, center)
  await lockHelp(db, center, on)
  const before = await scheduleOf(db, actor, center, on)
  if (isStale(ifMatch, dayVersion(before))) throw stale(before)
  const marked = await markedOn(db, center, { days: [on] })
  if (marked.length > 0) throw attendanceTaken(marked)
  await dropDay(db, center, on)
  const changed = before.schedules.filter((entry) => changeLines({ ta: [], schedules: [entry] }).length > 0)
  const turned = changed.filter(isCanceled)
  await follow(db, center, { turned, on, today: before.today })
  record(db, actor, {
    action: 'schedules.clear',
    entity: entityOf.day(center, on),
    center,
    before: { classes: changed.map(factsOf), ta: before.ta },
  })
  publishDay(db, { center, on, students: idsIn(turned) })
}

export type ReopenedDay = { on: Day; classIds?: readonly string[]; studentIds?: readonly string[] }

/**
 * Throws 409 if classes can't be reinstated on a day, or students with a reported absence can't come after
 * all: `class_full` if seats have been given away or, if `classIds` are given, `overlapping` if a student is
 * now in another class at that time. The classes and students must be locked.
 */
export async function refuseImpossible(db: Db, center: CenterId, again: ReopenedDay) {
  const [full] = await overfullOn(db, center, again)
  if (full) throw overfull(full)
  const [double] = again.classIds ? await doubleBooked(db, center, again) : []
  if (double) throw inTwoClasses(double)
}
