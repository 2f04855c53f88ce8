import type { awards } from './api.ts'
import { earnedAt } from './queries.ts'
import { suggestionsFor } from './award-suggestions.ts'
import type { CenterCall, HandlerInput } from '#server/call.ts'

const most = 200

/** Returns the awards that are due and not given yet, at most 200. */
export async function awardsDue({ db, center }: CenterCall, input: HandlerInput<(typeof awards)['due']>) {
  const rows = await earnedAt(db, center, { studentId: input.studentId ?? null })
  return rows
    .flatMap(({ studentId, firstName, lastName, ...earned }) =>
      suggestionsFor(earned).map((suggestion) => ({ studentId, firstName, lastName, ...suggestion })),
    )
    .slice(0, most)
}
