import { readFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { TLSSocket, createSecureContext } from 'node:tls'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { badLine } from '#tests/faults/proxy.ts'
import { openWorld } from '#tests/world.ts'
import { openDatabase, type Db } from './db.ts'
import { eventually } from '#tests/eventually.ts'

/** Tests that each connection serves one transaction at a time (reliability F3, F4, F18, F19). */

const { url, database } = await openWorld()
const opened: ReturnType<typeof openDatabase>[] = []
const open = (options: Parameters<typeof openDatabase>[1], at = url) => {
  const made = openDatabase(at, options)
  opened.push(made)
  return made
}
beforeAll(async () => {
  await database.single`create table notes (word text primary key deferrable initially deferred)`
})
afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()))
})
const put = (db: Pick<Db, 'unsafe'>, word: string) => db.unsafe('insert into notes values ($1)', [word])
const words = async () =>
  (await database.read<{ word: string }[]>`select word from notes order by word`).map(({ word }) => word)

test('work that continues after its transaction has ended stores nothing, even during the next transaction', async () => {
  const { write } = open({ pool: 1 })
  const next = Promise.withResolvers<void>()
  const outcomes: Promise<unknown>[] = []
  const goOn = async (db: Db, word: string) => {
    await put(db, `${word} before`)
    await next.promise
    await put(db, `${word} after`)
  }
  const undone = write((db) => {
    outcomes.push(goOn(db, 'undone'))
    return Promise.all([
      outcomes[0],
      put(db, 'undone too').then(() => Promise.reject(new Error('not found'))),
    ])
  })
  await expect(undone).rejects.toThrow('not found')
  let late: PromiseLike<unknown> | null = null
  await write(async (db) => {
    outcomes.push(goOn(db, 'done'))
    late = db`insert into notes values ('late')`
    await put(db, 'done too')
  })
  await write(async (db) => {
    next.resolve()
    const refused = await Promise.allSettled([...outcomes, late])
    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    await put(db, 'next')
  })
  expect(await words()).toEqual(['done before', 'done too', 'next'])
})

test('an error at COMMIT makes the write fail, even on a new connection', async () => {
  const line = await badLine(Number(new URL(url).port), '127.0.0.1')
  const through = new URL(url)
  through.port = String(line.port)
  const { write } = open({ pool: 1 }, through.toString())
  await write((db) => put(db, 'twice'))
  line.cut()
  await pause(50)
  await expect(write((db) => put(db, 'twice'))).rejects.toMatchObject({ code: '23505' })
  await line.close()
})

test('a write that gets no free connection within the time limit is answered with 503 and never runs', async () => {
  const { write, writes } = open({ pool: 1, room: 100 })
  const gate = Promise.withResolvers<void>()
  const first = write(() => gate.promise)
  await expect(write((db) => put(db, 'late'))).rejects.toMatchObject({ status: 503 })
  expect(writes()).toEqual({ used: 1, waiting: 0 })
  const second = write((db) => put(db, 'second'))
  gate.resolve()
  await Promise.all([first, second])
  expect(writes()).toEqual({ used: 0, waiting: 0 })
  expect(await words()).not.toContain('late')
})

