import { describe, expect, test } from 'vitest'
import { students } from '#features/students/api.ts'
import { putParentLink } from '#features/students/queries.ts'
import { factories } from '#tests/factories.ts'
import { billingFixture, month } from '#tests/billing-fixture.ts'
import { openWorld, today } from '#tests/world.ts'
import { billing, ownInvoices } from './api.ts'
import { rates } from './rates/api.ts'

const world = await openWorld()
const set = () => billingFixture(world)

describe('a billing run', () => {
  test('is previewed with its lines, then creates drafts, and can be undone until they are sent', async () => {
    const { centerId, inMonth, as, maria, other, findings } = await set()
    const { body: preview } = await as.manager.call(billing.preview, inMonth)
    expect(
      preview.families.map(({ payerId, total, difference, lines }) => [
        payerId,
        total,
        difference,
        lines.map(({ child, text, amount }) => `${child} ${text} ${amount}`).toSorted(),
      ]),
    ).toEqual([
      [other.id, 12_000, 'new', ['Zoe Moss Math 5 12000']],
      [
        maria.id,
        34_800,
        'new',
        [
          'Ana Silva English 3, 4 classes 12000',
          'Ana Silva Math 5 12000',
          'Ben Silva Math 5 12000',
          'Ben Silva Sibling discount, 10% -1200',
        ],
      ],
    ])
    expect((await as.manager.call(billing.run, inMonth)).body).toEqual({ count: 2, total: 46_800 })
    const listed = (await as.operator.call(billing.families, inMonth)).body
    expect(listed.drafts).toEqual({ count: 2, total: 46_800 })
    expect(listed.families.map(({ payer, balance, invoice }) => [payer, balance, invoice?.state])).toEqual([
      ['Olga Moss', 0, 'draft'],
      ['Maria Silva', 0, 'draft'],
    ])
    expect((await as.mother.call(ownInvoices.accounts, {})).body).toEqual([])
    expect((await as.manager.call(billing.undoRun, inMonth)).status).toBe(204)
    expect((await as.manager.call(billing.undoRun, inMonth)).status).toBe(404)
    const left = (await as.operator.call(billing.families, { centerId, month })).body.families
    expect(left.map(({ payer, balance, invoice }) => [payer, balance, invoice])).toEqual([
      ['Olga Moss', 0, null],
      ['Maria Silva', 0, null],
    ])
    expect(await findings()).toEqual([])
  })

  test('replaces earlier drafts, keeps sent invoices, and previews the differences', async () => {
    const { centerId, inMonth, as, math, sendMonth, findings } = await set()
    await as.manager.call(billing.run, inMonth)
    const [rate] = (await as.manager.call(rates.list, { centerId })).body.rates.filter(
      ({ subject }) => subject === 'Math',
    )
    await as.manager.call(rates.change, { centerId, id: rate?._id ?? '', amount: 10_000 })
    const differences = async () =>
      (await as.manager.call(billing.preview, inMonth)).body.families.map(({ before, total, difference }) => [
        before,
        total,
        difference,
      ])
    expect(await differences()).toEqual([
      [12_000, 10_000, 'changed'],
      [34_800, 31_000, 'changed'],
    ])
    expect((await sendMonth()).body).toEqual({ count: 2, mailed: 2 })
    const late = await world.database.write(async (db) => {
      const make = factories(db)
      const child = await make.student(centerId)
      await make.place(math, child.id)
      return await make.parent([child], { firstName: 'Late', lastName: 'Comer' })
    })
    expect(await differences()).toEqual([
      [null, 10_000, 'new'],
      [10_000, 10_000, 'sent'],
      [31_000, 31_000, 'sent'],
    ])
    expect((await as.manager.call(billing.run, inMonth)).body).toEqual({ count: 1, total: 10_000 })
    expect((await as.manager.call(billing.send, { ...inMonth, total: 10_000 })).body).toEqual({
      count: 1,
      mailed: 1,
    })
    const { body } = await as.manager.call(billing.account, { centerId, payerId: late.id })
    expect(body.invoices.map(({ number }) => number)).toEqual([3])
    expect(await findings()).toEqual([])
  })

  test('bills a child who joins a family whose invoice was sent, and only that child', async () => {
    const { centerId, inMonth, as, maria, math, sendMonth, accountOf, findings } = await set()
    await sendMonth()
    await world.database.write(async (db) => {
      const make = factories(db)
      const child = await make.student(centerId, { firstName: 'Cy', lastName: 'Silva' })
      await make.place(math, child.id)
      await putParentLink(db, {
        centerId,
        studentId: child.id,
        parentId: maria.id,
        relationship: 'mother',
        phone: '+15551234567',
        phoneType: 'mobile',
      })
    })
    const { families } = (await as.manager.call(billing.preview, inMonth)).body
    const own = families.find(({ payerId }) => payerId === maria.id)
    expect(own).toMatchObject({ difference: 'new', before: null, total: 10_800 })
    expect(own?.lines.map(({ child, text, amount }) => [child, text, amount])).toEqual([
      ['Cy Silva', 'Math 5', 12_000],
      ['Cy Silva', 'Sibling discount, 10%', -1200],
    ])
    expect((await sendMonth()).body).toEqual({ count: 1, mailed: 1 })
    expect((await accountOf()).invoices.map(({ number, total }) => [number, total])).toEqual([
      [3, 10_800],
      [2, 34_800],
    ])
    expect((await as.manager.call(billing.run, inMonth)).body).toMatchObject({ code: 'nothing_to_bill' })
    expect(await findings()).toEqual([])
  })

  test('prorates a monthly fee if the class begins or ends within the month', async () => {
    const { centerId, as, inMonth, math, english, other } = await set()
    await as.manager.call(rates.add, {
      centerId,
      subject: null,
      classId: english.id,
      unit: 'month',
      amount: 8000,
      startDate: '2026-01-01',
      endDate: null,
    })
    const terms = (classId: string, during: string) =>
      world.database.write((db) => db`update class_terms set during = ${during} where class_id = ${classId}`)
    await terms(math.id, '[2026-03-16,)')
    await terms(english.id, '[2026-01-01,2026-03-13)')
    const texts = (await as.manager.call(billing.preview, inMonth)).body.families.map(
      ({ payerId, lines }) => [
        payerId === other.id,
        lines.map(({ text, amount }) => `${text} ${amount}`).toSorted(),
      ],
    )
    expect(texts).toEqual([
      [true, ['Math 5, 3 of 5 classes 7200']],
      [
        false,
        [
          'English 3, 2 of 4 classes 4000',
          'Math 5, 3 of 5 classes 7200',
          'Math 5, 3 of 5 classes 7200',
          'Sibling discount, 10% -720',
        ],
      ],
    ])
  })

  test('lists classes without a rate and children without a parent', async () => {
    const { centerId, inMonth, as, math } = await set()
    await world.database.write(async (db) => {
      const make = factories(db)
      const alone = await make.student(centerId, { firstName: 'Al', lastName: 'One' })
      await make.place(math, alone.id)
      await make.place(await make.klass(centerId, { name: 'Chess', subject: 'Group', day: 5 }), alone.id)
    })
    const { unrated, unpaid } = (await as.manager.call(billing.preview, inMonth)).body
    expect([unrated, unpaid.map(({ name }) => name)]).toEqual([['Chess'], ['Al One']])
  })

  test('bills the chosen parent, or else the first contact', async () => {
    const { centerId, inMonth, as, ana, ben, maria, other } = await set()
    const father = await world.database.write((db) =>
      factories(db).parent([ana, ben], { firstName: 'Leo', lastName: 'Silva' }),
    )
    const payers = async () =>
      (await as.manager.call(billing.preview, inMonth)).body.families.map(({ payerId, total }) => [
        payerId,
        total,
      ])
    expect(await payers()).toEqual([
      [other.id, 12_000],
      [maria.id, 34_800],
    ])
    const choose = (payerId: string) =>
      as.manager.call(billing.choosePayer, { centerId, studentId: ben.id, payerId })
    expect((await choose(father.id)).status).toBe(204)
    expect(await payers()).toEqual([
      [other.id, 12_000],
      [father.id, 12_000],
      [maria.id, 24_000],
    ])
    expect((await choose(maria.id)).status).toBe(204)
    expect((await choose(other.id)).body).toMatchObject({ status: 409, code: 'not_a_parent' })
    expect(await payers()).toHaveLength(2)
  })

  test('with nothing to bill is refused', async () => {
    const { centerId, as } = await set()
    expect((await as.manager.call(billing.run, { centerId, month: '2025-01' })).body).toMatchObject({
      status: 409,
      code: 'nothing_to_bill',
    })
    expect((await as.manager.call(billing.run, { centerId, month: '2026-13' })).status).toBe(422)
  })
})

