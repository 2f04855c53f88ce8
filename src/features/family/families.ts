import { Temporal } from 'temporal-polyfill'
import { isStale, withId } from '#server/records.ts'
import { activity, listedWork } from '#features/practice/work-list.ts'
import { phoneIn } from '#features/centers/phones.ts'
import { workOf, type WorkRow, type StudentScope } from '#features/practice/queries.ts'
import { creditsOfStudent } from '#features/schedule/credits/queries.ts'
import { endTime } from '#shared/calendar.ts'
import { awardsOf, testsOf } from '#features/students/records/queries.ts'
import { difference } from '#features/students/rules.ts'
import { addDays } from '#shared/calendar.ts'
import { notFound, refused, stale } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { dayAt, timeAt, today } from '#server/clock.ts'
import { one, type Db } from '#server/db.ts'
import type { Actor } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import type { ComingClass } from './absences/api.ts'
import { comingRows } from '#features/schedule/coming/queries.ts'
import { shownComing } from './absences/absences.ts'
import { comingDays } from './absences/absence-words.ts'
import type { WorkLine } from '#features/practice/api.ts'
import { percent } from '#shared/text.ts'
import { progress } from '#features/students/records/activities.ts'
import type { Child, CompletedHomework, family, MarkLine } from './api.ts'
import { familyCredit } from './makeups/family-credits.ts'
import { summaryOf } from './summary.ts'
import {
  changeChild,
  changeParent,
  childRows,
  type ChildRow,
  childSettings,
  type ChildSettings,
  countryOfParent,
  lockParent,
  marksOf,
  ownRows,
  type ParentRow,
  type SeatQuery,
  type ChildCenterRow,
  workFigures,
} from './queries.ts'
import type { ActionCall, HandlerInput, IfMatch } from '#server/call.ts'

const lookBackDays = 12 * 7

/** Converts rows of children to `SeatQuery`s. Each covers the `days` days that end today at the center. */
const seatsOf = (rows: readonly ChildRow[], days: number) =>
  rows.map(({ id, centerId, timeZone }): SeatQuery => {
    const on = today(timeZone)
    return { studentId: id, centerId, on, since: addDays(on, 1 - days) }
  })

/** Returns each child's classes that haven't ended yet, for the next four weeks. */
async function comingOf(
  db: Db,
  places: readonly ChildCenterRow[],
): Promise<(ComingClass & { studentId: string })[]> {
  const spans = places.map(({ id, centerId, timeZone }) => {
    const from = today(timeZone)
    return { studentId: id, centerId, from, until: addDays(from, comingDays) }
  })
  const rows = await comingRows(db, spans)
  return rows
    .filter(
      ({ on, time, minutes, timeZone }) => on > today(timeZone) || endTime(time, minutes) > timeAt(timeZone),
    )
    .map((row) => ({ ...shownComing(row), studentId: row.studentId }))
}

const nextOf = <C extends ComingClass>(coming: readonly C[]) =>
  coming.find(({ off, begun }) => off === null && !begun) ?? null

/** Returns a child's make-up credits, except void ones, and the child's paper tests and awards. */
async function keptOf(db: Db, places: readonly ChildCenterRow[]) {
  const found = await Promise.all(
    places.map(async (place) => {
      const { id: studentId, centerId } = place
      const [credits, tests, awards] = await Promise.all([
        creditsOfStudent(db, centerId, studentId),
        testsOf(db, centerId, { studentId }),
        awardsOf(db, centerId, { studentId }),
      ])
      const counting = credits.map((row) => familyCredit(row, place))
      return {
        credits: counting.filter(({ state }) => state !== 'void'),
        tests: tests.map(withId),
        awards: awards.map((award) => ({ ...withId(award), center: centerId })),
      }
    }),
  )
  return {
    credits: found.flatMap(({ credits }) => credits),
    tests: found.flatMap(({ tests }) => tests),
    awards: found.flatMap(({ awards }) => awards),
  }
}

const nothingOpen = { assessment: 0, homework: 0, test: 0 }

type ChildOverview = { child: Child; marks: MarkLine[]; coming: ComingClass[] }

/**
 * Returns summaries of children with the marks of the last `days` days and the upcoming classes. Lists each
 * child once, even if they are at several centers.
 */
export async function glances(db: Db, rows: readonly ChildRow[], days: number): Promise<ChildOverview[]> {
  if (rows.length === 0) return []
  const seats = seatsOf(rows, days)
  const [figures, next, marks] = await Promise.all([
    workFigures(db, seats),
    comingOf(db, rows),
    marksOf(db, seats),
  ])
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, places]) => {
    const { firstName, avatar, grade } = places[0] as ChildRow
    const { open = nothingOpen, last = null } = figures.find(({ studentId }) => studentId === id) ?? {}
    const coming = next.filter(({ studentId }) => studentId === id)
    const taken = marks.filter(({ studentId }) => studentId === id)
    const child = {
      _id: id,
      firstName,
      avatar,
      grade,
      centers: places.map(({ centerId }) => centerId),
      programs: places.flatMap(({ programs }) => programs),
      figures: { open, last },
      nextClass: nextOf(coming),
      today: taken.filter(({ isToday }) => isToday),
    }
    return { child, marks: taken, coming }
  })
}

/**
 * Returns the rows of one of the caller's children, one per center. Throws 404 unless the caller is currently
 * linked to the child with portal access.
 */
export async function childOf(db: Db, actor: Actor, id: string): Promise<[ChildRow, ...ChildRow[]]> {
  const rows = await childRows(db, actor.id, { id })
  return [one(rows, notFound), ...rows.slice(1)]
}

