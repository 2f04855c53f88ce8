import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { CheckedFile } from '../api.ts'
import type { Work } from '../queries.ts'

/** Minutes until an unfinished dry run counts as failed; many times its usual duration. */
const longest = 5
export const brokeOff = 'Checking the file was interrupted. Please try again.'

/** True for a dry run `i` whose job was lost and that will never end. */
export const isLate = (db: Db) =>
  db`(i.dry_run and i.state in ('waiting', 'running') and i.created_at < now() - make_interval(mins => ${longest}))`

/** A file to check. `reached`: the centers its owner can access. */
type CheckWork = Work & { name: string; reached: CenterId[] }
export type NewCheck = { id: string; centerId: CenterId; by: string; work: CheckWork; total: number; checked: CheckedFile | null }

/** Stores a file with its result, or for a job to check. Replaces its owner's previous one. Refused by `one_student_check_at_a_time`. */
export async function putCheck(db: Db, { id, centerId, by, work, total, checked }: NewCheck) {
  await db`select pg_advisory_xact_lock(hashtextextended(${`check ${centerId}`}, 0))`
  await dropCheck(db, centerId, by)
  await db`update student_imports i set state = 'failed', error = ${brokeOff} where center_id = ${centerId} and ${isLate(db)}`
  await db`
    insert into student_imports (center_id, id, by, dry_run, state, done, total, work, checked)
    values (${centerId}, ${id}, ${by}, true, ${checked ? 'done' : 'waiting'}, ${checked ? total : 0}, ${total}, ${db.json(work)},
      ${checked ? db.json(checked) : null})
  `
}

/** Deletes a person's dry run at a center with its file. A job working on it stops. */
export const dropCheck = (db: Db, center: CenterId, by: string) => db`
  delete from student_imports where center_id = ${center} and by = ${by} and dry_run
`

export type Check = { checked: CheckedFile | null; file: Pick<CheckWork, 'csv' | 'columns' | 'choices' | 'name'> | null }

/** Result of this person's dry run and, on request, its file with columns and choices. */
export const checkOf = (db: Db, center: CenterId, { id, by, withFile }: { id: string; by: string; withFile: boolean }) => db<Check[]>`
  select checked, case when ${withFile} then work - 'reached' end as file
  from student_imports where center_id = ${center} and id = ${id} and by = ${by} and dry_run
`

export type RunningCheck = { id: string; centerId: CenterId; by: string; total: number; work: CheckWork }

/** Starts a dry run, or restarts an interrupted one. Returns no row if it has ended, was discarded or is too old. */
export const beginCheck = (db: Db, id: string) => db<RunningCheck[]>`
  update student_imports i set state = 'running', done = 0 where id = ${id} and state in ('waiting', 'running') and dry_run and not ${isLate(db)}
  returning id, center_id, by, total, work
`

/** True until a dry run ends or is discarded. */
export const isWanted = async (db: Db, id: string) =>
  (await db`select 1 from student_imports where id = ${id} and state = 'running'`).length > 0

/** Stores the result of a dry run as JSON, or a sentence that explains why there is none. */
export const endCheck = (db: Db, { id, checked, error }: { id: string; checked: string | null; error: string | null }) => db`
  update student_imports set state = ${error === null ? 'done' : 'failed'}, error = ${error}, checked = ${checked}::text::jsonb,
    done = case when ${error === null} then total else 0 end
  where id = ${id} and state = 'running'
`