describe('sending invoices', () => {
  test('numbers and emails each invoice, enters it in the ledger, and sets the date of the next invoice', async () => {
    const { centerId, ana, maria, as, sendMonth, mailTo, accountOf, findings } = await set()
    await as.manager.call(rates.settings, { centerId, howToPay: 'Bank: 123 <ours>', dueDays: 10 })
    expect((await sendMonth()).body).toEqual({ count: 2, mailed: 2 })
    const account = await accountOf()
    expect(account).toMatchObject({
      balance: 34_800,
      invoices: [
        { number: 2, total: 34_800, open: 34_800, state: 'sent', sentOn: today, dueOn: '2026-03-13' },
      ],
      entries: [{ kind: 'invoice', amount: 34_800, balance: 34_800, number: 2 }],
    })
    const [mail] = await mailTo(maria.id)
    expect(mail).toMatchObject({ purpose: 'invoice', subject: `Invoice 2 for March 2026 from ${centerId}` })
    expect(mail?.body).toContain('Ana: English 3, 4 classes: $120.00')
    expect(mail?.body).toContain('Ben: Sibling discount, 10%: -$12.00')
    expect(mail?.body).toContain('Please pay $348.00 by Mar 13, 2026.\n\nBank: 123 <ours>')
    expect(mail?.body).toContain(`/parent/invoices?invoice=${account.invoices[0]?._id}`)
    const student = await as.operator.call(students.one, { centerId, studentId: ana.id })
    expect(student.body.center.nextInvoice).toBe('2026-04-01')
    expect(await findings()).toEqual([])
  })

  test('ten times at the same moment sends each invoice only once', async () => {
    const { maria, inMonth, as, mailTo, findings } = await set()
    const { body } = await as.manager.call(billing.run, inMonth)
    const sent = await Promise.all(
      Array.from({ length: 10 }, () =>
        as.manager.call(billing.send, { ...inMonth, total: body.total }, { keyless: true }),
      ),
    )
    expect(sent.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ])
    expect(await mailTo(maria.id)).toHaveLength(1)
    expect(await findings()).toEqual([])
  })

  test('is refused if the drafts have changed since the caller looked at them', async () => {
    const { inMonth, as } = await set()
    expect((await as.manager.call(billing.send, { ...inMonth, total: 0 })).body).toMatchObject({
      code: 'no_drafts',
    })
    await as.manager.call(billing.run, inMonth)
    expect((await as.manager.call(billing.send, { ...inMonth, total: 46_799 })).body).toMatchObject({
      status: 409,
      code: 'drafts_changed',
    })
  })

  test('is refused if the currency or a payer has changed since the drafts were made', async () => {
    const { centerId, inMonth, as, zoe } = await set()
    const { body } = await as.manager.call(billing.run, inMonth)
    const send = { ...inMonth, total: body.total }
    await as.manager.call(rates.settings, { centerId, currency: 'CAD' })
    expect((await as.manager.call(billing.send, send)).body).toMatchObject({ code: 'drafts_changed' })
    const { families } = (await as.manager.call(billing.preview, inMonth)).body
    expect(families.map(({ difference }) => difference)).toEqual(['changed', 'changed'])
    await as.manager.call(billing.run, inMonth)
    const father = await world.database.write((db) => factories(db).parent([zoe]))
    await as.manager.call(billing.choosePayer, { centerId, studentId: zoe.id, payerId: father.id })
    expect((await as.manager.call(billing.send, send)).body).toMatchObject({ code: 'drafts_changed' })
    await as.manager.call(billing.run, inMonth)
    expect((await as.manager.call(billing.send, send)).status).toBe(200)
  })

  test('doesn’t bill a child again if the payer changes after the month’s invoices were sent', async () => {
    const { centerId, inMonth, as, zoe, other, sendMonth, findings } = await set()
    await sendMonth()
    const father = await world.database.write((db) => factories(db).parent([zoe]))
    await as.manager.call(billing.choosePayer, { centerId, studentId: zoe.id, payerId: father.id })
    const { families } = (await as.manager.call(billing.preview, inMonth)).body
    expect(families.map(({ payerId, difference }) => [payerId === father.id, difference])).toEqual([
      [false, 'sent'],
      [false, 'sent'],
    ])
    expect((await as.manager.call(billing.run, inMonth)).body).toMatchObject({ code: 'nothing_to_bill' })
    const invoiced = await world.database.read<{ payerId: string }[]>`
      select i.payer_id from invoices i join invoice_lines l on l.center_id = i.center_id and l.invoice_id = i.id
      where l.student_id = ${zoe.id}`
    expect(invoiced.map(({ payerId }) => payerId)).toEqual([other.id])
    expect(await findings()).toEqual([])
  })

  test('uses a family’s credit first', async () => {
    const { centerId, maria, as, sendMonth, accountOf, mailTo } = await set()
    const credit = {
      centerId,
      payerId: maria.id,
      kind: 'credit' as const,
      amount: 4800,
      on: today,
      note: 'For <March>',
    }
    expect((await as.manager.call(billing.adjust, credit)).body.balance).toBe(-4800)
    await sendMonth()
    const { balance, invoices } = await accountOf()
    expect([balance, invoices[0]?.open]).toEqual([30_000, 30_000])
    const [mail] = await mailTo(maria.id)
    expect(mail?.body).toContain('Paid from your credit: -$48.00\n\nPlease pay $300.00')
  })
})
