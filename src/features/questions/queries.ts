import type { Db } from '#server/db.ts'

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

export type NewQuestion = {
  id: string
  sectionId: string
  num: number
  status: 'error' | 'warn' | 'success'
  instructions: string
  source: string
  content: unknown
  key: unknown
  hintId: string | null
  by: string | null
}

/** Stores questions with their first revision, all in two statements however many they are. */
export async function putQuestions(db: Db, questions: readonly NewQuestion[]) {
  const rows = db.json(questions as never)
  await db`
    insert into questions (id, section_id, num, status)
    select id, "sectionId", num, status from jsonb_to_recordset(${rows}) as q(id uuid, "sectionId" uuid, num int, status text)
  `
  await db`
    insert into question_revisions (question_id, revision, instructions, source, content, key, hint_id, by)
    select id, 1, instructions, source, content, key, "hintId", by
    from jsonb_to_recordset(${rows})
      as q(id uuid, instructions text, source text, content jsonb, key jsonb, "hintId" uuid, by uuid)
  `
}
