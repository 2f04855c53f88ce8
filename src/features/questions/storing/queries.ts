import { v7 as newId } from 'uuid'
import { checkKey, type AnswerKey, type QuestionTest, testFaults, type Texts, textsOf } from '#features/questions/rules.ts'
import type { ContentNode } from '#shared/content.ts'
import type { Db } from '#server/db.ts'
import { type Room, typeset } from '#server/markup.ts'
import { fillKey, fillMarkdown, valuesInWords } from '../variants/filling/rules.ts'
import { mostStored, spread, type Values, type Variables, variantsOf } from '../variants/rules.ts'

/** A question as its author wrote it: Markdown with TeX, and the key; with variables all of them may have holes for values. */
export type Draft = { instructions: string; source: string; key: AnswerKey; variables?: Variables | null }

type Shown = { content: ContentNode[]; texts: Texts; faults: string[] }
/** One form of a random question, as work gets it. */
type Variant = { num: number; values: string; instructions: string; content: ContentNode[]; key: AnswerKey; texts: Texts }
/** A draft as it is shown, and why it can't be used, one sentence each. */
export type Typeset = Shown & { variants: Variant[] }

/** How much maths one question may have, and all the variants of one that are stored: what comes of it is some hundred kilobytes at most. */
const mostMaths = { question: 16_000, variants: 60_000 }

/** Renders everything of a question that is shown, once: what is stored is never rendered again. */
function typesetOne({ instructions, source, key }: Pick<Draft, 'instructions' | 'source' | 'key'>, room: Room): Shown {
  const { content, faults } = typeset(source, room)
  const texts: Texts = {}
  const sources = new Set([...textsOf(key), instructions].filter((text) => text !== ''))
  for (const text of sources) {
    const read = typeset(text, room)
    texts[text] = read.content
    faults.push(...read.faults)
  }
  if (source.trim() === '') faults.unshift('The question has no content.')
  return { content, texts, faults }
}

/** A draft with the values of one variant in it; no key when something of it can't be filled. */
function filledDraft({ instructions, source, key }: Draft, values: Values) {
  const [told, asked, answered] = [fillMarkdown(instructions, values), fillMarkdown(source, values), fillKey(key, values)]
  const faults = [...told.faults, ...asked.faults, ...answered.faults, ...(answered.key ? checkKey(answered.key) : [])]
  return { values: valuesInWords(values), instructions: told.text, source: asked.text, key: answered.key, faults }
}

/** The texts of a draft as its first variant shows them, by their sources with holes. */
function textsAt({ instructions, key }: Draft, values: Values): Texts {
  const room = { left: mostMaths.question }
  const sources = [...textsOf(key), instructions].filter((text) => text !== '')
  return Object.fromEntries(sources.map((text) => [text, typeset(fillMarkdown(text, values).text, room).content]))
}

const mostFaults = 3
/** Places for values in one question, and right answers of it that are read while its variants are checked. */
const mostHoles = 300
const mostReadings = 2400
const leastChecked = 12

const holesIn = (draft: Draft) => JSON.stringify([draft.instructions, draft.source, draft.key]).split('{{').length - 1

/** How many answers a key has to be compared with each other. */
const answersIn = (key: AnswerKey) =>
  (key.kind === 'fr' ? key.parts : []).reduce((sum, part) => sum + 1 + ('hasAlias' in part ? (part.hasAlias?.length ?? 0) : 0), 1)

/** A draft in all its variants; a long one in some of them, spread over all. */
function filledVariants(draft: Draft, variables: Variables) {
  if (holesIn(draft) > mostHoles) return { variants: [], faults: [`There are more than ${mostHoles} places for values.`], filled: [] }
  const { variants, faults } = variantsOf(variables)
  const looked = spread(variants, Math.max(leastChecked, Math.floor(mostReadings / answersIn(draft.key))))
  return { variants: looked, faults, filled: looked.map((values) => filledDraft(draft, values)) }
}

