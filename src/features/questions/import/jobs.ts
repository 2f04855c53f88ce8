import { v7 as newId } from 'uuid'
import { putHints } from '#features/material/hints/queries.ts'
import { putQuestions } from '../revision-queries.ts'
import { refused } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import type { Db } from '#server/db.ts'
import type { JobTools } from '#server/jobs.ts'
import { render } from '#server/markup.ts'
import { executeRun, finishRun, type Run, type ReportProgress } from '#server/runs.ts'
import { maxQuestionNum } from '../questions.ts'
import { lockNumbers } from './queries.ts'
import { readQuestions } from './pairs.ts'
import type { ReadQuestion } from './lines.ts'

/** Number of questions rendered and stored between two progress reports. */
const batch = 100

/**
 * Converts a parsed question for storage. No question gets the status `success`, because a person has to
 * review imported questions.
 */
function storable(
  { content: source, key, steps }: ReadQuestion,
  place: { sectionId: string; num: number; by: string },
) {
  const hint =
    steps.length > 0
      ? { id: newId(), steps: steps.map((step) => ({ source: step, content: render(step) })) }
      : null
  return {
    hint,
    question: {
      ...place,
      id: newId(),
      instructions: '',
      source,
      key,
      hintId: hint?.id ?? null,
      imported: true,
    },
  }
}

type QuestionImport = Run & { sectionId: string; input: { lines: string } }

async function storeAll(db: Db, work: QuestionImport, reportProgress: ReportProgress) {
  const { questions, errors } = readQuestions(work.input.lines)
  if (errors[0]) throw refused('wrong_lines', `Line ${errors[0].line}: ${errors[0].message}`)
  const last = await lockNumbers(db, work.sectionId)
  if (last + questions.length > maxQuestionNum)
    throw refused('section_full', `Question numbers in a section go up to ${maxQuestionNum}.`)
  for (let from = 0; from < questions.length; from += batch) {
    const rows = questions
      .slice(from, from + batch)
      .map((read, index) =>
        storable(read, { sectionId: work.sectionId, num: last + from + index + 1, by: work.by }),
      )
    await putHints(
      db,
      rows.flatMap(({ hint }) => hint ?? []),
    )
    await putQuestions(
      db,
      rows.map(({ question }) => question),
    )
    await reportProgress(from + rows.length)
  }
  await finishRun(db, work.id)
  // Records the import under the person who started it. The kind is always `editor`: the run doesn't store
  // the person's kind, and only editors and admins may import.
  const { id: entity, by, sectionId } = work
  record(
    db,
    { kind: 'editor', id: by },
    {
      action: 'questions.imported',
      entity,
      after: { sectionId, from: last + 1, to: last + questions.length },
    },
  )
}

/** Runs a queued import of questions. */
export const importQuestions = ({ id }: { id: string }, { database }: JobTools) =>
  executeRun(database, id, {
    interrupted: 'The import failed and nothing was saved. Please try again.',
    store: storeAll,
  })