const workOwnerOf = (rows: [ChildRow, ...ChildRow[]]): StudentScope => ({
  studentId: rows[0].id,
  centers: rows.map(({ centerId }) => centerId),
})

/**
 * Returns completed homework as activities, latest first. Leaves out warm-ups, which mix chapters and would
 * crowd out the rest.
 */
function activitiesOf(work: readonly WorkRow[], places: readonly ChildRow[]): CompletedHomework[] {
  const zones = new Map<string, string>(places.map(({ centerId, timeZone }) => [centerId, timeZone]))
  const latest = work.toSorted((left, right) =>
    (left.submittedAt ?? '') < (right.submittedAt ?? '') ? 1 : -1,
  )
  return latest.flatMap((row) => {
    const { kind, warmUp, chapter, correct, total, hint, score } = row
    if (
      kind !== 'homework' ||
      warmUp ||
      chapter === null ||
      correct === null ||
      total === null ||
      hint === null ||
      score === null
    )
      return []
    return [
      { ...activity({ ...row, chapter }, zones.get(row.centerId) as string), correct, total, hint, score },
    ]
  })
}

const settingsOf = ({ id, avatar, mails, version }: ChildSettings) => ({ _id: id, avatar, mails, version })

/**
 * Returns the online tests that were returned to the child, in the same form as paper tests and dated in the
 * center's time zone.
 */
const onlineTests = (work: readonly WorkLine[], zone: string) =>
  work.flatMap(({ kind, level, chapter, score, score2, submittedAt }) =>
    kind === 'test' && chapter !== null && score !== null && submittedAt !== null
      ? [
          {
            date: dayAt(zone, Temporal.Instant.from(submittedAt)),
            level,
            test: String(chapter),
            score1: percent(score),
            score2: score2 === null ? null : percent(score2),
          },
        ]
      : [],
  )

/** Returns everything that a parent sees about a child. Throws 404 unless the child is the caller's. */
export async function childPage({ actor, db }: ActionCall, input: HandlerInput<(typeof family)['child']>) {
  const rows = await childOf(db, actor, input.id)
  const [found, work, kept, settings] = await Promise.all([
    glances(db, rows, lookBackDays),
    workOf(db, workOwnerOf(rows), { works: input.works }),
    keptOf(db, rows),
    childSettings(db, actor.id, input),
  ])
  const { mails, version } = one(settings, notFound)
  const { child, marks, coming } = one(found, notFound)
  const listed = listedWork(work, 'parent')
  const activities = activitiesOf(work, rows)
  const { tests } = kept
  return {
    ...child,
    ...kept,
    coming,
    ...listed,
    activities,
    attendance: marks,
    pickupCenters: rows.filter(({ pickup }) => pickup).map(({ centerId }) => centerId),
    summary: summaryOf({ tests, work: listed.work, marks }, today(rows[0].timeZone)),
    progress: progress({
      tests: [...tests, ...onlineTests(listed.work, rows[0].timeZone)],
      homework: activities,
    }),
    settings: { mails, version },
  }
}

/** Changes a child's avatar, and whether the calling parent gets emails about the child. */
export async function changeChildProfile(
  { actor, db, ifMatch }: ActionCall & IfMatch,
  { id, avatar, mails }: HandlerInput<(typeof family)['changeChild']>,
) {
  if (avatar === undefined && mails === undefined) throw refused('nothing', 'Choose what to change.')
  const before = one(await childSettings(db, actor.id, { id, lock: true }), notFound)
  if (isStale(ifMatch, before.version)) throw stale(settingsOf(before))
  const changed = difference(before, {
    ...before,
    avatar: avatar ?? before.avatar,
    mails: mails ?? before.mails,
  })
  if (Object.keys(changed.after).length === 0) return settingsOf(before)
  await changeChild(db, actor.id, { ...before, ...changed.after })
  const side = (fields: object) => ({ parentId: actor.id, ...fields })
  const sides = { before: side(changed.before), after: side(changed.after) }
  record(db, actor, { action: 'family.changeChild', entity: id, center: before.centerId, ...sides })
  publish(db, { channel: `student:${id}`, topic: 'work', id })
  return settingsOf(one(await childSettings(db, actor.id, { id }), notFound))
}

/** Returns the student's own records, and the next class that they are expected in. */
export async function studentSelf({ actor, db }: ActionCall) {
  const places = await ownRows(db, actor.id)
  const [coming, kept] = await Promise.all([comingOf(db, places), keptOf(db, places)])
  return { ...kept, nextClass: nextOf(coming.filter(({ told }) => told === null)) }
}

/**
 * Parses a phone number that a parent entered. A number without a country code belongs to the country that
 * `countryOfParent` selects.
 */
async function ownPhone(db: Db, { id, phone: stored }: ParentRow, phone: string) {
  const [center] = await countryOfParent(db, id)
  return phoneIn(center?.country ?? 'US', { phone, stored })
}

export async function changeOwnProfile(
  { actor, db, ifMatch }: ActionCall & IfMatch,
  input: HandlerInput<(typeof family)['change']>,
) {
  if (Object.keys(input).length === 0) throw refused('nothing', 'Choose what to change.')
  const before = one(await lockParent(db, actor.id), notFound)
  if (isStale(ifMatch, before.version)) throw stale(withId(before))
  const phone = input.phone === undefined ? null : await ownPhone(db, before, input.phone)
  await changeParent(db, { ...before, ...input, phone })
  const after = one(await lockParent(db, actor.id), notFound)
  record(db, actor, { action: 'family.change', entity: actor.id, before, after })
  return withId(after)
}
