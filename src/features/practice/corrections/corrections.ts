import { v7 as newId } from 'uuid'
import { conflict, notFound } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one, type Db } from '#server/db.ts'
import type { Actor, CenterId } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import { putWork, dropAssigned } from '../assigning/queries.ts'
import { line } from '../work-list.ts'
import { lockWork, type StudentScope, workOf } from '../queries.ts'
import type { Viewer } from '../rules.ts'
import { correctionFacts, lockTests, factsOf, putSecondScores } from './queries.ts'
import { correctionsName, whyNotCorrected, correctedScore } from './corrected-score.ts'

/**
 * Assigns the corrections of a student's test, and returns them. The lock on the test serializes concurrent
 * requests. Throws 404 if the student has no such test, and 409 if it can't get corrections.
 */
export async function assignCorrections(
  db: Db,
  actor: Actor,
  studentScope: StudentScope,
  { id, viewer }: { id: string; viewer: Viewer },
) {
  const test = one(await lockWork(db, studentScope, { id, kind: 'test' }), notFound)
  const { centerId } = test
  const found = one(await correctionFacts(db, { centerId, id }), notFound)
  const not = whyNotCorrected({ ...test, ...found })
  if (not) throw conflict(not.code, not.message)
  const { studentId } = studentScope
  const work = {
    centerId,
    id: newId(),
    kind: 'homework' as const,
    studentId,
    name: correctionsName(found.name),
    dueOn: null,
    corrects: id,
  }
  const { sections } = found
  await putWork(db, { ...work, item: `corrections ${id}`, assignedBy: actor.id, sections })
  record(db, actor, {
    action: 'practice.assign',
    entity: work.id,
    center: centerId,
    after: { ...work, sections },
  })
  publish(db, { channel: `student:${studentId}`, topic: 'work', id: work.id })
  return line(one(await workOf(db, studentScope, { id: work.id }), notFound), viewer)
}

/**
 * Updates the second scores of tests after they or their corrections were completed, returned, regraded or
 * voided. A test has a second score only while it has returned corrections. Withdraws corrections that
 * haven't started if their test no longer has wrong questions.
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
