import type { Db } from '#server/db.ts'
import type { Day } from '#shared/days.ts'

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
