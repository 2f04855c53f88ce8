import type { Meeting } from './api.ts'

/** Identifies a meeting among those of an absence. */
export const keyOf = ({ classId, date }: Pick<Meeting, 'classId' | 'date'>) => `${classId} ${date}`

/**
 * The substitute to suggest: the one who is planned already, unless that is the teacher who is away, or else
 * the first of those who are free.
 */
export const suggested = ({ substituteId, free }: Pick<Meeting, 'substituteId' | 'free'>, awayId: string) =>
  substituteId !== null && substituteId !== awayId ? substituteId : (free[0]?.id ?? null)
