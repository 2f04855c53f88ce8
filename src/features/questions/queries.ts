import type { Db } from '#server/db.ts'
import type { AnswerKey, QuestionStatus } from './rules.ts'

export type NewHint = { id: string; steps: readonly { source: string; content: unknown }[] }

/** Stores hints with their steps, in their order. */
export async function putHints(db: Db, hints: readonly NewHint[]) {
  if (hints.length === 0) return
  await db`insert into hints (id) select unnest(${hints.map(({ id }) => id)}::uuid[])`
  const steps = hints.flatMap(({ id, steps: each }) =>
    each.map(({ source, content }, index) => ({ hintId: id, num: index + 1, source, content })),
  )
  await db`
    insert into hint_steps (hint_id, num, source, content)
    select "hintId", num, source, content from jsonb_to_recordset(${db.json(steps as never)}) as step("hintId" uuid, num int, source text, content jsonb)
  `
}

export type QuestionRow = {
  id: string
  num: number
  status: QuestionStatus
  version: number
  instructions: string
  content: unknown
  answers: AnswerKey
  hintSteps: number
}

/** The questions of a section by their numbers, from the one after `after`. They carry keys. */
export const questionsOf = (db: Db, { sectionId, after, most }: { sectionId: string; after: number; most: number }) => db<QuestionRow[]>`
  select q.id, q.num, q.status, q.version, r.instructions, r.content, r.key as answers,
    (select count(*)::int from hint_steps where hint_id = r.hint_id) as hint_steps
  from questions q join question_revisions r on r.question_id = q.id and r.revision = q.revision
  where q.section_id = ${sectionId} and q.num > ${after}
  order by q.num limit ${most}
`

/** What is left of a question in the audit trail. */
export const questionToDrop = (db: Db, id: string) => db<{ sectionId: string; num: number; source: string; answers: AnswerKey }[]>`
  select q.section_id, q.num, r.source, r.key as answers
  from questions q join question_revisions r on r.question_id = q.id and r.revision = q.revision
  where q.id = ${id} for no key update of q
`

/** Deletes a question with its revisions; its hints come back. Refused by `question_in_work`. */
export const dropQuestion = (db: Db, id: string) => db<{ hintId: string | null }[]>`
  with gone as (delete from questions where id = ${id})
  delete from question_revisions where question_id = ${id} returning hint_id
`

/** Deletes those of the hints that no question uses any more. */
export const dropUnusedHints = (db: Db, ids: readonly string[]) => db`
  with unused as (
    select id from unnest(${[...ids]}::uuid[]) as asked(id) where not exists (select 1 from question_revisions where hint_id = id)
  ), steps as (
    delete from hint_steps where hint_id in (select id from unused)
  )
  delete from hints where id in (select id from unused)
`
