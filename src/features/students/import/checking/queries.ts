import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Run } from '#server/runs.ts'
import type { CheckedFile } from '../api.ts'
import type { Work } from '../queries.ts'

/**
 * Number of minutes after which an unfinished dry run counts as failed. A dry run usually takes a small
 * fraction of this.
 */
const longest = 5
export const brokeOff = 'Checking the file was interrupted. Please try again.'

/** Returns the SQL condition that the job of a dry run `i` was lost, so the dry run will never end. */
export const isLate = (db: Db) =>
  db`(i.kind = 'students-check' and i.state in ('waiting', 'running') and i.created_at < now() - make_interval(mins => ${longest}))`

/** A file to check. `reached` are the centers that the person who uploaded it can access. */
type CheckWork = Work & { name: string; reached: CenterId[] }
export type RunningCheck = Run & { centerId: CenterId; input: CheckWork }

/** Ends dry runs whose job was lost. */
export const failLate = (db: Db, center: CenterId | null = null) => db`
  update runs i set state = 'failed', error = ${brokeOff} where ${isLate(db)} and (${center}::text is null or center_id = ${center})
`

/**
 * Stores a file with its result or, without one, for a job to check. Replaces the person's previous file.
 * Fails with `one_run_at_a_time` while another person's file is being checked.
 */
export async function putCheck(
  db: Db,
  { id, centerId, by, input, total, checked }: RunningCheck & { checked: CheckedFile | null },
) {
  await db`select pg_advisory_xact_lock(hashtextextended(${`check ${centerId}`}, 0))`
  await dropCheck(db, centerId, by)
  await failLate(db, centerId)
  await db`
    insert into runs (center_id, id, by, kind, state, done, total, input, checked)
    values (${centerId}, ${id}, ${by}, 'students-check', ${checked ? 'done' : 'waiting'}, ${checked ? total : 0}, ${total}, ${db.json(input)},
      ${checked ? db.json(checked) : null})
  `
}

/** Deletes a person's dry run at a center with its file. A job that is working on it then stops. */
export const dropCheck = (db: Db, center: CenterId, by: string) => db`
  delete from runs where center_id = ${center} and by = ${by} and kind = 'students-check'
`

export type Check = {
  checked: CheckedFile | null
  file: Pick<CheckWork, 'csv' | 'columns' | 'choices' | 'name'> | null
}

/** Returns the result of this person's dry run and, on request, its file with columns and choices. */
export const checkOf = (
  db: Db,
  center: CenterId,
  { id, by, withFile }: { id: string; by: string; withFile: boolean },
) => db<Check[]>`
  select checked, case when ${withFile} then input - 'reached' end as file
  from runs where center_id = ${center} and id = ${id} and by = ${by} and kind = 'students-check'
`

/** True while the dry run is running, that is, until it ends or is discarded. */
export const isWanted = async (db: Db, id: string) =>
  (await db`select 1 from runs where id = ${id} and state = 'running'`).length > 0
