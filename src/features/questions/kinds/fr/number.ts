import { z } from 'zod'
import { partAnswer, partLook, verdict, type PartVerdict, unusedFlags } from '../verdict.ts'
import { fold, longest, readNumber, tenTo, type Rational, type WrittenNumber } from '#math/number.ts'
import { NumberForm, numberForms, withoutPercent } from '#math/number-forms.ts'
import {
  converted,
  isSameUnit,
  measureSame,
  readSum,
  readUnit,
  readUnitLike,
  splitAmount,
  withUnit,
} from '#math/units.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'

const Amount = z.string().min(1).max(longest.text)

/**
 * Tolerance of a number: within an amount or a percentage of the answer, or rounded to a number of decimal
 * places or significant figures. Amounts are stored as text so that they are exact.
 */
const Tolerance = z.union([
  z.strictObject({ abs: Amount }),
  z.strictObject({ percent: Amount }),
  z.strictObject({ decimalPlaces: z.int().min(0).max(20) }),
  z.strictObject({ significantFigures: z.int().min(1).max(20) }),
])
type Tolerance = z.infer<typeof Tolerance>

const NumberKey = z.strictObject({
  kind: z.literal('number'),
  value: Amount,
  hasAlias: z.array(Amount).max(20).optional(),
  form: NumberForm.optional(),
  /** True if a percentage is accepted even though the key isn't one: 525% for 21/4. */
  allowPercent: z.boolean().optional(),
  tolerance: Tolerance.optional(),
  /** Unit that students write with the number: `cm`, `km/h`, `$`. */
  unit: z.string().min(1).max(40).optional(),
  /** True if the same amount is also accepted in other units: 1.2 dm for 12 cm. */
  convertUnits: z.boolean().optional(),
  /** Formula that calculates the answer from those of earlier parts, such as `2a + 5` (follow-through.ts). */
  follows: z.string().min(1).max(100).optional(),
  caseSensitive: unusedFlags.caseSensitive,
  ...partAnswer,
})
export type NumberKey = z.infer<typeof NumberKey>

const abs = (value: bigint) => (value < 0n ? -value : value)
const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))
const isEqual = (a: Rational, b: Rational) => a.top * b.bottom === b.top * a.bottom
/** Rounds halves away from zero. Negative `places` round to tens, hundreds and so on. */
function rounded({ top, bottom }: Rational, places: number): Rational {
  const [n, d] = [abs(top) * tenTo(places), bottom * tenTo(-places)]
  const steps = (2n * n + d) / (2n * d)
  return { top: (top < 0n ? -steps : steps) * tenTo(-places), bottom: tenTo(places) }
}

/** Returns the exponent of ten of a number's first digit: 0 for 7, 2 for 365, -2 for 0.05. */
function magnitude({ top, bottom }: Rational) {
  const guess = abs(top).toString().length - bottom.toString().length
  return abs(top) * tenTo(-guess) >= bottom * tenTo(guess) ? guess : guess - 1
}

const toFigures = (value: Rational, figures: number) =>
  value.top === 0n ? value : rounded(value, figures - 1 - magnitude(value))

/**
 * Returns true if a number may have this many significant figures. `1200` may have two, three or four, and
 * `0.0120` has three. For zero, the typed digits count: `0.00` has two or three.
 */
function hasFigures({ shape, fraction, digits, decimals }: WrittenNumber, figures: number) {
  const written = digits.replace(/^0+(?=.)/, '')
  if (written === '0')
    return fraction === null && (figures === decimals || figures === Math.max(1, decimals + 1))
  const least = shape === 'integer' ? written.replace(/0+$/, '').length : written.length
  return fraction === null && figures >= least && figures <= written.length
}

/** Converts a value to the number typed before a percent sign: 0.125 to 12.5. */
const inPercent = ({ top, bottom }: Rational): Rational => ({ top: top * 100n, bottom })

const isWithin = (given: Rational, wanted: Rational, most: Rational) =>
  abs(given.top * wanted.bottom - wanted.top * given.bottom) * most.bottom <=
  most.top * given.bottom * wanted.bottom

