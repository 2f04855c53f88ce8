import { type Rational, readNumber, type WrittenNumber } from './number.ts'

/**
 * Units of measurement and money: `cm^2`, `km/h`, `square feet`. Words that aren't in the table, such as
 * `apples`, are units of their own. All factors are exact.
 */

/** A product of powers of base units, times `top / bottom`. */
type Unit = Rational & {
  /**
   * Exponents of the base units, without zeros. Two units with the same exponents measure the same quantity.
   */
  of: ReadonlyMap<string, number>
}

/**
 * Units grouped by base unit and its power, such as m². Each has its size in base units and its names in
 * English and Spanish, without accents.
 */
const table: [base: string, power: number, units: [factor: string, names: string][]][] = [
  [
    'm',
    1,
    [
      ['0.001', 'mm millimeter millimetre milimetro'],
      ['0.01', 'cm centimeter centimetre centimetro'],
      ['0.1', 'dm decimeter decimetre decimetro'],
      ['1', 'm meter metre metro'],
      ['1000', 'km kilometer kilometre kilometro'],
      ['0.0254', 'in inch inches pulgada "'],
      ['0.3048', "ft foot feet pie '"],
      ['0.9144', 'yd yard yarda'],
      ['1609.344', 'mi mile milla'],
    ],
  ],
  [
    'm',
    2,
    [
      ['10000', 'ha hectare hectarea'],
      ['4046.8564224', 'ac acre'],
    ],
  ],
  [
    'm',
    3,
    [
      ['0.000001', 'ml milliliter millilitre mililitro cc'],
      ['0.00001', 'cl centiliter centilitre centilitro'],
      ['0.0001', 'dl deciliter decilitre decilitro'],
      ['0.001', 'l liter litre litro'],
      ['0.0000295735295625', 'floz'],
      ['0.0002365882365', 'c cup taza'],
      ['0.000473176473', 'pt pint pinta'],
      ['0.000946352946', 'qt quart'],
      ['0.003785411784', 'gal gallon galon galones'],
    ],
  ],
  [
    'g',
    1,
    [
      ['0.001', 'mg milligram miligramo'],
      ['1', 'g gram gramo'],
      ['1000', 'kg kilogram kilogramo kilo'],
      ['1000000', 't tonne tonelada'],
      ['28.349523125', 'oz ounce onza'],
      ['453.59237', 'lb pound libra'],
    ],
  ],
  [
    's',
    1,
    [
      ['0.001', 'ms millisecond milisegundo'],
      ['1', 's sec second seg segundo'],
      ['60', 'min minute minuto'],
      ['3600', 'h hr hour hora'],
      ['86400', 'd day dia'],
      ['604800', 'wk week semana'],
    ],
  ],
  [
    'month',
    1,
    [
      ['1', 'mo month mes meses'],
      ['12', 'y yr year ano'],
    ],
  ],
  [
    '$',
    1,
    [
      ['1', '$ dollar dolar dolares usd'],
      ['0.01', '¢ cent centavo'],
    ],
  ],
  ['€', 1, [['1', '€ euro eur']]],
  ['£', 1, [['1', '£ gbp']]],
  ['°', 1, [['1', '° degree grado deg']]],
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

/** Patterns of words and abbreviations without accents, with the notation that they stand for. */
const spellings: [RegExp, string][] = [
  [/\bfl\.? ?oz\b|\bfluid ounces?\b|\bonzas? liquidas?\b/g, 'floz'],
  [/\bmph\b/g, 'mi/h'],
  [/\bkmh\b|\bkph\b/g, 'km/h'],
  [/\b(?:per|por)\b/g, '/'],
  [/(?:degrees?|grados?|deg|°) ?(?:celsius|centigrados?|c)\b/g, '°c'],
  [/(?:degrees?|grados?|deg|°) ?(?:fahrenheit|f)\b/g, '°f'],
  [/(\p{L}+) (?:squared|cuadrad[oa]s?)\b/gu, '$1^2'],
  [/(\p{L}+) (?:cubed|cubic[oa]s?)\b/gu, '$1^3'],
  [/\b(?:square |sq\.? |sq\.)(\p{L}+)/gu, '$1^2'],
  [/\b(?:cubic |cu\.? |cu\.)(\p{L}+)/gu, '$1^3'],
  [/[′’]/g, "'"],
  [/[″“”]|''/g, '"'],
]

const longest = 60
const factor = /^(°?\p{L}+|[$€£¢°'"])(?:\^?(?:(-?[1-9])|\((-?[1-9])\)))?$/u

/**
 * Writes a singular and its plural the same way: `box` and `boxes`, `berry` and `berries`, `cookie` and
 * `cookies`.
 */
const singular = (name: string) =>
  name
    .replace(/(?<=\p{L}{2})ies?$/u, 'y')
    .replace(/(?<=ss|x|ch|sh)es$/, '')
    .replace(/(?<!s)s$/, '')

/** Returns the table's unit with this name, singular or plural; any other name is a unit of its own. */
function unitNamed(name: string): Unit {
  const single = singular(name)
  return known.get(name) ?? known.get(single) ?? { of: new Map([[single, 1]]), top: 1n, bottom: 1n }
}

/**
 * Replaces look-alikes of the degree sign, such as the ordinal sign of Spanish keyboards, and spells out
 * signs that stand for a whole unit, such as `℃` and `㎠`.
 */
const plainSigns = (text: string) =>
  text.replace(/[º˚]/g, '°').replace(/[\u2103\u2109\u3380-\u33df]/g, (sign) => sign.normalize('NFKC'))

/**
 * Matches M for mega, as opposed to m for milli: MW, but not mW. Leaves out liters and meters, so that ML
 * counts as mL.
 */
const mega = /(?<!\p{L})M(?=(?:Wh?|J|Pa|N|V|A|Hz|eV|cal|B|b)(?!\p{L}))/gu

const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')

/** Reads a unit such as `cm`, `square feet`, `km/h` or `m/s/s`, or returns null. */
export function readUnit(text: string): Unit | null {
  const plain = spellings.reduce(
    (now, [pattern, sign]) => now.replace(pattern, sign),
    withoutAccents(plainSigns(text.slice(0, longest)).normalize('NFKC'))
      .replace(mega, 'mega')
      .replace(/−/g, '-')
      .toLowerCase(),
  )
  const sides = plain.split('/')
  const factors = sides.flatMap((side, at) =>
    side
      .replace(/^ *\((.*)\) *$/, '$1')
      .split(/(?:[\s.*·]|-(?!\d))+/)
      .filter(Boolean)
      .map((each) => ({ found: factor.exec(each), direction: at === 0 ? 1 : -1 })),
  )
  if (text.length > longest || factors.length === 0 || /\/.*\/.*\/|\/ *\//.test(plain)) return null
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

/** Returns true if two units measure the same quantity, such as length. */
export const measureSame = ({ of: one }: Unit, { of: other }: Unit) =>
  one.size === other.size && [...one].every(([base, power]) => other.get(base) === power)

/** Returns true if two units are equal, possibly under different names: `cm` and `centimeters`. */
export const isSameUnit = (one: Unit, other: Unit) =>
  measureSame(one, other) && one.top * other.bottom === other.top * one.bottom

/** Converts a value exactly from one unit to another of the same quantity. The result isn't reduced. */
export const converted = ({ top, bottom }: Rational, from: Unit, to: Unit): Rational => ({
  top: top * from.top * to.bottom,
  bottom: bottom * from.bottom * to.top,
})

const money = /^([+−–-]?) ?(?:US)?([$€£]) ?(.*)$/isu
const dollars = /^(?:usd|dollars?|d[oó]lar(?:es)?)$/i
/**
 * Matches a number and its unit. A power of ten belongs to the number, although it may begin with a letter.
 */
const measure =
  /^([^\p{L}°$€£¢'"′″’”]*(?:(?:x ?10 ?(?:\^ ?[+−-]?\d+|[⁺⁻]?[⁰¹²³⁴-⁹]+)|e[+−-]?\d+)(?!\p{L}))?)(.*)$/su

/** Splits an amount such as `12 cm` or `$3.50` into its number and its unit. Either may be empty. */
export function splitAmount(text: string): { number: string; unit: string } {
  const plain = plainSigns(text.trim())
  const [, sign = '', symbol, rest = ''] = money.exec(plain) ?? []
  if (symbol) {
    const { number, unit } = splitAmount(rest)
    // The slash of `$15/hour` belongs to the unit. `$15 dollars` names its unit twice.
    const [, amount = number, line = ''] = (unit && /^(.*?)( ?\/) ?$/s.exec(number)) || []
    const more = symbol === '$' ? unit.replace(dollars, '') : unit
    return { number: sign + amount, unit: `${symbol} ${line}${more}`.trim() }
  }
  const [, number = '', unit = ''] = measure.exec(plain) ?? []
  return { number: number.trim(), unit: unit.trim() }
}

/** Matches the text between the amounts of a sum: `5 ft 3 in`, `5'3"`, `1 hora y 30 minutos`. */
const betweenAmounts = /(?<=[\p{L}'"′″’”]\.?)[\s,]*(?:(?:and|y)\s+)?(?=\d)/iu

/**
 * Returns the sum, in a given unit, of amounts in smaller and smaller units, as in `1 h 30 min`. Returns null
 * if the text isn't such a sum.
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

/**
 * Reads the unit of an answer. If the expected unit `own` is a temperature, `C` is degrees Celsius rather
 * than cups, and `F` is degrees Fahrenheit.
 */
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
