import type { Db } from '#server/db.ts'
import type { Seen } from './api.ts'

export const seenBy = (db: Db, studentId: string) => db<Seen[]>`
  select d.held_on as on, trim(p.first_name || ' ' || p.last_name) as by, d.how from disclosures d join people p on p.id = d.person_id
  where d.student_id = ${studentId} order by d.held_on desc, d.at desc limit 300
`
