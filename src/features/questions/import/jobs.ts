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

/** Number of questions rendered and stored between two progress reports. */
const batch = 100
const highestNum = 9999

/** Converts a parsed question for storage. A person has to review imported questions, so none gets the status `success`. */
function storable({ content: source, key, steps }: ReadQuestion, place: { sectionId: string; num: number; by: string }) {
  const hint = steps.length > 0 ? { id: newId(), steps: steps.map((step) => ({ source: step, content: render(step) })) } : null
  return { hint, question: { ...place, id: newId(), instructions: '', source, key, hintId: hint?.id ?? null } }
}

/** Stores all questions of an import or none, in one transaction. Progress is stored in other transactions, so that it is visible meanwhile. */
async function storeAll(db: Transaction, database: Database, work: RunningImport) {
  if (!(await holdImport(db, work.id))) return
  const { questions, errors } = readQuestions(work.lines)
  if (errors[0]) throw refused('wrong_lines', `Line ${errors[0].line}: ${errors[0].message}`)
  const last = await lockNumbers(db, work.sectionId)
  if (last + questions.length > highestNum) throw refused('section_full', `Question numbers in a section go up to ${highestNum}.`)
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
  // Recorded for the person who started the import; only editors and admins may.
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

/** Imports queued questions. Safe to run twice: a finished import is left alone, and a running one isn't joined. */
export async function importQuestions({ id }: { id: string }, { database }: JobTools) {
  const [work] = await database.write((db) => beginImport(db, id))
  if (!work) return
  try {
    await database.write((db) => storeAll(db, database, work))
  } catch (error) {
    const sentence = error instanceof Problem ? error.message : 'The import failed and nothing was saved. Please try again.'
    await database.write(async (db) => {
      await endImport(db, { id, error: sentence })
      await publish(db, progress(work, 0))
    })
    if (!(error instanceof Problem)) throw error
  }
}
