import type { ScheduledDetails } from './api.ts'

type Coming = Pick<ScheduledDetails['futureScheds'][number], 'type' | 'off'> & { onBreak: boolean }

/** How many of the coming classes are regular ones, how many make-ups, and how many a break takes; what doesn't wait for the student counts not. */
export function amountOf(coming: readonly Coming[]): ScheduledDetails['scheduledAmount'] {
  const waiting = (type: Coming['type']) => coming.filter((each) => each.type === type && each.off === null).length
  return { regular: waiting('regular'), makeup: waiting('make-up'), break: coming.filter(({ onBreak }) => onBreak).length }
}

/** `3 classes, 1 make-up, 1 on break`; without what there is none of. */
export function amountInWords({ regular, makeup, break: breaks }: ScheduledDetails['scheduledAmount']) {
  const said = [
    regular > 0 && `${regular} ${regular === 1 ? 'class' : 'classes'}`,
    makeup > 0 && `${makeup} ${makeup === 1 ? 'make-up' : 'make-ups'}`,
    breaks > 0 && `${breaks} on break`,
  ].filter(Boolean)
  return said.length === 0 ? 'Nothing' : said.join(', ')
}
