import type { Grade } from './prove.ts'

/** Accepts every answer. The proof must fail for this engine. */
export const grade: Grade = () => 'correct'
