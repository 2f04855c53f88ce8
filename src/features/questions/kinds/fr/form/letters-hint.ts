import { t } from '#shared/language.ts'
import { withUnit } from '#math/units.ts'
import type { Source } from '../follow-through.ts'
import type { NumberKey } from '../number.ts'

/** Returns true if a part's right answer has a placeholder for a random value. */
const isRandom = ({ value }: Pick<NumberKey, 'value'>) => value.includes('{{')

/**
 * Explains which letters of a formula stand for which earlier parts, with their right answers. In a random
 * question, also explains how to write a random value, because its name may be one of these letters.
 */
export function lettersHint(part: NumberKey, sources: readonly Source[]) {
  const [first] = sources
  if (!first) return t('No earlier part is a number.')
  const letters = sources.map(({ letter, num, part: { value, unit } }) =>
    value.trim() === '' || isRandom({ value })
      ? t('{letter} is part {num}', { letter, num })
      : t('{letter} is part {num} ({value})', { letter, num, value: unit ? withUnit(value, unit) : value }),
  )
  const hint = t('A formula with the student’s answers, such as {formula}. In it, {letters}.', {
    formula: `2${first.letter} + 5`,
    letters: letters.join(', '),
  })
  return [part, ...sources.map((source) => source.part)].some(isRandom)
    ? `${hint} ${t('For a random value, write {hole}.', { hole: `{{${first.letter}}}` })}`
    : hint
}
