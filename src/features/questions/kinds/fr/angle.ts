import { z } from 'zod'
import { t } from '#shared/language.ts'
import { partAnswer, partLook, verdict, type PartVerdict } from '../verdict.ts'
import { readPoints, samePoints } from './points.ts'
import { distinct, foldText } from '../text.ts'

const Name = z.string().min(1).max(40)

const AngleKey = z.strictObject({
  kind: z.literal('angle'),
  value: Name,
  hasAlias: z.array(Name).max(20).optional(),
  caseSensitive: z.boolean().optional(),
  ...partAnswer,
})
type AngleKey = z.infer<typeof AngleKey>

/** Parses the points in an angle's name, or its number, as in ∠1. Returns null if it is neither. */
const readName = (text: string) => {
  const number = /^(?:\\?angle|[∠∡<])? ?(\d{1,2})$/i.exec(foldText(text))?.[1]
  return number === undefined ? (readPoints(text)?.points ?? null) : [number]
}

/**
 * Grades the name of an angle, which may start from either arm: ABC equals CBA (product §7). The vertex alone
 * is right only if the key or an alias is just the vertex.
 */
function grade(key: AngleKey, text: string): PartVerdict {
  if (foldText(text) === '') return verdict('invalid', t('Write the name first.'))
  const given = readName(text)
  const right = [key.value, ...(key.hasAlias ?? [])].flatMap((each) => [readName(each) ?? []])
  if (!given || !right.some(({ length }) => length === given.length))
    return verdict(
      'invalid',
      t('Name the angle with three points and its vertex in the middle, such as PQR.'),
    )
  const fits = [given, given.toReversed()].some((each) => right.some((name) => samePoints(each, name, key)))
  return fits ? verdict('correct', t('Right.')) : verdict('incorrect', t('Take another look.'))
}

/** Part for the name of an angle (spec §3; product §7). */
export const angle = {
  key: AngleKey,
  shown: z.object({ kind: z.literal('angle'), ...partLook }),
  show: ({ kind, tooltip, rightAlign, isSuper }: AngleKey) => ({ kind, tooltip, rightAlign, isSuper }),
  solution: ({ value }: AngleKey) => value,
  grade,
  check: (key: AngleKey) => {
    const length = readName(key.value)?.length
    return length === 1 || length === 3 ? [] : [`The answer “${key.value}” is not the name of an angle.`]
  },
  samples: ({ value }: AngleKey) => {
    const points = readName(value) ?? []
    return distinct([
      value,
      points.toReversed().join(''),
      `∠${value}`,
      `<${value}`,
      `angle ${value}`,
      points.join(' '),
      value.toLowerCase(),
      [...points.slice(1), ...points.slice(0, 1)].join(''),
      points[1] ?? points[0] ?? value,
    ])
  },
}
