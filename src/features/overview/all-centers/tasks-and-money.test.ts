import { afterEach, describe, expect, test } from 'vitest'
import { billing } from '#features/billing/api.ts'
import { rates } from '#features/billing/rates/api.ts'
import { putDuty } from '#features/centers/queries.ts'
import { oddities } from '#features/oddities/api.ts'
import { isShown } from '#features/oddities/rules.ts'
import { makeupRequests } from '#features/schedule/makeup-requests/api.ts'
import { setClock } from '#server/clock.ts'
import { readCsv } from '#shared/csv.ts'
import { kinds, reach } from '#shared/permissions.ts'
import { billingFixture } from '#tests/billing-fixture.ts'
import { factories } from '#tests/factories.ts'
import { openGrading } from '#tests/grading-fixture.ts'
import { today } from '#tests/world.ts'
import { dashboard } from '../api.ts'
import { allCenters } from './api.ts'
import { atATime } from './tasks-and-money.ts'

/** World in which it is Tuesday, 2026-03-03, 16:45. */
const stage = await openGrading()
const { world } = stage
const { database } = world
afterEach(() => setClock(`${today} 16:45`))

const managerOf = async (...centers: string[]) =>
  await world.as(
    await database.write(async (db) => {
      const manager = await factories(db).staff('manager', null)
      for (const centerId of centers)
        await putDuty(db, { centerId, personId: manager.id, duty: 'office', type: 'permanent' })
      return manager
    }),
  )
type Office = Awaited<ReturnType<typeof managerOf>>
const centersOf = async (office: Office) => (await office.call(allCenters.tasksAndMoney, {})).body.centers
/** Returns the money due by center. */
const moneyOf = async (office: Office) =>
  Object.fromEntries((await centersOf(office)).map(({ _id, money }) => [_id, money]))

/**
 * Creates a center where Maria owes 398.00, including 348.00 for an invoice due on March 17, and Olga has a
 * credit of 80.00.
 */
async function withDebts(currency: 'USD' | 'EUR' = 'USD') {
  const set = await billingFixture(world)
  const { centerId, as, maria, other, sendMonth, pay } = set
  expect((await as.manager.call(rates.settings, { centerId, currency })).status).toBe(200)
  await sendMonth()
  await pay(20_000, { payerId: other.id })
  const charge = { kind: 'charge', amount: 5000, on: today, note: 'Books' } as const
  expect((await as.manager.call(billing.adjust, { centerId, payerId: maria.id, ...charge })).status).toBe(201)
  return set
}

describe('the money due', () => {
  test('is what families owe, without subtracting other families’ credit, and matches billing', async () => {
    const { centerId, inMonth, as, maria, accountOf } = await withDebts()
    const office = await managerOf(centerId)
    expect(await moneyOf(office)).toEqual({ [centerId]: { currency: 'USD', due: 39_800, overdue: 0 } })
    setClock('2026-03-18 09:00')
    const { families } = (await as.operator.call(billing.families, inMonth)).body
    const { invoices } = await accountOf(maria.id)
    const late = invoices.filter(({ dueOn }) => dueOn !== null && dueOn < '2026-03-18')
    const amounts = {
      due: families.reduce((sum, { balance }) => sum + Math.max(0, balance), 0),
      overdue: late.reduce((sum, { open }) => sum + open, 0),
    }
    expect(amounts).toEqual({ due: 39_800, overdue: 34_800 })
    expect(await moneyOf(office)).toEqual({ [centerId]: { currency: 'USD', ...amounts } })
  })

  test('is in each center’s own currency, and leaves out other managers’ centers', async () => {
    const [one, other, foreign] = [await withDebts(), await withDebts('EUR'), await withDebts()]
    const center = await database.write((db) => factories(db).center())
    const office = await managerOf(one.centerId, other.centerId, center.id)
    expect(await moneyOf(office)).toEqual({
      [one.centerId]: { currency: 'USD', due: 39_800, overdue: 0 },
      [other.centerId]: { currency: 'EUR', due: 39_800, overdue: 0 },
      [center.id]: { currency: 'USD', due: 0, overdue: 0 },
    })
    expect(Object.keys(await moneyOf(foreign.as.manager))).toEqual([foreign.centerId])
    const { text } = await office.call(allCenters.file, { from: today, to: today })
    const [head, ...rows] = readCsv(text).rows.map(({ cells }) => [cells[0], ...cells.slice(-3)])
    expect(head).toEqual(['Center', 'Money due', 'Overdue', 'Currency'])
    expect(rows).toEqual(
      [
        [one.centerId, '398', '0', 'USD'],
        [other.centerId, '398', '0', 'EUR'],
        [center.id, '0', '0', 'USD'],
      ].toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    )
  })

  test('may exceed two billion cents', async () => {
    const { centerId, maria, other } = await withDebts()
    await database.single`
      update family_accounts set balance = 2000000000 where center_id = ${centerId} and payer_id = any(${[maria.id, other.id]})`
    expect(await moneyOf(await managerOf(centerId))).toMatchObject({ [centerId]: { due: 4_000_000_000 } })
  })

  test('is shown only to those who may read billing', () => {
    for (const kind of kinds.filter((each) => reach(each, 'centers.compare')))
      expect(reach(kind, 'billing.read'), kind).toBe(reach(kind, 'centers.compare'))
  })
})

