import { z } from 'zod'
import { AnswerKey } from '../rules.ts'
import { Content } from '#shared/content.ts'
import { get, post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Instant } from '#shared/days.ts'
import { Id, Num } from '#shared/ids.ts'

/**
 * State of an import: `waiting` → `running` → `done`; or `failed`, in which case `error` explains why, and
 * nothing was stored.
 */
const ImportState = z.enum(['waiting', 'running', 'done', 'failed'])

const Import = record('QuestionImport', {
  _id: Id,
  levelId: Id,
  chapterNum: Num,
  sectionNum: Num,
  state: ImportState,
  done: z.int(),
  total: z.int(),
  error: z.string().nullable(),
  createdAt: Instant,
})
export type Import = z.infer<typeof Import>

/** Section to import into. If `test` is true, the section belongs to the chapter's test. */
const inSection = z.object({ levelId: Id, chapterNum: Num, sectionNum: Num, test: z.boolean().optional() })

/**
 * Result of checking the lines. `fine` and `wrong` count the lines that can and can't be imported. `errors`
 * lists the first 100 errors. In a dry run, `preview` shows the first three questions.
 */
const CheckedQuestions = record('CheckedQuestions', {
  fine: z.int(),
  wrong: z.int(),
  errors: z.array(z.object({ line: z.int(), message: z.string() })),
  preview: z.array(z.object({ line: z.int(), content: Content, answers: AnswerKey, hint: z.array(Content) })),
})
export type CheckedQuestions = z.infer<typeof CheckedQuestions>

/**
 * Import of questions into a section from JSON Lines, or from CSV with question-answer pairs (product §6).
 */
export const imports = {
  /**
   * Imports all lines or none, in the background. A dry run only checks the lines and returns the result; its
   * `import` is null. Otherwise, responds with 422 and the invalid lines if there are any, and with 409 while
   * another import into the section is running.
   */
  start: post('/bl/imports', {
    who: 'questions.import',
    input: inSection.extend({ lines: z.string(), dryRun: z.boolean() }),
    output: z.object({ import: Import.nullable(), checked: CheckedQuestions }),
    limit: 3 * 1024 * 1024,
    rate: { perSecond: 0.5, burst: 4 },
  }),
  /** Lists the most recent imports into a section, newest first. */
  list: get('/bl/imports', { who: 'material.read', input: inSection, output: z.array(Import) }),
  one: get('/bl/imports/:id', { who: 'material.read', input: z.object({ id: Id }), output: Import }),
}
