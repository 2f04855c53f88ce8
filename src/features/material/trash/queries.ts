import { v7 as newId } from 'uuid'
import { t } from '#shared/language.ts'
import { conflict } from '#shared/problem.ts'
import { refuseOnConstraint, type Db } from '#server/db.ts'

/** The record to delete, along with everything under it. Only one field is set; the others count as null. */
type Scope = {
  courseId?: string
  levelId?: string
  chapter?: { levelId: string; num: number }
  sectionId?: string
  questionId?: string
  hintId?: string
}

export type Kind = 'course' | 'level' | 'chapter' | 'section' | 'question' | 'hint'

/** Tables in the order in which their rows are restored. Rows are deleted in reverse order. */
const tables = [
  'courses',
  'levels',
  'chapters',
  'chapter_tests',
  'sections',
  'hints',
  'hint_steps',
  'questions',
  'question_revisions',
  'question_variants',
  'question_tests',
] as const

type TrashedItem = { id: string; kind: Kind; name: string; by: string; scope: Scope }

/**
 * Saves a record and everything under it to the trash, as rows by table. Includes the nameless hints that
 * only its questions use.
 */
const keepRows = (db: Db, { id, kind, name, by, scope }: TrashedItem) => db`
  with course as (select * from courses where id = ${scope.courseId ?? null}),
  level as (select * from levels where id = ${scope.levelId ?? null} or course_id in (select id from course)),
  chapter as (
    select * from chapters where level_id in (select id from level)
      or (level_id = ${scope.chapter?.levelId ?? null} and num = ${scope.chapter?.num ?? null})
  ),
  test as (select t.* from chapter_tests t join chapter c on c.level_id = t.level_id and c.num = t.chapter_num),
  section as (
    select s.* from sections s join chapter c on c.level_id = s.level_id and c.num = s.chapter_num
    union select * from sections where id = ${scope.sectionId ?? null}
  ),
  question as (select * from questions where id = ${scope.questionId ?? null} or section_id in (select id from section)),
  revision as (select * from question_revisions where question_id in (select id from question)),
  hint as (
    select * from hints where id = ${scope.hintId ?? null} or (
      name = '' and id in (select hint_id from revision) and not exists (
        select 1 from question_revisions r where r.hint_id = hints.id and r.question_id not in (select id from question)
      ))
  )
  insert into trash (id, kind, name, by, rows)
  select ${id}, ${kind}, ${name}, ${by}, jsonb_build_object(
    'courses', coalesce((select jsonb_agg(to_jsonb(course)) from course), '[]'),
    'levels', coalesce((select jsonb_agg(to_jsonb(level)) from level), '[]'),
    'chapters', coalesce((select jsonb_agg(to_jsonb(chapter)) from chapter), '[]'),
    'chapter_tests', coalesce((select jsonb_agg(to_jsonb(test)) from test), '[]'),
    'sections', coalesce((select jsonb_agg(to_jsonb(section)) from section), '[]'),
    'hints', coalesce((select jsonb_agg(to_jsonb(hint)) from hint), '[]'),
    'hint_steps', coalesce((select jsonb_agg(to_jsonb(s)) from hint_steps s where hint_id in (select id from hint)), '[]'),
    'questions', coalesce((select jsonb_agg(to_jsonb(question)) from question), '[]'),
    'question_revisions', coalesce((select jsonb_agg(to_jsonb(r)) from revision r), '[]'),
    'question_variants', coalesce((select jsonb_agg(to_jsonb(v)) from question_variants v where question_id in (select id from question)), '[]'),
    'question_tests', coalesce((select jsonb_agg(to_jsonb(t)) from question_tests t where question_id in (select id from question)), '[]')
  )
`

/**
 * Deletes the rows saved to the trash, starting with the questions. Violates `question_in_work`,
 * `section_in_homework` or `section_has_import` if one of the questions or sections is in use.
 */
async function deleteKept(db: Db, id: string) {
  const kept = db`select (jsonb_array_elements(rows -> 'questions') ->> 'id')::uuid from trash where id = ${id}`
  const sections = db`select (jsonb_array_elements(rows -> 'sections') ->> 'id')::uuid from trash where id = ${id}`
  const hints = db`select (jsonb_array_elements(rows -> 'hints') ->> 'id')::uuid from trash where id = ${id}`
  await db`
    with gone as (delete from questions where id in (${kept})) delete from question_revisions where question_id in (${kept})
  `
  await db`with gone as (delete from hint_steps where hint_id in (${hints})) delete from hints where id in (${hints})`
  await db`delete from runs where section_id in (${sections}) and state in ('done', 'failed')`
  await db`delete from sections where id in (${sections})`
  await db`
    delete from chapter_tests t using trash, jsonb_to_recordset(rows -> 'chapter_tests') as old(level_id uuid, chapter_num int)
    where trash.id = ${id} and t.level_id = old.level_id and t.chapter_num = old.chapter_num
  `
  await db`
    delete from chapters c using trash, jsonb_to_recordset(rows -> 'chapters') as old(level_id uuid, num int)
    where trash.id = ${id} and c.level_id = old.level_id and c.num = old.num
  `
  await db`delete from levels where id in (select (jsonb_array_elements(rows -> 'levels') ->> 'id')::uuid from trash where id = ${id})`
  await db`delete from courses where id in (select (jsonb_array_elements(rows -> 'courses') ->> 'id')::uuid from trash where id = ${id})`
}

/** Selects a trash entry and locks it, so that it is restored only once. */
export const lockThrown = (db: Db, id: string) => db<{ kind: Kind; name: string }[]>`
  select kind, name from trash where id = ${id} for update
`

/**
 * Restores the rows of a trash entry unchanged. Fails on a constraint if their place is taken or their parent
 * is gone.
 */
export async function putBack(db: Db, id: string) {
  for (const table of tables)
    await db`
      insert into ${db(table)}
      select old.* from trash, jsonb_populate_recordset(null::${db(table)}, coalesce(rows -> ${table}, '[]')) as old where trash.id = ${id}
    `
  await db`delete from trash where id = ${id}`
}

const inUse = (message: string) => conflict('in_use', message)

/**
 * Moves a record and everything under it to the trash, and returns the id to restore it from. Throws 409 if
 * one of its sections or questions is used in work assigned to a student, or while questions are being
 * imported into it.
 */
export async function throwAway(db: Db, thrown: Omit<TrashedItem, 'id'>) {
  const id = newId()
  await keepRows(db, { id, ...thrown })
  const name = thrown.name
  await deleteKept(db, id)
    .catch(
      refuseOnConstraint(
        'question_in_work',
        inUse(t('{name} is used in work that students have started.', { name })),
      ),
    )
    .catch(
      refuseOnConstraint(
        'section_in_homework',
        inUse(t('{name} is used in work assigned to students.', { name })),
      ),
    )
    .catch(
      refuseOnConstraint(
        'section_has_import',
        conflict(
          'importing',
          t('Questions are being imported into {name}. Please wait until that finishes.', { name }),
        ),
      ),
    )
  return { trash: id }
}
