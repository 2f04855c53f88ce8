import type { Meeting } from './api.ts'

/** Returns the key of a meeting within an absence. */
export const keyOf = ({ classId, date }: Pick<Meeting, 'classId' | 'date'>) => `${classId} ${date}`

/**
 * Returns the id of the substitute to suggest: the planned one, unless that is the absent teacher; otherwise
 * the first free teacher, or null if there is none.
 */
export const suggested = ({ substituteId, free }: Pick<Meeting, 'substituteId' | 'free'>, awayId: string) =>
  substituteId !== null && substituteId !== awayId ? substituteId : (free[0]?.id ?? null)
