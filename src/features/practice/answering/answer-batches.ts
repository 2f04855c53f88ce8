import { inBatches } from '#server/batched.ts'
import { type Database, type Db, isRefusedStatement } from '#server/db.ts'
import type { StudentScope } from '../queries.ts'
import { type NewAnswer, putAnswers, type ToGrade, workToGrade } from './answer-queries.ts'
import type { QuestionFilter } from './queries.ts'

/** Returns the answers whose id and question both differ from those of all earlier answers in the list. */
function withoutRepeats(answers: readonly NewAnswer[]) {
  const seen = new Set<string>()
  return answers.filter(({ id, workId, num }) => {
    const keys = [id, `${workId} ${num}`]
    const isNew = !keys.some((key) => seen.has(key))
    for (const key of keys) seen.add(key)
    return isNew
  })
}

/**
 * Stores answers in one statement. Returns true for each answer that was stored. For any other, returns false
 * if it is the only answer, otherwise undefined, so that it is tried again alone.
 */
async function putTogether(single: Db, answers: readonly NewAnswer[]) {
  if (answers.length === 1) return [(await putAnswers(single, answers)).length > 0]
  const tried = withoutRepeats(answers)
  const stored = await putAnswers(single, tried, { skipsLocked: true }).catch((error: unknown) => {
    // For example, one of them has an id that is in use.
    if (isRefusedStatement(error)) return []
    throw error
  })
  const ids = new Set(stored.map(({ id }) => id))
  return answers.map((answer) => (tried.includes(answer) && ids.has(answer.id)) || undefined)
}

function openBatches({ read, single }: Database) {
  const find = inBatches(async (questions: readonly (StudentScope & QuestionFilter)[]) => {
    const rows = await workToGrade(read, questions)
    const found = new Map(rows.map(({ at, ...work }) => [at, work]))
    return questions.map((_, at) => found.get(at))
  })
  const put = inBatches((answers: readonly NewAnswer[]) => putTogether(single, answers))
  return {
    /** Returns what is needed to grade an answer, or undefined if the student has no such question. */
    workToGrade: (question: StudentScope & QuestionFilter): Promise<ToGrade | undefined> => find(question),
    /**
     * Stores an answer. Returns false if `putAnswers` doesn't store it. An answer that couldn't be stored
     * together with those of other students is tried alone, so that it never fails because of them.
     */
    putAnswer: async (answer: NewAnswer) =>
      (await put(answer)) ?? (await putAnswers(single, [answer])).length > 0,
  }
}

const opened = new WeakMap<Db, ReturnType<typeof openBatches>>()

/**
 * Returns functions that read and store answers. While many students answer at the same time, their calls
 * share statements (`inBatches`), which takes less processor time per answer.
 */
export function answerBatches(database: Database) {
  const batches = opened.get(database.read) ?? openBatches(database)
  opened.set(database.read, batches)
  return batches
}
