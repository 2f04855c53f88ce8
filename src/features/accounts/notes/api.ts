import { z } from 'zod'
import { get, put } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { Text } from '#shared/fields.ts'
import { longest } from '#shared/text.ts'

const TeacherNotes = record('TeacherNotes', { notes: z.string(), version: z.int() })
export type TeacherNotes = z.infer<typeof TeacherNotes>

const path = '/centers/:centerId/staff/:personId/notes' as const
const ofTeacher = z.object({ centerId: CenterName, personId: Id })

/**
 * The office's note about a teacher or assistant of its center (spec §3, `Teacher.notes`). It is never sent
 * to a classroom device. 404 if the person neither teaches nor assists there.
 */
export const teacherNotes = {
  one: get(path, { who: 'staff.note', input: ofTeacher, output: TeacherNotes }),
  change: put(path, {
    who: 'staff.note',
    input: ofTeacher.extend({ notes: Text(longest.note) }),
    output: TeacherNotes,
  }),
}