type Nearness = { near: boolean; but?: string }

/**
 * Compares numbers rounded to decimal places, and checks the decimal places of the typed text. If the key is
 * a percentage, the answer must be typed as one, and the percentage is rounded.
 */
function nearByPlaces(places: number, wanted: WrittenNumber, given: WrittenNumber): Nearness {
  const typed = wanted.percent ? inPercent : (value: Rational) => value
  const near = isEqual(rounded(typed(wanted), places), rounded(typed(given), places))
  if (wanted.percent && !given.percent) return { near, but: numberForms.percent.says }
  if (given.percent && !wanted.percent) return { near, but: withoutPercent }
  if (given.fraction === null && given.shape !== 'scientific' && given.decimals === places) return { near }
  return {
    near,
    but:
      places === 0
        ? t('round it to a whole number')
        : t('write it with {places}', { places: counted(places, 'decimal place') }),
  }
}

/** Returns true if a percentage is accepted: a right answer is one, or the settings say so (product §12). */
const takesPercent = ({ form, allowPercent }: NumberKey, wanted: readonly WrittenNumber[]) =>
  form === 'percent' || allowPercent === true || wanted.some(({ percent }) => percent)

/** Checks whether a value is close enough. Returns advice if it has too many or too few digits. */
function nearness(tolerance: Tolerance | undefined, wanted: WrittenNumber, given: WrittenNumber): Nearness {
  if (!tolerance) return { near: isEqual(wanted, given) }
  if ('decimalPlaces' in tolerance) return nearByPlaces(tolerance.decimalPlaces, wanted, given)
  if ('significantFigures' in tolerance) {
    const figures = tolerance.significantFigures
    const near = isEqual(toFigures(wanted, figures), toFigures(given, figures))
    return hasFigures(given, figures)
      ? { near }
      : { near, but: t('write it with {places}', { places: counted(figures, 'significant figure') }) }
  }
  const amount = readNumber('abs' in tolerance ? tolerance.abs : tolerance.percent)
  if (!amount.ok) return { near: isEqual(wanted, given) }
  if ('abs' in tolerance) return { near: isWithin(given, wanted, amount.number) }
  const { top, bottom } = amount.number
  return {
    near: isWithin(given, wanted, { top: abs(wanted.top) * top, bottom: wanted.bottom * bottom * 100n }),
  }
}

const right = verdict('correct', 'Right.')
const noUnit = verdict('invalid', 'Write the unit as well.')
const wrongUnit = verdict('incorrect', 'Check the unit.')
const wrong = verdict('incorrect', 'Take another look.')

type ReadAmount = { ok: true; number: WrittenNumber } | { ok: false; verdict: PartVerdict }

/**
 * Reads a number with its unit and converts it to the key's unit. Reports a wrong unit even if the number is
 * wrong, too, so that the verdict doesn't reveal whether the number is right.
 */
function readAmount({ unit, convertUnits = false }: NumberKey, text: string): ReadAmount {
  const split = unit === undefined ? { number: text, unit: '' } : splitAmount(text)
  const read = readNumber(split.number)
  if (!read.ok) return { ok: false, verdict: verdict(read.status, read.reason) }
  if (unit === undefined) return read
  if (split.unit === '') return { ok: false, verdict: noUnit }
  const own = readUnit(unit)
  const sum = own && convertUnits ? readSum(text, own) : null
  if (sum) return { ok: true, number: sum }
  const given = own && readUnitLike(own, split.unit)
  if (!own || !given || !(convertUnits ? measureSame(own, given) : isSameUnit(own, given)))
    return { ok: false, verdict: wrongUnit }
  return { ok: true, number: { ...read.number, ...converted(read.number, given, own) } }
}

/** Reads a right answer. The author may have left out the key's unit. */
const readRight = (key: NumberKey, text: string) =>
  readAmount(
    key.unit !== undefined && splitAmount(text).unit === '' ? { ...key, unit: undefined } : key,
    text,
  )

/**
 * Grades an answer to a number part (product §7). An alias accepts its exact text and any number equal to it.
 * The right value in the wrong form is `incorrect`, with a reason. Never throws.
 */
