import { withId } from '#server/records.ts'
import { settleCorrections } from '#features/practice/corrections/corrections.ts'
import { withClaimedPerson } from '#features/devices/claims.ts'
import { countLastRead } from '#features/practice/answering/queries.ts'
import { holdWorks } from '#features/practice/queries.ts'
import { figures } from '#features/practice/rules.ts'
import { refusalReasons, workCan } from '#features/practice/work-actions.ts'
import { spoken } from '#shared/spoken.ts'
import { renderedBy, show, solutionOf } from '#features/questions/rules.ts'
import { zoneOf } from '#features/centers/queries.ts'
import { conflict, notFound, stale } from '#shared/problem.ts'
import { type Change, recordAll } from '#server/audit.ts'
import { today } from '#server/clock.ts'
import { one, type Db } from '#server/db.ts'
import { type Actor, type CenterId, personOf } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import type { QuestionToGrade, ChangedAnswer, GradedAnswer, grading } from './api.ts'
import {
  type AnswerRow,
  answersByIds,
  type PinnedQuestionRow,
  lockWorks,
  maxAnswers,
  maxToReturn,
  pinnedQuestion,
  putFigures,
  putQuestionVerdicts,
  putReviews,
  questionsOf,
  queueLength,
  returnWorks,
  type AnswerReview,
  type Scope,
  waitingAnswers,
  waitingQuestions,
  worksOfAnswers,
  worksToReturn,
} from './queries.ts'
import { afterGrading, groupEqualAnswers, graded, type Quarter, whyNotUndone } from './rules.ts'
import type { CenterCall, HandlerInput } from '#server/call.ts'

type AnswerFilter = { classId?: string | undefined; studentId?: string }

/**
 * Returns the scope of the answers that the caller may grade at a center. Its day is today in the center's
 * time zone. Tablets only have access to students on today's rosters (product §9).
 */
export async function scopeOf(
  db: Db,
  actor: Actor,
  center: CenterId,
  { classId, studentId }: AnswerFilter = {},
): Promise<Scope> {
  const { timeZone } = one(await zoneOf(db, center), notFound)
  return {
    on: today(timeZone),
    classId: classId ?? null,
    studentId: studentId ?? null,
    device: actor.kind === 'devices',
  }
}

/** Converts a question, with its solution, to the form shown to graders. */
export const questionToGrade = ({
  instructions,
  content,
  visual,
  key,
  texts,
}: PinnedQuestionRow): QuestionToGrade => ({
  instructions: instructions === '' ? [] : renderedBy(texts)(instructions),
  content,
  visual,
  shown: show(key, renderedBy(texts)),
  solution: solutionOf(key),
})

/** Converts an answer to its API form. */
export const shownAnswer = ({ id, key, machine, grade, ...row }: AnswerRow): GradedAnswer => ({
  _id: id,
  ...row,
  grade,
  verdict: graded(key, machine, grade).verdict,
})

/**
 * Change of an answer's grade, comment or “seen” mark; missing fields stay unchanged. `version` is the
 * version that was shown, or null if the request has none.
 */
export type ReviewRequest = {
  id: string
  version: number | null
  grade?: Quarter | null
  comment?: string | null
  seen?: boolean
}

type ReviewedAnswer = { row: AnswerRow; ask: ReviewRequest; review: AnswerReview }

const reviewAfter = ({ id, grade, comment, seenAt }: AnswerRow, ask: ReviewRequest): AnswerReview => ({
  id,
  grade: ask.grade === undefined ? grade : ask.grade,
  comment: ask.comment === undefined ? comment : ask.comment || null,
  seen: ask.seen ?? seenAt !== null,
})

const isGraded = ({ row, review }: ReviewedAnswer) => review.grade !== row.grade

const isCommented = ({ row, review }: ReviewedAnswer) => review.comment !== row.comment

const isChanged = (pair: ReviewedAnswer) =>
  isGraded(pair) || isCommented(pair) || pair.review.seen !== (pair.row.seenAt !== null)

/** Throws 409 if the answer can't be given this grade, or if its grade can't be removed. */
function refuseGrade({ row, review }: ReviewedAnswer) {
  if (row.seq !== row.answers)
    throw conflict('answered_again', 'There is a later answer to this question. Grade that one instead.')
  if (!workCan('grade', row)) throw conflict('not_gradeable', refusalReasons.grade)
  const late =
    review.grade === null &&
    whyNotUndone(row, row.gradedAt === null ? null : Date.parse(row.gradedAt), Date.now())
  if (late) throw conflict('not_undoable', late)
}

