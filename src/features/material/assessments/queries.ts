import type { ContentNode } from '#shared/content.ts'
import type { Db } from '#server/db.ts'

export type PartRow = {
  levelId: string
  id: string
  chapterNum: number
  sectionNum: number
  name: string
  ready: number
  questions: { _id: string; num: number; content: ContentNode[] }[]
}

/**
 * Selects the sections of the chapter tests in one level or in all levels, each with the questions for the
 * assessment: the first ready ones, as many as the level's assessment takes from a section.
 */
export const partsOf = (db: Db, levelId: string | null) => db<PartRow[]>`
  select s.level_id, s.id, s.chapter_num, s.num as section_num, s.name,
    (select count(*)::int from questions where section_id = s.id and status <> 'error') as ready,
    array(
      select jsonb_build_object('_id', q.id, 'num', q.num, 'content', r.content)
      from questions q join question_revisions r on r.question_id = q.id and r.revision = q.revision
      where q.section_id = s.id and q.status <> 'error'
      order by q.num limit l.assessment_questions
    ) as questions
  from sections s join levels l on l.id = s.level_id
  where s.kind = 'test' and (${levelId}::uuid is null or s.level_id = ${levelId})
  order by s.level_id, s.chapter_num, s.num
`
