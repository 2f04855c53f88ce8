import { shortWeekday } from '#shared/day-text.ts'
import { weekdays } from '#shared/opening-hours.ts'
import { t } from '#shared/language.ts'
import { counted } from '#shared/text.ts'

/** Note on ledger entries for refunds by Stripe. Stored in English and shown in the reader's language. */
export const refundedOnline = 'Refunded online'

const classes = (count: number) => (count === 1 ? t('1 class') : t('{count} classes', { count }))

/** Formats the quantity of a line: `3 of 8 classes`, `1 class` or `1.5 hours`. */
function quantityInWords(quantity: string) {
  const [, count = '', of, unit] = /^([\d.,]+)(?: of (\d+))? (class|hour)/.exec(quantity) ?? []
  const amount = Number(count.replaceAll(',', ''))
  if (unit === 'hour') return counted(amount, 'hour')
  return of === undefined
    ? classes(amount)
    : t('{count} of {classes}', { count, classes: classes(Number(of)) })
}

/** Abbreviated names of the weekdays, as `charges.ts` writes them. */
const short = weekdays.map((day) => day.slice(0, 3))

/**
 * Returns the text of an invoice line in the reader's language. `charges.ts` stores it in English: the name
 * of a class, possibly with a weekday, and its quantity; or the sibling discount. Names aren't translated.
 */
export function lineInWords(text: string) {
  const [, percent] = /^Sibling discount, ([\d.]+)%$/.exec(text) ?? []
  if (percent !== undefined) return t('Sibling discount, {percent}%', { percent })
  const [, name = text, quantity] = /^(.+), (\d+(?: of \d+)? class(?:es)?|[\d.,]+ hours?)$/.exec(text) ?? []
  const named = name.replace(/\((\w{3})\)$/, (found, day: string) =>
    short.includes(day) ? `(${shortWeekday(short.indexOf(day))})` : found,
  )
  return quantity === undefined ? named : `${named}, ${quantityInWords(quantity)}`
}
