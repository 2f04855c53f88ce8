import { v7 as newId } from 'uuid'
import { conflict, notFound } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one, type Db } from '#server/db.ts'
import type { Actor, CenterId } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import { putWork, dropAssigned } from '../giving/queries.ts'
import { line } from '../work-list.ts'
import { lockWork, type Whose, workOf } from '../queries.ts'
import type { Viewer, WorkState } from '../rules.ts'
import { wrongIn } from './queries.ts'
import { correctionsName, whyNotCorrected, correctedScore } from './rules.ts'

/** Makes the corrections of a student's test. The lock on the test lets two who want them come one after the other. */
export async function assignCorrections(db: Db, actor: Actor, whose: Whose, { id, viewer }: { id: string; viewer: Viewer }) {
  const test = one(await lockWork(db, whose, { id, kind: 'test' }), notFound)
  const { centerId } = test
  const found = one(await wrongIn(db, { centerId, id }), notFound)
  const not = whyNotCorrected({ ...test, ...found })
  if (not) throw conflict(not.code, not.message)
  const { studentId } = whose
  const work = { centerId, id: newId(), kind: 'homework' as const, studentId, name: correctionsName(found.name), dueOn: null, corrects: id }
  const { sections } = found
  await putWork(db, { ...work, item: `corrections ${id}`, assignedBy: actor.id, sections })
  await record(db, actor, { deed: 'practice.assign', entity: work.id, center: centerId, after: { ...work, sections } })
  await publish(db, { channel: `student:${studentId}`, topic: 'work', id: work.id })
  return line(one(await workOf(db, whose, { id: work.id }), notFound), viewer)
}

/** The tests among these works, and those that these works correct, locked in the order of their ids. */
const lockTests = (db: Db, center: CenterId, workIds: readonly string[]) => db<{ id: string }[]>`
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

/** The questions of tests that were corrected or are to be, with what became of them there. */
const factsOf = (db: Db, center: CenterId, testIds: readonly string[]) => db<Fact[]>`
  select q.work_id as test_id, q.solved, (q.verdict ->> 'score')::float8 as score, coalesce(again.solved, false) as corrected,
    c.id as correction, c.state
  from work_questions q
  left join work c on c.center_id = q.center_id and c.corrects = q.work_id and c.state <> 'void'
  left join work_questions again on again.center_id = c.center_id and again.work_id = c.id and again.question_id = q.question_id
  where q.center_id = ${center} and q.work_id = any(${[...testIds]}::uuid[])
`

const putSecondScores = (db: Db, center: CenterId, scores: readonly { id: string; score2: number | null }[]) => db`
  update work w set score2 = n.score2, version = w.version + 1
  from jsonb_to_recordset(${db.json(scores)}) as n(id uuid, score2 numeric(6, 4))
  where w.center_id = ${center} and w.id = n.id and w.score2 is distinct from n.score2
`

/**
 * Brings the second scores of tests up to date after these works, the tests or their corrections, were completed, graded anew or made void: it is
 * there while their corrections are complete. Corrections that haven't begun are taken back when nothing of their test is wrong any more.
 */
export async function settleCorrections(db: Db, center: CenterId, workIds: readonly string[]) {
  const tests = await lockTests(db, center, workIds)
  if (tests.length === 0) return
  const ids = tests.map(({ id }) => id)
  const facts = Map.groupBy(await factsOf(db, center, ids), ({ testId }) => testId)
  const scores = ids.map((id) => {
    const questions = facts.get(id) ?? []
    return { id, score2: questions[0]?.state === 'returned' ? correctedScore(questions) : null }
  })
  await putSecondScores(db, center, scores)
  for (const questions of facts.values()) {
    const [first] = questions
    if (first?.correction && first.state === 'assigned' && questions.every(({ solved }) => solved))
      await dropAssigned(db, { centerId: center, id: first.correction })
  }
}
