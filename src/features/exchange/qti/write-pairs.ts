import type { KeyOf } from '#features/questions/rules.ts'
import { element } from './elements.ts'
import { type Content, declare, inLine, type BuiltInteraction } from './interactions.ts'

/** Writes a matching question: groups, and items that each belong to one of them. */
export function pairsOf({ groups, items }: KeyOf<'match'>, content: Content): BuiltInteraction {
  const setOf = (texts: readonly string[], letter: string, matchMax: number) =>
    element(
      'simpleMatchSet',
      {},
      ...texts.map((text, at) =>
        element(
          'simpleAssociableChoice',
          { identifier: `${letter}${at + 1}`, matchMax: String(matchMax) },
          ...inLine(content(text)),
        ),
      ),
    )
  const right = items.map(({ group }, at) => `I${at + 1} G${group + 1}`)
  return {
    declaration: declare({
      id: 'RESPONSE',
      right,
      baseType: 'directedPair',
      cardinality: 'multiple',
      mapping: element(
        'mapping',
        { lowerBound: '0', upperBound: '1', defaultValue: '0' },
        ...right.map((mapKey) => element('mapEntry', { mapKey, mappedValue: (1 / items.length).toFixed(6) })),
      ),
    }),
    shown: element(
      'matchInteraction',
      { responseIdentifier: 'RESPONSE', shuffle: 'true', maxAssociations: String(items.length) },
      setOf(
        items.map(({ text }) => text),
        'I',
        1,
      ),
      setOf(groups, 'G', items.length),
    ),
  }
}
