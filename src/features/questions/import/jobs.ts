import { v7 as newId } from 'uuid'
import { putHints } from '#features/material/hints/queries.ts'
import { putQuestions } from '../revision-queries.ts'
import { Problem, refused } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import type { Database, Transaction } from '#server/db.ts'
import type { JobTools } from '#server/jobs.ts'
import { publish } from '#server/live.ts'
import { render } from '#server/markup.ts'
import { beginImport, endImport, holdImport, lockNumbers, progressImport, type RunningImport } from './queries.ts'
import { readQuestions } from './pairs.ts'
import type { ReadQuestion } from './lines.ts'

/** Questions that are rendered and stored between two reports of progress. */
const batch = 100
const highestNum = 9999

/** A read question as it is stored; an import is for a person to review, so nothing of it is `success`. */
function storable({ content: source, key, steps }: ReadQuestion, place: { sectionId: string; num: number; by: string }) {
  const hint = steps.length > 0 ? { id: newId(), steps: steps.map((step) => ({ source: step, content: render(step) })) } : null
  return { hint, question: { ...place, id: newId(), instructions: '', source, key, hintId: hint?.id ?? null } }
}

/** Stores all questions of an import, or none: one transaction. Progress goes by another one, so that it is seen meanwhile. */
async function storeAll(db: Transaction, database: Database, work: RunningImport) {
  if (!(await holdImport(db, work.id))) return
  const { questions, errors } = readQuestions(work.lines)
  if (errors[0]) throw refused('wrong_lines', `Line ${errors[0].line}: ${errors[0].message}`)
  const last = await lockNumbers(db, work.sectionId)
  if (last + questions.length > highestNum) throw refused('section_full', `A section holds questions up to number ${highestNum}.`)
  for (let from = 0; from < questions.length; from += batch) {
    const rows = questions
      .slice(from, from + batch)
      .map((read, index) => storable(read, { sectionId: work.sectionId, num: last + from + index + 1, by: work.by }))
    await putHints(
      db,
      rows.flatMap(({ hint }) => hint ?? []),
    )
    await putQuestions(
      db,
      rows.map(({ question }) => question),
    )
    await report(database, work, from + rows.length)
  }
  const [ended] = await endImport(db, { id: work.id, error: null })
  if (!ended) throw new Error(`Import ${work.id} was ended by another run.`)
  // Whoever began it; only they (editors and admins) may.
  const { id: entity, by, sectionId } = work
  await record(
    db,
    { kind: 'editor', id: by },
    {
      action: 'questions.imported',
      entity,
      after: { sectionId, from: last + 1, to: last + questions.length },
    },
  )
  await publish(db, progress(work, work.total))
}

const progress = ({ id, by, total }: RunningImport, done: number) => ({
  channel: `person:${by}`,
  topic: 'import' as const,
  id,
  done,
  total,
})

const report = (database: Database, work: RunningImport, done: number) =>
  database.write(async (db) => {
    await progressImport(db, { id: work.id, done })
    await publish(db, progress(work, done))
  })

/** Imports the questions that were queued. Harmless when run twice: an import that has ended is left alone, one that runs is not joined. */
export async function importQuestions({ id }: { id: string }, { database }: JobTools) {
  const [work] = await database.write((db) => beginImport(db, id))
  if (!work) return
  try {
    await database.write((db) => storeAll(db, database, work))
  } catch (error) {
    const sentence = error instanceof Problem ? error.message : 'The import failed, so nothing was stored. Please try again.'
    await database.write(async (db) => {
      await endImport(db, { id, error: sentence })
      await publish(db, progress(work, 0))
    })
    if (!(error instanceof Problem)) throw error
  }
}