/** Recalculates the scores, counts and states of work after some of its answers were graded. */
export async function settleWorks(
  db: Db,
  center: CenterId,
  rows: readonly Pick<AnswerRow, 'workId' | 'kind' | 'state'>[],
) {
  const works = new Map(rows.map((row) => [row.workId, row]))
  await countLastRead(db, center, [...works.keys()])
  const questions = Map.groupBy(await questionsOf(db, center, [...works.keys()]), ({ workId }) => workId)
  const settled = [...works].map(([id, work]) => {
    const all = questions.get(id) ?? []
    return { id, state: afterGrading(work, all), ...figures(all) }
  })
  await putFigures(db, center, settled)
  await settleCorrections(db, center, [...works.keys()])
}

async function keep(db: Db, actor: Actor, center: CenterId, changes: readonly ReviewedAnswer[]) {
  await putReviews(db, center, { reviews: changes.map(({ review }) => review), by: personOf(actor) })
  const grades = changes.filter(isGraded)
  if (grades.length === 0) return
  const counting = grades.filter(({ row }) => !row.rightBefore)
  const inForce = counting.map(({ row: { workId, num, key, machine }, review }) => ({
    workId,
    num,
    ...graded(key, machine, review.grade),
  }))
  await putQuestionVerdicts(db, center, inForce)
  await settleWorks(
    db,
    center,
    grades.map(({ row }) => row),
  )
}

/**
 * Notifies the students' screens and the center's screens that show answers. The student's question page,
 * which ignores the topic `answer`, isn't reloaded if an answer was only marked as seen.
 */
function publishAnswers(db: Db, center: CenterId, changes: readonly ReviewedAnswer[]) {
  const events = changes.map((pair) => {
    const { studentId, workId: id } = pair.row
    return {
      channel: `student:${studentId}`,
      topic: isGraded(pair) || isCommented(pair) ? ('work' as const) : ('answer' as const),
      id,
    }
  })
  const distinct = new Map(events.map((event) => [JSON.stringify(event), event]))
  for (const event of distinct.values()) publish(db, event)
  publish(db, { channel: `center:${center}`, topic: 'answer' })
}

/** Builds the audit rows for graded, commented and seen answers. */
const historyOf = (center: CenterId, changes: readonly ReviewedAnswer[]) =>
  changes.map((pair): Change => {
    const { row, review } = pair
    const action = isGraded(pair) ? 'grading.grade' : isCommented(pair) ? 'grading.comment' : 'grading.see'
    const about = { studentId: row.studentId, num: row.num, answer: row.id }
    const before = { ...about, grade: row.grade, comment: row.comment }
    return {
      action,
      entity: row.workId,
      center,
      before,
      after: { ...about, grade: review.grade, comment: review.comment },
    }
  })

type ReviewInput = {
  centers: readonly CenterId[]
  scope: Scope
  asks: readonly ReviewRequest[]
  /**
   * If true, only versions are compared. If false, an answer that already has the requested grade and comment
   * isn't a conflict, no matter who gave them.
   */
  strict: boolean
}

/**
 * Saves grades, comments and “seen” marks on either all or none of these answers at one center, and updates
 * their work. Throws 404 if an answer is out of scope, 412 if one was changed in the meantime, and 409 if one
 * can't be graded.
 */
export async function reviewAnswers(
  db: Db,
  actor: Actor,
  { centers, scope, asks, strict }: ReviewInput,
): Promise<ChangedAnswer[]> {
  const ids = asks.map(({ id }) => id)
  const works = await worksOfAnswers(db, centers, ids)
  await holdWorks(
    db,
    centers,
    works.map(({ workId }) => workId),
  )
  const rows = new Map(
    (await answersByIds(db, centers, { ids, lock: true, ...scope })).map((row) => [row.id, row]),
  )
  const pairs = asks.flatMap((ask) => {
    const row = rows.get(ask.id)
    return row ? [{ row, ask, review: reviewAfter(row, ask) }] : []
  })
  if (pairs.length < asks.length) throw notFound()
  const changes = pairs.filter(isChanged)
  if (
    (strict ? pairs : changes).some(({ row, ask }) => ask.version !== null && ask.version !== row.version)
  ) {
    const now = pairs.map(({ row }) => shownAnswer(row))
    throw stale(strict ? now[0] : { answers: now })
  }
  for (const pair of changes) if (isGraded(pair)) refuseGrade(pair)
  const [first] = changes
  if (first) {
    const { centerId } = first.row
    await keep(db, actor, centerId, changes)
    recordAll(db, actor, historyOf(centerId, changes))
    publishAnswers(db, centerId, changes)
  }
  const after = await answersByIds(db, centers, { ids, ...scope })
  return after.map((row) => {
    const { grade = null, comment = null } = rows.get(row.id) ?? {}
    return { ...shownAnswer(row), before: { grade, comment } }
  })
}

