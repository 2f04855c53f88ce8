import { checkKey, type AnswerKey, type Texts, textsOf } from '#features/questions/rules.ts'
import type { ContentNode } from '#shared/content.ts'
import type { Db } from '#server/db.ts'
import { typeset } from '#server/markup.ts'

/** A question as its author wrote it: Markdown with TeX, and the key. */
export type Draft = { instructions: string; source: string; key: AnswerKey }

/** A draft as it is shown, and why it can't be used, one sentence each. */
export type Typeset = { content: ContentNode[]; texts: Texts; faults: string[] }

/** Renders everything of a draft that is shown, once: what is stored is never rendered again. Never throws. */
export function typesetDraft({ instructions, source, key }: Draft): Typeset {
  const { content, faults } = typeset(source)
  const texts: Texts = {}
  const sources = new Set([...textsOf(key), instructions].filter((text) => text !== ''))
  for (const text of sources) {
    const read = typeset(text)
    texts[text] = read.content
    faults.push(...read.faults)
  }
  if (source.trim() === '') faults.unshift('The question has no content.')
  return { content, texts, faults: [...faults, ...checkKey(key)] }
}

export type NewQuestion = Draft & {
  id: string
  sectionId: string
  num: number
  hintId: string | null
  by: string | null
  /** A person has looked at it and found it good: it is `success` if no check fails. */
  reviewed?: boolean
}

/** What a question's checks and its review say together (product §6). */
const statusOf = (faults: readonly string[], reviewed: boolean) => (faults.length > 0 ? 'error' : reviewed ? 'success' : 'warn')

/** Stores questions with their first revision, all in two statements however many they are. */
export async function putQuestions(db: Db, questions: readonly NewQuestion[]) {
  const rows = db.json(
    questions.map(({ reviewed = false, ...question }) => {
      const set = typesetDraft(question)
      return { ...question, ...set, status: statusOf(set.faults, reviewed) }
    }),
  )
  await db`
    insert into questions (id, section_id, num, status, faults, reviewed_by, reviewed_at)
    select id, "sectionId", num, status, array(select jsonb_array_elements_text(faults)),
      case when status = 'success' then by end, case when status = 'success' then now() end
    from jsonb_to_recordset(${rows}) as q(id uuid, "sectionId" uuid, num int, status text, faults jsonb, by uuid)
  `
  await db`
    insert into question_revisions (question_id, revision, instructions, source, content, key, texts, hint_id, by)
    select id, 1, instructions, source, content, key, texts, "hintId", by
    from jsonb_to_recordset(${rows})
      as q(id uuid, instructions text, source text, content jsonb, key jsonb, texts jsonb, "hintId" uuid, by uuid)
  `
}
