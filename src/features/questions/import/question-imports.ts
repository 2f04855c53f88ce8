import { withId } from '#server/records.ts'
import type { ActionCall, HandlerInput } from '#server/call.ts'
import { v7 as newId } from 'uuid'
import { conflict, refused } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { refuseOnConstraint } from '#server/db.ts'
import { addJob } from '#server/jobs.ts'
import { putRun } from '#server/runs.ts'
import type { CheckedQuestions, imports } from './api.ts'
import { importsOf } from './queries.ts'
import { readQuestions } from './pairs.ts'
import { sections } from '#features/material/queries.ts'
import { notFound, Problem } from '#shared/problem.ts'
import { one, type Db } from '#server/db.ts'
import { render } from '#server/markup.ts'
import type { LineError, ReadQuestion } from './lines.ts'

const maxErrors = 100

type Place = { levelId: string; chapterNum: number; sectionNum: number; test?: boolean | undefined }

async function sectionAt(db: Db, { levelId, chapterNum, sectionNum, test }: Place) {
  return one(
    await sections(db, { levelId, chapterNum, num: sectionNum, kind: test ? 'test' : 'chapter' }),
    notFound,
  )
}

const preview = ({ line, content, key, steps }: ReadQuestion) => ({
  line,
  content: render(content),
  answers: key,
  hint: steps.map((step) => render(step)),
})

function wrongLines(errors: readonly LineError[]) {
  const sentence =
    errors.length === 1
      ? 'One line can’t be imported, so nothing was.'
      : `${errors.length} lines can’t be imported, so nothing was.`
  return new Problem(422, 'wrong_lines', sentence, {
    errors: errors.slice(0, maxErrors).map(({ line, message }) => ({ path: `/lines/${line}`, message })),
  })
}

const previewed = 3

/**
 * Checks question lines. Unless this is a dry run, starts a job that imports them, or throws 422 if a line is
 * invalid or there are none, and 409 while another import into the section is running.
 */
export async function startQuestionImport(
  { db, actor }: ActionCall,
  input: HandlerInput<(typeof imports)['start']>,
) {
  const section = await sectionAt(db, input)
  const { questions, errors } = readQuestions(input.lines)
  const checked: CheckedQuestions = {
    fine: questions.length,
    wrong: errors.length,
    errors: errors.slice(0, maxErrors),
    preview: [],
  }
  if (input.dryRun)
    return { import: null, checked: { ...checked, preview: questions.slice(0, previewed).map(preview) } }
  if (errors.length > 0) throw wrongLines(errors)
  if (questions.length === 0) throw refused('no_questions', 'These lines contain no questions.', '/lines')
  const id = newId()
  const work = { id, sectionId: section.id, total: questions.length }
  await putRun(db, { ...work, kind: 'questions', by: actor.id, input: { lines: input.lines } }).catch(
    refuseOnConstraint(
      'one_run_at_a_time',
      conflict('importing', 'Another import into this section is running. Wait until it’s done.'),
    ),
  )
  await addJob(db, 'import-questions', { id })
  record(db, actor, { action: 'questions.import', entity: id, after: work })
  return { import: withId(one(await importsOf(db, { id }), notFound)), checked }
}

/** Lists imports into a section, newest first. */
export async function importsIntoSection({ db }: ActionCall, input: HandlerInput<(typeof imports)['list']>) {
  const section = await sectionAt(db, input)
  return (await importsOf(db, { sectionId: section.id })).map(withId)
}

/** Returns one import, whether running or finished. */
export async function questionImport({ db }: ActionCall, id: string) {
  return withId(one(await importsOf(db, { id }), notFound))
}
