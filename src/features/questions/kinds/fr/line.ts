import { z } from 'zod'
import { t } from '#shared/language.ts'
import { partAnswer, partLook, verdict, type PartVerdict } from '../verdict.ts'
import { readPoints, samePoints } from './points.ts'
import { distinct, foldText } from '../text.ts'

const Name = z.string().min(1).max(40)

const LineKey = z.strictObject({
  kind: z.literal('line'),
  figure: z.enum(['line', 'segment', 'ray']),
  value: Name,
  hasAlias: z.array(Name).max(20).optional(),
  caseSensitive: z.boolean().optional(),
  ...partAnswer,
})
type LineKey = z.infer<typeof LineKey>

const namesOf = ({ value, hasAlias = [] }: LineKey) =>
  [value, ...hasAlias].flatMap((each) => readPoints(each)?.points ?? []).length

/**
 * Grades the name of a line or segment, which may start from either end, or of a ray, which must start from
 * its endpoint (product §7). A single letter is accepted if the key has one.
 */
function grade(key: LineKey, text: string): PartVerdict {
  if (foldText(text) === '') return verdict('invalid', t('Write the name first.'))
  const given = readPoints(text)
  const right = [key.value, ...(key.hasAlias ?? [])].flatMap((each) => readPoints(each) ?? [])
  if (!given || !right.some(({ points }) => points.length === given.points.length))
    return verdict('invalid', t('Name the {figure} with two points, such as PQ.', { figure: key.figure }))
  const { points, figure } = given
  const turned = key.figure === 'ray' ? [] : [points.toReversed()]
  const fits = [points, ...turned].some((each) => right.some((name) => samePoints(each, name.points, key)))
  if (fits && figure !== null && figure !== key.figure)
    return verdict(
      'incorrect',
      t('This should be a {figure}. Take another look at the symbol.', { figure: key.figure }),
    )
  return fits ? verdict('correct', t('Right.')) : verdict('incorrect', t('Take another look.'))
}

/** Part for the name of a line, segment or ray (spec §3; product §7). */
export const line = {
  key: LineKey,
  shown: z.object({ kind: z.literal('line'), figure: LineKey.shape.figure, ...partLook }),
  show: ({ kind, figure, tooltip, rightAlign, isSuper }: LineKey) => ({
    kind,
    figure,
    tooltip,
    rightAlign,
    isSuper,
  }),
  solution: ({ value }: LineKey) => value,
  grade,
  check: (key: LineKey) =>
    namesOf(key) > 0 && grade(key, key.value).status === 'correct'
      ? []
      : [`The answer “${key.value}” is not the name of a ${key.figure}.`],
  samples: ({ value, figure }: LineKey) => {
    const points = readPoints(value)?.points ?? []
    const turned = points.toReversed().join('')
    return distinct([
      value,
      turned,
      points.join(' '),
      value.toLowerCase(),
      `${figure} ${value}`,
      `\\overleftrightarrow{${value}}`,
      points[0] ?? value,
    ])
  },
}
