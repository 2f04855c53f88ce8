import type { Db } from '#server/db.ts'
import type { StudentScope } from '../queries.ts'

type PracticedRow = { sectionId: string; at: string; open: boolean }

/**
 * Selects the sections of a student's homework, latest first, at most 500, without warm-ups and corrections.
 * `at` is the latest time at which homework with the section was submitted or, if it hasn't been submitted,
 * assigned. `open` is true if any homework with the section is open.
 */
export const sectionsPracticed = (db: Db, { studentId, centers }: StudentScope) => db<PracticedRow[]>`
  select ws.section_id, max(coalesce(w.submitted_at, w.assigned_at)) as at, bool_or(w.state in ('assigned', 'started')) as open
  from work w join work_sections ws on ws.center_id = w.center_id and ws.work_id = w.id
  where w.center_id = any(${[...centers]}) and w.student_id = ${studentId} and w.kind = 'homework' and w.state <> 'void' and w.corrects is null and not w.warm_up
  group by ws.section_id order by at desc, ws.section_id limit 500
`
