import type { Db } from '#server/db.ts'
import type { Variables } from './variants/variants.ts'
import type { AnswerKey, QuestionTest, Texts } from './rules.ts'
import type { QuestionStatus } from '#features/material/rules.ts'

export type QuestionRow = {
  id: string
  levelId: string
  chapterNum: number
  test: boolean
  section: { _id: string; name: string; num: number }
  num: number
  revision: number
  status: QuestionStatus
  faults: string[]
  version: number
  note: string
  instructions: string
  source: string
  content: unknown
  texts: Texts
  answers: AnswerKey
  hint: string | null
  hintSteps: number
  visual: { image: string; name: string; width: number; height: number; alt: string } | null
  variables: Variables | null
}

export const questionColumns = (db: Db) => db`
  q.id, s.level_id, s.chapter_num, s.kind = 'test' as test, jsonb_build_object('_id', s.id, 'name', s.name, 'num', s.num) as section,
    q.num, q.revision, q.status, q.faults, q.version, q.review_note as note, r.instructions, r.source, r.content, r.texts, r.key as answers, r.variables, r.hint_id as hint,
    (select count(*)::int from hint_steps where hint_id = r.hint_id) as hint_steps,
    case when v.id is not null
      then jsonb_build_object('image', v.id, 'name', v.name, 'width', v.width, 'height', v.height, 'alt', r.visual_alt) end as visual
`

/**
 * Returns the tables to select questions from, as SQL: questions `q`, their current revisions `r`, their
 * sections `s`, and their pictures `v`, if any.
 */
export const questionTables = (db: Db) => db`questions q
  join question_revisions r on r.question_id = q.id and r.revision = q.revision
  join sections s on s.id = q.section_id
  left join visuals v on v.id = r.visual
`

const rowOf = (db: Db) => db`select ${questionColumns(db)} from ${questionTables(db)}`

type QuestionsQuery = {
  sectionId: string
  after: number
  most: number
  status: QuestionStatus | null
  search: string
}

/**
 * Selects at most `most` questions of a section after number `after`, in numeric order. `search` finds
 * questions whose text contains it, ignoring case, or whose number equals it; '' finds all. Rows include the
 * key.
 */
export const questionsOf = (db: Db, { sectionId, after, most, status, search }: QuestionsQuery) => db<
  QuestionRow[]
>`
  ${rowOf(db)}
  where q.section_id = ${sectionId} and q.num > ${after} and (${status}::text is null or q.status = ${status})
    and (${search} = '' or strpos(lower(r.source || ' ' || r.instructions), lower(${search})) > 0 or q.num::text = ${search})
  order by q.num limit ${most}
`

/** Counts the questions of a section by status. */
export const statusesOf = (db: Db, sectionId: string) => db<
  { error: number; warn: number; success: number }[]
>`
  select count(*) filter (where status = 'error')::int as error, count(*) filter (where status = 'warn')::int as warn,
    count(*) filter (where status = 'success')::int as success
  from questions where section_id = ${sectionId}
`

/**
 * Selects one question. To change it, lock it first (`lockQuestions`), so that its current revision is read.
 */
export const questionById = (db: Db, id: string) => db<QuestionRow[]>`
  ${rowOf(db)} where q.id = ${id}
`

/**
 * Selects the key to grade a trial answer with: the variant's, or the question's if it has no variables.
 * Selects nothing if a random question has no such variant.
 */
export const keyToTry = (db: Db, { id, variant }: { id: string; variant: number }) => db<
  { key: AnswerKey }[]
>`
  select coalesce(v.key, r.key) as key
  from questions q
  join question_revisions r on r.question_id = q.id and r.revision = q.revision
  left join question_variants v on v.question_id = q.id and v.revision = q.revision and v.num = ${variant}
  where q.id = ${id} and (v.num is not null or r.variables is null)
`

/** Selects the tests of a question in order of creation. */
export const testsOf = (db: Db, questionId: string) => db<QuestionTest[]>`
  select given, expected from question_tests where question_id = ${questionId} order by at, id
`

export type PlacedRow = {
  id: string
  sectionId: string
  num: number
  status: QuestionStatus
  version: number
}

/** Locks questions of one or several sections, in the order of their ids to avoid deadlocks. */
export const lockQuestions = (db: Db, ids: readonly string[]) => db<PlacedRow[]>`
  select id, section_id, num, status, version from questions where id = any(${[...ids]}::uuid[]) order by id for no key update
`

/**
 * Sets the review status of questions. Skips unfinished ones and those that already have the status.
 * Approving a question removes its note.
 */
export const putStatus = (
  db: Db,
  { ids, status, by }: { ids: readonly string[]; status: 'warn' | 'success'; by: string },
) => db`
  update questions set status = ${status}, version = version + 1,
    reviewed_by = ${status === 'success' ? by : null}, reviewed_at = ${status === 'success' ? db`now()` : null},
    waits_for = 'marked', waits_since = now(), review_note = ''
  where id = any(${[...ids]}::uuid[]) and status <> 'error' and status <> ${status}
`

/** Renumbers questions of one section in one statement. */
export const renumber = (db: Db, places: readonly { id: string; num: number }[]) => db`
  update questions q set num = place.num, version = q.version + 1
  from unnest(${places.map(({ id }) => id)}::uuid[], ${places.map(({ num }) => num)}::int[]) as place(id, num)
  where q.id = place.id and q.num <> place.num
`

/**
 * Frees the number after `num` by incrementing the numbers of all later questions, and returns it. If `num`
 * is null, returns the next number at the end. Returns no row and changes nothing if a number would be above
 * `most`.
 */
export const roomBehind = (
  db: Db,
  { sectionId, num, most }: { sectionId: string; num: number | null; most: number },
) => db<{ num: number }[]>`
  with last as (select coalesce(max(num), 0) as num from questions where section_id = ${sectionId} having coalesce(max(num), 0) < ${most}),
  moved as (
    update questions q set num = q.num + 1 from last where q.section_id = ${sectionId} and q.num > ${num}::int returning q.id
  )
  select coalesce(${num}::int, last.num) + 1 as num, (select count(*) from moved) as moved from last
`

/** Selects all questions of a section in numeric order. */
export const numbersOf = (db: Db, sectionId: string) => db<{ id: string; num: number }[]>`
  select id, num from questions where section_id = ${sectionId} order by num
`

/**
 * Locks the sections of these questions, so that no question number is assigned twice. Call this before
 * locking questions, because adding a question also locks the section before it renumbers the others.
 */
export const lockSectionsOf = (db: Db, ids: readonly string[]) => db`
  select id from sections where id in (select section_id from questions where id = any(${[...ids]}::uuid[])) order by id for no key update
`
