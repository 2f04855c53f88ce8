import { expect } from 'vitest'
import { billing } from '#features/billing/api.ts'
import { payments } from '#features/billing/payments/api.ts'
import { rates } from '#features/billing/rates/api.ts'
import type { CenterId } from '#server/gate.ts'
import { fsck } from '../db/fsck.ts'
import { factories } from './factories.ts'
import { today, type World } from './world.ts'

/** The month of the tests' current day. */
export const month = '2026-03'

const makeCast = (world: World) =>
  world.database.write(async (db) => {
    const make = factories(db)
    const centerId = (await make.center()).id as CenterId
    const elsewhere = await make.center()
    const math = await make.klass(centerId, { name: 'Math 5', maxSize: 100 })
    const english = await make.klass(centerId, {
      name: 'English 3',
      subject: 'English',
      day: 4,
      maxSize: 100,
    })
    const [ana, ben] = [
      await make.student(centerId, { firstName: 'Ana', lastName: 'Silva' }),
      await make.student(centerId, { firstName: 'Ben', lastName: 'Silva' }),
    ]
    const maria = await make.parent([ana, ben], { firstName: 'Maria', lastName: 'Silva' })
    const zoe = await make.student(centerId, { firstName: 'Zoe', lastName: 'Moss' })
    const other = await make.parent([zoe], { firstName: 'Olga', lastName: 'Moss' })
    for (const child of [ana, ben, zoe]) await make.place(math, child.id)
    await make.place(english, ana.id)
    return {
      centerId,
      math,
      english,
      ana,
      ben,
      zoe,
      maria,
      other,
      manager: await make.staff('manager', centerId),
      operator: await make.staff('operator', centerId),
      stranger: await make.staff('manager', elsewhere.id),
    }
  })

/**
 * Creates a center with two families: Maria Silva's Ana (Math and English) and Ben (Math), and Olga Moss's
 * Zoe (Math). Math costs 120.00 a month and English 30.00 a class; there are 5 classes of Math in March 2026
 * and 4 of English. A family's second child gets 10% off.
 */
export async function billingFixture(world: World) {
  const cast = await makeCast(world)
  const { centerId } = cast
  const inMonth = { centerId, month }
  const [manager, operator, mother] = await Promise.all([
    world.as(cast.manager),
    world.as(cast.operator),
    world.as(cast.maria),
  ])
  const rate = { centerId, classId: null, startDate: '2026-01-01', endDate: null }
  const added = [
    await manager.call(rates.add, { ...rate, subject: 'Math', unit: 'month', amount: 12_000 }),
    await manager.call(rates.add, { ...rate, subject: 'English', unit: 'class', amount: 3000 }),
    await manager.call(rates.settings, { centerId, siblingDiscount: 1000 }),
  ]
  expect(added.map(({ status }) => status)).toEqual([201, 201, 200])

  /** Makes and sends the month's invoices. */
  const sendMonth = async (of = inMonth) => {
    const { body } = await manager.call(billing.run, of)
    return await manager.call(billing.send, { ...of, total: body.total })
  }
  const pay = (amount: number, more: { payerId?: string; reference?: string; on?: string } = {}) =>
    operator.call(payments.add, {
      centerId,
      payerId: cast.maria.id,
      method: 'cash',
      on: today,
      amount,
      ...more,
    })
  const accountOf = async (payerId = cast.maria.id) =>
    (await operator.call(billing.account, { centerId, payerId })).body
  /** Returns the findings of fsck, which should be none. */
  const findings = () => fsck(world.database.read)
  const mailTo = (personId: string) =>
    world.database.read<{ purpose: string; subject: string; body: string }[]>`
      select purpose, subject, body from mail where person_id = ${personId} order by id`
  return { ...cast, inMonth, as: { manager, operator, mother }, sendMonth, pay, accountOf, findings, mailTo }
}
