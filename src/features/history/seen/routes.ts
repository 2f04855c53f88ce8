import { studentRow } from '#features/students/queries.ts'
import { notFound } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one } from '#server/db.ts'
import { disclose } from '#server/disclosure.ts'
import type { Handlers } from '#server/call.ts'
import type { disclosures } from './api.ts'
import { countOf, seenBy } from './queries.ts'

export const disclosureRoutes: Handlers<typeof disclosures> = {
  async of({ input: { studentId }, db, center }) {
    one(await studentRow(db, center, studentId), notFound)
    return await seenBy(db, center, studentId)
  },

  async printed({ input, actor, db, center }) {
    const students = [...new Set(input.students)]
    const [there] = await countOf(db, center, students)
    if (there?.count !== students.length) throw notFound()
    await disclose(db, { students, by: actor, how: 'print' })
    const entity = students.length === 1 ? (students[0] as string) : center
    await record(db, actor, { deed: 'privacy.print', entity, center, after: { count: students.length } })
    return null
  },
}
