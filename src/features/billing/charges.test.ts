import { describe, expect, test } from 'vitest'
import { money, proportionOf, readBasisPoints, readCents } from './amounts.ts'
import { chargesFor, type ClassDay, creditFor, invoiceFor, type Rate } from './charges.ts'

const [ana, ben, cy] = ['ana', 'ben', 'cy']
const day = (on: string, more: Partial<ClassDay> = {}): ClassDay => ({
  studentId: ana,
  classId: 'm5',
  className: 'Math 5',
  subject: 'Math',
  type: 'regular',
  on,
  minutes: 75,
  isOff: false,
  onBreak: false,
  isExcused: false,
  earnedCredit: false,
  usedCredit: null,
  ...more,
})
const tuesdays = ['2026-03-03', '2026-03-10', '2026-03-17', '2026-03-24', '2026-03-31']
const month = (more: Partial<ClassDay> = {}, days = tuesdays) => days.map((on) => day(on, more))
const rate = (more: Partial<Rate> = {}): Rate => ({
  id: 'r',
  subject: 'Math',
  classId: null,
  unit: 'month',
  amount: 12_000,
  startDate: '2026-01-01',
  endDate: null,
  ...more,
})
const heldCounts = new Map([
  ['m5', 5],
  ['m6', 5],
])
const [monthly, byClass, byHour] = [
  rate(),
  rate({ unit: 'class', amount: 3000 }),
  rate({ unit: 'hour', amount: 4500 }),
]

describe('charges', () => {
  test.each<[string, ClassDay[], Rate[], [string, number][]]>([
    ['a whole month costs the rate by month', month(), [monthly], [['Math 5', 12_000]]],
    ['a rate by class is charged per class', month(), [byClass], [['Math 5, 5 classes', 15_000]]],
    ['a rate by hour is charged by the minute', month(), [byHour], [['Math 5, 6.25 hours', 28_125]]],
    ['one class is written in the singular', [day('2026-03-03')], [byClass], [['Math 5, 1 class', 3000]]],
    [
      'a child who starts in the middle of a month pays only for the rest of it',
      month({}, tuesdays.slice(3)),
      [monthly],
      [['Math 5, 2 of 5 classes', 4800]],
    ],
    [
      'two classes of the same name are told apart by their weekdays',
      [day('2026-03-03'), day('2026-03-05', { classId: 'm6' })],
      [byClass],
      [
        ['Math 5 (Thu), 1 class', 3000],
        ['Math 5 (Tue), 1 class', 3000],
      ],
    ],
    [
      'a break costs nothing',
      [...month({}, tuesdays.slice(0, 3)), ...month({ onBreak: true }, tuesdays.slice(3))],
      [monthly],
      [['Math 5, 3 of 5 classes', 7200]],
    ],
    ['no class is charged in a month that is entirely a break', month({ onBreak: true }), [monthly], []],
    [
      'canceled classes and closed days aren’t charged by class',
      [...month({}, tuesdays.slice(1)), day('2026-03-03', { isOff: true })],
      [byClass],
      [['Math 5, 4 classes', 12_000]],
    ],
    [
      'an absence is charged like a class',
      month({ earnedCredit: true }),
      [byClass],
      [['Math 5, 5 classes', 15_000]],
    ],
    [
      'an excused absence with a make-up credit is charged, because the make-up is free',
      month({ isExcused: true, earnedCredit: true }),
      [byClass],
      [['Math 5, 5 classes', 15_000]],
    ],
    ['an excused absence without a credit is not charged', month({ isExcused: true }), [byClass], []],
    [
      'an excused absence without a credit is not charged by hour either',
      month({ isExcused: true }),
      [byHour],
      [],
    ],
    [
      'an excused absence does not change the monthly fee',
      month({ isExcused: true }),
      [monthly],
      [['Math 5', 12_000]],
    ],
    [
      'a make-up booked with a credit costs nothing',
      [day('2026-03-03', { type: 'make-up', usedCredit: 'missed' })],
      [byClass],
      [],
    ],
    [
      'a make-up for a canceled class is charged by class, because the canceled one wasn’t',
      [day('2026-03-03', { isOff: true }), day('2026-03-05', { type: 'make-up', usedCredit: 'canceled' })],
      [byClass],
      [['Math 5, 1 class', 3000]],
    ],
    [
      'a make-up for a canceled class is free at a monthly rate, because the fee was charged in full',
      [day('2026-03-05', { type: 'make-up', usedCredit: 'canceled' })],
      [monthly],
      [],
    ],
    [
      'a make-up without a credit is charged like a class',
      [day('2026-03-03', { type: 'make-up' })],
      [byClass],
      [['Math 5, 1 class', 3000]],
    ],
    [
      'a make-up without a credit costs its share of a monthly fee',
      [day('2026-03-03', { type: 'make-up' })],
      [monthly],
      [['Math 5, 1 of 5 classes', 2400]],
    ],
    ['a trial is free', [day('2026-03-03', { type: 'trial' })], [byClass], []],
    [
      'a class’s rate takes precedence over its subject’s rate',
      month(),
      [monthly, rate({ subject: null, classId: 'm5', amount: 9000 })],
      [['Math 5', 9000]],
    ],
    [
      'a rate that changes within a month gives two lines',
      month(),
      [
        rate({ id: 'a', unit: 'class', amount: 3000, endDate: '2026-03-14' }),
        rate({ id: 'b', unit: 'class', amount: 3200, startDate: '2026-03-15' }),
      ],
      [
        ['Math 5, 2 classes', 6000],
        ['Math 5, 3 classes', 9600],
      ],
    ],
    [
      'two classes of a subject are each charged',
      [...month(), ...month({ classId: 'm6', className: 'Math 6' })],
      [monthly],
      [
        ['Math 5', 12_000],
        ['Math 6', 12_000],
      ],
    ],
    ['a rate that has ended charges nothing', month(), [rate({ endDate: '2026-02-28' })], []],
  ])('%s', (_, days, rates, wanted) => {
    const { lines } = chargesFor(days, { rates, heldCounts })
    expect(lines.map(({ text, amount }) => [text, amount])).toEqual(wanted)
  })

  test('classes that would be charged but have no rate are listed', () => {
    const english = month({ classId: 'e', className: 'English 3', subject: 'English' })
    const trial = day('2026-03-03', { classId: 't', className: 'Trial', subject: 'Group', type: 'trial' })
    expect(chargesFor([...month(), ...english, trial], { rates: [monthly], heldCounts }).unrated).toEqual([
      'English 3',
    ])
  })

  test('the order of the days makes no difference', () => {
    const days = [...month(), ...month({ studentId: ben }), ...month({ classId: 'm6', className: 'Math 6' })]
    const terms = { rates: [byHour], heldCounts }
    expect(chargesFor(days.toReversed(), terms)).toEqual(chargesFor(days, terms))
  })
})

