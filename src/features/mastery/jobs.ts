import { flagQuestions } from '#features/questions/review/reviews.ts'
import type { Db } from '#server/db.ts'
import type { JobTools } from '#server/jobs.ts'
import {
  dropWrongAnswers,
  estimateDifficulties,
  lockChild,
  practicedRows,
  putEstimates,
  putWrongAnswers,
  questionsToEstimate,
  takeDue,
} from './queries.ts'
import { skillsOf } from './skills.ts'

/** Cron entry that runs the job every minute. */
export const masteryCron = { task: 'mastery', match: '* * * * *' }

type StudentKey = { centerId: string; studentId: string }

/** Maximum number of results processed per transaction, so that each transaction stays short. */
const together = 50

/** Updates the statistics of the questions in a child's latest work. */
async function estimateQuestions(db: Db, of: StudentKey) {
  const ids = (await questionsToEstimate(db, of)).map(({ id }) => id)
  if (ids.length === 0) return
  // This also locks the questions, so that two jobs don't list the same wrong answers.
  await estimateDifficulties(db, ids)
  await dropWrongAnswers(db, ids)
  await putWrongAnswers(db, ids)
  await flagQuestions(db, ids)
}

/** Estimates a child's skills from all completed work. Running it again has no further effect. */
async function estimate(db: Db, of: StudentKey) {
  const [child] = await lockChild(db, of)
  if (!child) return
  await estimateQuestions(db, of)
  const rows = await practicedRows(db, of)
  await putEstimates(db, of, skillsOf(rows.map((row) => ({ ...row, at: Date.parse(row.at) }))))
}

/** Updates the estimates of all children whose completed work has new results. */
export async function estimateAll(_payload: unknown, { database }: Pick<JobTools, 'database'>) {
  const some = () =>
    database.write(async (db) => {
      const due = await takeDue(db, together)
      const children = new Map(due.map((of) => [`${of.centerId} ${of.studentId}`, of]))
      // Locks the children in a fixed order to prevent deadlocks.
      for (const [, of] of [...children].toSorted(([one], [other]) => (one < other ? -1 : 1)))
        await estimate(db, of)
      return due.length
    })
  while ((await some()) === together);
}
