import { activity, homeworkOf, type HomeworkRow, homeworkWithMap, line, type Whose } from '#features/practice/queries.ts'
import { addDays } from '#shared/calendar.ts'
import { notFound, refused, stale } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { timeAt, today } from '#server/clock.ts'
import { one, type Db } from '#server/db.ts'
import type { Actor } from '#server/gate.ts'
import type { Handlers } from '#server/serve.ts'
import type { Child, Completed, family, MarkLine } from './api.ts'
import {
  changeParent,
  childRows,
  type ChildRow,
  homeworkFigures,
  lockParent,
  marksOf,
  nextClasses,
  type ParentRow,
  type Seat,
} from './queries.ts'

const lookBackDays = 12 * 7

/** The rows of children as seats: where each of them is today, looking back over so many days. */
const seatsOf = (rows: readonly ChildRow[], days: number) =>
  rows.map(({ id, centerId, timeZone }): Seat => {
    const on = today(timeZone)
    return { studentId: id, centerId, on, time: timeAt(timeZone), since: addDays(on, 1 - days) }
  })

/** Children at a glance, each once, however many centres they are at; with them the marks of so many days. */
async function glances(db: Db, rows: readonly ChildRow[], days: number): Promise<{ child: Child; marks: MarkLine[] }[]> {
  if (rows.length === 0) return []
  const seats = seatsOf(rows, days)
  const [figures, next, marks] = await Promise.all([homeworkFigures(db, seats), nextClasses(db, seats), marksOf(db, seats)])
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, places]) => {
    const { firstName, avatar, grade } = places[0] as ChildRow
    const { open = 0, last = null } = figures.find(({ studentId }) => studentId === id) ?? {}
    const taken = marks.filter(({ studentId }) => studentId === id)
    const child = {
      _id: id,
      firstName,
      avatar,
      grade,
      centers: places.map(({ centerId }) => centerId),
      programs: places.flatMap(({ programs }) => programs),
      figures: { open, last },
      nextClass: next.find(({ studentId }) => studentId === id) ?? null,
      today: taken.filter(({ isToday }) => isToday),
    }
    return { child, marks: taken }
  })
}

/** A child of the caller's, by the rows of its centres; 404 when it isn't theirs (any more). */
async function childOf(db: Db, actor: Actor, id: string): Promise<[ChildRow, ...ChildRow[]]> {
  const rows = await childRows(db, actor.id, { id })
  return [one(rows, notFound), ...rows.slice(1)]
}

const whoseOf = (rows: [ChildRow, ...ChildRow[]]): Whose => ({ studentId: rows[0].id, centers: rows.map(({ centerId }) => centerId) })

/** Completed homework as activities, the latest first. */
function activitiesOf(work: readonly HomeworkRow[], places: readonly ChildRow[]): Completed[] {
  const zones = new Map<string, string>(places.map(({ centerId, timeZone }) => [centerId, timeZone]))
  const latest = work.toSorted((left, right) => ((left.submittedAt ?? '') < (right.submittedAt ?? '') ? 1 : -1))
  return latest.flatMap((row) => {
    const { correct, total, hint, score } = row
    if (correct === null || total === null || hint === null || score === null) return []
    return [{ ...activity(row, zones.get(row.centerId) as string), correct, total, hint, score }]
  })
}

const own = ({ id, ...row }: ParentRow) => ({ _id: id, ...row })

export const familyRoutes: Handlers<typeof family> = {
  async children({ actor, db }) {
    const found = await glances(db, await childRows(db, actor.id), 1)
    return found.map(({ child }) => child)
  },

  async child({ input, actor, db }) {
    const rows = await childOf(db, actor, input.id)
    const [found, work] = await Promise.all([glances(db, rows, lookBackDays), homeworkOf(db, whoseOf(rows))])
    const { child, marks } = one(found, notFound)
    return { ...child, homework: work.map(line), activities: activitiesOf(work, rows), attendance: marks }
  },

  async homework({ input, actor, db }) {
    return await homeworkWithMap(db, whoseOf(await childOf(db, actor, input.id)), input.hwId)
  },

  async change({ input, actor, db, seen }) {
    if (Object.keys(input).length === 0) throw refused('nothing', 'Say what is to be changed.')
    const before = one(await lockParent(db, actor.id), notFound)
    if (seen !== null && seen !== before.version) throw stale(own(before))
    await changeParent(db, { ...before, ...input, phone: input.phone ?? null })
    const after = one(await lockParent(db, actor.id), notFound)
    await record(db, actor, { deed: 'family.change', entity: actor.id, before, after })
    return own(after)
  },
}
