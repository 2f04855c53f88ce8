import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { WorkState } from '../rules.ts'

type Of = { centerId: CenterId; id: string }

/** What there is to correct in a test that was locked: its sections with something wrong, in their order, and how its corrections stand. */
export const wrongIn = (db: Db, { centerId, id }: Of) => db<
  { name: string; wrong: number; sections: string[]; correction: WorkState | null }[]
>`
  select w.name,
    (select count(*)::int from work_questions q where q.center_id = w.center_id and q.work_id = w.id and not q.solved) as wrong,
    array(select ws.section_id from work_sections ws where ws.center_id = w.center_id and ws.work_id = w.id and exists (
      select from work_questions q where q.center_id = w.center_id and q.work_id = w.id and q.section_num = ws.num and not q.solved
    ) order by ws.num) as sections,
    (select c.state from work c where c.center_id = w.center_id and c.corrects = w.id and c.state <> 'void') as correction
  from work w where w.center_id = ${centerId} and w.id = ${id}
`

/**
 * Makes what isn't complete of a test's corrections void, with its sections where it hasn't begun. Answers how it stood; the test must be held, and
 * so are they then (`holdWorks`).
 */
export const voidOpenCorrections = (db: Db, { centerId, id }: Of) => db<{ id: string; state: 'assigned' | 'started' }[]>`
  with open as (
    select id, state from work where center_id = ${centerId} and corrects = ${id} and state in ('assigned', 'started') for no key update
  ), gone as (
    delete from work_sections using open where center_id = ${centerId} and work_id = open.id and open.state = 'assigned'
  )
  update work set state = 'void', version = version + 1 from open where center_id = ${centerId} and work.id = open.id
  returning open.id, open.state
`
