import { lastHad } from '#features/practice/queries.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { estimateColumns, type EstimateRow, skillSection, type StudentsInCenters } from './queries.ts'

type StudentsOfCenter = { center: CenterId; studentIds: readonly string[] }

/**
 * Selects the sections of these children's open homework, except warm-ups, which contain only a few questions
 * of each section.
 */
export const openSections = (db: Db, { center, studentIds }: StudentsOfCenter) => db<
  { studentId: string; sectionId: string }[]
>`
  select distinct w.student_id, ws.section_id from work w
  join work_sections ws on ws.center_id = w.center_id and ws.work_id = w.id
  where w.center_id = ${center} and w.student_id = any(${[...studentIds]}::uuid[]) and w.kind = 'homework' and not w.warm_up
    and w.state in ('assigned', 'started')
`

/**
 * SQL for these children's levels, each with the chapter that the child's program has reached there. If
 * several courses have a level of the same name, prefers the program's subject.
 */
export const levelsOf = (db: Db, { centers, studentIds }: StudentsInCenters) => db`
  select p.student_id, l.id as level_id, min(coalesce(p.chapter, 1)) as chapter
  from programs p cross join lateral (
    select l.id from levels l join courses c on c.id = l.course_id where l.name = p.level
    order by lower(c.subject) = lower(p.name) desc, l.id limit 1
  ) l
  where p.center_id = any(${[...centers]}) and p.student_id = any(${[...studentIds]}::uuid[])
  group by p.student_id, l.id
`

/** Maximum number of new sections looked up in each of a child's levels. */
const maxNew = 6

/**
 * Selects the next sections in the levels of these children, in order. Starts at the chapter of the child's
 * program, and after the latest completed homework. Skips sections without questions, and those that the
 * child has already had as homework.
 */
export const newSections = (db: Db, { centers, studentIds }: StudentsInCenters) => db<
  { studentId: string; sectionId: string }[]
>`
  with levels_of as (${levelsOf(db, { centers, studentIds })})
  select o.student_id, found.id as section_id
  from levels_of o
  left join lateral (
    select s.chapter_num, s.num from work w
    join work_sections ws on ws.center_id = w.center_id and ws.work_id = w.id
    join sections s on s.id = ws.section_id and s.level_id = o.level_id and s.kind = 'chapter'
    where w.center_id = any(${[...centers]}) and w.student_id = o.student_id and w.kind = 'homework' and w.corrects is null and not w.warm_up
      and w.state in ('submitted', 'graded', 'returned')
    order by w.submitted_at desc, s.chapter_num desc, s.num desc limit 1
  ) last on true
  cross join lateral (
    select s.id, s.chapter_num, s.num from sections s
    where s.level_id = o.level_id and s.kind = 'chapter' and s.chapter_num >= o.chapter
      and (s.chapter_num, s.num) > (coalesce(last.chapter_num, 0), coalesce(last.num, 0))
      and exists (select from questions q where q.section_id = s.id and q.status <> 'error')
      and not exists (
        select from work w join work_sections ws on ws.center_id = w.center_id and ws.work_id = w.id
        where w.center_id = any(${[...centers]}) and w.student_id = o.student_id and w.kind = 'homework' and not w.warm_up and w.state <> 'void' and ws.section_id = s.id)
    order by s.chapter_num, s.num limit ${maxNew}
  ) found
  order by o.student_id, o.level_id, found.chapter_num, found.num
`

/**
 * Counts the questions in each section that can be used for homework. Returns no row for a section without
 * any, or for a test's section.
 */
export const readyQuestions = (db: Db, sectionIds: readonly string[]) => db<
  { sectionId: string; questions: number }[]
>`
  select q.section_id, count(*)::int as questions from questions q join sections s on s.id = q.section_id and s.kind = 'chapter'
  where q.section_id = any(${[...sectionIds]}::uuid[]) and q.status <> 'error' group by q.section_id
`

/**
 * Selects the estimates of these children for sections that they have had in homework or tests. A test's
 * section counts as the chapter's section of the same name. Leaves out estimates that come only from an
 * assessment, because nobody may have taught those sections yet.
 */
export const taughtEstimates = (db: Db, { center, studentIds }: StudentsOfCenter) => db<EstimateRow[]>`
  select student_id, ${estimateColumns(db)} from section_estimates
  where center_id = ${center} and (student_id, section_id) in (
    select w.student_id, ${skillSection(db)} from work w
    join work_sections ws on ws.center_id = w.center_id and ws.work_id = w.id
    join sections s on s.id = ws.section_id
    where w.center_id = ${center} and w.student_id = any(${[...studentIds]}::uuid[]) and w.kind <> 'assessment' and not w.warm_up
      and w.state in ('submitted', 'graded', 'returned'))
  order by student_id, section_id
`

/**
 * Selects which of these sections a class of this subject can repeat: chapter sections with questions, in the
 * subject's courses. A subject without courses, such as private tutoring, can use those of any course.
 */
export const sectionsInSubject = (
  db: Db,
  { subject, sectionIds }: { subject: string; sectionIds: readonly string[] },
) => db<{ id: string }[]>`
  select s.id from sections s join levels l on l.id = s.level_id join courses c on c.id = l.course_id
  where s.id = any(${[...sectionIds]}::uuid[]) and s.kind = 'chapter'
    and exists (select from questions q where q.section_id = s.id and q.status <> 'error')
    and (c.subject = ${subject} or not exists (select from courses where subject = ${subject}))
`

/** A question with the content of its first variant. */
type ReadyRow = { studentId: string; sectionId: string; questionId: string; content: unknown }

/**
 * Selects questions for a warm-up from these children's sections, at most `most` from each section: first
 * those that the child has never had, then those that the child had longest ago.
 */
export const questionsToRepeat = (
  db: Db,
  center: CenterId,
  { of, most }: { of: readonly { studentId: string; sectionId: string }[]; most: number },
) => db<ReadyRow[]>`
  select o."studentId" as student_id, o."sectionId" as section_id, found.id as question_id, coalesce(v.content, r.content) as content
  from jsonb_to_recordset(${db.json(of)}) as o("studentId" uuid, "sectionId" uuid)
  cross join lateral (
    select q.id, q.revision, had.at, q.num from questions q
    left join (${lastHad(db, { center: db`${center}`, student: db`o."studentId"`, section: db`o."sectionId"` })}) had
      on had.question_id = q.id
    where q.section_id = o."sectionId" and q.status <> 'error'
    order by had.at nulls first, q.num limit ${most}
  ) found
  join question_revisions r on r.question_id = found.id and r.revision = found.revision
  left join lateral (
    select each.content from question_variants each where each.question_id = found.id and each.revision = found.revision
    order by each.num limit 1
  ) v on true
  order by student_id, section_id, found.at nulls first, found.num
`
