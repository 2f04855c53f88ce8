import { today } from '#server/clock.ts'
import type { Db } from '#server/db.ts'
import { publish } from '#server/live.ts'
import { columnsOf, type Inventory } from '#shared/inventory.ts'

/** Placeholder for texts about an erased person. */
export const erasedText = '(erased)'

/** Students with their centers, because all indexes of students' records begin with the center. */
export type ErasedStudents = { students: readonly string[]; centers: readonly string[] }

/** Returns the SQL condition that a row belongs to these students. */
export const ofStudents = (db: Db, { students, centers }: ErasedStudents) =>
  db`center_id = any(${[...centers]}) and student_id = any(${[...students]}::uuid[])`

/**
 * Ends the students' places and breaks today, so that other students can have the seats. Also deletes the
 * reasons for exceeding a class's limit.
 */
export async function endSeats(db: Db, students: readonly string[]) {
  const centers = await db<{ id: string; timeZone: string }[]>`
    select id, time_zone from centers where id in (select center_id from students where id = any(${[...students]}::uuid[]))
  `
  for (const { id: center, timeZone } of centers) {
    const on = today(timeZone)
    const condition = db`p.center_id = ${center} and p.student_id = any(${[...students]}::uuid[])`
    const later = db`daterange(${on}::date + 1, null)`
    const broken = db`${condition} and b.center_id = p.center_id and b.place_id = p.id and b.during && ${later}`
    await db`delete from breaks b using places p where ${broken} and lower(b.during) > ${on}::date`
    await db`update breaks b set during = b.during - ${later} from places p where ${broken}`
    await db`delete from places p where ${condition} and lower(p.during) > ${on}::date`
    await db`
      update places p set during = p.during - ${later}, over_reason = null, version = p.version + 1
      where ${condition} and (p.during && ${later} or over_reason is not null)
    `
    publish(db, { channel: `center:${center}`, topic: 'schedule' })
  }
}

/**
 * Clears students' work: keeps results, deletes text, drawings, printed pages and estimates, removes the
 * students' names from the names of work, and voids unfinished work.
 */
export async function emptyWork(db: Db, erased: ErasedStudents, names: string) {
  const condition = ofStudents(db, erased)
  await db`delete from work_places where ${condition}`
  await db`delete from estimates_due where ${condition}`
  await db`delete from section_estimates where ${condition}`
  await db`update work set name = reworded(name, ${names}) where ${condition} and name ~* ${names}`
  await db`update work set state = 'void', version = version + 1 where ${condition} and state in ('assigned', 'started')`
  const of = db`(center_id, work_id) in (select center_id, id from work where ${condition})`
  await db`update work_questions set given = without_words(given), verdict = without_words(verdict) where ${of}`
  await db`with pages as (delete from printed_pages where ${of}) delete from whiteboard_strokes where ${of}`
  await db`update late_answers set given = without_words(given) where ${of}`
  await db`
    update answers set given = without_words(given), verdict = without_words(verdict), regraded = without_words(regraded), comment = null,
      commented_by = null, commented_at = null where ${of}
  `
}

/** Clears students' other records. Keeps attendance marks, credits and prospect records without text. */
export async function emptyRecords(db: Db, erased: ErasedStudents, inventory: Inventory) {
  const condition = ofStudents(db, erased)
  for (const table of [
    'student_notes',
    'pickup_people',
    'profile_notes',
    'student_tests',
    'student_levels',
    'student_awards',
    'programs',
    'weekly_goals',
  ])
    await db`delete from ${db.unsafe(table)} where ${condition}`
  await db`update attendances set reason = '', note = '', picked_up_by = null, told_by = null where ${condition}`
  await db`update attendance_changes set before = without_people(before, '{}', true), after = without_people(after, '{}', true) where ${condition}`
  await db`update credits set note = '', void_at = case when place_id is null then coalesce(void_at, now()) else void_at end where ${condition}`
  await db`
    update prospects set source = '', lost_reason = case when lost_reason = '' then '' else ${erasedText} end, next_step = '', next_on = null where ${condition}
  `
  await db`delete from oddity_snoozes where key like any(${erased.students.map((id) => `%${id}%`)})`
  const others = columnsOf(inventory, 'students', ['minor', 'personal']).filter(
    (column) => column !== 'student_num',
  )
  await db`
    update students set student_num = 'erased ' || id, status = 'inactive', version = version + 1,
      ${db.unsafe(others.map((column) => `${column} = default`).join(', '))}
    where id = any(${[...erased.students]}::uuid[])
  `
}
