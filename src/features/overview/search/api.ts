import { z } from 'zod'
import { StudentStatus } from '#features/students/rules.ts'
import { get } from '#shared/contract.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { record } from '#shared/record.ts'

/** A student found by a search; `parentName` is the name of the parent to call first. */
const FoundStudent = record('FoundStudent', {
  _id: Id,
  name: z.string(),
  studentNum: z.string(),
  grade: z.string(),
  status: StudentStatus,
  parentName: z.string().nullable(),
})

/** A parent found by a search, with the names of their children at the center. `phone` is E.164. */
const FoundParent = record('FoundParent', {
  _id: Id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  children: z.array(z.string()),
})

/** A class found by a search, at its current or next time. */
const FoundClass = record('FoundClass', {
  id: Id,
  name: z.string(),
  subject: z.string(),
  day: z.int(),
  time: z.string(),
  teacherName: z.string().nullable(),
})

/** Search for the people and classes of a center. */
export const search = {
  /**
   * Finds students, parents and classes of a center, up to eight each. Every word must match a person's name,
   * student number, email or phone (for students, also a parent's), or a class's name, teacher or subject.
   */
  all: get('/centers/:centerId/search', {
    who: 'center.search',
    input: z.object({ centerId: CenterName, find: z.string().min(1).max(100) }),
    output: z.object({
      students: z.array(FoundStudent),
      parents: z.array(FoundParent),
      classes: z.array(FoundClass),
    }),
  }),
}
