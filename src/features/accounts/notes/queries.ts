import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { TeacherNotes } from './api.ts'

/** Note about a teacher of the center; `lock` locks it for a change. */
export const notesOfTeacher = (
  db: Db,
  center: CenterId,
  { personId, lock = false }: { personId: string; lock?: boolean },
) => db<TeacherNotes[]>`
  select notes, version from staff where center_id = ${center} and person_id = ${personId} and duty = 'teacher' and active
  ${lock ? db`for no key update` : db``}
`

export const putNotes = (
  db: Db,
  center: CenterId,
  { personId, notes }: { personId: string; notes: string },
) => db<TeacherNotes[]>`
  update staff set notes = ${notes}, version = version + 1
  where center_id = ${center} and person_id = ${personId} and duty = 'teacher' returning notes, version
`