/** Every variant is checked; those that are stored are rendered. What it looks like itself is its first variant. */
function typesetVariants(draft: Draft, variables: Variables): Typeset {
  const { variants, faults, filled } = filledVariants(draft, variables)
  const bad = filled.filter((each) => each.faults.length > 0).slice(0, mostFaults)
  const room = { left: mostMaths.variants }
  const shown = spread(filled, mostStored).flatMap(({ key, ...each }, at) => {
    if (!key) return []
    const set = typesetOne({ ...each, key }, room)
    return [{ ...each, key, num: at + 1, content: set.content, texts: set.texts, faults: set.faults }]
  })
  const unshown = shown.filter((each) => each.faults.length > 0 && !bad.some(({ values }) => values === each.values)).slice(0, mostFaults)
  const [first] = variants
  return {
    content: shown[0]?.content ?? typeset(draft.source).content,
    texts: first ? textsAt(draft, first) : {},
    faults: [...faults, ...[...bad, ...unshown].map(({ values, faults: [why] }) => `With ${values}: ${why}`)],
    variants: shown.map(({ faults: _, source: __, ...variant }) => variant),
  }
}

/** A draft as it is shown, with its variants if it has variables. Bounded; never throws. */
export function typesetDraft(draft: Draft): Typeset {
  if (draft.variables) return typesetVariants(draft, draft.variables)
  const shown = typesetOne(draft, { left: mostMaths.question })
  return { ...shown, faults: [...shown.faults, ...checkKey(draft.key)], variants: [] }
}

export type NewQuestion = Draft & {
  id: string
  sectionId: string
  num: number
  hintId: string | null
  visual?: Revision['visual']
  tests?: readonly QuestionTest[]
  by: string | null
  /** A person has looked at it and found it good: it is `success` if no check fails. */
  reviewed?: boolean
}

/** What a question's checks and its review say together (product §6). */
const statusOf = (faults: readonly string[], reviewed: boolean) => (faults.length > 0 ? 'error' : reviewed ? 'success' : 'warn')

/**
 * Stores questions with their first revision, all in three statements however many they are; tests, which few have, one by one. Refused by
 * `visual_in_question`, `question_revisions_hint_id_fkey`.
 */
export async function putQuestions(db: Db, questions: readonly NewQuestion[]) {
  const rows = db.json(
    questions.map(({ reviewed = false, tests = [], visual = null, ...question }) => {
      const set = typesetDraft(question)
      const faults = faultsOf(set, question.key, tests)
      return {
        variables: null,
        ...question,
        ...set,
        faults,
        status: statusOf(faults, reviewed),
        visual: visual?.image ?? null,
        alt: visual?.alt ?? '',
      }
    }),
  )
  await db`
    insert into questions (id, section_id, num, status, faults, reviewed_by, reviewed_at)
    select id, "sectionId", num, status, array(select jsonb_array_elements_text(faults)),
      case when status = 'success' then by end, case when status = 'success' then now() end
    from jsonb_to_recordset(${rows}) as q(id uuid, "sectionId" uuid, num int, status text, faults jsonb, by uuid)
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

type Revision = Draft & {
  questionId: string
  hintId: string | null
  visual: { image: string; alt: string } | null
  tests: readonly QuestionTest[]
  by: string
}

/** Why a draft can't be used: what doesn't show, its key, and the tests that it fails; those of a random question are of its first variant. */
export const faultsOf = (set: Typeset, key: AnswerKey, tests: readonly QuestionTest[]) => [
  ...set.faults,
  ...testFaults(set.variants[0]?.key ?? key, tests),
]

/** Makes what was said the current revision of a question, which nobody has reviewed yet. Refused by `visual_in_question`, `hint_in_question`. */
export async function putRevision(db: Db, revision: Revision) {
  const { questionId: id, key, tests, hintId, visual, variables = null } = revision
  const set = typesetDraft(revision)
  const faults = faultsOf(set, key, tests)
  await db`
    with news as (
      update questions set revision = revision + 1, version = version + 1, status = ${statusOf(faults, false)}, faults = ${faults},
        reviewed_by = null, reviewed_at = null
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

/** Forgets the tests of a question. */
export const dropTests = (db: Db, questionId: string) => db`delete from question_tests where question_id = ${questionId}`

/** Adds tests to a question. */
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

/** What a question's tests say of it once they have changed alone. */
export const putFaults = (db: Db, { id, faults }: { id: string; faults: readonly string[] }) => db`
  update questions set faults = ${[...faults]}, version = version + 1, status = ${statusOf(faults, false)}, reviewed_by = null, reviewed_at = null
  where id = ${id}
`
