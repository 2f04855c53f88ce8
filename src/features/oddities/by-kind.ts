import type { Day } from '#shared/days.ts'
import { counted } from '#shared/text.ts'
import { type Code, codeWords, nounOf, type Severity, severityOf } from './codes.ts'
import { byUrgency } from './rules.ts'
import { t } from '#shared/language.ts'

const classes = (count: number) => (count === 1 ? t('1 class') : t('{count} classes', { count }))

const plural = (count: number, noun: string) => (noun === 'class' ? classes(count) : counted(count, noun))

/** Oddities of one kind. `oldest` is the day on which the first of them started. */
type Group<R> = { code: Code; severity: Severity; words: string; oldest: Day; rows: R[] }

/**
 * Groups oddities by kind. Orders the kinds by severity, then by their oldest oddity. Keeps the order within
 * a kind.
 */
export const byKind = <R extends { code: Code; since: Day }>(rows: readonly R[]): Group<R>[] =>
  [...Map.groupBy(rows, ({ code }) => code)]
    .map(([code, of]) => ({
      code,
      severity: severityOf(code),
      words: `${codeWords(code)}: ${plural(of.length, nounOf(code))}`,
      oldest: of.map(({ since }) => since).toSorted()[0] ?? '',
      rows: of,
    }))
    .toSorted((one, other) =>
      byUrgency(
        { ...one, since: one.oldest, key: one.code },
        { ...other, since: other.oldest, key: other.code },
      ),
    )
