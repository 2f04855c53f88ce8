import { v7 as newId } from 'uuid'
import { describe, expect, test } from 'vitest'
import { billingFixture } from '#tests/billing-fixture.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, today } from '#tests/world.ts'
import { billing, ownInvoices } from '../api.ts'
import { billingFiles } from '../exports/api.ts'
import { payments } from './api.ts'

const world = await openWorld()
const set = () => billingFixture(world)
const file = {
  columns: { date: 0, amount: 1, text: 2 },
  dateOrder: 'month first' as const,
  dryRun: false,
}

describe('a payment', () => {
  test('is entered in the ledger, covers the oldest invoices, and gets a receipt', async () => {
    const { centerId, maria, as, sendMonth, pay, accountOf, mailTo, findings } = await set()
    await sendMonth()
    await sendMonth({ centerId, month: '2026-04' })
    expect((await pay(40_000)).body).toMatchObject({ amount: 40_000, payer: 'Maria Silva', method: 'cash' })
    const { balance, invoices } = await accountOf()
    expect([balance, invoices.map(({ month: of, open, total }) => [of, open, total])]).toEqual([
      32_600,
      [
        ['2026-04', 32_600, 37_800],
        ['2026-03', 0, 34_800],
      ],
    ])
    const receipt = (await mailTo(maria.id)).find(({ purpose }) => purpose === 'receipt')
    expect(receipt?.subject).toBe(`Receipt for $400.00 from ${centerId}`)
    expect(receipt?.body).toMatch(/^Hello Maria,/)
    const [own] = (await as.mother.call(ownInvoices.accounts, {})).body
    expect(own?.entries[0]).toMatchObject({ kind: 'payment', amount: -40_000, on: today })
    expect(await findings()).toEqual([])
  })

  test('is undone only once, by a separate entry, and counts again if it is recorded again', async () => {
    const { centerId, as, pay, accountOf, findings } = await set()
    const { body } = await pay(5000, { reference: 'Check 7' })
    expect((await pay(5000, { reference: 'Check 7' })).body).toMatchObject({
      status: 409,
      code: 'payment_known',
    })
    const undo = { centerId, id: body._id, reason: 'Bounced' }
    expect((await as.operator.call(payments.undo, undo)).body.balance).toBe(0)
    expect((await as.operator.call(payments.undo, undo)).body).toMatchObject({
      status: 409,
      code: 'already_undone',
    })
    expect(
      (await accountOf()).entries.map(({ kind, amount, note, isReversed }) => [
        kind,
        amount,
        note,
        isReversed,
      ]),
    ).toEqual([
      ['reversal', 5000, 'Bounced', false],
      ['payment', -5000, '', true],
    ])
    expect((await pay(5000)).status).toBe(201)
    expect((await pay(5000, { reference: 'Check 7' })).status).toBe(201)
    expect(await findings()).toEqual([])
  })

  test('can have the same reference, such as a check number, as another family’s payment', async () => {
    const { other, pay } = await set()
    expect((await pay(5000, { reference: 'Check 101' })).status).toBe(201)
    expect((await pay(5000, { reference: 'Check 101', payerId: other.id })).status).toBe(201)
    expect((await pay(100, { reference: 'Check 101', payerId: other.id })).body).toMatchObject({
      code: 'payment_known',
    })
  })

  test('keeps a typed reference even if it looks like one from a bank’s file', async () => {
    const { centerId, other, as, pay } = await set()
    const { body } = await pay(5000, { reference: 'bank 123' })
    expect((await pay(5000, { reference: 'bank 123', payerId: other.id })).status).toBe(201)
    const undo = { centerId, id: body._id, reason: 'Bounced' }
    expect((await as.operator.call(payments.undo, undo)).body).toMatchObject({
      reference: '',
      note: 'bank 123',
    })
  })

  test.each([
    ['a negative amount', -1],
    ['an amount of 0', 0],
    ['an amount above the maximum', 1e9],
    ['an amount as text with commas', '12,345.67'],
    ['an amount with decimals', 12.345],
    ['an amount that is not a number', Number.NaN],
    ['an infinite amount', Infinity],
    ['no amount', null],
  ])('with %s is refused', async (_, amount) => {
    const { accountOf, pay } = await shared
    expect((await pay(amount as number)).status).toBeOneOf([400, 422])
    expect((await accountOf()).entries).toEqual([])
  })

  test('by another center’s parent, or on a future day, is refused', async () => {
    const { pay } = await shared
    const stranger = await world.database.write(async (db) => {
      const make = factories(db)
      return await make.parent([await make.student((await make.center()).id)])
    })
    expect((await pay(5000, { payerId: stranger.id })).status).toBe(404)
    expect((await pay(5000, { on: '2026-03-04' })).status).toBe(422)
  })

  test('is counted exactly once, even if fifty are recorded at the same time', async () => {
    const { centerId, maria, other, as, sendMonth, accountOf, findings } = await set()
    await sendMonth()
    // A busy server may refuse a call, which must then have no effect. Like our pages, this sends the call
    // again.
    async function add(payerId: string, amount: number) {
      const headers = { 'idempotency-key': newId() }
      for (;;) {
        const ask = { centerId, payerId, method: 'card' as const, on: today, amount }
        const { status } = await as.operator.call(payments.add, ask, { headers })
        if (status !== 503) return status
      }
    }
    const payers = [maria, other]
    const amounts = Array.from({ length: 50 }, (_, at) => 101 + at)
    const statuses = await Promise.all(amounts.map((amount, at) => add(payers[at % 2]?.id ?? '', amount)))
    expect(statuses).toEqual(amounts.map(() => 201))
    // Maria paid 101 + 103 + … + 149, and the other parent paid 102 + 104 + … + 150.
    expect((await accountOf(maria.id)).balance).toBe(34_800 - 3125)
    expect((await accountOf(other.id)).balance).toBe(12_000 - 3150)
    expect(await findings()).toEqual([])
  })
})

