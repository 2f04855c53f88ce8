import { type Rational, readNumber } from './number.ts'

/**
 * Units of measurement and money. A unit is a product of powers: `cm^2`, `km/h`, `square feet`. Words that
 * aren't in the table, such as `apples`, are units of their own. All factors are exact.
 */
type Unit = Rational & {
  /** Exponents of the base units, without zeros. Two units measure the same if these are equal. */
  of: ReadonlyMap<string, number>
}

/** Units by base unit and its power: the names of each, and the number of base units that it has. */
const table: [base: string, power: number, units: [factor: string, names: string][]][] = [
  [
    'm',
    1,
    [
      ['0.001', 'mm millimeter millimetre'],
      ['0.01', 'cm centimeter centimetre'],
      ['0.1', 'dm decimeter decimetre'],
      ['1', 'm meter metre'],
      ['1000', 'km kilometer kilometre'],
      ['0.0254', 'in inch inches "'],
      ['0.3048', "ft foot feet '"],
      ['0.9144', 'yd yard'],
      ['1609.344', 'mi mile'],
    ],
  ],
  [
    'm',
    2,
    [
      ['10000', 'ha hectare'],
      ['4046.8564224', 'ac acre'],
    ],
  ],
  [
    'm',
    3,
    [
      ['0.000001', 'ml milliliter millilitre cc'],
      ['0.00001', 'cl centiliter centilitre'],
      ['0.0001', 'dl deciliter decilitre'],
      ['0.001', 'l liter litre'],
      ['0.0000295735295625', 'floz'],
      ['0.0002365882365', 'c cup'],
      ['0.000473176473', 'pt pint'],
      ['0.000946352946', 'qt quart'],
      ['0.003785411784', 'gal gallon'],
    ],
  ],
  [
    'g',
    1,
    [
      ['0.001', 'mg milligram'],
      ['1', 'g gram'],
      ['1000', 'kg kilogram kilo'],
      ['1000000', 't tonne'],
      ['28.349523125', 'oz ounce'],
      ['453.59237', 'lb pound'],
    ],
  ],
  [
    's',
    1,
    [
      ['0.001', 'ms millisecond'],
      ['1', 's sec second'],
      ['60', 'min minute'],
      ['3600', 'h hr hour'],
      ['86400', 'd day'],
      ['604800', 'wk week'],
    ],
  ],
  [
    'month',
    1,
    [
      ['1', 'mo month'],
      ['12', 'y yr year'],
    ],
  ],
  [
    '$',
    1,
    [
      ['1', '$ dollar usd'],
      ['0.01', '¢ cent'],
    ],
  ],
  ['€', 1, [['1', '€ euro eur']]],
  ['£', 1, [['1', '£ gbp']]],
  ['°', 1, [['1', '° degree deg']]],
  ['°c', 1, [['1', '°c celsius']]],
  ['°f', 1, [['1', '°f fahrenheit']]],
]

function factorOf(text: string): Rational {
  const read = readNumber(text)
  if (!read.ok) throw new Error(`The factor ${text} is not a number.`)
  return read.number
}

const known = new Map<string, Unit>(
  table.flatMap(([base, power, units]) =>
    units.flatMap(([factor, names]) => {
      const { top, bottom } = factorOf(factor)
      return names.split(' ').map((name) => [name, { of: new Map([[base, power]]), top, bottom }] as const)
    }),
  ),
)

/** Words and abbreviations, and the notation that they stand for. */
const spellings: [RegExp, string][] = [
  [/\bfl\.? ?oz\b|\bfluid ounces?\b/g, 'floz'],
  [/\bmph\b/g, 'mi/h'],
  [/\bkmh\b|\bkph\b/g, 'km/h'],
  [/\bper\b/g, '/'],
  [/(?:degrees?|deg|°) ?(?:celsius|c)\b/g, '°c'],
  [/(?:degrees?|deg|°) ?(?:fahrenheit|f)\b/g, '°f'],
  [/(\p{L}+) squared\b/gu, '$1^2'],
  [/(\p{L}+) cubed\b/gu, '$1^3'],
  [/\b(?:square |sq\.? |sq\.)(\p{L}+)/gu, '$1^2'],
  [/\b(?:cubic |cu\.? |cu\.)(\p{L}+)/gu, '$1^3'],
  [/[′’]/g, "'"],
  [/[″“”]|''/g, '"'],
]

