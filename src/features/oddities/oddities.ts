import { zoneOf } from '#features/centers/queries.ts'
import { addDays } from '#shared/calendar.ts'
import { notFound, refused, stale } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { timeAt, today } from '#server/clock.ts'
import { one, type Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import type { Statement } from '#server/sql.ts'
import type { InputOf } from '#shared/contract.ts'
import type { oddities, Oddity } from './api.ts'
import * as ofClasses from './class-queries.ts'
import {
  atCenters,
  type CenterSql,
  classNames,
  dropSnooze,
  lockSnoozes,
  putSnooze,
  snoozesOf,
  type Span,
} from './queries.ts'
import { type Code, codes, severityOf } from './codes.ts'
import { byUrgency, type Row, describeOddity } from './rules.ts'
import * as ofStudents from './student-queries.ts'
import type { CenterCall, HandlerInput, IfMatch } from '#server/call.ts'
import { isStale } from '#server/records.ts'

type Find<C extends Code> = (db: Db, center: CenterSql, span: Span) => Statement<Row<C>[]>

const finders: { [C in Code]: Find<C> } = {
  TC01: ofClasses.doubleBookedStaff,
  TE01: ofClasses.untaught,
  TE02: ofClasses.inactiveTeachers,
  ST01: ofStudents.doubleBookedStudents,
  ST02: ofStudents.twiceInClass,
  ST03: ofStudents.classless,
  ST04: ofStudents.inactivePlaces,
  CP01: ofClasses.overfull,
  CP02: ofClasses.nearlyEmpty,
  WL01: ofClasses.openSeats,
  AT01: ofClasses.unmarked,
  AT02: ofClasses.unexpected,
  AT03: ofStudents.absentees,
  MK01: ofStudents.expiringCredits,
  MK02: ofStudents.impossibleGuests,
  MK03: ofStudents.voidGuests,
  BR01: ofStudents.straying,
  BR02: ofStudents.endless,
  FC01: ofStudents.misplacedFirsts,
  LC01: ofStudents.lastClasses,
  PR01: ofStudents.stalled,
  DA01: ofStudents.alike,
  DA02: ofStudents.unreachable,
}

const keyOf = (code: Code, about: readonly string[]) => [code, ...about].join(' ')

/** Fields that the API returns unchanged if a row has them. */
type OddityKeys = Pick<Oddity, 'since' | 'date' | 'classId' | 'studentId' | 'staffId'>

/** Adds the weekday and time to a class name shared by several classes, unless the row already has a time. */
const tellingApart = <R extends object>(row: R, names: ReadonlyMap<string, string>): R =>
  'className' in row && 'classId' in row && !('time' in row)
    ? { ...row, className: names.get(row.classId as string) ?? row.className }
    : row

type CodeQuery<C extends Code> = { code: C; center: CenterId; span: Span; names: ReadonlyMap<string, string> }

async function found<C extends Code>(db: Db, { code, center, span, names }: CodeQuery<C>): Promise<Oddity[]> {
  const find: Find<C> = finders[code]
  const rows = await find(db, center, span)
  return rows.map((row) => {
    const { about, ...described } = describeOddity(code, tellingApart(row, names))
    const { since, date, classId, studentId, staffId } = row as OddityKeys
    return {
      key: keyOf(code, about),
      code,
      severity: severityOf(code),
      since,
      date,
      classId,
      studentId,
      staffId,
      version: 0,
      ...described,
    }
  })
}

const daysAround = 14

const maxDays = 92

/**
 * Returns the requested span of days. By default, it starts two weeks before today, or before `to` if that is
 * earlier, and ends two weeks after today, or after `from` if that is later. Throws 422 if the span ends
 * before it starts or is longer than about three months.
 */
function spanOf({ from, to }: { from?: string | undefined; to?: string | undefined }, zone: string): Span {
  const on = today(zone)
  const first = from ?? addDays(to !== undefined && to < on ? to : on, -daysAround)
  const last = to ?? addDays(first > on ? first : on, daysAround)
  if (last < first) throw refused('span', 'The last day can’t be before the first day.', '/to')
  if (last > addDays(first, maxDays)) throw refused('span', `Choose at most ${maxDays} days.`, '/to')
  return { from: first, to: last, today: on, now: timeAt(zone) }
}

const zone = async (db: Db, center: CenterId) => one(await zoneOf(db, center), notFound).timeZone

/** Returns a center's oddities with their snoozes, most severe first, then oldest. */
export async function oddOf(
  db: Db,
  center: CenterId,
  { code: only, severity, ...range }: Omit<InputOf<typeof oddities.list>, 'centerId'>,
) {
  const span = spanOf(range, await zone(db, center))
  const wanted = codes.filter(
    (code) => (only ?? code) === code && (severity ?? severityOf(code)) === severityOf(code),
  )
  const names = new Map((await classNames(db, center, span.today)).map(({ id, name }) => [id, name]))
  const [snoozes, ...lists] = await Promise.all([
    snoozesOf(db, center, span.today),
    ...wanted.map((code) => found(db, { code, center, span, names })),
  ])
  const snoozed = new Map(snoozes.map(({ key, ...snooze }) => [key, snooze]))
  return lists
    .flat()
    .sort(byUrgency)
    .map((oddity): Oddity => {
      const snooze = snoozed.get(oddity.key)
      return snooze
        ? { ...oddity, snoozedUntil: snooze.until, snoozedFor: snooze.reason, version: snooze.version }
        : oddity
    })
}

type CenterInZone = { id: CenterId; timeZone: string }

async function openKeys<C extends Code>(
  db: Db,
  { code, centers, span }: { code: C; centers: readonly CenterId[]; span: Span },
) {
  const find: Find<C> = finders[code]
  const rows = await atCenters(db, centers, (center) => find(db, center, span))
  return rows.map((row) => ({ centerId: row.centerId, key: keyOf(code, describeOddity(code, row).about) }))
}

/**
 * Counts each center's oddities that aren't snoozed, as listed by default. Centers without oddities are
 * missing from the map. One statement per code finds those of all centers in a time zone, because these
 * centers have the same date and time.
 */
export async function countOpenOddities(db: Db, centers: readonly CenterInZone[]) {
  const inZones = await Promise.all(
    [...Map.groupBy(centers, ({ timeZone }) => timeZone)].map(async ([timeZone, at]) => {
      const span = spanOf({}, timeZone)
      const ids = at.map(({ id }) => id)
      const [snoozes, ...keys] = await Promise.all([
        atCenters(db, ids, (center) => snoozesOf(db, center, span.today)),
        ...codes.map((code) => openKeys(db, { code, centers: ids, span })),
      ])
      const snoozed = new Set(snoozes.map(({ centerId, key }) => `${centerId} ${key}`))
      return keys.flat().filter(({ centerId, key }) => !snoozed.has(`${centerId} ${key}`))
    }),
  )
  return new Map(
    [...Map.groupBy(inZones.flat(), ({ centerId }) => centerId)].map(([id, { length }]) => [id, length]),
  )
}

/** Ends the snooze of an oddity. Throws 404 if there is none. */
export async function wakeOddity(
  { actor, db, center }: CenterCall,
  input: HandlerInput<(typeof oddities)['wake']>,
) {
  const before = one(await dropSnooze(db, center, input.key), notFound)
  record(db, actor, { action: 'oddities.wake', entity: input.key, center, before })
  publish(db, { channel: `center:${center}`, topic: 'schedule' })
}

const latestSnooze = 366

/**
 * Snoozes an oddity until a day within the next year. Throws 422 for any other day, and 412 if the oddity's
 * snooze has changed since the caller saw it.
 */
export async function snoozeOddity(
  { db, actor, center, ifMatch }: CenterCall & IfMatch,
  input: HandlerInput<(typeof oddities)['snooze']>,
) {
  const on = today(await zone(db, center))
  if (input.until <= on || input.until > addDays(on, latestSnooze))
    throw refused('until', 'Choose a day after today, within a year.', '/until')
  await lockSnoozes(db, center)
  const before = (await snoozesOf(db, center, on)).find(({ key }) => key === input.key)
  if (isStale(ifMatch, before?.version ?? 0)) throw stale(before ?? { ...input, version: 0 })
  const { version } = one(await putSnooze(db, center, { ...input, by: actor.id }), notFound)
  record(db, actor, { action: 'oddities.snooze', entity: input.key, center, before, after: input })
  publish(db, { channel: `center:${center}`, topic: 'schedule' })
  return { snooze: { ...input, version }, isNew: !before }
}
