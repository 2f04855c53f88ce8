import { dutiesOf } from '../days/queries.ts'
import { daysBetween } from '../days/clashes.ts'
import { refuseStrangers } from '../days/days.ts'
import { lockClass } from '../places/queries.ts'
import { closedWords } from '../rules.ts'
import { entityOf, record } from '#server/audit.ts'
import type { CenterCall, HandlerInput } from '#server/call.ts'
import { publish } from '#server/live.ts'
import { endTime } from '#shared/calendar.ts'
import { dayInWords } from '#shared/day-text.ts'
import { conflict, notFound, refused } from '#shared/problem.ts'
import type { absences } from './api.ts'
import { affectedMeetings, expectedIn, meetingFacts, type MeetingFacts, putSubstitutes } from './queries.ts'
import { keyOf } from './suggestions.ts'

/**
 * Returns the classes that a teacher of the center teaches in a range of days, with possible substitutes.
 * Throws 404 if the person isn't a teacher there, and 422 if the range is too long or out of order.
 */
export async function meetingsOf(
  { db, center }: Omit<CenterCall, 'actor'>,
  { personId, from, to }: HandlerInput<(typeof absences)['meetings']>,
) {
  daysBetween(from, to, '/to')
  const duties = await dutiesOf(db, center, [personId])
  if (!duties.some(({ duty }) => duty === 'teacher')) throw notFound()
  const rows = await affectedMeetings(db, center, { personId, from, to })
  return rows.map(({ minutes, ...row }) => ({ ...row, endTime: endTime(row.time, minutes) }))
}

type CoveredMeetings = HandlerInput<(typeof absences)['cover']>['meetings']

/** Throws 422 if a meeting is listed twice, or if the days are too far apart to be listed together. */
function refuseWrongDays(meetings: CoveredMeetings) {
  if (new Set(meetings.map(keyOf)).size < meetings.length)
    throw refused('said_twice', 'List each class only once per day.', '/meetings')
  const days = meetings.map(({ date }) => date).toSorted()
  daysBetween(days[0] ?? '', days.at(-1) ?? '', '/meetings')
}

/**
 * Throws 409 if a class doesn't meet on its day, has changed since it was listed, or isn't taught by the
 * person who is away. An undo may make that person the substitute again.
 */
function refuseChanged(
  { name, date, closed, meets, version, teacherId, substitute }: MeetingFacts,
  personId: string,
  wanted: CoveredMeetings[number] | undefined,
) {
  if (closed || !meets)
    throw conflict('not_meeting', closed ? closedWords(closed) : 'This class doesn’t meet that day.')
  const teachers = [teacherId, substitute?.id, wanted?.substituteId]
  if (version !== wanted?.version || !teachers.includes(personId))
    throw conflict(
      'changed',
      `Someone else has changed ${name} on ${dayInWords(date)}. Open the absence again.`,
    )
}

/**
 * Sets the substitutes of classes on several days. Uses the same number of statements for any number of days,
 * so that the classes are locked only briefly.
 */
export async function coverMeetings(
  { db, actor, center }: CenterCall,
  { personId, meetings }: HandlerInput<(typeof absences)['cover']>,
) {
  refuseWrongDays(meetings)
  const duties = await dutiesOf(db, center, [personId])
  if (!duties.some(({ duty }) => duty === 'teacher')) throw notFound()
  const classIds = [...new Set(meetings.map(({ classId }) => classId))]
  if ((await lockClass(db, center, classIds)).length < classIds.length) throw notFound()
  const before = await meetingFacts(db, center, meetings)
  const wanted = new Map(meetings.map((meeting) => [keyOf(meeting), meeting]))
  for (const each of before) refuseChanged(each, personId, wanted.get(keyOf(each)))
  await refuseStrangers(db, center, { classes: meetings })
  await putSubstitutes(db, center, meetings)
  const after = await meetingFacts(db, center, meetings)
  const students = await expectedIn(db, center, meetings)
  const substitutes = (on: string, all: readonly MeetingFacts[]) =>
    all.filter(({ date }) => date === on).map(({ classId, substitute }) => ({ classId, substitute }))
  for (const on of new Set(after.map(({ date }) => date))) {
    record(db, actor, {
      action: 'schedules.change',
      entity: entityOf.day(center, on),
      center,
      before: { classes: substitutes(on, before) },
      after: { classes: substitutes(on, after) },
    })
    publish(db, { channel: `center:${center}`, topic: 'schedule', id: on })
  }
  return {
    meetings: after.map(({ classId, date, version }) => ({ classId, date, version })),
    students: students.map(({ id }) => id),
  }
}
