import type { Handlers } from '#server/call.ts'
import type { awards } from './api.ts'
import { earnedAt } from './queries.ts'
import { suggestionsFor } from './rules.ts'

const most = 200

export const awardsRoutes: Handlers<typeof awards> = {
  async due({ input, db, center }) {
    const rows = await earnedAt(db, center, { studentId: input.studentId ?? null })
    return rows
      .flatMap(({ studentId, firstName, lastName, ...earned }) =>
        suggestionsFor(earned).map((suggestion) => ({ studentId, firstName, lastName, ...suggestion })),
      )
      .slice(0, most)
  },
}
