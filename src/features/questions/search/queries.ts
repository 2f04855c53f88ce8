import type { Db } from '#server/db.ts'
import type { ContentNode } from '#shared/content.ts'
import type { HandlerInput } from '#server/call.ts'
import type { AnswerKey, Texts } from '../rules.ts'
import { type FoundQuestion, maxFound, type questionSearch } from './api.ts'

type FoundQuery = HandlerInput<(typeof questionSearch)['find']> & { most: number }

export type FoundRow = Omit<FoundQuestion, '_id' | 'text' | 'hint' | 'answer'> & {
  id: string
  count: number
  instructions: string
  content: ContentNode[]
  texts: Texts
  answers: AnswerKey
  steps: ContentNode[][]
}

/** Returns the filters as labels such as `kind:fr`, which the index of words contains for each question. */
const labelsOf = ({ kind, status, level, section }: FoundQuery) =>
  Object.entries({ kind, status, level, section }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}:${value}`],
  )

/**
 * Selects questions by their words and the filters, in the order of the material, after the one with the id
 * `after`. The subselect hides the search from the planner, which therefore always uses the index of words.
 */
export const questionsFound = (db: Db, search: FoundQuery) => db<FoundRow[]>`
  with found as materialized (
    select question_id from question_words where words @@ (select words_search(${search.find}, ${labelsOf(search)}))
    limit ${maxFound}
  ), placed as (
    select q.id, row_number() over (order by c.name, c.id, l.position, l.id, s.chapter_num, s.kind, s.num, q.num) as place
    from found join questions q on q.id = found.question_id join sections s on s.id = q.section_id
    join levels l on l.id = s.level_id join courses c on c.id = l.course_id
  ), shown as (
    select id, place from placed where place > coalesce((select place from placed where id = ${search.after ?? null}), 0) order by place limit ${search.most}
  )
  select (select count(*)::int from found) as count, q.id, q.num, q.status, r.key ->> 'kind' as kind, c.name as course, l.id as level_id, l.name as level,
    s.chapter_num, ch.name as chapter, s.kind = 'test' as test, jsonb_build_object('_id', s.id, 'name', s.name, 'num', s.num) as section,
    r.instructions, r.content, r.texts, r.key as answers,
    coalesce((select jsonb_agg(content order by num) from hint_steps where hint_id = r.hint_id), '[]') as steps
  from shown join questions q on q.id = shown.id join question_revisions r on r.question_id = q.id and r.revision = q.revision
  join sections s on s.id = q.section_id join chapters ch on ch.level_id = s.level_id and ch.num = s.chapter_num
  join levels l on l.id = s.level_id join courses c on c.id = l.course_id
  order by shown.place
`