const longest = 60
const factor = /^(°?\p{L}+|[$€£¢°'"])(?:\^?([1-9]))?$/u

/** Returns a unit of the table, also in the plural, or else a unit of its own. */
function unitNamed(name: string): Unit {
  const single = name.replace(/s$/, '')
  return known.get(name) ?? known.get(single) ?? { of: new Map([[single, 1]]), top: 1n, bottom: 1n }
}

/** Reads a unit such as `cm`, `square feet` or `km/h`, or returns null. */
export function readUnit(text: string): Unit | null {
  const plain = spellings.reduce(
    (now, [pattern, sign]) => now.replace(pattern, sign),
    text.slice(0, longest).normalize('NFKC').toLowerCase(),
  )
  const [above = '', below = '', ...more] = plain.split('/')
  const factors = [above, below].flatMap((side, at) =>
    side
      .split(/[\s.*·-]+/)
      .filter(Boolean)
      .map((each) => ({ found: factor.exec(each), direction: at === 0 ? 1 : -1 })),
  )
  if (text.length > longest || factors.length === 0 || more.length > 0) return null
  const of = new Map<string, number>()
  let [top, bottom] = [1n, 1n]
  for (const { found, direction } of factors) {
    if (!found) return null
    const unit = unitNamed(found[1] ?? '')
    const power = Number(found[2] ?? 1)
    for (const [base, own] of unit.of) of.set(base, (of.get(base) ?? 0) + own * power * direction)
    const [over, under] = [unit.top ** BigInt(power), unit.bottom ** BigInt(power)]
    top *= direction > 0 ? over : under
    bottom *= direction > 0 ? under : over
  }
  return { of: new Map([...of].filter(([, power]) => power !== 0)), top, bottom }
}

/** True if two units measure the same, such as lengths. */
export const measureSame = ({ of: one }: Unit, { of: other }: Unit) =>
  one.size === other.size && [...one].every(([base, power]) => other.get(base) === power)

/** True if two units are the same by different names: `cm` and `centimeters`. */
export const isSameUnit = (one: Unit, other: Unit) =>
  measureSame(one, other) && one.top * other.bottom === other.top * one.bottom

/** Converts a value exactly from one unit to another that measures the same. */
export const converted = ({ top, bottom }: Rational, from: Unit, to: Unit): Rational => ({
  top: top * from.top * to.bottom,
  bottom: bottom * from.bottom * to.top,
})

const money = /^([+−–-]?) ?([$€£]) ?(.*)$/su
/** A power of ten belongs to the number although it may begin with a letter. */
const measure = /^([^\p{L}°$€£¢'"′″’”]*(?:(?:x ?10 ?\^ ?[+−-]?\d+|e[+−-]?\d+)(?!\p{L}))?)(.*)$/su

/** Splits an amount such as `12 cm` or `$3.50` into its number and its unit, which may be empty. */
export function splitAmount(text: string): { number: string; unit: string } {
  const [, sign = '', symbol, rest = ''] = money.exec(text.trim()) ?? []
  if (symbol) {
    const { number, unit } = splitAmount(rest)
    return { number: sign + number, unit: `${symbol} ${unit}`.trim() }
  }
  const [, number = '', unit = ''] = measure.exec(text.trim()) ?? []
  return { number: number.trim(), unit: unit.trim() }
}

/** Writes an amount with its unit: `$3.50`, `45°`, `12 cm`. */
export function withUnit(number: string, unit: string): string {
  if (/^[$€£]/.test(unit)) {
    const rest = unit.slice(1).trim()
    const size = number.replace(/^[-−]/, '')
    return `${size === number ? '' : '−'}${unit[0]}${size}${rest && ` ${rest}`}`
  }
  return /^[°'"¢]$/.test(unit) ? number + unit : `${number} ${unit}`
}