const shared = set()

describe('a bank’s file', () => {
  const csv = [
    'Date,Amount,Text',
    '3/2/2026,348.00,Transfer invoice 2',
    '3/2/2026,"120.00",MOSS OLGA <march>',
    '3/2/2026,5.00,Somebody',
    '3/2/2026,-20.00,Rent',
    '3/2/2026,12.345,Invoice 2',
    '3/2/2026,1.00,Invoice 1',
    '3/2/2026,1.00,Invoice 1',
  ].join('\n')

  test('is previewed, and then its payments are recorded once, however often it is read', async () => {
    const { centerId, ana, maria, other, as, sendMonth, accountOf, findings } = await set()
    await sendMonth()
    const read = (more: object = {}) => as.operator.call(payments.bank, { centerId, csv, ...file, ...more })
    const dry = await read({ dryRun: true })
    expect(dry.status).toBe(200)
    expect(dry.body.lines.map(({ line, state, payer, number }) => [line, state, payer, number])).toEqual([
      [2, 'ready', 'Maria Silva', 2],
      [3, 'ready', 'Olga Moss', null],
      [4, 'nobody', null, null],
      [5, 'out', null, null],
      [6, 'wrong', 'Maria Silva', 2],
      [7, 'ready', 'Olga Moss', 1],
      [8, 'ready', 'Olga Moss', 1],
    ])
    expect((await accountOf()).balance).toBe(34_800)
    const choices = [{ line: 4, payerId: maria.id }]
    const first = await read({ choices })
    expect([first.status, first.body.recorded, first.body.total]).toEqual([201, 5, 47_500])
    expect((await accountOf()).balance).toBe(-500)
    expect((await accountOf(other.id)).balance).toBe(-200)
    const again = await read({ choices })
    expect([again.status, again.body.recorded]).toEqual([200, 0])
    expect(again.body.lines.map(({ state }) => state)).toEqual([
      'known',
      'known',
      'known',
      'out',
      'wrong',
      'known',
      'known',
    ])
    const bad = await read({
      csv: 'Date,Amount,Text\n3/2/2026,7.00,x\n',
      choices: [{ line: 2, payerId: ana.id }],
    })
    expect(bad.status).toBe(404)
    expect((await accountOf()).entries[0]?.note).toBe('Somebody')
    expect((await accountOf(other.id)).entries.map(({ note }) => note)).toContain('MOSS OLGA &lt;march&gt;')
    expect(await findings()).toEqual([])
  })

  test('that is read twice at the same time counts once', async () => {
    const { centerId, as, sendMonth, accountOf, findings } = await set()
    await sendMonth()
    const both = await Promise.all(
      [1, 2].map(() => as.operator.call(payments.bank, { centerId, csv, ...file })),
    )
    expect(both.map(({ body }) => body.recorded).toSorted()).toEqual([0, 4])
    expect((await accountOf()).balance).toBe(0)
    expect(await findings()).toEqual([])
  })

  test('with other columns lets a person decide about lines that look like payments already recorded', async () => {
    const { centerId, maria, as, sendMonth, accountOf, pay } = await set()
    await sendMonth()
    const lines = [
      '3/2/2026,348.00,Transfer invoice 2,A',
      '3/2/2026,348.00,Transfer invoice 2,B',
      '3/2/2026,5.00,Maria Silva,C',
    ]
    const before = ['Date,Amount,Text,More', ...lines.slice(0, 1)].join('\n')
    expect((await as.operator.call(payments.bank, { centerId, csv: before, ...file })).body.recorded).toBe(1)
    await pay(500, { on: '2026-03-02' })
    const other = {
      ...file,
      csv: [
        'More,Text,Date,Amount',
        ...lines.map((line) => {
          const [date, amount, text, more] = line.split(',')
          return [more, `${text}.`, date, amount].join(',')
        }),
      ].join('\n'),
      columns: { date: 2, amount: 3, text: 1 },
    }
    const read = (choices: { line: number; payerId: string }[] = []) =>
      as.operator.call(payments.bank, { centerId, ...other, choices, dryRun: true })
    const states = async (...of: Parameters<typeof read>) =>
      (await read(...of)).body.lines.map(({ state }) => state)
    expect(await states()).toEqual(['alike', 'ready', 'alike'])
    expect(await states([{ line: 2, payerId: maria.id }])).toEqual(['ready', 'alike', 'alike'])
    const { body } = await as.operator.call(payments.bank, { centerId, ...other, dryRun: false })
    expect([body.recorded, body.total]).toEqual([1, 34_800])
    expect((await accountOf()).balance).toBe(-34_800 - 500)
  })

  describe('a line dated near a recorded payment', () => {
    /**
     * Imports lines of 120.00 from Olga on these days. Returns the state of each line or, if it is `alike`,
     * the day of the recorded payment.
     */
    const linesOf = async (
      days: string[],
      { centerId, as }: Awaited<ReturnType<typeof set>>,
      text = 'Olga Moss',
    ) => {
      const lines = ['d,a,t', ...days.map((day) => `${day},120.00,${text}`)].join('\n')
      const { body } = await as.operator.call(payments.bank, { centerId, csv: lines, ...file })
      return body.lines.map(({ state, recordedOn }) => (state === 'alike' ? recordedOn : state))
    }

    test('is asked about if a check was entered by hand and cleared two days later', async () => {
      const here = await set()
      const payerId = here.other.id
      await here.pay(12_000, { payerId, on: '2026-02-27', reference: 'Check 101' })
      expect(await linesOf(['2026-03-01'], here)).toEqual(['2026-02-27'])
      expect(await linesOf(['2026-02-19', '2026-02-20', '2026-03-01'], here)).toEqual([
        'ready',
        'ready',
        '2026-02-27',
      ])
      expect((await here.accountOf(payerId)).balance).toBe(-36_000)
    })

    test('is asked about if both of two weekly payments were recorded from another file, with other texts or dates', async () => {
      const here = await set()
      const own = ['2026-02-17', '2026-02-24']
      expect(await linesOf(own, here)).toEqual(['ready', 'ready'])
      expect(await linesOf(own, here)).toEqual(['known', 'known'])
      expect(await linesOf(own, here, 'Olga Moss by transfer')).toEqual(own)
      expect(await linesOf(['2026-02-19', '2026-02-26'], here)).toEqual(own)
      // The days in two files may differ by at most three.
      expect(await linesOf(['2026-02-20', '2026-02-27'], here)).toEqual(own)
      // A third line counts as a new payment, because two recorded payments account for only two lines.
      expect(await linesOf(['2026-02-19', '2026-02-26', '2026-03-03'], here)).toEqual([...own, 'ready'])
      expect((await here.accountOf(here.other.id)).balance).toBe(-36_000)
      expect(await here.findings()).toEqual([])
    })

    test('is not asked about if weekly payments each come in a separate file', async () => {
      const here = await set()
      for (const day of ['2026-02-10', '2026-02-17', '2026-02-24', '2026-03-03'])
        expect(await linesOf([day], here), day).toEqual(['ready'])
      expect((await here.accountOf(here.other.id)).balance).toBe(-48_000)
    })

    test('is not asked about if its amount or family differs, or if the payment was undone', async () => {
      const here = await set()
      const { centerId, as, other, pay } = here
      await pay(12_001, { payerId: other.id, on: '2026-03-01' })
      await pay(12_000, { on: '2026-03-01' })
      const { body } = await pay(12_000, { payerId: other.id, on: '2026-03-01' })
      await as.operator.call(payments.undo, { centerId, id: body._id, reason: 'Bounced' })
      expect(await linesOf(['2026-03-01'], here)).toEqual(['ready'])
    })
  })

  test('that can’t be read is refused with the position of the error', async () => {
    const { centerId, as } = await shared
    const { body } = await as.operator.call(payments.bank, { centerId, csv: 'a,b\n1\n', ...file })
    expect(body).toMatchObject({
      status: 422,
      code: 'unreadable',
      message: 'Line 2 has 1 cell, but the header has 2.',
    })
  })
})