test('an idle connection is kept, no matter how many responses arrive at once', async () => {
  const { read } = open({ pool: 1, patience: 150 })
  const pid = async () => (await read<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid
  const before = await pid()
  await Promise.all(Array.from({ length: 20 }, (_, n) => read`select ${n}::int, repeat('xyZ', 20000)`))
  await pause(300)
  expect(await pid()).toBe(before)
  await expect(read`select pg_sleep(1)`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  expect(await pid()).not.toBe(before)
})

test('queries retried after a lost connection each get their own result', async () => {
  const line = await badLine(Number(new URL(url).port), '127.0.0.1')
  const through = new URL(url)
  through.port = String(line.port)
  const { read } = open({ pool: 2 }, through.toString())
  const select = async (n: number) => (await read<{ n: number }[]>`select ${n}::int as n`)[0]?.n === n
  const selectWithRetry = (n: number) => select(n).catch(() => select(n + 100).catch(() => true))
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([select(1), select(2)])
    const early = Array.from({ length: 40 }, (_, n) => selectWithRetry(n))
    setImmediate(() => line.cut())
    const late = pause(1).then(() => Promise.all(Array.from({ length: 40 }, (_, n) => selectWithRetry(n))))
    expect([...(await Promise.all(early)), ...(await late)]).not.toContain(false)
    expect(
      await Promise.all(Array.from({ length: 10 }, (_, n) => select(n).catch(() => true))),
    ).not.toContain(false)
    await Promise.all([select(1), select(2)].map((each) => each.catch(() => true)))
  }
  await line.close()
})

test('calls that failed while the database was unavailable do not delay the reconnect', async () => {
  const line = await badLine(Number(new URL(url).port), '127.0.0.1')
  const through = new URL(url)
  through.port = String(line.port)
  const { read, write } = open({ pool: 1 }, through.toString())
  line.refuse(true)
  for (let call = 0; call < 5; call += 1) {
    await expect(read`select 1`).rejects.toThrow()
    await expect(write((db) => db`select 1`)).rejects.toThrow()
  }
  line.refuse(false)
  await eventually(
    async () => expect([await read`select 1 as n`, await write((db) => db`select 1 as n`)]).toHaveLength(2),
    3000,
  )
  await line.close()
})

test('instants and dates are read as ISO 8601 in UTC, regardless of the database’s own settings', async () => {
  const name = new URL(url).pathname.slice(1)
  await database.single.unsafe(`alter database "${name}" set timezone = 'America/New_York'`)
  await database.single.unsafe(`alter database "${name}" set datestyle = 'German'`)
  const { read } = open({ pool: 1 })
  const [row] =
    await read`select timestamptz '2026-03-03 23:30Z' as at, timestamptz '2026-03-03 23:30Z'::date as day`
  expect(row).toEqual({ at: '2026-03-03T23:30:00Z', day: '2026-03-03' })
  await database.single.unsafe(`alter database "${name}" reset all`)
})

test('if the server is not a database, calls fail quickly, with few connection attempts', async () => {
  let knocks = 0
  const listener = createServer((socket: Socket) => {
    knocks += 1
    socket
      .on('error', () => {})
      .resume()
      .once('data', () => socket.end())
  }).listen(0, '127.0.0.1')
  await new Promise((ready) => listener.once('listening', ready))
  const nowhere = open(
    { pool: 1 },
    `postgres://nobody@127.0.0.1:${(listener.address() as AddressInfo).port}/none`,
  )
  await expect(nowhere.read`select 1`).rejects.toThrow()
  await expect(nowhere.write((db) => db`select 1`)).rejects.toThrow()
  expect(knocks).toBeLessThan(5)
  listener.close()
})

// Self-signed certificate for localhost, valid for a hundred years.
test('over TLS, a connection is reused, a cut one is replaced, and an untrusted certificate is refused', async () => {
  const pem = (name: string) =>
    readFileSync(join(import.meta.dirname, `../../tests/fixtures/localhost-${name}.pem`))
  const secureContext = createSecureContext({ key: pem('key'), cert: pem('cert') })
  const lines = new Set<Socket>()
  let made = 0
  const server = createServer((raw) => {
    made += 1
    lines.add(raw.on('error', () => {}))
    raw.once('data', () => {
      raw.write('S')
      const [tls, behind] = [
        new TLSSocket(raw, { isServer: true, secureContext }),
        connect(Number(new URL(url).port), '127.0.0.1'),
      ]
      tls.on('error', () => {}).on('close', () => behind.destroy())
      behind.on('error', () => {}).on('close', () => tls.destroy())
      tls.pipe(behind).pipe(tls)
    })
  }).listen(0)
  const by = (mode: string) => {
    const at = new URL(url)
    Object.assign(at, { hostname: 'localhost', port: String((server.address() as AddressInfo).port) })
    at.searchParams.set('sslmode', mode)
    return open({ pool: 1, patience: 200 }, at.toString())
  }
  const { write } = by('require')
  const query = () => write((db) => db.unsafe('select 1 as one'))
  await query()
  await pause(300)
  await query()
  expect(made).toBe(1)
  for (const line of lines) line.resetAndDestroy()
  await expect.poll(() => query().then(Boolean, () => false), { timeout: 3000 }).toBe(true)
  expect(made).toBe(2)
  await expect(by('verify-full').write((db) => db.unsafe('select 1'))).rejects.toMatchObject({
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  })
  server.close()
})

test('one caller never holds all connections, so others can write during a lock wait', async () => {
  const { write } = open({ pool: 6, room: 5000 })
  const as = (id: string) => ({ kind: 'admin' as const, id, centers: [] })
  const done = Promise.withResolvers<void>()
  let under = 0
  const calls = Array.from({ length: 12 }, () =>
    write(async () => {
      under += 1
      await done.promise
      under -= 1
    }, as('00000000-0000-7000-8000-000000000001')),
  )
  await expect.poll(() => under).toBe(2)
  expect(await write((db) => db`select 1 as one`, as('00000000-0000-7000-8000-000000000002'))).toMatchObject([
    { one: 1 },
  ])
  expect(under).toBe(2)
  done.resolve()
  await Promise.all(calls)
  expect(under).toBe(0)
})

test('while all transactions wait, reads continue, and a long job leaves room for other writes', async () => {
  const { write, writeInJob, read, reads, single, writes } = open({ pool: 2, room: 5000 })
  const as = (n: number) => ({
    kind: 'admin' as const,
    id: `00000000-0000-7000-8000-00000000000${n}`,
    centers: [],
  })
  const [done, jobDone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ofCallers = [1, 2, 3].map((n) => write(() => done.promise, as(n)))
  const ofJobs = [1, 2].map(() => writeInJob(() => jobDone.promise))
  await write((db) => put(db, 'beside a job'))
  expect(writes()).toEqual({ used: 3, waiting: 2 })
  expect(await reads(as(1))`select 1 as n`).toEqual([{ n: 1 }])
  expect(await read`select 1 as n`).toEqual([{ n: 1 }])
  await single`delete from notes where word = 'beside a job'`
  jobDone.resolve()
  done.resolve()
  await Promise.all([...ofCallers, ...ofJobs])
})

test('a statement that only reads can’t write, although it shares connections with writes', async () => {
  const { read, reads, single } = open({ pool: 1 })
  const scope = { kind: 'admin' as const, id: '00000000-0000-7000-8000-000000000001', centers: [] }
  for (const db of [read, reads(scope)]) {
    await expect(db`select set_config('transaction_read_only', 'off', true)`).rejects.toMatchObject({
      code: '25001',
    })
    await expect(db.unsafe('create table written ()')).rejects.toMatchObject({ code: '25006' })
  }
  await single`insert into notes values ('after reads')`
  await single`delete from notes where word = 'after reads'`
})

test('a listener whose connection couldn’t be opened gets each notification once after a successful attempt', async () => {
  const line = await badLine(Number(new URL(url).port), '127.0.0.1')
  const through = new URL(url)
  through.port = String(line.port)
  const { listen } = open({ pool: 1 }, through.toString())
  const got: string[] = []
  const attempt = () =>
    listen(
      'words',
      (word) => got.push(word),
      () => {},
    )
  line.refuse(true)
  await expect(attempt()).rejects.toThrow()
  line.refuse(false)
  await pause(100)
  await attempt()
  for (const word of ['first', 'last']) await database.single`select pg_notify('words', ${word})`
  await expect.poll(() => got).toContain('last')
  expect(got).toEqual(['first', 'last'])
  await line.close()
})
