import type { Db } from '#server/db.ts'

/** Selects a section of any chapter or test, and locks it against changes. */
export const sectionToCopy = (db: Db, id: string) => db<{ id: string; name: string }[]>`
  select id, name from sections where id = ${id} for no key update
`

/** Selects the questions of a section, and locks them against changes. */
export const questionsToCopy = (db: Db, sectionId: string) => db<{ id: string }[]>`
  select id from questions where section_id = ${sectionId} order by id for no key update
`

type Copies = { sectionId: string; by: string; copies: readonly { from: string; to: string }[] }

/**
 * Copies questions into a section under new ids. The current revision becomes revision 1, with its variants
 * and the answers that test its key. Faults are copied, but reviews aren't.
 */
export const copyQuestions = (db: Db, { sectionId, by, copies }: Copies) => db`
  with copy as materialized (
    select new.id, q.id as old_id, q.num, q.status, q.faults, q.revision
    from unnest(${copies.map(({ to }) => to)}::uuid[], ${copies.map(({ from }) => from)}::uuid[]) as new(id, old_id) join questions q on q.id = new.old_id
  ), question as (
    insert into questions (id, section_id, num, status, faults)
    select id, ${sectionId}, num, case when status = 'error' then 'error' else 'warn' end, faults from copy
  ), revised as (
    insert into question_revisions (question_id, revision, instructions, source, content, key, texts, hint_id, visual, visual_alt, variables, by)
    select copy.id, 1, instructions, source, content, key, texts, hint_id, visual, visual_alt, variables, ${by}
    from copy join question_revisions r on r.question_id = copy.old_id and r.revision = copy.revision
  ), varied as (
    insert into question_variants (question_id, revision, num, instructions, content, key, texts)
    select copy.id, 1, v.num, instructions, content, key, texts
    from copy join question_variants v on v.question_id = copy.old_id and v.revision = copy.revision
  )
  insert into question_tests (id, question_id, given, expected, by, at)
  select gen_random_uuid(), copy.id, given, expected, ${by},
    -- Each is a microsecond later than the one before, so that they keep their order.
    now() + row_number() over (partition by copy.id order by t.at, t.id) * interval '1 microsecond'
  from copy join question_tests t on t.question_id = copy.old_id
`
