import { setTimeout as pause } from 'node:timers/promises'
import { v7 as newId } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#server/db.ts'
import { signedIn } from '../../bench/world.ts'
import { fsck } from '../../db/fsck.ts'
import { factories } from '../factories.ts'
import { openProduct } from './product.ts'

const product = await openProduct()
afterAll(() => product.close())

type Payment = { key: string; amount: number; sure: boolean }

/** Creates a center with a signed-in manager and a parent who pays. */
async function makeFamily(url: string) {
  const database = openDatabase(url, { pool: 1 })
  const made = await database.write(async (db) => {
    const make = factories(db)
    const { id: centerId } = await make.center()
    const { id: payerId } = await make.parent([await make.student(centerId)])
    const manager = await make.staff('manager', centerId)
    return { centerId, payerId, headers: await signedIn(db, { kind: 'manager', id: manager.id }) }
  })
  await database.close()
  return made
}

/** Returns the number and the sum of a family's payments, its balance, and every broken invariant. */
async function accountOf(url: string, payerId: string) {
  const database = openDatabase(url, { pool: 1 })
  const [row] = await database.read<{ payments: number; paid: number; balance: number }[]>`
    select (select count(*)::int from payments where payer_id = ${payerId}) as payments,
      (select coalesce(sum(amount), 0)::int from payments where payer_id = ${payerId}) as paid,
      coalesce((select balance from family_accounts where payer_id = ${payerId}), 0)::int as balance`
  const broken = await fsck(database.read)
  await database.close()
  return { ...row, broken }
}

test('fifty simultaneous payments are each counted exactly once despite kill -9 of the server or PostgreSQL', async () => {
  await product.start()
  const { centerId, payerId, headers } = await makeFamily(product.databaseUrl())
  const payments: Payment[] = []

  /** Sends a payment once, and marks the payment as sure if the server acknowledges it. */
  async function send(payment: Payment) {
    const response = await fetch(`${product.address}/api/centers/${encodeURIComponent(centerId)}/payments`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': payment.key },
      body: JSON.stringify({ payerId, method: 'cash', amount: payment.amount, on: '2026-03-01' }),
      signal: AbortSignal.timeout(8000),
    }).catch(() => null)
    if (response?.ok) payment.sure = true
    else if (response && ![429, 503].includes(response.status))
      throw new Error(`A payment got ${response.status}: ${await response.text()}`)
  }

  for (const [round, killed] of ['server', 'database'].entries()) {
    const some = Array.from({ length: 50 }, (_, at) => ({
      key: newId(),
      amount: 1001 + 50 * round + at,
      sure: false,
    }))
    payments.push(...some)
    const sending = Promise.all(some.map(send))
    while (some.filter(({ sure }) => sure).length < 5) await pause(1)
    if (killed === 'server') {
      await product.killServer()
      await product.start()
    } else product.killDatabase()
    await sending
    expect(
      some.filter(({ sure }) => !sure),
      `payments under way when the ${killed} was killed`,
    ).not.toEqual([])
    for (let tries = 0; tries < 100 && some.some(({ sure }) => !sure); tries += 1) {
      for (const payment of some.filter(({ sure }) => !sure)) await send(payment)
      await pause(200)
    }
  }

  const total = payments.reduce((sum, { amount }) => sum + amount, 0)
  expect(payments.filter(({ sure }) => !sure)).toEqual([])
  expect(await accountOf(product.databaseUrl(), payerId)).toEqual({
    payments: 100,
    paid: total,
    balance: -total,
    broken: [],
  })
})