describe('an invoice', () => {
  const of = (studentId: string, amount: number) => ({ studentId, text: 'Math', amount })
  const linesOf = (charges: Parameters<typeof invoiceFor>[0], terms: Parameters<typeof invoiceFor>[1]) => {
    const { lines, total } = invoiceFor(charges, terms)
    return { lines: lines.map(({ studentId, amount, tax }) => [studentId, amount, tax]), total }
  }

  test('gives the sibling discount to every child except the one with the highest charges', () => {
    const charges = [of(ana, 5000), of(ben, 12_000), of(cy, 3333), of(ana, 5000)]
    expect(linesOf(charges, { siblingDiscount: 1000, tax: 0 })).toEqual({
      lines: [
        [ana, 5000, 0],
        [ana, 5000, 0],
        [ana, -1000, 0],
        [ben, 12_000, 0],
        [cy, 3333, 0],
        [cy, -333, 0],
      ],
      total: 24_000,
    })
  })

  test('gives no discount to an only child, and gives it to the second of two children with equal charges', () => {
    expect(invoiceFor([of(ana, 5000)], { siblingDiscount: 5000, tax: 0 }).total).toBe(5000)
    expect(linesOf([of(ben, 100), of(ana, 100)], { siblingDiscount: 5000, tax: 0 }).lines).toEqual([
      [ben, 100, 0],
      [ben, -50, 0],
      [ana, 100, 0],
    ])
  })

  test('adds tax to each line, rounded separately, and deducts tax from discounts', () => {
    const charges = [of(ana, 1006), of(ben, 1006)]
    // 8.25% of 10.06 is 0.82995; of a discount of 5.03 it is 0.414975.
    expect(linesOf(charges, { siblingDiscount: 5000, tax: 825 })).toEqual({
      lines: [
        [ana, 1006, 83],
        [ben, 1006, 83],
        [ben, -503, -41],
      ],
      total: 1634,
    })
  })

  test.each([
    [10_000, -3000, 3000],
    [10_000, -15_000, 10_000],
    [10_000, 0, 0],
    [10_000, 4000, 0],
  ])('of %i with a balance of %i uses a credit of %i', (total, balance, wanted) =>
    expect(creditFor(total, balance)).toBe(wanted),
  )
})

describe('amounts', () => {
  test.each([
    [1, 1, 2, 1],
    [-1, 1, 2, -1],
    [5, 1, 10, 1],
    [-5, 1, 10, -1],
    [4, 1, 10, 0],
    [10_000_000, 31, 31, 10_000_000],
    [10_000_000, 9999, 10_000, 9_999_000],
  ])('%i times %i / %i is %i, with half a cent rounded away from zero', (amount, share, of, wanted) =>
    expect(proportionOf(amount, share, of)).toBe(wanted),
  )

  test.each([
    ['120', 12_000],
    ['120.5', 12_050],
    ['1,234.50', 123_450],
    ['$5', 500],
    ['0.01', 1],
    ['100000', 10_000_000],
    ['100000.01', null],
    ['1e9', null],
    ['1000000000', null],
    ['-5', null],
    ['12,34.50', null],
    ['12.345', null],
    ['NaN', null],
    ['', null],
    ['.5', null],
  ])('%j is read as %j', (text, wanted) => expect(readCents(text)).toBe(wanted))

  test.each([
    ['8.25', 825],
    ['10', 1000],
    ['31', null],
    ['8.255', null],
    ['-1', null],
    ['x', null],
  ])('%j as a percentage of at most 30 is read as %j', (text, wanted) =>
    expect(readBasisPoints(text, 30)).toBe(wanted),
  )

  test('are shown with their currency', () =>
    expect([money(123_450, 'USD'), money(-2000, 'EUR'), money(5, 'GBP')]).toEqual([
      '$1,234.50',
      '-€20.00',
      '£0.05',
    ]))
})
