import type { Db } from '#server/db.ts'
import type { Day } from '#shared/days.ts'

/**
 * SQL for a FROM clause: the places `pl` on a day's rosters, with the term `t` of the class on that day. A
 * classroom's tablet sees only these students (product §9). Leaves out waitlists, breaks and closed days, but
 * not canceled classes and reported absences, which the roll shows. Without a day, there are no rows.
 */
export const rostered = (db: Db, on: Day | null) => db`
  places pl join class_terms t on t.center_id = pl.center_id and t.class_id = pl.class_id
    and t.during @> ${on}::date and t.day = extract(dow from ${on}::date) and pl.during @> ${on}::date and pl.type <> 'waitlist'
    and not exists (select from closures c where c.center_id = pl.center_id and c.held_on = ${on}::date)
    and not exists (select from breaks b
      where b.center_id = pl.center_id and b.place_id = pl.id and b.during @> ${on}::date and pl.type = 'regular')
`
