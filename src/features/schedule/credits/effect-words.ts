import { t } from '#shared/language.ts'
import { counted } from '#shared/text.ts'
import type { Effects } from './credit-state.ts'

/** Returns a list with the phrase for a count, or an empty list if the count is 0. */
const some = (count: number, phrase: (count: number) => string) => (count > 0 ? [phrase(count)] : [])

const reinstated = ({ credits, makeups, trials }: Effects) => [
  credits === 0
    ? t('no credits change')
    : t(credits === 1 ? '1 make-up credit is void' : '{credits} make-up credits are void', { credits }),
  ...some(makeups, (count) =>
    t(count === 1 ? '1 make-up is back on' : '{count} make-ups are back on', { count }),
  ),
  ...some(trials, (count) => t(count === 1 ? '1 trial is back on' : '{count} trials are back on', { count })),
]

const canceled = ({ credits, makeups, trials }: Effects) => [
  credits > 0 ? counted(credits, 'new make-up credit') : t('no new make-up credits'),
  ...some(makeups, (count) =>
    t(count === 1 ? '1 make-up credit is available again' : '{count} make-up credits are available again', {
      count,
    }),
  ),
  ...some(trials, (count) =>
    t(count === 1 ? '1 trial is canceled' : '{count} trials are canceled', { count }),
  ),
]

/**
 * Describes the effects of canceling or reinstating classes: '8 children: 7 new make-up credits, 1 make-up
 * credit is available again.' `meets` is true if classes are reinstated.
 */
export function effectWords(effects: Effects, meets: boolean) {
  const { children, credits, beyond, spent } = effects
  if (children + credits === 0) return t('No students expected.')
  const parts = (meets ? reinstated(effects) : canceled(effects)).join(', ')
  return [
    t(children === 1 ? '1 child: {parts}.' : '{children} children: {parts}.', { children, parts }),
    ...some(beyond, () =>
      t(
        beyond === 1
          ? '1 child gets no credit because of the center’s limit on open credits.'
          : '{beyond} children get no credit because of the center’s limit on open credits.',
        { beyond },
      ),
    ),
    ...some(spent, () =>
      t(
        spent === 1
          ? 'One of the void credits is booked for a make-up, which stays and will show under Oddities.'
          : '{spent} of the void credits are booked for make-ups, which stay and will show under Oddities.',
        { spent },
      ),
    ),
  ].join(' ')
}
