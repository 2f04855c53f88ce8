import type { AnswerKey, QuestionTest } from '#features/questions/rules.ts'
import type { QuestionStatus } from '#features/material/rules.ts'
import type { Variables } from '#features/questions/variants/variants.ts'
import type { Db } from '#server/db.ts'
import type { Counts, HintEntry } from '../rules.ts'

/** Scope of an export: all material, a course, or a level. */
export type ExportScope = { courseId: string | null; levelId: string | null }

/** Counts the material in scope and estimates its size in bytes. */
export const countsOf = (db: Db, { courseId, levelId }: ExportScope) => db<(Counts & { bytes: number })[]>`
  with level as (
    select id, course_id from levels
    where (${courseId}::uuid is null or course_id = ${courseId}) and (${levelId}::uuid is null or id = ${levelId})
  ),
  section as (select id from sections where level_id in (select id from level)),
  question as (
    select r.hint_id, r.visual, r.picture, length(r.source) + length(r.instructions) + length(r.key::text) + 200 as bytes
    from questions q join question_revisions r on r.question_id = q.id and r.revision = q.revision where q.section_id in (select id from section)
  ),
  picture as (select length(bytes) as bytes from visuals where id in (select visual from question union select picture from question))
  select (select count(*)::int from courses where (${levelId}::uuid is null or id in (select course_id from level))
      and (${courseId}::uuid is null or id = ${courseId})) as courses,
    (select count(*)::int from level) as levels,
    (select count(*)::int from chapters where level_id in (select id from level)) as chapters,
    (select count(*)::int from section) as sections,
    (select count(*)::int from question) as questions,
    (select count(distinct hint_id)::int from question) as hints,
    (select count(*)::int from picture) as visuals,
    coalesce((select sum(bytes) from question), 0)::float8 + coalesce((select sum(bytes) from picture), 0)::float8 as bytes
`

export type ExportedQuestion = {
  num: number
  status: QuestionStatus
  instructions: string
  content: string
  answers: AnswerKey
  variables: Variables | null
  hint: string | null
  visual: { image: string; alt: string } | null
  tests: QuestionTest[]
}

/** Selects the current revisions of a section's questions, with the answers that test their keys. */
export const exportedQuestions = (db: Db, sectionId: string) => db<ExportedQuestion[]>`
  select q.num, q.status, r.instructions, r.source as content, r.key as answers, r.variables, r.hint_id as hint,
    case when r.visual is not null then jsonb_build_object('image', r.visual, 'alt', r.visual_alt) end as visual,
    coalesce((select jsonb_agg(jsonb_build_object('given', given, 'expected', expected) order by at, id)
      from question_tests where question_id = q.id), '[]') as tests
  from questions q join question_revisions r on r.question_id = q.id and r.revision = q.revision
  where q.section_id = ${sectionId} order by q.num
`

const stepsOf = (db: Db) =>
  db`(select array_agg(source order by num) from hint_steps where hint_id = h.id) as steps`

export const exportedHints = (db: Db, ids: readonly string[]) => db<(HintEntry & { id: string })[]>`
  select h.id, h.name, ${stepsOf(db)} from hints h where h.id = any(${[...ids]}::uuid[])
`

/** Selects shared hints that no question uses in its current revision. */
export const idleHints = (db: Db) => db<HintEntry[]>`
  select h.name, ${stepsOf(db)} from hints h
  where h.name <> '' and not exists (
    select 1 from question_revisions r join questions q on q.id = r.question_id and q.revision = r.revision where r.hint_id = h.id)
  order by lower(h.name), h.name, steps
`

export const visualNames = (db: Db, images: readonly string[]) => db<{ image: string; name: string }[]>`
  select id as image, name from visuals where id = any(${[...images]}::text[]) order by id
`
