import type { ScheduledDetails } from '../api.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'

type FutureClass = Pick<ScheduledDetails['futureScheds'][number], 'type' | 'off'> & { onBreak: boolean }

/**
 * Counts the regular classes and make-ups in which a student is expected, and the classes lost to a break.
 */
export function amountOf(coming: readonly FutureClass[]): ScheduledDetails['scheduledAmount'] {
  const waiting = (type: FutureClass['type']) =>
    coming.filter((each) => each.type === type && each.off === null).length
  return {
    regular: waiting('regular'),
    makeup: waiting('make-up'),
    break: coming.filter(({ onBreak }) => onBreak).length,
  }
}

/** Formats the counts, omitting zeros: `3 classes, 1 make-up, 1 on break`. */
export function amountInWords({ regular, makeup, break: breaks }: ScheduledDetails['scheduledAmount']) {
  const parts = [
    regular > 0 && (regular === 1 ? t('1 class') : t('{count} classes', { count: regular })),
    makeup > 0 && counted(makeup, 'make-up'),
    breaks > 0 && t('{breaks} on break', { breaks }),
  ].filter(Boolean)
  return parts.length === 0 ? t('Nothing') : parts.join(', ')
}
