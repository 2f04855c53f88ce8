import { type Rational, readNumber, type WrittenNumber } from './number.ts'

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
const factor = /^(°?\p{L}+|[$€£¢°'"])(?:\^?(?:(-?[1-9])|\((-?[1-9])\)))?$/u

/** Normalizes singular and plural to the same text: `box` and `boxes`, `glass`, `berry`, `cookie`. */
const singular = (name: string) =>
  name
    .replace(/(?<=\p{L}{2})ies?$/u, 'y')
    .replace(/(?<=ss|x|ch|sh)es$/, '')
    .replace(/(?<!s)s$/, '')

/** Returns a unit of the table, also in the plural, or else a unit of its own. */
function unitNamed(name: string): Unit {
  const single = singular(name)
  return known.get(name) ?? known.get(single) ?? { of: new Map([[single, 1]]), top: 1n, bottom: 1n }
}

/**
 * Replaces signs that look like those of units: the ordinal sign of Spanish keyboards for degrees, `℃`, `㎠`.
 */
const plainSigns = (text: string) =>
  text.replace(/[º˚]/g, '°').replace(/[\u2103\u2109\u3380-\u33df]/g, (sign) => sign.normalize('NFKC'))

/** Capital M for a million, which isn't small m for a thousandth: MW and mW. Liters and meters are lenient. */
const mega = /(?<!\p{L})M(?=(?:Wh?|J|Pa|N|V|A|Hz|eV|cal|B|b)(?!\p{L}))/gu

/** Reads a unit such as `cm`, `square feet` or `km/h`, or returns null. */
export function readUnit(text: string): Unit | null {
  const plain = spellings.reduce(
    (now, [pattern, sign]) => now.replace(pattern, sign),
    plainSigns(text.slice(0, longest))
      .normalize('NFKC')
      .replace(mega, 'mega')
      .replace(/−/g, '-')
      .toLowerCase(),
  )
  const [above = '', below = '', ...more] = plain.split('/')
  const factors = [above, below].flatMap((side, at) =>
    side
      .replace(/^ *\((.*)\) *$/, '$1')
      .split(/(?:[\s.*·]|-(?!\d))+/)
      .filter(Boolean)
      .map((each) => ({ found: factor.exec(each), direction: at === 0 ? 1 : -1 })),
  )
  if (text.length > longest || factors.length === 0 || more.length > 0) return null
  const of = new Map<string, number>()
  let [top, bottom] = [1n, 1n]
  for (const { found, direction } of factors) {
    if (!found) return null
    const unit = unitNamed(found[1] ?? '')
    const power = Number(found[2] ?? found[3] ?? 1) * direction
    for (const [base, own] of unit.of) of.set(base, (of.get(base) ?? 0) + own * power)
    const size = BigInt(Math.abs(power))
    const [over, under] = [unit.top ** size, unit.bottom ** size]
    top *= power > 0 ? over : under
    bottom *= power > 0 ? under : over
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

const money = /^([+−–-]?) ?(?:US)?([$€£]) ?(.*)$/isu
const dollars = /^(?:usd|dollars?)$/i
/** A power of ten belongs to the number although it may begin with a letter. */
const measure =
  /^([^\p{L}°$€£¢'"′″’”]*(?:(?:x ?10 ?(?:\^ ?[+−-]?\d+|[⁺⁻]?[⁰¹²³⁴-⁹]+)|e[+−-]?\d+)(?!\p{L}))?)(.*)$/su

/** Splits an amount such as `12 cm` or `$3.50` into its number and its unit, which may be empty. */
export function splitAmount(text: string): { number: string; unit: string } {
  const plain = plainSigns(text.trim())
  const [, sign = '', symbol, rest = ''] = money.exec(plain) ?? []
  if (symbol) {
    const { number, unit } = splitAmount(rest)
    // The line of `$15/hour` belongs to the unit. `$15 dollars` names it twice.
    const [, amount = number, line = ''] = (unit && /^(.*?)( ?\/) ?$/s.exec(number)) || []
    const more = symbol === '$' ? unit.replace(dollars, '') : unit
    return { number: sign + amount, unit: `${symbol} ${line}${more}`.trim() }
  }
  const [, number = '', unit = ''] = measure.exec(plain) ?? []
  return { number: number.trim(), unit: unit.trim() }
}

/** Matches what may stand between the amounts of a sum: `5 ft 3 in`, `5'3"`, `1 hour and 30 minutes`. */
const betweenAmounts = /(?<=[\p{L}'"′″’”]\.?)[\s,]*(?:and\s+)?(?=\d)/iu

/**
 * Returns the sum, in a unit, of amounts in ever smaller units, as in `1 h 30 min`. Null if the text isn't one.
 */
export function readSum(text: string, own: Unit): WrittenNumber | null {
  const amounts = plainSigns(text.trim()).split(betweenAmounts).map(splitAmount)
  let sum: WrittenNumber | null = null
  let size: Rational | null = null
  if (amounts.length < 2) return null
  for (const [at, amount] of amounts.entries()) {
    const [read, unit] = [readNumber(amount.number), readUnit(amount.unit)]
    if (!read.ok || !unit || !measureSame(unit, own) || !/^[\d¼-¾⅐-⅞]/.test(amount.number)) return null
    if (at < amounts.length - 1 && read.number.shape !== 'integer') return null
    if (size && unit.top * size.bottom >= size.top * unit.bottom) return null
    size = unit
    const { top, bottom } = converted(read.number, unit, own)
    sum = sum
      ? { ...read.number, top: sum.top * bottom + top * sum.bottom, bottom: sum.bottom * bottom }
      : { ...read.number, top, bottom }
  }
  return sum
}

/** Reads the unit of an answer. Next to degrees, `C` is degrees Celsius and not cups. */
export function readUnitLike(own: Unit, text: string): Unit | null {
  const isTemperature = own.of.size === 1 && (own.of.has('°c') || own.of.has('°f'))
  return readUnit(isTemperature && /^[cf]$/i.test(text) ? `°${text}` : text)
}

/** Writes an amount with its unit: `$3.50`, `45°`, `12 cm`. */
export function withUnit(number: string, unit: string): string {
  if (/^[$€£]/.test(unit)) {
    const rest = unit.slice(1).trim()
    const size = number.replace(/^[-−]/, '')
    const more = rest === '' || rest.startsWith('/') ? rest : ` ${rest}`
    return `${size === number ? '' : '−'}${unit[0]}${size}${more}`
  }
  return /^[°'"¢]$/.test(unit) ? number + unit : `${number} ${unit}`
}