/** Hands graded work back to the students. Throws 404 for unknown work, and 409 if any isn't fully graded. */
export async function giveBack(db: Db, actor: Actor, center: CenterId, ids: readonly string[]) {
  const works = await lockWorks(db, center, ids)
  if (works.length < new Set(ids).size) throw notFound()
  const early = works.find((work) => !workCan('return', work))
  if (early) throw conflict('not_returnable', refusalReasons.return, { work: early.id })
  const due = works.filter(({ state }) => state === 'graded')
  await returnWorks(
    db,
    center,
    due.map(({ id }) => id),
  )
  const changes = due.map(({ id, studentId, state }): Change => ({
    action: 'practice.change',
    entity: id,
    center,
    before: { studentId, state },
    after: { studentId, state: 'returned' },
  }))
  recordAll(db, actor, changes)
  const events = due.map(({ id, studentId }) => ({
    channel: `student:${studentId}`,
    topic: 'work' as const,
    id,
  }))
  for (const event of [...events, { channel: `center:${center}`, topic: 'work' as const }]) publish(db, event)
  return { returned: works.map(({ id }) => id) }
}

/** Lists questions with answers to grade, and work to return. */
export async function gradingQueue(
  { actor, db, center }: CenterCall,
  input: HandlerInput<(typeof grading)['queue']>,
) {
  const scope = await scopeOf(db, actor, center, input)
  const rows = await waitingQuestions(db, center, { ...scope, subject: input.subject ?? null })
  const works = scope.device ? [] : await worksToReturn(db, center, scope)
  return {
    answers: rows[0]?.total ?? 0,
    questions: rows.slice(0, queueLength).map(({ content, instructions, ...row }) => ({
      ...row,
      text: (spoken(content) || instructions).slice(0, 140),
    })),
    more: rows.length > queueLength,
    toReturn: works.slice(0, maxToReturn).map(withId),
    moreToReturn: works.length > maxToReturn,
  }
}

/** Lists the answers to grade for one question, with equal ones grouped. */
export async function waitingAnswersTo(
  { actor, db, center }: CenterCall,
  input: HandlerInput<(typeof grading)['question']>,
) {
  const pinned = { questionId: input.questionId, revision: input.revision, variant: input.variant ?? null }
  const waiting = await waitingAnswers(db, center, {
    ...pinned,
    ...(await scopeOf(db, actor, center, input)),
  })
  if (waiting.length === 0) return { asked: null, alike: [], more: false }
  const question = one(await pinnedQuestion(db, pinned), notFound)
  const answers = waiting.slice(0, maxAnswers).map(withId)
  const groups = groupEqualAnswers(question.key, answers).map((equal) => ({ answers: equal }))
  return { asked: questionToGrade(question), alike: groups, more: waiting.length > maxAnswers }
}

export async function gradeAnswers(
  { actor, db, center }: CenterCall,
  input: HandlerInput<(typeof grading)['grade']>,
) {
  const { grade, comment } = input
  const asks = input.answers.map(({ id, version }) => ({
    id,
    version,
    grade,
    ...(comment !== undefined && { comment }),
  }))
  const who = await withClaimedPerson(db, actor, [center], input)
  return {
    answers: await reviewAnswers(db, who, {
      centers: [center],
      scope: await scopeOf(db, actor, center),
      asks,
      strict: false,
    }),
  }
}

export async function undoGrades(
  { actor, db, center }: CenterCall,
  input: HandlerInput<(typeof grading)['undo']>,
) {
  const scope = await scopeOf(db, actor, center)
  const who = await withClaimedPerson(db, actor, [center], input)
  return {
    answers: await reviewAnswers(db, who, { centers: [center], scope, asks: input.answers, strict: false }),
  }
}
