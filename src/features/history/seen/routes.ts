import { studentRow } from '#features/students/queries.ts'
import { notFound } from '#shared/problem.ts'
import { one } from '#server/db.ts'
import { enter } from '#server/gate.ts'
import type { Handlers } from '#server/serve.ts'
import type { disclosures } from './api.ts'
import { seenBy } from './queries.ts'

export const disclosureRoutes: Handlers<typeof disclosures> = {
  async of({ input: { centerId, studentId }, actor, db }) {
    const center = await enter(db, actor, centerId)
    one(await studentRow(db, center, studentId), notFound)
    return await seenBy(db, center, studentId)
  },
}
