import { describe, expect, test } from 'vitest'
import { billingFixture } from '#tests/billing-fixture.ts'
import { openWorld, today } from '#tests/world.ts'
import { billing, ownInvoices } from './api.ts'
import { deleteCenterRows } from '#features/centers/archive/deletion-queries.ts'
import { erase } from '#features/privacy/erasing/queries.ts'
import { inventory } from '../../../db/columns.ts'

const world = await openWorld()
const set = () => billingFixture(world)

describe('an invoice', () => {
  test('can be voided by a manager with a reason, which reverses it and lets the month be billed again', async () => {
    const { centerId, inMonth, as, maria, sendMonth, accountOf, mailTo, findings } = await set()
    await sendMonth()
    const id = (await accountOf()).invoices[0]?._id ?? ''
    const voiding = { centerId, id, reason: 'Billed too much' }
    expect((await as.operator.call(billing.void, voiding)).status).toBe(403)
    expect((await as.manager.call(billing.void, voiding)).body).toMatchObject({
      state: 'void',
      open: 0,
      voidReason: 'Billed too much',
    })
    expect((await as.manager.call(billing.void, voiding)).body).toMatchObject({
      status: 409,
      code: 'not_sent',
    })
    const mails = await mailTo(maria.id)
    expect(mails.map(({ subject, body }) => [subject, body.split('\n')[0]])).toEqual([
      [`Invoice 2 for March 2026 from ${centerId}`, 'Hello Maria,'],
      [`Invoice 2 from ${centerId} was voided`, 'Hello Maria,'],
    ])
    expect(
      (await accountOf()).entries.map(({ kind, amount, balance, isReversed }) => [
        kind,
        amount,
        balance,
        isReversed,
      ]),
    ).toEqual([
      ['reversal', -34_800, 0, false],
      ['invoice', 34_800, 34_800, true],
    ])
    expect((await as.manager.call(billing.run, inMonth)).body).toEqual({ count: 1, total: 34_800 })
    expect((await as.manager.call(billing.send, { ...inMonth, total: 34_800 })).status).toBe(200)
    expect((await accountOf()).invoices.map(({ number, state }) => [number, state])).toEqual([
      [3, 'sent'],
      [2, 'void'],
    ])
    expect(await findings()).toEqual([])
  })

  test('is shown to its own family once it is sent, but never to another family', async () => {
    const { centerId, other, stranger, as, sendMonth, accountOf } = await set()
    await sendMonth()
    const id = (await accountOf()).invoices[0]?._id ?? ''
    const [own] = (await as.mother.call(ownInvoices.accounts, {})).body
    expect(own).toMatchObject({
      center: centerId,
      balance: 34_800,
      invoices: [{ _id: id }],
      entries: [{ by: '' }],
    })
    expect((await as.mother.call(ownInvoices.one, { id })).body).toMatchObject({
      total: 34_800,
      payer: 'Maria Silva',
    })
    const neighbor = await world.as(other)
    expect((await neighbor.call(ownInvoices.one, { id })).status).toBe(404)
    expect((await neighbor.call(billing.invoice, { centerId, id })).status).toBe(403)
    expect((await (await world.as(stranger)).call(billing.invoice, { centerId, id })).status).toBe(404)
    await as.manager.call(billing.run, { centerId, month: '2026-04' })
    const draft = (await accountOf()).invoices.find(({ state }) => state === 'draft')?._id ?? ''
    expect((await as.mother.call(ownInvoices.one, { id: draft })).status).toBe(404)
    expect((await as.mother.call(ownInvoices.accounts, {})).body[0]?.invoices).toHaveLength(1)
  })

  test('can’t be changed or deleted once it is sent, nor can its lines or the ledger’s entries', async () => {
    const { as, inMonth, sendMonth } = await set()
    await as.manager.call(billing.run, inMonth)
    const change = (statement: string) => world.database.write((db) => db.unsafe(statement))
    await expect(change(`update invoices set total = total + 1 where state = 'draft'`)).rejects.toThrow(
      'sum of its lines',
    )
    await sendMonth()
    for (const statement of [
      `update invoices set total = 1 where state = 'sent'`,
      `delete from invoices where state = 'sent'`,
      `update invoice_lines set amount = 1`,
      `delete from invoice_lines`,
    ])
      await expect(change(statement), statement).rejects.toThrow('a sent invoice is never changed')
    await expect(change('update ledger_entries set amount = 1')).rejects.toThrow('the ledger can only grow')
    await expect(change('delete from ledger_entries')).rejects.toThrow('the ledger can only grow')
  })
})