function grade(key: NumberKey, text: string): PartVerdict {
  const given = readAmount(key, text)
  if (!given.ok && given.verdict.status === 'ungraded') return given.verdict
  const folded = fold(text)
  if (folded !== '' && key.hasAlias?.some((alias) => fold(alias) === folded)) return right
  if (!given.ok) return given.verdict
  const wanted = [key.value, ...(key.hasAlias ?? [])]
    .map((each) => readRight(key, each))
    .flatMap((each) => (each.ok ? [each.number] : []))
  return wanted.length > 0
    ? judged(key, wanted, given.number)
    : verdict(
        'ungraded',
        t('This question has no right answer to compare with yet, so a teacher will look at it.'),
      )
}

/** Grades a number against several right values, by the key's form and tolerance. */
function judged(key: NumberKey, wanted: readonly WrittenNumber[], given: WrittenNumber): PartVerdict {
  const near = wanted.map((each) => nearness(key.tolerance, each, given)).filter((each) => each.near)
  if (near.length === 0) return wrong
  if (key.form && !numberForms[key.form].fits(given))
    return verdict('incorrect', t('Right value, but {but}.', { but: numberForms[key.form].says }))
  if (given.percent && !takesPercent(key, wanted))
    return verdict('incorrect', t('Right value, but {but}.', { but: withoutPercent }))
  const { but } = near.find((each) => !each.but) ?? near[0] ?? {}
  return but ? verdict('incorrect', t('Right value, but {but}.', { but })) : right
}

/** Returns a value as a written number, which is a percentage if the key is one. */
const asWanted = (key: NumberKey, { top, bottom }: Rational): WrittenNumber => {
  const own = readRight(key, key.value)
  const percent = own.ok && own.number.percent
  return { top, bottom, percent, shape: 'fraction', fraction: null, digits: '', decimals: 0 }
}

/** Grades an answer against a value other than the key's, by the same rules. */
function gradeAgainst(key: NumberKey, value: Rational, text: string): PartVerdict {
  const given = readAmount(key, text)
  return given.ok ? judged(key, [asWanted(key, value)], given.number) : given.verdict
}

/** Returns true if a value, in any form, equals the wanted one within the key's tolerance. */
const isNear = (key: NumberKey, wanted: Rational, value: Rational) =>
  nearness(key.tolerance, asWanted(key, wanted), asWanted(key, value)).near

/** Returns the value of an answer in the key's unit, or null if it can't be read. */
function valueOf(key: NumberKey, text: string): Rational | null {
  const given = readAmount(key, text)
  return given.ok ? { top: given.number.top, bottom: given.number.bottom } : null
}

/** Returns an answer's number without its unit and percent sign; null if it has no number. */
function bareNumber(text: string): Rational | null {
  const read = readNumber(splitAmount(text).number)
  return read.ok ? (read.number.percent ? inPercent(read.number) : read.number) : null
}

/** Returns true if two answers have the same number, regardless of notation, units and percent signs. */
function isSameNumber(one: string, other: string) {
  const [a, b] = [bareNumber(one), bareNumber(other)]
  return a !== null && b !== null && isEqual(a, b)
}

/** Returns the values that count as copies of an answer to another part: its amount, number, percentage. */
function copiesOf(key: NumberKey, text: string): Rational[] {
  const bare = bareNumber(text)
  const own = readRight(key, key.value)
  const inKey = bare && takesPercent(key, own.ok ? [own.number] : [])
  return [
    valueOf(key, text) ?? [],
    bare ?? [],
    inKey ? { top: bare.top, bottom: bare.bottom * 100n } : [],
  ].flat()
}

const solution = ({ value, unit }: NumberKey) => (unit === undefined ? value : withUnit(value, unit))

