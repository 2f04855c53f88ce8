import { v7 as newId } from 'uuid'
import type { AnswerKey, QuestionTest, Texts } from './rules.ts'
import type { ContentNode } from '#shared/content.ts'
import type { Db } from '#server/db.ts'
import type { Variables } from './variants/variants.ts'
import { faultsOf, typeset } from './typesetting.ts'

/**
 * A question as its author wrote it: Markdown with TeX, and the key. If the question has variables, all of
 * these may have placeholders.
 */
export type Draft = { instructions: string; source: string; key: AnswerKey; variables?: Variables | null }

export type TypesetText = { content: ContentNode[]; texts: Texts; faults: string[] }

/** One variant of a random question, with its values filled in. */
type Variant = {
  num: number
  values: string
  instructions: string
  content: ContentNode[]
  key: AnswerKey
  texts: Texts
}

/** A draft as displayed. `faults` are the reasons why it can't be used, one sentence each. */
export type TypesetDraft = TypesetText & { variants: Variant[] }

export type NewQuestion = Draft & {
  id: string
  sectionId: string
  num: number
  hintId: string | null
  visual?: Revision['visual']
  tests?: readonly QuestionTest[]
  by: string | null
  /** True if a person has approved the question. Its status is then `success` if no check fails. */
  reviewed?: boolean
  /** True if the question was imported from a file. */
  imported?: boolean
}

/** Derives the status from the checks and the review (product §6). */
const statusOf = (faults: readonly string[], reviewed: boolean) =>
  faults.length > 0 ? 'error' : reviewed ? 'success' : 'warn'

/**
 * Stores any number of questions and their first revisions in three database statements. A question with
 * tests takes one more, but tests are rare. Violates the constraint `visual_in_question`,
 * `picture_in_question` or `question_revisions_hint_id_fkey` if a picture or hint no longer exists.
 */
export async function putQuestions(db: Db, questions: readonly NewQuestion[]) {
  const typesetOnes: object[] = []
  for (const { reviewed = false, imported = false, tests = [], visual = null, ...question } of questions) {
    const set = await typeset(question)
    const faults = faultsOf(set, question.key, tests)
    const shown = {
      faults,
      status: statusOf(faults, reviewed),
      waitsFor: imported ? 'imported' : 'new',
      visual: visual?.image ?? null,
      alt: visual?.alt ?? '',
    }
    typesetOnes.push({ variables: null, ...question, ...set, ...shown })
  }
  const rows = db.json(typesetOnes as never)
  await db`
    insert into questions (id, section_id, num, status, faults, waits_for, reviewed_by, reviewed_at)
    select id, "sectionId", num, status, array(select jsonb_array_elements_text(faults)), "waitsFor",
      case when status = 'success' then by end, case when status = 'success' then now() end
    from jsonb_to_recordset(${rows}) as q(id uuid, "sectionId" uuid, num int, status text, faults jsonb, "waitsFor" text, by uuid)
  `
  await db`
    insert into question_revisions (question_id, revision, instructions, source, content, key, texts, hint_id, visual, visual_alt, variables, by)
    select id, 1, instructions, source, content, key, texts, "hintId", visual, alt, variables, by
    from jsonb_to_recordset(${rows}) as q(id uuid, instructions text, source text, content jsonb, key jsonb, texts jsonb, "hintId" uuid,
      visual text, alt text, variables jsonb, by uuid)
  `
  await db`
    insert into question_variants (question_id, revision, num, instructions, content, key, texts)
    select q.id, 1, v.num, v.instructions, v.content, v.key, v.texts
    from jsonb_to_recordset(${rows}) as q(id uuid, variants jsonb)
    cross join lateral jsonb_to_recordset(q.variants) as v(num int, instructions text, content jsonb, key jsonb, texts jsonb)
  `
  for (const { id, tests = [], by } of questions) await putTests(db, { questionId: id, tests, by })
}

