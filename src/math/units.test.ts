import { describe, expect, test } from 'vitest'
import { cpuMs } from '#tests/time.ts'
import { readNumber } from './number.ts'
import { converted, isSameUnit, measureSame, readUnit, splitAmount, withUnit } from './units.ts'

function unit(text: string) {
  const read = readUnit(text)
  if (!read) throw new Error(`${text} is not a unit.`)
  return read
}
function convert(number: string, from: string, to: string) {
  const read = readNumber(number)
  if (!read.ok) throw new Error(read.reason)
  const { top, bottom } = converted(read.number, unit(from), unit(to))
  return [top, bottom] as const
}

test.each([
  ['cm', 'Centimeters'],
  ['cm', 'centimetre'],
  ['in', 'inches'],
  ['in', '"'],
  ['ft', 'feet'],
  ['ft', '’'],
  ['cm^2', 'cm²'],
  ['cm^2', 'square centimeters'],
  ['cm^2', 'sq. cm'],
  ['cm^2', 'cm squared'],
  ['cm^2', 'cm cm'],
  ['m^3', 'cubic meters'],
  ['in^3', 'cu. in'],
  ['m^3', 'meters cubed'],
  ['c', 'cups'],
  ['cm^3', 'mL'],
  ['km/h', 'kilometers per hour'],
  ['km/h', 'km / h'],
  ['mi/h', 'mph'],
  ['kg/m^3', 'kg per cubic meter'],
  ['$', 'dollars'],
  ['¢', 'cents'],
  ['°', 'degrees'],
  ['°C', '℃'],
  ['°C', 'degrees Celsius'],
  ['fl oz', 'fluid ounces'],
  ['apples', 'apple'],
  ['red apples', 'apples red'],
  ['boxes', 'box'],
  ['glasses', 'glass'],
  ['berries', 'berry'],
  ['cookies', 'cookie'],
  ['ties', 'tie'],
  ['m/s', 'm s^-1'],
  ['m/s', 'm·s⁻¹'],
  ['m/s^2', 'm s^(-2)'],
  ['g/cm^3', 'g/(cm^3)'],
  ['$/h', '$ /hour'],
  ['°', 'º'],
  ['°', '˚'],
  ['°C', 'ºC'],
  ['cm^2', '㎠'],
  ['mL', 'ML'],
  ['kW', 'KW'],
  ['m/s^2', 'm/s/s'],
  ['m/s^2', 'meters per second per second'],
  ['m', 'metros'],
  ['km', 'kilómetros'],
  ['km', 'kilometros'],
  ['ft', 'pies'],
  ['cm^2', 'centímetros cuadrados'],
  ['in^2', 'pulgadas cuadradas'],
  ['m^3', 'metro cúbico'],
  ['km/h', 'kilómetros por hora'],
  ['fl oz', 'onzas líquidas'],
  ['month', 'meses'],
  ['year', 'años'],
  ['$', 'dólares'],
  ['¢', 'centavos'],
  ['°', 'grados'],
  ['°C', 'grados centígrados'],
  ['manzanas', 'manzana'],
])('%s is the same unit as %s', (one, other) => expect(isSameUnit(unit(one), unit(other))).toBe(true))

test.each([
  ['cm', 'mm', true],
  ['cm', 'cm^2', false],
  ['cm', 'g', false],
  ['L', 'cm^3', true],
  ['km/h', 'm/s', true],
  ['km/h', 'h/km', false],
  ['°C', '°F', false],
  ['°C', '°', false],
  ['$', '€', false],
  ['apples', 'pears', false],
  ['year', 'day', false],
  ['MW', 'mW', false],
  ['MHz', 'mHz', false],
  ['m/s', 'm s', false],
])('%s and %s are different units, and one converts to the other: %s', (one, other, converts) => {
  expect(isSameUnit(unit(one), unit(other))).toBe(false)
  expect(measureSame(unit(one), unit(other))).toBe(converts)
})

test.each([
  ['1.2', 'dm', 'cm', '12'],
  ['1', 'km/h', 'm/s', '5/18'],
  ['1', 'mi', 'ft', '5280'],
  ['1', 'acre', 'sq ft', '43560'],
  ['1', 'gal', 'cubic inches', '231'],
  ['1', 'gal', 'fl oz', '128'],
  ['1', 'lb', 'oz', '16'],
  ['1', 'gal', 'cups', '16'],
  ['2', 'L', 'cm^3', '2000'],
  ['350', '¢', '$', '3.5'],
  ['1', 'week', 'min', '10080'],
  ['2', 'years', 'months', '24'],
])('%s %s in %s is exactly %s', (number, from, to, want) => {
  const read = readNumber(want)
  const [top, bottom] = convert(number, from, to)
  expect(read.ok && top * read.number.bottom === read.number.top * bottom).toBe(true)
})

test.each(['', ' ', '/', 'm//s', 'm/s/s/s', 'cm^', 'cm^0', '5', '?', '<b>', 'a'.repeat(61), 'm^99'])(
  '“%s” is not a unit',
  (text) => expect(readUnit(text)).toBeNull(),
)

describe('an amount is split into its number and its unit', () => {
  test.each([
    ['12 cm', '12', 'cm'],
    [' 12cm ', '12', 'cm'],
    ['-1 1/2 ft', '-1 1/2', 'ft'],
    ['½ L', '½', 'L'],
    ['5 m²', '5', 'm²'],
    ['3 × 10^4 m/s', '3 × 10^4', 'm/s'],
    ['3 x 10^4 m', '3 x 10^4', 'm'],
    ['3e5 m', '3e5', 'm'],
    ['3 euros', '3', 'euros'],
    ['$3.50', '3.50', '$'],
    ['-$3.50', '-3.50', '$'],
    ['$-3.50', '-3.50', '$'],
    ['3.50 $', '3.50', '$'],
    ['$12 per hour', '12', '$ per hour'],
    ['$12/hour', '12', '$ /hour'],
    ['-$1/2', '-1/2', '$'],
    ['US$5', '5', '$'],
    ['$5 USD', '5', '$'],
    ['5 x 10³ m', '5 x 10³', 'm'],
    ['20 ℃', '20', '°C'],
    ['45º', '45', '°'],
    ['45°', '45', '°'],
    ['6"', '6', '"'],
    ['12', '12', ''],
    ['cm', '', 'cm'],
    ['', '', ''],
    ['twelve cm', '', 'twelve cm'],
  ])('%s', (text, number, name) => expect(splitAmount(text)).toEqual({ number, unit: name }))

  test('in less than 100 ms, however long it is', () => {
    for (const text of ['$'.repeat(200), 'x 10 ^'.repeat(33), ' '.repeat(200), `${'1 '.repeat(90)}e`]) {
      const took = cpuMs(() => {
        splitAmount(text)
        readUnit(text)
      })
      expect(took).toBeLessThan(100)
    }
  })
})

test.each([
  ['3.50', '$', '$3.50'],
  ['-3.50', '$', '−$3.50'],
  ['12', '$ per hour', '$12 per hour'],
  ['12', '$/hour', '$12/hour'],
  ['45', '°', '45°'],
  ['20', '°C', '20 °C'],
  ['12', 'cm', '12 cm'],
])('%s with the unit %s is written %s', (number, name, want) => {
  expect(withUnit(number, name)).toBe(want)
  expect(isSameUnit(unit(splitAmount(want).unit), unit(name))).toBe(true)
})
