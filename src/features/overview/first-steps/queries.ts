import type { Db } from '#server/db.ts'
import { isDemoAccount } from '#server/demo.ts'
import type { CenterId } from '#server/gate.ts'
import type { StepName } from './steps.ts'

type StepsQuery = { center: CenterId; personId: string }

/** Selects which steps a center has done, and whether the caller has a demo account. */
export const stepsDone = (db: Db, { center, personId }: StepsQuery) => db<
  (Record<StepName, boolean> & { demo: boolean })[]
>`
  select c.address <> '' and c.phone <> '' and exists (select from unnest(c.opening_hours) hours where hours <> '') as center,
    exists (select from closures x where x.center_id = c.id) as closures,
    exists (select from staff x where x.center_id = c.id and x.duty = 'teacher' and x.active) as staff,
    exists (select from class_terms x where x.center_id = c.id) as timetable,
    exists (select from students x where x.center_id = c.id) as students,
    exists (select from parent_links x where x.center_id = c.id and x.ended_at is null) as parents,
    exists (select from devices x where x.center_id = c.id and x.state = 'active') as tablets,
    exists (select from mailings x where x.center_id = c.id) as mail,
    exists (select from people p where p.id = ${personId} and ${isDemoAccount(db)}) as demo
  from centers c where c.id = ${center}
`
