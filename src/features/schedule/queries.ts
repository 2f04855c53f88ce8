import type { Mark, Told } from '#features/attendance/rules.ts'
import { one, type Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { weekday } from '#shared/calendar.ts'
import type { Day } from '#shared/days.ts'
import { notFound } from '#shared/problem.ts'
import type { ClassEntry, Scheduled } from './api.ts'
import { type ClassDay, dayFacts, type Member } from './days/queries.ts'
import { badge, endTime, type PlaceType, takesSeat } from './rules.ts'

export type NewClass = { centerId: string; id: string; name: string; subject: string; type: 'PT' | 'REGULAR' | 'GROUP'; notes: string }

export const putClass = (db: Db, { centerId, id, name, subject, type, notes }: NewClass) => db`
  insert into classes (center_id, id, name, subject, type, notes) values (${centerId}, ${id}, ${name}, ${subject}, ${type}, ${notes})
`

export type Term = {
  centerId: string
  classId: string
  startsOn: Day
  /** The last day, or null while it goes on. */
  endsOn: Day | null
  /** 0 = Sunday. */
  day: number
  time: string
  minutes: number
  maxSize: number
  teacherId: string | null
}

/** What recurs of a class, from one day to another. */
export const putTerm = (db: Db, term: Term) => db`
  insert into class_terms (center_id, class_id, during, day, time, minutes, max_size, teacher_id)
  values (${term.centerId}, ${term.classId}, daterange(${term.startsOn}::date, ${term.endsOn}::date, '[]'), ${term.day}, ${term.time}::time,
    ${term.minutes}, ${term.maxSize}, ${term.teacherId})
`

export type NewPlace = {
  centerId: string
  id: string
  classId: string
  studentId: string
  type: 'regular' | 'make-up' | 'trial' | 'waitlist'
  startsOn: Day
  endsOn: Day | null
  firstClass: boolean
}

export const putPlace = (db: Db, place: NewPlace) => db`
  insert into places (center_id, id, class_id, student_id, type, during, first_class)
  values (${place.centerId}, ${place.id}, ${place.classId}, ${place.studentId}, ${place.type},
    daterange(${place.startsOn}::date, ${place.endsOn}::date, '[]'), ${place.firstClass})
`

export type NewBreak = { centerId: string; id: string; placeId: string; startsOn: Day; endsOn: Day | null }

export const putBreak = (db: Db, { centerId, id, placeId, startsOn, endsOn }: NewBreak) => db`
  insert into breaks (center_id, id, place_id, during)
  values (${centerId}, ${id}, ${placeId}, daterange(${startsOn}::date, ${endsOn}::date, '[]'))
`

type DayRow = {
  classId: string
  name: string
  subject: 'Math' | 'English' | 'Private Tutoring' | 'Group'
  type: 'PT' | 'REGULAR' | 'GROUP'
  notes: string
  day: number
  time: string
  minutes: number
  maxSize: number
  teacherId: string | null
  teacherFirstName: string | null
  teacherLastName: string | null
  teacherType: 'permanent' | 'substitute' | null
  teacherNotes: string | null
  studentId: string | null
  studentNum: string
  firstName: string
  lastName: string
  grade: string
  status: 'active' | 'prospect' | 'inactive'
  placeType: PlaceType
  startDate: Day
  endDate: Day | null
  firstClass: boolean
  onBreak: boolean
  noticed: boolean
  told: Told | null
  program: string | null
  level: string
  chapter: number | null
  test: number | null
  mark: Mark | null
  arrivedAt: string | null
  attendanceId: string | null
}

/**
 * Everyone in every class that meets at a centre on a day, or in one class, with their marks: one row a student, classes by time. The classes
 * come first and their students by class, whatever the planner guesses of ranges of days: 1 ms instead of 20.
 */
export const dayRows = (db: Db, center: CenterId, { on, classId }: { on: Day; classId: string | null }) => db<DayRow[]>`
  with meeting as materialized (
    select c.center_id, c.id as class_id, c.name, c.subject, c.type, c.notes, t.day, t.time, t.minutes, t.max_size, t.teacher_id
    from class_terms t
    join classes c on c.center_id = t.center_id and c.id = t.class_id
    where t.center_id = ${center} and t.day = ${weekday(on)} and t.during @> ${on}::date and (${classId}::uuid is null or c.id = ${classId})
      and not exists (select 1 from closures cl where cl.center_id = ${center} and cl.held_on = ${on})
  )
  select m.class_id, m.name, m.subject, m.type, m.notes, m.day, m.time, m.minutes, m.max_size,
    m.teacher_id, teacher.first_name as teacher_first_name, teacher.last_name as teacher_last_name, duty.type as teacher_type,
    duty.notes as teacher_notes, expected.*
  from meeting m
  left join people teacher on teacher.id = m.teacher_id
  left join staff duty on duty.center_id = m.center_id and duty.person_id = m.teacher_id and duty.duty = 'teacher'
  left join lateral (
    select s.id as student_id, s.student_num, p.first_name, p.last_name, s.grade, s.status,
      pl.type as place_type, lower(pl.during) as start_date, upper(pl.during) - 1 as end_date, pl.first_class, b.id is not null as on_break,
      pr.name as program, pr.level, pr.chapter, pr.test, a.mark, a.arrived_at, a.id as attendance_id,
      coalesce(a.mark = 'absent' and a.noticed_at is not null, false) as noticed,
      case when a.noticed_at is not null then jsonb_build_object('by', coalesce(teller.first_name, ''), 'reason', a.reason, 'note', a.note) end as told
    from places pl
    join students s on s.center_id = pl.center_id and s.id = pl.student_id
    join people p on p.id = s.id
    left join breaks b on b.center_id = pl.center_id and b.place_id = pl.id and b.during @> ${on}::date and pl.type = 'regular'
    left join programs pr on pr.center_id = s.center_id and pr.student_id = s.id and pr.name = m.subject
    left join attendances a on a.center_id = pl.center_id and a.class_id = pl.class_id and a.held_on = ${on} and a.student_id = s.id
    left join people teller on teller.id = a.told_by
    where pl.center_id = m.center_id and pl.class_id = m.class_id and pl.during @> ${on}::date
    offset 0
  ) expected on true
  order by m.time, m.name, m.class_id, expected.place_type = 'waitlist', expected.last_name, expected.first_name, expected.student_id
`

/** The columns of a class's teacher as the wire has them. */
export type TeacherColumns = Pick<DayRow, 'teacherId' | 'teacherFirstName' | 'teacherLastName' | 'teacherType'>

/** A class's teacher on the wire. */
export const teacherOf = ({ teacherId, teacherFirstName, teacherLastName, teacherType }: TeacherColumns) =>
  teacherId ? { id: teacherId, firstName: teacherFirstName ?? '', lastName: teacherLastName ?? '', type: teacherType ?? 'permanent' } : null

function notedTeacher(row: DayRow) {
  const teacher = teacherOf(row)
  return teacher && { ...teacher, notes: row.teacherNotes ?? '' }
}

function studentOf(row: DayRow, on: Day): Scheduled {
  const {
    studentNum,
    firstName,
    lastName,
    grade,
    status,
    startDate,
    endDate,
    firstClass,
    onBreak,
    noticed,
    told,
    mark,
    arrivedAt,
    attendanceId,
    placeType: type,
  } = row
  return {
    _id: row.studentId as string,
    studentNum,
    firstName,
    lastName,
    grade,
    status,
    type,
    startDate,
    endDate,
    firstClass,
    onBreak,
    noticed,
    told,
    badge: badge({ type, status, startDate, endDate, firstClass }, on),
    programs: row.program ? [{ name: row.program, level: row.level, chapter: row.chapter, test: row.test }] : [],
    mark,
    arrivedAt,
    attendanceId,
  }
}

/** Of a day of which nothing was said. */
const unsaid = { substitute: null, assistants: [], note: '', cancelled: null, version: 0 }

/** Groups the day's rows into classes, in their order, in one pass. */
function classesOf(rows: readonly DayRow[], on: Day): ClassEntry[] {
  const classes: ClassEntry[] = []
  for (const row of rows) {
    let entry = classes.at(-1)
    if (entry?.id !== row.classId) {
      const { classId: id, name, subject, type, day, time, minutes, maxSize } = row
      entry = {
        id,
        name,
        subject,
        type,
        day,
        time,
        endTime: endTime(time, minutes),
        maxSize,
        seats: 0,
        notes: row.notes,
        teacher: notedTeacher(row),
        ...unsaid,
        students: [],
      }
      classes.push(entry)
    }
    if (row.studentId === null) continue
    entry.students.push(studentOf(row, on))
    if (takesSeat({ type: row.placeType, onBreak: row.onBreak, noticed: row.noticed })) entry.seats += 1
  }
  return classes
}

const personOf = ({ id, firstName, lastName, type }: Member) => ({ id, firstName, lastName, type })

/** Lays what is true of the day alone over its classes. */
function withFacts(
  classes: readonly ClassEntry[],
  days: readonly ClassDay[],
  assistants: readonly (Member & { classId: string | null })[],
) {
  const said = new Map(days.map(({ classId, ...facts }) => [classId, facts]))
  const helping = Map.groupBy(assistants, ({ classId }) => classId)
  return classes.map((entry): ClassEntry => {
    const facts = said.get(entry.id)
    const seats = facts?.cancelled ? 0 : entry.seats
    return { ...entry, ...facts, seats, assistants: (helping.get(entry.id) ?? []).map(personOf) }
  })
}

/**
 * A day of a centre: its zone, whether it is closed, who assists anywhere, and the classes that meet, or one of them, with everyone expected, their
 * badges and marks, and what was said of that day.
 */
export async function dayOf(db: Db, center: CenterId, { on, classId = null }: { on: Day; classId?: string | null }) {
  const [rows, facts] = await Promise.all([dayRows(db, center, { on, classId }), dayFacts(db, center, on)])
  const { timeZone, closed, days, assistants } = one(facts, notFound)
  return {
    timeZone,
    closed,
    ta: assistants.filter((each) => each.classId === null).map(personOf),
    classes: withFacts(classesOf(rows, on), days, assistants),
  }
}

/**
 * For SQL with a class `c`: how it is called, `Math Club`; with the weekday and time that it has on a day, `Math Club (Thu 4:30 PM)`, where another
 * class of the centre has the same name. Beside a date (`dated`) only one that meets on that weekday too could be meant.
 */
export function classWords(db: Db, { on = db`current_date`, dated = false } = {}) {
  const meets = db`and exists (
    select from class_terms its where its.center_id = twin.center_id and its.class_id = twin.id and its.during @> ${on} and its.day = term.day)`
  return db`c.name || coalesce((
    select ' (' || (array['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'])[term.day + 1] || to_char(term.time, ' FMHH12:MI AM)') from class_terms term
    where term.center_id = c.center_id and term.class_id = c.id and exists (
      select from classes twin where twin.center_id = c.center_id and twin.name = c.name and twin.id <> c.id ${dated ? meets : db``})
    order by term.during @> ${on} desc, lower(term.during) desc limit 1), '')`
}

export const zoneOf = (db: Db, center: CenterId) => db<{ timeZone: string }[]>`select time_zone from centers where id = ${center}`

/** Opens a day; a row comes back only the first time. */
export const openDay = (db: Db, center: CenterId, on: Day) => db`
  insert into schedules (center_id, held_on) values (${center}, ${on}) on conflict do nothing returning held_on
`
