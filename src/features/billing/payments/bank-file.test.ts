import { describe, expect, test } from 'vitest'
import { decodeText } from '#web/decode-text.ts'
import { payerOf, readBankAmount, readBankFile } from './bank-file.ts'

const columns = { date: 0, amount: 1, text: 2 }

test.each([
  ['120', 12_000],
  ['1,234.50', 123_450],
  ['1.234,50', 123_450],
  ['12,345.67', 1_234_567],
  ['$ 5.00', 500],
  ['+5.00', 500],
  ['-12.00', -1200],
  ['(12.00)', -1200],
  ['12,5', 1250],
  ['12.345', null],
  ['12.345,00', 1_234_500],
  ['1.2345', null],
  ['1e9', null],
  ['1000000000', null],
  ['NaN', null],
  ['12.3.4', null],
  ['', null],
])('the amount %j is read as %j', (text, wanted) => expect(readBankAmount(text)).toBe(wanted))

describe('a bank’s file', () => {
  const rows = 'Date;Amount;Text\n04.03.2026;120,00;Zoë Müller\n'
  const utf16 = (big: boolean) => {
    const bytes = Buffer.from(`\ufeff${rows}`, 'utf16le')
    return big ? bytes.swap16() : bytes
  }
  test.each([
    ['UTF-8', Buffer.from(rows)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${rows}`)],
    ['UTF-16', utf16(false)],
    ['big-endian UTF-16', utf16(true)],
    ['Windows-1252', Buffer.from(rows, 'latin1')],
  ])('in %s is read', (_, bytes) => {
    const { lines, problem } = readBankFile(decodeText(bytes), { columns, dateOrder: 'day first' })
    expect(problem).toBeNull()
    expect(lines).toEqual([{ line: 2, on: '2026-03-04', amount: 12_000, text: 'Zoë Müller', nth: 1 }])
  })

  test('with two equal lines has two payments', () => {
    const { lines } = readBankFile(`d,a,t\n2026-03-04,5,x\n2026-03-04,5,x\n2026-03-04,6,x\n`, {
      columns,
      dateOrder: 'month first',
    })
    expect(lines.map(({ nth }) => nth)).toEqual([1, 2, 1])
  })

  test('that isn’t CSV is refused with the number of the wrong line', () =>
    expect(readBankFile('d,a,t\n1,2\n', { columns, dateOrder: 'month first' }).problem).toContain('Line 2'))
})

describe('the payer of a line in a bank’s file', () => {
  const families = [
    { payerId: 'maria', payer: 'María Silva', words: ['maria silva', 'silva maria'] },
    { payerId: 'ann', payer: 'Ann Lee', words: ['ann lee', 'lee ann'] },
    { payerId: 'ann2', payer: 'Ann Lee', words: ['ann lee', 'lee ann'] },
  ]
  const invoices = [
    { payerId: 'maria', number: 12 },
    { payerId: 'ann', number: 13 },
  ]
  test.each([
    ['TRANSFER Invoice 12', 'maria'],
    ['inv#0013 thank you', 'ann'],
    ['MARÍA SILVA march', 'maria'],
    ['Silva, Maria', 'maria'],
    ['Mariana Silvano', null],
    ['Ann Lee', null],
    ['Invoice 12 and invoice 13', null],
    ['Invoice 99', null],
    ['Ref 12', null],
    ['Check no 12', null],
    ['#12', null],
    ['Check no 13 Maria Silva', 'maria'],
    ['Invoice no. 12', 'maria'],
    ['Invoice 13 Maria Silva', null],
    ['Invoice 13 Ann Lee', 'ann'],
    ['', null],
  ])('with the text %j is %j', (text, wanted) =>
    expect(payerOf(text, { families, invoices })?.payerId ?? null).toBe(wanted),
  )
})