describe('a one-time charge, a credit or a refund', () => {
  test('changes the balance, and can be reversed once', async () => {
    const { centerId, maria, as, accountOf, findings } = await set()
    const adjustment = { centerId, payerId: maria.id, on: today }
    const charged = await as.manager.call(billing.adjust, {
      ...adjustment,
      kind: 'charge',
      amount: 4500,
      note: 'Registration',
    })
    expect(charged.body).toMatchObject({ balance: 4500, entries: [{ kind: 'charge', note: 'Registration' }] })
    await as.manager.call(billing.adjust, { ...adjustment, kind: 'credit', amount: 500, note: 'A gift' })
    const [credit, charge] = (await accountOf()).entries
    const undo = { centerId, id: charge?._id ?? '', reason: 'Paid at another center' }
    expect((await as.operator.call(billing.undoAdjustment, undo)).status).toBe(403)
    const { body } = await as.manager.call(billing.undoAdjustment, undo)
    expect(body.balance).toBe(-500)
    expect(
      body.entries.map(({ kind, reverses, amount, isReversed }) => [kind, reverses, amount, isReversed]),
    ).toEqual([
      ['reversal', 'charge', -4500, false],
      ['credit', null, -500, false],
      ['charge', null, 4500, true],
    ])
    expect((await as.manager.call(billing.undoAdjustment, undo)).body).toMatchObject({
      status: 409,
      code: 'already_undone',
    })
    await as.manager.call(billing.undoAdjustment, { ...undo, id: credit?._id ?? '' })
    expect((await accountOf()).balance).toBe(0)
    expect(await findings()).toEqual([])
  })

  test('is the only kind of entry that its undo endpoint accepts; invoices, payments and other centers’ entries get 404', async () => {
    const { centerId, as, sendMonth, pay, accountOf } = await set()
    await sendMonth()
    await pay(5000)
    const elsewhere = await set()
    const { body } = await elsewhere.as.manager.call(billing.adjust, {
      centerId: elsewhere.centerId,
      payerId: elsewhere.maria.id,
      kind: 'credit',
      amount: 100,
      on: today,
      note: 'x',
    })
    const ids = [...(await accountOf()).entries, ...body.entries].map(({ _id }) => _id)
    expect(ids).toHaveLength(3)
    for (const id of [...ids, '999999999'])
      expect((await as.manager.call(billing.undoAdjustment, { centerId, id, reason: 'x' })).status).toBe(404)
    expect((await as.manager.call(billing.undoAdjustment, { centerId, id: '1e9', reason: 'x' })).status).toBe(
      400,
    )
  })
})

describe('stored billing data', () => {
  test('can’t contain a child on two sent invoices for the same month', async () => {
    const { centerId, inMonth, as, sendMonth } = await set()
    await sendMonth()
    const again = world.database.write(async (db) => {
      const [draft] = await db<{ id: string }[]>`
        insert into invoices (center_id, id, payer_id, month, currency, total)
        select center_id, gen_random_uuid(), payer_id, month, currency, total from invoices where center_id = ${centerId} and number = 1 returning id`
      await db`
        insert into invoice_lines (center_id, invoice_id, num, student_id, text, amount, tax)
        select l.center_id, ${draft?.id ?? ''}, l.num, l.student_id, l.text, l.amount, l.tax from invoice_lines l
        join invoices i on i.center_id = l.center_id and i.id = l.invoice_id where i.center_id = ${centerId} and i.number = 1`
      await db`
        update invoices set state = 'sent', number = 90, due_on = now(), sent_on = now(), sent_at = now()
        where center_id = ${centerId} and id = ${draft?.id ?? ''}`
    })
    await expect(again).rejects.toThrow('is on another one of the month')
    expect((await as.manager.call(billing.run, inMonth)).body).toMatchObject({ code: 'nothing_to_bill' })
  })

  test('is deleted with its center', async () => {
    const { centerId, as, maria, sendMonth, pay, findings } = await set()
    await sendMonth()
    await pay(5000)
    await as.manager.call(billing.run, { centerId, month: '2026-04' })
    expect((await as.manager.call(billing.account, { centerId, payerId: maria.id })).status).toBe(200)
    await world.database.write(async (db) => {
      await db`update centers set archived_at = now(), deleting_at = now() where id = ${centerId}`
      await deleteCenterRows(db, centerId)
    })
    const left = await world.database.read`
      select center_id from ledger_entries where center_id = ${centerId} union all select center_id from invoices where center_id = ${centerId}`
    expect([...left]).toEqual([])
    expect(await findings()).toEqual([])
  })

  test('keeps its amounts but none of its text once a parent is erased', async () => {
    const { centerId, maria, as, sendMonth, pay, accountOf, findings } = await set()
    await sendMonth()
    await pay(4000, { reference: 'Check of Maria Silva' })
    await pay(1000, { reference: 'bank slip 77' })
    const note = {
      centerId,
      payerId: maria.id,
      kind: 'credit' as const,
      amount: 100,
      on: today,
      note: 'Secret',
    }
    await as.manager.call(billing.adjust, note)
    await world.database.write((db) => erase(db, { ids: [maria.id], kind: 'asked' }, inventory))
    const { payer, balance, entries } = await accountOf()
    expect([payer, balance, entries.length]).toEqual(['Erased', 34_800 - 5100, 4])
    const text = JSON.stringify(
      await world.database.read`
        select p.reference, p.note, e.note as entered from payments p join ledger_entries e on e.payer_id = p.payer_id where p.payer_id = ${maria.id}`,
    )
    expect(text).not.toMatch(/Maria|slip|Secret/)
    expect(await findings()).toEqual([])
  })
})
