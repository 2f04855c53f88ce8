import { v7 as newId } from 'uuid'
import { sections } from '#features/material/queries.ts'
import { conflict, notFound, Problem, refused } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one, refusing, type Db } from '#server/db.ts'
import { addJob } from '#server/jobs.ts'
import { render } from '#server/markup.ts'
import { created, type Handlers } from '#server/call.ts'
import type { Checked, Import, imports } from './api.ts'
import { importsOf, putImport, type ImportRow } from './queries.ts'
import { readQuestions } from './pairs/rules.ts'
import type { LineError, ReadQuestion } from './rules.ts'

const mostErrors = 100
const previewed = 3

const importOf = ({ id, ...row }: ImportRow): Import => ({ _id: id, ...row })

type Place = { levelId: string; chapterNum: number; sectionNum: number; test?: boolean | undefined }

async function sectionAt(db: Db, { levelId, chapterNum, sectionNum, test }: Place) {
  return one(await sections(db, { levelId, chapterNum, num: sectionNum, kind: test ? 'test' : 'chapter' }), notFound)
}

const preview = ({ line, content, key, steps }: ReadQuestion) => ({
  line,
  content: render(content),
  answers: key,
  hint: steps.map((step) => render(step)),
})

function wrongLines(errors: readonly LineError[]) {
  const sentence =
    errors.length === 1 ? 'One line can’t be imported, so nothing was.' : `${errors.length} lines can’t be imported, so nothing was.`
  return new Problem(422, 'wrong_lines', sentence, {
    errors: errors.slice(0, mostErrors).map(({ line, message }) => ({ path: `/lines/${line}`, message })),
  })
}

export const importRoutes: Handlers<typeof imports> = {
  async start({ input, actor, db }) {
    const section = await sectionAt(db, input)
    const { questions, errors } = readQuestions(input.lines)
    const checked: Checked = { fine: questions.length, wrong: errors.length, errors: errors.slice(0, mostErrors), preview: [] }
    if (input.dryRun) return { import: null, checked: { ...checked, preview: questions.slice(0, previewed).map(preview) } }
    if (errors.length > 0) throw wrongLines(errors)
    if (questions.length === 0) throw refused('no_questions', 'There is no question in these lines.', '/lines')
    const id = newId()
    const work = { id, sectionId: section.id, total: questions.length }
    await putImport(db, { ...work, by: actor.id, lines: input.lines }).catch(
      refusing('one_import_at_a_time', conflict('importing', 'Another import into this section is running. Wait until it has ended.')),
    )
    await addJob(db, 'import-questions', { id })
    await record(db, actor, { deed: 'questions.import', entity: id, after: work })
    return created({ import: importOf(one(await importsOf(db, { id }), notFound)), checked })
  },

  async list({ input, db }) {
    const section = await sectionAt(db, input)
    return (await importsOf(db, { sectionId: section.id })).map(importOf)
  },

  async one({ input, db }) {
    return importOf(one(await importsOf(db, { id: input.id }), notFound))
  },
}
