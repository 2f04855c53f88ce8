import { notFound } from '#shared/problem.ts'
import { one, type Db } from '#server/db.ts'

type LevelRow = { id: string; name: string; step: number }

/** A level with the ones before and after it in its course. */
export async function levelsAround(db: Db, id: string) {
  const rows = await db<LevelRow[]>`
    select near.id, near.name, (near.place - here.place)::int as step
    from (select id, name, row_number() over (order by position, id) as place from levels
      where course_id = (select course_id from levels where id = ${id})) near
    join (select id, row_number() over (order by position, id) as place from levels
      where course_id = (select course_id from levels where id = ${id})) here on here.id = ${id}
    where near.place - here.place between -1 and 1
  `
  const at = (step: number) => rows.filter((row) => row.step === step)
  return { level: one(at(0), notFound), before: at(-1)[0] ?? null, after: at(1)[0] ?? null }
}