test('a month’s invoices and hours are exported for bookkeeping', async () => {
  const { centerId, inMonth, as, sendMonth } = await set()
  await sendMonth()
  const { text: quickbooks } = await as.manager.call(billingFiles.quickbooks, inMonth)
  expect(quickbooks.split('\r\n').slice(0, 2)).toEqual([
    '*InvoiceNo,*Customer,*InvoiceDate,*DueDate,Memo,Item(Product/Service),ItemDescription,ItemQuantity,ItemRate,*ItemAmount,ItemTaxCode,ItemTaxAmount,Currency',
    '1,Olga Moss,2026-03-03,2026-03-17,March 2026,Tutoring,Zoe: Math 5 (March 2026),1,120,120,NON,0,USD',
  ])
  const { text: xero } = await as.manager.call(billingFiles.xero, inMonth)
  expect(xero).toContain('"Ben: Sibling discount, 10% (March 2026)",1,-12,200,Tax Exempt,0,USD')
  await world.database.write(async (db) => {
    const teacher = await factories(db).teacher(centerId, { firstName: 'Tess', lastName: 'Rivera' })
    await db`update class_terms set teacher_id = ${teacher.id} where center_id = ${centerId}`
    await db`insert into closures (center_id, held_on, name) values (${centerId}, '2026-02-24', 'Snow')`
  })
  const { text: hours } = await as.manager.call(billingFiles.hours, { centerId, month: '2026-02' })
  expect(hours.split('\r\n').slice(0, 4)).toEqual([
    'Teacher,Class,Subject,Date,Time,Minutes',
    'Tess Rivera,Math 5,Math,2026-02-03,16:30,75',
    'Tess Rivera,English 3,English,2026-02-05,16:30,75',
    'Tess Rivera,Math 5,Math,2026-02-10,16:30,75',
  ])
  expect(hours).not.toContain('2026-02-24')
  const { text: now } = await as.manager.call(billingFiles.hours, inMonth)
  expect(now.trim().split('\r\n')).toHaveLength(2)
  expect((await as.operator.call(billingFiles.hours, inMonth)).status).toBe(403)
})

test('all entries of a month are exported, including those that were reversed', async () => {
  const { maria, inMonth, as, sendMonth, pay, centerId } = await set()
  await sendMonth()
  const { body: paid } = await pay(5000)
  await as.operator.call(payments.undo, { centerId, id: paid._id, reason: 'Typed wrong' })
  const adjustment = { centerId, payerId: maria.id, on: today }
  await as.manager.call(billing.adjust, { ...adjustment, kind: 'charge', amount: 4500, note: '=Books' })
  const { text } = await as.manager.call(billingFiles.entries, inMonth)
  const lines = text
    .trim()
    .split('\r\n')
    .map((line) => line.replace(/^\uFEFF/, ''))
  expect(lines[0]).toBe('Date,Family,Entry,Invoice,Method,Amount,Note')
  expect(lines.filter((line) => line.includes('Maria'))).toEqual([
    `${today},Maria Silva,Invoice,2,,348,`,
    `${today},Maria Silva,Payment,,cash,-50,`,
    `${today},Maria Silva,Payment undone,,cash,50,Typed wrong`,
    `${today},Maria Silva,Charge,,,45,'=Books`,
  ])
  expect((await as.operator.call(billingFiles.entries, inMonth)).status).toBe(403)
})
