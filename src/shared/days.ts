import { z } from 'zod'
import { isDay } from './day-text.ts'

/** A calendar date `YYYY-MM-DD` without a time zone: a day at the center (product §1). */
export const Day = z.string().refine(isDay, 'must be a date such as 2026-03-04')
export type Day = z.infer<typeof Day>

/** A wall-clock time `HH:MM`, 24 hours. */
export const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 16:30')

/** An instant in UTC as ISO 8601, e.g. `2026-03-04T16:30:00.000Z`. */
export const Instant = z.string()
