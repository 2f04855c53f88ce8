import { settleCorrections } from '#features/practice/corrections/corrections.ts'
import { countLastRead } from '#features/practice/answering/queries.ts'
import { holdWorks } from '#features/practice/queries.ts'
import { figures } from '#features/practice/rules.ts'
import { isBlank } from '#features/questions/kinds/given.ts'
import { conflict, notFound } from '#shared/problem.ts'
import { recordAll } from '#server/audit.ts'
import { one, type Db } from '#server/db.ts'
import { type Actor, type CenterId, reachable } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import { putFigures, questionsOf } from '../queries.ts'
import { afterGrading } from '../rules.ts'
import type { Change, regrades } from './api.ts'
import {
  answersToOldRevisions,
  type OldAnswerRow,
  concernedWorks,
  currentRevision,
  putRegraded,
} from './queries.ts'
import {
  countsOf,
  regradeAnswers,
  scoreOf,
  isIncluded,
  type ScoreChange,
  scoreChange,
  unconfirmed,
  workScore,
} from './regrade-effects.ts'
import type { ActionCall, HandlerInput } from '#server/call.ts'

type RegradedQuestion = NonNullable<ReturnType<typeof regradeAnswers>>

type Case = { row: OldAnswerRow; after: RegradedQuestion; change: ScoreChange }

/**
 * Returns the answers to older revisions of a question, with their verdicts by the current key. If one answer
 * doesn't fit this key, leaves out all answers to the question in the same work. They keep the verdicts of
 * the old key.
 */
async function casesOf(
  db: Db,
  centers: readonly CenterId[],
  revisionRef: { questionId: string; revision: number },
): Promise<Case[]> {
  return (await answersToOldRevisions(db, centers, revisionRef)).flatMap((row) => {
    const after = regradeAnswers(row.kind, row.key, row.answers)
    return after ? [{ row, after, change: scoreChange(row, after) }] : []
  })
}

const isChange = ({ row, after, change }: Case) =>
  change !== 'stays' || row.verdict.status !== after.verdict.status

function changeOf({ row, after, change }: Case): Change {
  const { score, ...rest } = row
  return {
    ...rest,
    before: { status: row.verdict.status, score: scoreOf(row), work: score },
    after: { status: after.verdict.status, score: scoreOf(after), work: workScore(row, row, after) },
    falls: change === 'falls',
  }
}

const maxShown = 500

/**
 * Recalculates the scores, counts and states of a center's work after regrading. Skips work in progress,
 * which has no score yet.
 */
async function settle(db: Db, center: CenterId, cases: readonly Case[]) {
  const ids = [...new Set(cases.map(({ row }) => row.workId))]
  const complete = new Map(
    cases.filter(({ row }) => row.state !== 'started').map(({ row }) => [row.workId, row]),
  )
  await countLastRead(db, center, [...complete.keys()])
  const questions = Map.groupBy(await questionsOf(db, center, [...complete.keys()]), ({ workId }) => workId)
  const settled = [...complete].map(([id, work]) => {
    const all = questions.get(id) ?? []
    return { id, state: afterGrading(work, all), ...figures(all) }
  })
  await putFigures(db, center, settled)
  await settleCorrections(db, center, ids)
}

const historyOf = ({ row, after }: Case, revision: number) => ({
  action: 'grading.regrade' as const,
  entity: row.workId,
  center: row.centerId,
  before: { studentId: row.studentId, num: row.num, status: row.verdict.status, score: scoreOf(row) },
  after: {
    studentId: row.studentId,
    num: row.num,
    status: after.verdict.status,
    score: scoreOf(after),
    revision,
  },
})

/** Regrades answers center by center, writes audit rows, and notifies the students. */
async function regrade(db: Db, actor: Actor, cases: readonly Case[], revision: number) {
  for (const [center, those] of Map.groupBy(cases, ({ row }) => row.centerId)) {
    const questions = those.map(({ row: { workId, num }, after }) => ({
      workId,
      num,
      ...after,
      filled: after.onPaper || !isBlank(after.given),
    }))
    await putRegraded(db, center, { revision, questions })
    await settle(db, center, those)
    for (const { row } of those)
      publish(db, { channel: `student:${row.studentId}`, topic: 'work', id: row.workId })
    publish(db, { channel: `center:${center}`, topic: 'work' })
  }
  if (cases.length > 0)
    recordAll(
      db,
      actor,
      cases.map((each) => historyOf(each, revision)),
    )
}

/** Returns what regrading with the current key would change. */
export async function regradePreview(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof regrades)['look']>,
) {
  const { revision } = one(await currentRevision(db, input.id), notFound)
  const cases = await casesOf(db, await reachable(db, actor), { questionId: input.id, revision })
  const changes = cases
    .filter(isChange)
    .toSorted((a, b) => Number(b.change === 'falls') - Number(a.change === 'falls'))
  return { revision, ...countsOf(cases), changes: changes.slice(0, maxShown).map(changeOf) }
}

export async function applyRegrade(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof regrades)['apply']>,
) {
  const { revision } = one(await currentRevision(db, input.id, { lock: true }), notFound)
  if (revision !== input.revision)
    throw conflict('not_current', 'The question has changed in the meantime. Check its answers again.')
  const revisionRef = { questionId: input.id, revision }
  const centers = await reachable(db, actor)
  const works = await concernedWorks(db, centers, revisionRef)
  const lockedIds = new Set(
    (
      await holdWorks(
        db,
        centers,
        works.map(({ id }) => id),
      )
    ).map(({ id }) => id),
  )
  // Work that was first answered in the meantime will be offered the next time.
  const cases = (await casesOf(db, centers, revisionRef)).filter(
    ({ row, change }) => lockedIds.has(row.workId) && isIncluded(input.include, change),
  )
  const counts = countsOf(cases)
  const falling = unconfirmed(counts.falling, input.confirmFalls)
  if (falling !== null)
    throw conflict('falls', 'Some scores would fall. Check how many, then confirm.', { falling })
  await regrade(db, actor, cases, revision)
  return counts
}
