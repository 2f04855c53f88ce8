import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/db.ts'
import { readSettings } from '#server/settings.ts'
import { fsck } from '../../db/fsck.ts'
import { factories } from '../factories.ts'
import { timeLimit } from '../time.ts'
import { openWorld, today, urlFor } from '../world.ts'
import { badLine } from './proxy.ts'

/** Tests bad connections to the database and an overloaded database (reliability F3, F4, F18, F19). */

const world = await openWorld()
const place = new URL(world.url)
const line = await badLine(Number(place.port), place.hostname)
place.port = String(line.port)
const app = await buildApp({
  settings: { ...readSettings({}), logLevel: 'silent', today: `${today} 16:45` },
  databaseUrl: place.toString(),
  requestsUrl: Object.assign(new URL(urlFor(world.url, 'requestsUrl')), {
    port: String(line.port),
  }).toString(),
})
const unhandled: unknown[] = []
process.on('unhandledRejection', (reason) => unhandled.push(reason))
const long = process.env['FAULTS'] !== undefined

let center = ''
let headers: Record<string, string> = {}
beforeAll(async () => {
  const manager = await world.database.write(async (db) => {
    center = (await factories(db).center()).id
    return await factories(db).staff('manager', center)
  })
  const { cookie } = await world.as(manager)
  headers = { cookie, 'x-xsrf-token': /XSRF-TOKEN=([^;]+)/.exec(cookie)?.[1] ?? '' }
})
afterAll(async () => {
  await app.close()
  await line.close()
})

const read = () => app.inject({ url: `/api/centers/${encodeURIComponent(center)}`, headers })
/** Closes the center on a day, which adds one row and one history entry. */
const write = (date: string, key = randomUUID(), { name = 'Holiday' } = {}) =>
  app.inject({
    method: 'POST',
    url: `/api/centers/${encodeURIComponent(center)}/closures`,
    headers: { ...headers, 'idempotency-key': key },
    payload: { date, name },
  })

const closedOn = async (date: string) => {
  const [row] = await world.database.read<{ days: number; told: number }[]>`
    select (select count(*)::int from closures where held_on = ${date}) as days,
      (select count(*)::int from audit where action = 'centers.close' and concat(entity_id, after) like ${`%${date}%`}) as told`
  return row
}

/** Returns the number of seconds until reading and writing work again. */
async function backAfter(date: string) {
  const began = performance.now()
  const key = randomUUID()
  for (;;) {
    const [one, other] = [await read(), await write(date, key)]
    if (one.statusCode === 200 && other.statusCode === 201) return (performance.now() - began) / 1000
    expect([one.statusCode, other.statusCode].every((status) => [200, 201, 503].includes(status))).toBe(true)
    await pause(20)
  }
}

const figures: Record<string, string> = {}
afterAll(() => {
  if (long) console.log(figures)
})
const keep = (what: string, seconds: number, most: number) => {
  figures[what] = `${seconds.toFixed(2)} s`
  expect(1000 * seconds, what).toBeLessThan(timeLimit(1000 * most))
}

