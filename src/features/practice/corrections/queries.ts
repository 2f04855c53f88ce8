import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { WorkState } from '../rules.ts'

type WorkKey = { centerId: CenterId; id: string }

/**
 * Selects the name of a locked test, the number of its wrong questions, the sections that contain them, in
 * order, and the state of its corrections.
 */
export const correctionFacts = (db: Db, { centerId, id }: WorkKey) => db<
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
 * Voids a test's incomplete corrections, and removes their sections if they haven't started. Returns their
 * previous state. The caller must have locked the test (`holdWorks`), which also prevents changes to its
 * corrections.
 */
export const voidOpenCorrections = (db: Db, { centerId, id }: WorkKey) => db<
  { id: string; state: 'assigned' | 'started' }[]
>`
  with open as (
    select id, state from work where center_id = ${centerId} and corrects = ${id} and state in ('assigned', 'started') for no key update
  ), gone as (
    delete from work_sections using open where center_id = ${centerId} and work_id = open.id and open.state = 'assigned'
  )
  update work set state = 'void', version = version + 1 from open where center_id = ${centerId} and work.id = open.id
  returning open.id, open.state
`

/**
 * Locks the tests among these works, and the tests that any corrections among them belong to, in the order of
 * the tests' ids.
 */
export const lockTests = (db: Db, center: CenterId, workIds: readonly string[]) => db<{ id: string }[]>`
  select id from work where center_id = ${center} and kind = 'test' and id in (
    select coalesce(corrects, id) from work where center_id = ${center} and id = any(${[...workIds]}::uuid[])
  ) order by id for no key update
`

type Fact = {
  testId: string
  solved: boolean
  score: number | null
  corrected: boolean
  correction: string | null
  state: WorkState | null
}

/** Selects the questions of tests, with their outcome in the test and in its corrections. */
export const factsOf = (db: Db, center: CenterId, testIds: readonly string[]) => db<Fact[]>`
  select q.work_id as test_id, q.solved, (q.verdict ->> 'score')::float8 as score, coalesce(again.solved, false) as corrected,
    c.id as correction, c.state
  from work_questions q
  left join work c on c.center_id = q.center_id and c.corrects = q.work_id and c.state <> 'void'
  left join work_questions again on again.center_id = c.center_id and again.work_id = c.id and again.question_id = q.question_id
  where q.center_id = ${center} and q.work_id = any(${[...testIds]}::uuid[])
`

export const putSecondScores = (
  db: Db,
  center: CenterId,
  scores: readonly { id: string; score2: number | null }[],
) => db`
  update work w set score2 = n.score2, version = w.version + 1
  from jsonb_to_recordset(${db.json(scores)}) as n(id uuid, score2 numeric(6, 4))
  where w.center_id = ${center} and w.id = n.id and w.score2 is distinct from n.score2
`
