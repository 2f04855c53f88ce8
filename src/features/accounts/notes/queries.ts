import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { TeacherNotes } from './api.ts'

/**
 * Selects the note about a teacher or assistant of the center. If the person is both, the note is stored with
 * the teacher duty. `lock` locks it for a change.
 */
export const notesOfTeacher = (
  db: Db,
  center: CenterId,
  { personId, lock = false }: { personId: string; lock?: boolean },
) => db<TeacherNotes[]>`
  select notes, version from staff where center_id = ${center} and person_id = ${personId} and duty in ('assistant', 'teacher') and active
  order by duty desc limit 1 ${lock ? db`for no key update` : db``}
`

export const putNotes = (
  db: Db,
  center: CenterId,
  { personId, notes }: { personId: string; notes: string },
) => db<TeacherNotes[]>`
  update staff set notes = ${notes}, version = version + 1
  where center_id = ${center} and person_id = ${personId} and duty = (
    select max(duty) from staff where center_id = ${center} and person_id = ${personId} and duty in ('assistant', 'teacher') and active)
  returning notes, version
`