/** Creates a center with problems of several kinds and a make-up to confirm. */
const makeMess = async (timeZone: string) =>
  await database.write(async (db) => {
    const make = factories(db)
    const { id } = await make.center({ timeZone })
    const [math, art] = [await make.klass(id, { maxSize: 1 }), await make.klass(id, { name: 'Art' })]
    const twins = [await make.student(id, { lastName: 'Twin' }), await make.student(id, { lastName: 'Twin' })]
    for (const twin of twins) await make.place(math, twin.id, { startsOn: '2026-01-06' })
    const busy = await make.student(id, { lastName: 'Busy' })
    for (const klass of [math, art]) await make.place(klass, busy.id)
    const waiting = await make.student(id)
    await make.place(art, waiting.id, { type: 'waitlist' })
    const parent = await make.parent([waiting])
    await make.place(art, twins[0]?.id ?? '', {
      type: 'make-up',
      startsOn: '2026-03-10',
      endsOn: '2026-03-10',
      requestedBy: parent.id,
    })
    return id
  })

test('open tasks match each center’s dashboard, even in other time zones', async () => {
  const zones = ['America/New_York', 'America/New_York', 'Pacific/Auckland']
  const centers = await Promise.all(zones.map(makeMess))
  const foreign = await makeMess('America/New_York')
  await stage.handedIn()
  const graded = stage.cast().centerId
  const office = await managerOf(...centers, graded)
  const [snoozed = ''] = centers
  const listOf = async (centerId: string) => (await office.call(oddities.list, { centerId })).body
  const [first] = await listOf(snoozed)
  const until = '2026-03-20'
  await office.call(oddities.snooze, { centerId: snoozed, key: first?.key ?? '', until, reason: 'Later' })

  const { body: compared } = await office.call(allCenters.compare, { from: today, to: today })
  const toGradeOf = new Map(compared.map(({ _id, toGrade }) => [_id, toGrade]))
  const lines = await centersOf(office)
  expect(lines.map(({ _id }) => _id)).toEqual([...centers, graded].toSorted())
  expect(lines.map(({ _id }) => _id)).not.toContain(foreign)
  for (const { _id: centerId, ...line } of lines) {
    const listed = await listOf(centerId)
    expect(line.oddities).toBe(listed.filter((oddity) => isShown('all', oddity)).length)
    expect(line.makeUpRequests).toBe((await office.call(makeupRequests.list, { centerId })).body.length)
    expect(toGradeOf.get(centerId)).toBe((await office.call(dashboard.read, { centerId })).body.toGrade)
    if (centerId === graded) expect(toGradeOf.get(centerId)).toBe(1)
    if (centers.includes(centerId)) {
      expect(new Set(listed.map(({ code }) => code)).size).toBeGreaterThan(5)
      expect([line.makeUpRequests, listed.length - line.oddities]).toEqual([1, centerId === snoozed ? 1 : 0])
    }
  }
})

test('a large chain is read in parts, and exported as a whole', async () => {
  const names = await database.write(async (db) => {
    const make = factories(db)
    const made: string[] = []
    while (made.length < 2 * atATime + 1) made.push((await make.center()).id)
    return made.toSorted()
  })
  const office = await managerOf(...names)
  const parts: string[][] = []
  let after: string | undefined
  do {
    const { body } = await office.call(allCenters.tasksAndMoney, { after })
    parts.push(body.centers.map(({ _id }) => _id))
    after = body.after ?? undefined
  } while (after !== undefined)
  expect(parts.map(({ length }) => length)).toEqual([atATime, atATime, 1])
  expect(parts.flat()).toEqual(names)
  const { text } = await office.call(allCenters.file, { from: today, to: today })
  const rows = readCsv(text).rows.map(({ cells }) => [cells[0], cells.at(-1)])
  expect(rows.slice(1)).toEqual(names.map((name) => [name, 'USD']))
  const few = await managerOf(...names.slice(0, atATime))
  const last = (await few.call(allCenters.tasksAndMoney, { after: names[atATime - 1] })).body
  expect(last).toEqual({ centers: [], after: null })
})
