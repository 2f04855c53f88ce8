import type { Guest, Scheduled } from '#features/schedule/api.ts'
import { coming } from '#features/schedule/coming/queries.ts'
import type { ExpectedAs } from '#features/schedule/rules.ts'
import { programsOf } from '#features/students/queries.ts'
import { addDays } from '#shared/calendar.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'

/** A class that a student has in the following weeks. */
type Later = {
  studentId: string
  classId: string
  type: ExpectedAs
  name: string
  on: Day
  time: string
  closed: string | null
  canceled: boolean
  onBreak: boolean
  told: boolean
}

type DetailRow = {
  guests: (Guest & { classId: string })[]
  later: Later[]
  breaks: (Scheduled['breaks'][number] & { studentId: string; classId: string })[]
  students: (Pick<Scheduled, 'parentName' | 'parentPhone' | 'programs' | 'tests' | 'notes'> & {
    studentId: string
  })[]
}

type Here = { on: Day; classIds: readonly string[]; studentIds: readonly string[] }

const daysAhead = 28

/** Number of latest tests and notes. The student's page has all of them. */
const latest = 5

/**
 * Details of everyone expected on a day, in one statement: the primary parent, the phone to call, all programs, latest tests and
 * notes, breaks that aren't over, and classes of the following four weeks. `guests` are the make-ups and trials of
 * the day's classes from that day on.
 */
export const detailsOn = (db: Db, center: CenterId, { on, classIds, studentIds }: Here) => {
  const [from, until] = [addDays(on, 1), addDays(on, daysAhead)]
  const spans = studentIds.map((studentId) => ({ studentId, centerId: center, from, until }))
  return db<DetailRow[]>`
  select
    coalesce((select jsonb_agg(jsonb_build_object('classId', pl.class_id, 'date', lower(pl.during), 'type', pl.type, 'studentId', pl.student_id,
        'firstName', p.first_name, 'lastName', p.last_name) order by lower(pl.during), p.last_name, p.first_name, pl.id)
      from places pl join people p on p.id = pl.student_id
      where pl.center_id = ${center} and pl.class_id = any(${[...classIds]}::uuid[]) and pl.type in ('make-up', 'trial')
        and lower(pl.during) >= ${on}), '[]') as guests,
    coalesce((select jsonb_agg(jsonb_build_object('studentId', pl.student_id, 'classId', pl.class_id, 'type', pl.type, 'name', c.name, 'on', each.day,
        'time', to_char(t.time, 'HH24:MI'), 'closed', cl.name, 'canceled', d.canceled_at is not null, 'onBreak', b.id is not null,
        'told', a.noticed_at is not null) order by each.day, t.time, c.name, pl.class_id)
      ${coming(db, spans)}), '[]') as later,
    coalesce((select jsonb_agg(jsonb_build_object('studentId', pl.student_id, 'classId', pl.class_id, '_id', b.id, 'startDate', lower(b.during),
        'endDate', upper(b.during) - 1) order by b.during)
      from places pl join breaks b on b.center_id = pl.center_id and b.place_id = pl.id
      where pl.center_id = ${center} and pl.class_id = any(${[...classIds]}::uuid[]) and pl.during @> ${on}::date
        and (upper_inf(b.during) or upper(b.during) > ${on}::date)), '[]') as breaks,
    coalesce((select jsonb_agg(jsonb_build_object('studentId', s.id,
        'parentName', coalesce((select trim(p.first_name || ' ' || p.last_name)
          from parent_links l join people p on p.id = l.parent_id
          where l.center_id = s.center_id and l.student_id = s.id and l.ended_at is null
          order by l.contact desc, l.updated_at, p.id limit 1), ''),
        'parentPhone', coalesce((select l.phone from parent_links l
          where l.center_id = s.center_id and l.student_id = s.id and l.ended_at is null and l.contact and l.phone <> ''
          order by l.updated_at, l.parent_id limit 1), ''),
        'programs', ${programsOf(db)},
        'tests', coalesce((select jsonb_agg(jsonb_build_object('_id', t.id, 'date', t.held_on, 'level', t.level, 'test', t.test,
            'score1', t.score1, 'score2', t.score2, 'name', t.name) order by t.held_on desc, t.id desc)
          from (select * from student_tests t where t.center_id = s.center_id and t.student_id = s.id
            order by t.held_on desc, t.id desc limit ${latest}) t), '[]'),
        'notes', coalesce((select jsonb_agg(jsonb_build_object('id', n.id, 'recordBy', trim(by.first_name || ' ' || by.last_name), 'msg', n.msg,
            'active', n.active, 'date', replace(to_json(n.created_at)#>>'{}', '+00:00', 'Z'), 'version', n.version) order by n.id desc)
          from (select * from student_notes n where n.center_id = s.center_id and n.student_id = s.id and n.active
            order by n.id desc limit ${latest}) n
          join people by on by.id = n.record_by), '[]')))
      from students s where s.center_id = ${center} and s.id = any(${[...studentIds]}::uuid[])), '[]') as students
`
}
