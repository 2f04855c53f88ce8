import type { BubbleReader } from '../bubbles.ts'
import type { ShownOf } from '../given.ts'
import { isAnswered } from './given.ts'

const asked = ({ parts }: ShownOf<'fr'>) => parts.filter(isAnswered)

/** Returns the options of a part by the names of their bubbles: the part's index, then the option's. */
const optionsOf = (shown: ShownOf<'fr'>) =>
  asked(shown).map((part, mine) =>
    part.kind === 'select' ? part.options.map(({ text }, at) => ({ name: `${mine}.${at}`, text })) : [],
  )

/** Bubbles for the options of questions in which every answer is chosen from a list. */
export const fr: BubbleReader<'fr'> = {
  isReadable: (shown) => asked(shown).length > 0 && asked(shown).every(({ kind }) => kind === 'select'),
  read(shown, filled) {
    const chosen = optionsOf(shown).map((options) => options.filter(({ name }) => filled.includes(name)))
    const parts = chosen.map((options) => (options.length === 1 ? (options[0]?.text ?? '') : ''))
    return { given: { kind: 'fr', parts }, isClear: chosen.every(({ length }) => length <= 1) }
  },
}
