import { fold } from '#shared/fold.ts'
import { type CsvRow, readCsv } from '#shared/csv.ts'
import { t } from '#shared/language.ts'
import { type DateOrder, readDay } from '#shared/read-day.ts'
import type { Day } from '#shared/days.ts'
import { maxCents } from '../amounts.ts'

/** Reads the payments in a bank's CSV file. Banks use no common format, so the user chooses the columns. */

/**
 * State of a line. `ready` lines will be recorded. `nobody` lines match no family, or several. `known` lines
 * were recorded before. `alike` lines resemble a payment that was recorded for about the same day. `out`
 * lines are money that left the account, or have an amount of 0. `wrong` lines have no readable date or
 * amount, or a date after today.
 */
export const lineStates = ['ready', 'nobody', 'known', 'alike', 'out', 'wrong'] as const

/**
 * Reads an amount with a point or a comma as its decimal separator: `1,234.50`, `1.234,50`, `-12`, `(12.00)`,
 * `$5`. Returns it in cents, or null if it can't be read, has more than two decimals, or is larger than
 * `maxCents`, whatever its sign. `12.345` could mean two amounts, so it gives null.
 */
export function readBankAmount(text: string): number | null {
  const typed = text.replaceAll(/[\s\u00a0'$€£+]/g, '')
  const isNegative = /^-|^\(.*\)$|-$/.test(typed)
  const digits = typed.replaceAll(/[-()]/g, '')
  const form =
    /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(digits) ??
    /^(\d{1,3}(?:\.\d{3})+|\d+),(\d{1,2})$/.exec(digits)
  if (!form) return null
  const cents =
    Number((form[1] as string).replaceAll(/[.,]/g, '')) * 100 + Number((form[2] ?? '').padEnd(2, '0'))
  if (cents > maxCents) return null
  return isNegative ? -cents || 0 : cents
}

/**
 * A line read from the file. `nth` numbers identical lines within a file, so that two identical payments on
 * one day both count.
 */
export type ReadLine = { line: number; on: Day | null; amount: number | null; text: string; nth: number }

type Choice = { columns: { date: number; amount: number; text: number }; dateOrder: DateOrder }

/**
 * Reads the lines of a file whose first row is the header. `problem` is the reason why the file can't be
 * read, or null.
 */
export function readBankFile(csv: string, { columns, dateOrder }: Choice) {
  const { rows, errors } = readCsv(csv)
  const [error] = errors
  if (error)
    return { lines: [], problem: t('Line {line} {message}.', { line: error.line, message: error.message }) }
  const occurrences = new Map<string, number>()
  const lines = rows.slice(1).map(({ line, cells }: CsvRow): ReadLine => {
    const [date = '', amount = '', text = ''] = [columns.date, columns.amount, columns.text].map(
      (at) => cells[at] ?? '',
    )
    const same = JSON.stringify([date, amount, text])
    const nth = (occurrences.get(same) ?? 0) + 1
    occurrences.set(same, nth)
    return { line, on: readDay(date, dateOrder), amount: readBankAmount(amount), text, nth }
  })
  return { lines, problem: null }
}

/**
 * A family that can be recognized in a line. `words` has the parent's folded full name twice: with the first
 * name first, and with the last name first. It is empty for a parent without a last name.
 */
export type Matchable = { payerId: string; payer: string; words: readonly string[] }
/** A sent invoice that can be recognized in a line by its number. */
export type Numbered = { payerId: string; number: number }

const numbersIn = (text: string) =>
  [...text.matchAll(/\b(?:invoice|inv)(?:\s*(?:no|number|nr))?[\s.:#-]*0*(\d{1,9})\b/gi)].map(([, number]) =>
    Number(number),
  )

/**
 * Finds the payer of a line by the invoice number in it or, if it has none, by a parent's full name. Returns
 * null if no family or several match, or if the line has an invoice number but names only other families.
 */
export function payerOf(
  text: string,
  { families, invoices }: { families: readonly Matchable[]; invoices: readonly Numbered[] },
): { payerId: string; number: number | null } | null {
  const named = invoices.filter(({ number }) => numbersIn(text).includes(number))
  const payers = new Set(named.map(({ payerId }) => payerId))
  if (payers.size > 1) return null
  const folded = ` ${fold(text).replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `
  const found = families.filter(({ words }) => words.some((name) => folded.includes(` ${name} `)))
  if (named[0]) {
    const { payerId, number } = named[0]
    return found.length === 0 || found.some((family) => family.payerId === payerId)
      ? { payerId, number }
      : null
  }
  return found.length === 1 && found[0] ? { payerId: found[0].payerId, number: null } : null
}