/** Lists the faults of a key, one sentence each. */
function check(key: NumberKey): string[] {
  const value = readNumber(key.value)
  if (!value.ok) return [`The answer “${key.value}” is not a number. ${value.reason}`]
  const amount =
    key.tolerance &&
    ('abs' in key.tolerance ? key.tolerance.abs : 'percent' in key.tolerance ? key.tolerance.percent : null)
  const tolerance = amount ? readNumber(amount) : null
  if (tolerance && (!tolerance.ok || tolerance.number.percent || tolerance.number.top < 0n))
    return [`The tolerance “${amount}” must be a plain number, 0 or more.`]
  if (key.unit !== undefined && !readUnit(key.unit)) return [`The unit “${key.unit}” can’t be read.`]
  const { status, reason } = grade({ ...key, hasAlias: [] }, solution(key))
  return status === 'correct' ? [] : [`The answer “${key.value}” wouldn’t be accepted as right. ${reason}`]
}

const lowest = ({ top, bottom }: Rational): Rational => {
  const most = gcd(abs(top), bottom) || 1n
  return { top: top / most, bottom: bottom / most }
}

/** Formats 3/4 as `0.75`. Returns null if the decimal doesn't terminate or has more than 12 places. */
function asDecimal({ top, bottom }: Rational) {
  for (let places = 0; places <= 12; places += 1) {
    if ((abs(top) * tenTo(places)) % bottom !== 0n) continue
    const digits = String((abs(top) * tenTo(places)) / bottom).padStart(places + 1, '0')
    const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
    return top < 0n ? `-${text}` : text
  }
  return null
}

/** Returns samples. If the key has a unit, one sample has no unit, and one has a wrong unit. */
function samples(key: NumberKey): string[] {
  const numbers = numberSamples(key)
  const { unit } = key
  if (unit === undefined) return numbers
  const inMeters = `${key.value} m`
  const other = grade(key, inMeters).status === 'correct' ? `${key.value} s` : inMeters
  return [solution(key), key.value, other, ...numbers.slice(1).map((each) => withUnit(each, unit))]
}

/**
 * Returns the value in other notations, then near misses: with the opposite sign, plus one, times ten,
 * inverted, and as a percentage if none is accepted.
 */
function numberSamples(key: NumberKey): string[] {
  const read = readNumber(key.value)
  if (!read.ok) return []
  const { top, bottom } = lowest(read.number)
  const decimal = asDecimal({ top, bottom })
  const percent = asDecimal({ top: top * 100n, bottom })
  const mixed = bottom > 1n && abs(top) > bottom ? [`${top / bottom} ${abs(top) % bottom}/${bottom}`] : []
  const fractions =
    bottom > 1n ? [`${top}/${bottom}`, `${top} / ${bottom}`, `${top * 2n}/${bottom * 2n}`] : [`${top * 2n}/2`]
  const percents = percent === null ? [] : [`${percent}%`, `${percent} %`]
  const isRight = takesPercent(key, [read.number])
  const decimals =
    decimal === null
      ? []
      : [decimal, `${decimal.includes('.') ? decimal : `${decimal}.`}0`, decimal.replace(/^(-?)0\./, '$1.')]
  const misses = [
    `${-top}/${bottom}`,
    `${top + bottom}/${bottom}`,
    `${top * 10n}/${bottom}`,
    ...(top === 0n ? [] : [`${top < 0n ? -bottom : bottom}/${abs(top)}`]),
  ]
  const miss = misses.map((text) => text.replace(/\/1$/, ''))
  return [
    ...new Set([
      key.value,
      ...fractions,
      ...mixed,
      ...decimals,
      ...(isRight ? percents : []),
      ...miss,
      ...(isRight ? [] : percents.slice(0, 1)),
    ]),
  ]
}

/** Part for a number, which is compared as an exact fraction (product §7). */
export const number = {
  key: NumberKey,
  shown: z.object({ kind: z.literal('number'), hasUnit: z.boolean().optional(), ...partLook }),
  show: ({ kind, unit, tooltip, rightAlign, isSuper }: NumberKey) => ({
    kind,
    hasUnit: unit === undefined ? undefined : true,
    tooltip,
    rightAlign,
    isSuper,
  }),
  solution,
  grade,
  gradeAgainst,
  isNear,
  valueOf,
  isSameNumber,
  copiesOf,
  asDecimal,
  check,
  samples,
}
