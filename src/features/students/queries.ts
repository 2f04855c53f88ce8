import type { Db } from '#server/db.ts'

export type NewStudent = {
  centerId: string
  id: string
  studentNum: string
  status: 'active' | 'prospect' | 'inactive'
  grade: string
  note: string
}

/** Makes a person a student of a centre. */
export const putStudent = (db: Db, student: NewStudent) => db`
  insert into students (center_id, id, student_num, status, grade, note)
  values (${student.centerId}, ${student.id}, ${student.studentNum}, ${student.status}, ${student.grade}, ${student.note})
`

export type Program = { centerId: string; studentId: string; name: string; level: string; chapter: number | null; test: number | null }

/** Where a student stands in a subject. */
export const putProgram = (db: Db, program: Program) => db`
  insert into programs (center_id, student_id, name, level, chapter, test)
  values (${program.centerId}, ${program.studentId}, ${program.name}, ${program.level}, ${program.chapter}, ${program.test})
  on conflict (center_id, student_id, name) do update set level = excluded.level, chapter = excluded.chapter, test = excluded.test
`

export type ParentLink = {
  centerId: string
  studentId: string
  parentId: string
  relationship: string
  /** Digits only, at most ten. */
  phone: string
  phoneType: string
}

export const putParentLink = (db: Db, link: ParentLink) => db`
  insert into parent_links (center_id, student_id, parent_id, relationship, phone, phone_type)
  values (${link.centerId}, ${link.studentId}, ${link.parentId}, ${link.relationship}, ${link.phone}, ${link.phoneType})
`