/**
 * Returns SQL that sets the reason why a changed question waits for a review. A question that is already
 * waiting keeps its reason and its place in the queue. One that was sent back starts waiting now.
 */
const waitsAgain = (db: Db) => db`
  waits_for = case when status = 'success' or waits_for = 'returned' then 'changed' else waits_for end,
  waits_since = case when status = 'success' or waits_for = 'returned' then now() else waits_since end`

type Revision = Draft & {
  questionId: string
  hintId: string | null
  visual: { image: string; alt: string } | null
  tests: readonly QuestionTest[]
  by: string
}

/**
 * Stores a new, unreviewed revision and makes it the current one. Can violate the same constraints as
 * `putQuestions`.
 */
export async function putRevision(db: Db, revision: Revision) {
  const { questionId: id, key, tests, hintId, visual, variables = null } = revision
  const set = await typeset(revision)
  const faults = faultsOf(set, key, tests)
  await db`
    with news as (
      update questions set revision = revision + 1, version = version + 1, status = ${statusOf(faults, false)}, faults = ${faults},
        reviewed_by = null, reviewed_at = null, ${waitsAgain(db)}
      where id = ${id} returning id, revision
    ), revised as (
      insert into question_revisions (question_id, revision, instructions, source, content, key, texts, hint_id, visual, visual_alt, variables, by)
      select id, revision, ${revision.instructions}, ${revision.source}, ${db.json(set.content)}, ${db.json(key)},
        ${db.json(set.texts)}, ${hintId}, ${visual?.image ?? null}, ${visual?.alt ?? ''}, ${variables ? db.json(variables) : null}::jsonb, ${revision.by}
      from news
    )
    insert into question_variants (question_id, revision, num, instructions, content, key, texts)
    select id, revision, v.num, v.instructions, v.content, v.key, v.texts from news
    cross join jsonb_to_recordset(${db.json(set.variants)}) as v(num int, instructions text, content jsonb, key jsonb, texts jsonb)
  `
}

/**
 * Stores the messages about mistakes with a question's current revision. Nothing else in the key may have
 * changed. A stored variant loses its messages if filling in the key now gives a different result.
 */
export async function putMistakes(
  db: Db,
  { id, key, variants }: { id: string; key: AnswerKey; variants: TypesetDraft['variants'] },
) {
  await db`
    update question_revisions r set key = ${db.json(key)} from questions q
    where q.id = ${id} and r.question_id = q.id and r.revision = q.revision
  `
  if (variants.length > 0)
    await db`
      update question_variants v set key = case when n.key - 'mistakes' = v.key - 'mistakes' then n.key else v.key - 'mistakes' end
      from questions q, jsonb_to_recordset(${db.json(variants)}) as n(num int, key jsonb)
      where q.id = ${id} and v.question_id = q.id and v.revision = q.revision and v.num = n.num
    `
}

export const dropTests = (db: Db, questionId: string) =>
  db`delete from question_tests where question_id = ${questionId}`

export async function putTests(
  db: Db,
  { questionId, tests, by }: { questionId: string; tests: readonly QuestionTest[]; by: string | null },
) {
  const rows = tests.map((each) => ({ ...each, id: newId() }))
  if (rows.length > 0)
    await db`
      insert into question_tests (id, question_id, given, expected, by)
      select id, ${questionId}, given, expected, ${by} from jsonb_to_recordset(${db.json(rows)}) as test(id uuid, given jsonb, expected text)
    `
}

/**
 * Stores the faults of a question, and requires a new review, after a change to only its tests or messages
 * about mistakes.
 */
export const putFaults = (db: Db, { id, faults }: { id: string; faults: readonly string[] }) => db`
  update questions set faults = ${[...faults]}, version = version + 1, status = ${statusOf(faults, false)}, reviewed_by = null, reviewed_at = null,
    ${waitsAgain(db)}
  where id = ${id}
`