test('F3: calls work again within 5 s after all backends were terminated or the connection was cut', async () => {
  expect((await write('2026-07-01')).statusCode).toBe(201)
  const ended = Promise.all(Array.from({ length: 20 }, () => read()))
  await world.database
    .single`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  for (const { statusCode } of await ended) expect([200, 503]).toContain(statusCode)
  keep('back after ended backends', await backAfter('2026-07-02'), 5)
  line.cut()
  keep('back after a cut line', await backAfter('2026-07-03'), 5)
  line.refuse(true)
  const away = await Promise.all([read(), write('2026-07-04')])
  expect(away.map(({ statusCode }) => statusCode)).toEqual([503, 503])
  expect(away[0]?.headers['retry-after']).toBe('1')
  await pause(long ? 10_000 : 500)
  line.refuse(false)
  keep('back after a refusing server', await backAfter('2026-07-04'), 5)
})

test('F3: calls over a dead connection fail within 5 s and work again within 5 s after it is back', async () => {
  await Promise.all([read(), write('2026-07-05')])
  line.hole(true)
  const began = performance.now()
  const lost = await Promise.all([...Array.from({ length: 12 }, () => read()), write('2026-07-06')])
  keep('a call into a black hole', (performance.now() - began) / 1000, 6.5)
  expect(new Set(lost.map(({ statusCode }) => statusCode))).toEqual(new Set([503]))
  if (long) await pause(25_000)
  line.hole(false)
  keep('back after a black hole', await backAfter('2026-07-06'), 5)
  expect(await closedOn('2026-07-06')).toEqual({ days: 1, told: 1 })
})

test('F3: while PostgreSQL is read-only, writes get 503 and reads work; once it is writable again, writes work again', async () => {
  const name = new URL(world.url).pathname.slice(1)
  await world.database.single.unsafe(`alter database ${name} set default_transaction_read_only = on`)
  line.cut()
  await expect.poll(async () => (await read()).statusCode).toBe(200)
  const refused = [await write('2026-07-07'), await write('2026-07-07')]
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([503, 503])
  expect(refused[0]?.headers['retry-after']).toBe('1')
  await world.database.single.unsafe(`alter database ${name} reset default_transaction_read_only`)
  keep('back after a read-only server', await backAfter('2026-07-07'), 5)
  expect(await closedOn('2026-07-07')).toEqual({ days: 1, told: 1 })
})

test('F4: a connection lost at COMMIT is reported as such, and a retry with the same key takes effect only once', async () => {
  const rounds = long ? 20 : 3
  for (let round = 0; round < rounds; round += 1) {
    const [date, key] = [`2026-08-${String(round + 1).padStart(2, '0')}`, randomUUID()]
    line.cut()
    await backAfter(`2026-09-${String(round + 1).padStart(2, '0')}`)
    line.cut()
    await pause(50)
    line.loseAnswer('COMMIT')
    const lost = await write(date, key)
    expect(lost.json()).toMatchObject({ status: 503, code: 'outcome_unknown' })
    let again = await write(date, key)
    for (let tries = 0; again.statusCode === 503 && tries < 20; tries += 1) again = await write(date, key)
    expect(again).toMatchObject({ statusCode: 201 })
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(await closedOn(date)).toEqual({ days: 1, told: 1 })
  }
  figures['lost COMMITs, each done once'] = String(rounds)
})

test('F3: a transaction that lost its connection can’t write into the next transaction', async () => {
  const through = openDatabase(place.toString(), { pool: 1 })
  const count = async () =>
    (await world.database.read`select name from installation_keys where name like 'zombie%'`).length
  const lost = through.write(async (db) => {
    await db`insert into installation_keys values ('zombie 1', '')`
    line.cut()
    await pause(100)
    await through.single`select 1`
    await db`insert into installation_keys values ('zombie 2', '')`
  })
  await expect(lost).rejects.toThrow('CONNECTION_CLOSED')
  await expect(
    through.write(async (db) => {
      await db`insert into installation_keys values ('zombie 3', '')`
      await pause(200)
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  expect(await count()).toBe(0)
  await through.close()
})

test('F18: waiting for a lock gives 503 after 2 s, waiting for a connection after 1 s, and both can be retried', async () => {
  const gate = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holder = world.database.write(async (db) => {
    await db`lock table closures in exclusive mode`
    locked.resolve()
    await gate.promise
  })
  await locked.promise
  const timed = async (date: string) => {
    const began = performance.now()
    const { statusCode } = await write(date)
    return { statusCode, seconds: (performance.now() - began) / 1000 }
  }
  const waiting = Array.from({ length: 6 }, (_, n) => timed(`2026-10-0${n + 1}`))
  await pause(200)
  const eighth = await timed('2026-10-08')
  expect(eighth.statusCode).toBe(503)
  keep('no connection', eighth.seconds, 1.5)
  for (const { statusCode, seconds } of await Promise.all(waiting)) {
    expect(statusCode).toBe(503)
    keep('a lock', seconds, 3.5)
  }
  gate.resolve()
  await holder
  expect((await write('2026-10-08')).statusCode).toBe(201)
})

test.runIf(long)('F18: a statement is canceled after 5 s, and an idle transaction after 10 s', async () => {
  const through = openDatabase(place.toString(), { pool: 1, patience: 20_000 })
  await expect(through.read`select pg_sleep(8)`).rejects.toMatchObject({ code: '57014' })
  await expect(
    through.write(async (db) => {
      await db`select 1`
      await pause(11_000)
      await db`select 1`
    }),
  ).rejects.toThrow()
  await through.close()
})

test('F19: deadlocked transactions are all completed, each exactly once', async () => {
  const { single, write: transact } = openDatabase(world.url, { pool: 6 })
  await single`create table crossed (id int primary key, n int not null)`
  await single`insert into crossed select n, 0 from generate_series(1, 2) n`
  const pairs = long ? 40 : 2
  let began = 0
  const add = (first: number, second: number) =>
    transact(async (db) => {
      began += 1
      await db`update crossed set n = n + 1 where id = ${first}`
      await pause(30)
      await db`update crossed set n = n + 1 where id = ${second}`
    })
  let done = 0
  for (let each = 0; each < pairs; each += 1) {
    const outcomes = await Promise.allSettled([add(1, 2), add(2, 1)])
    done += outcomes.filter(({ status }) => status === 'fulfilled').length
  }
  expect(done).toBe(2 * pairs)
  expect([...(await world.database.read`select n from crossed`)]).toEqual([{ n: done }, { n: done }])
  figures['crossed transactions done again'] = String(began - done)
  expect(began).toBeGreaterThan(done)
  await single`drop table crossed`
})

test('after all tests there are no unhandled errors and the data is consistent', async () => {
  expect(unhandled).toEqual([])
  expect(await fsck(world.database.read)).toEqual([])
})
