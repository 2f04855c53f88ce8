import type { Subject } from '#features/centers/rules.ts'
import type { Day } from '#shared/days.ts'
import { notFound } from '#shared/problem.ts'
import { one, type Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'

/** Selects the date of an instant in the center's time zone. */
export const dayThere = (db: Db, centerId: CenterId, at: string) => db<{ on: Day }[]>`
  select (${at}::timestamptz at time zone time_zone)::date as on from centers where id = ${centerId}
`

type LevelRow = { id: string; name: string; step: number; subject: Subject }

/** Returns a level with its neighbors in the course, and the course's subject. */
export async function levelsAround(db: Db, id: string) {
  const rows = await db<LevelRow[]>`
    select near.id, near.name, (near.place - here.place)::int as step, courses.subject
    from (select id, course_id, name, row_number() over (order by position, id) as place from levels
      where course_id = (select course_id from levels where id = ${id})) near
    join (select id, row_number() over (order by position, id) as place from levels
      where course_id = (select course_id from levels where id = ${id})) here on here.id = ${id}
    join courses on courses.id = near.course_id
    where near.place - here.place between -1 and 1
  `
  const at = (step: number) => rows.filter((row) => row.step === step)
  const level = one(at(0), notFound)
  return { level, before: at(-1)[0] ?? null, after: at(1)[0] ?? null, subject: level.subject }
}
