import { once } from 'node:events'
import { beforeAll, describe, expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { type Line, socketFixture, within } from '#tests/socket-fixture.ts'
import { openWorld } from '#tests/world.ts'
import { publish } from './live.ts'
import { type Connection, openConnections } from './sockets.ts'
import { eventually } from '#tests/eventually.ts'

/** The world has one process, so the limits aren't divided. */
const world = await openWorld({ workers: 1 })
const { host, connect, join, statusOf } = socketFixture(world)

type Cast = Awaited<ReturnType<typeof makeCast>>
let cast: Cast

function makeCast() {
  return world.database.write(async (db) => {
    const make = factories(db)
    const north = await make.center()
    const klass = await make.klass(north.id)
    const student = await make.student(north.id)
    await make.place(klass, student.id)
    const operator = await make.staff('operator', north.id)
    const colleague = await make.staff('manager', north.id)
    return {
      north,
      klass,
      student,
      operator,
      colleague,
      device: { ...(await make.device(north.id, operator.id)), kind: 'devices' as const },
    }
  })
}

beforeAll(async () => {
  cast = await makeCast()
})

describe('a socket', () => {
  test('is closed with “come back later” if it sends too much, and so is the session’s next socket', async () => {
    const operator = await world.as(cast.operator)
    const line = await connect(operator)
    for (let n = 0; n < 200; n += 1)
      line.send(JSON.stringify({ type: 'join', channel: `center:${cast.north.id}` }))
    line.socket.ping()
    await once(line.socket, 'pong')
    line.socket.terminate()
    const next = await connect(operator)
    for (let n = 0; n < 60; n += 1)
      next.send(JSON.stringify({ type: 'join', channel: `center:${cast.north.id}` }))
    expect(await within(1000, next.closed)).toBe(4429)
    const colleague = await connect(await world.as(cast.colleague))
    expect(await join(colleague, `center:${cast.north.id}`)).toMatchObject({ type: 'joined' })
  })

  test('may join up to a hundred channels with one frame', async () => {
    const line = await connect(await world.as(cast.student))
    const joinMany = (count: number) =>
      line.send(
        JSON.stringify({
          type: 'join',
          channels: Array.from({ length: count }, () => `student:${cast.student.id}`),
        }),
      )
    joinMany(100)
    expect(await line.next()).toMatchObject({ type: 'joined', channel: `student:${cast.student.id}` })
    joinMany(101)
    expect(await line.next()).toEqual({ type: 'error', message: 'That message could not be read.' })
  })
})

describe('limits on sockets', () => {
  const devices = () => ({ ...cast.device, centerId: cast.north.id })

  test.each([
    ['person', 5, () => cast.colleague],
    ['device', 20, devices],
  ] as const)('let one %s have %i sockets, and one more closes the oldest', async (_, most, who) => {
    const caller = await world.as(who())
    const all: Line[] = []
    for (let n = 0; n <= most; n += 1) all.push(await connect(caller))
    expect(await within(1000, all[0]!.closed)).toBe(1013)
    expect(await join(all[1]!, `center:${cast.north.id}`)).toMatchObject({ type: 'joined' })
    expect(all.slice(1).every(({ socket }) => socket.readyState === socket.OPEN)).toBe(true)
  })

  test('refuse sockets that one session opens in quick succession, but not those of other sessions', async () => {
    const { cookie } = await world.as(devices())
    const origin = `http://${host()}`
    const answers = await Promise.all(Array.from({ length: 60 }, () => statusOf({ cookie, origin })))
    expect(answers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(28)
    expect(answers.filter((status) => status === 101).length).toBeGreaterThanOrEqual(30)
    await connect(await world.as(devices()))
  })

  test('let thirty tablets with ten tabs each reconnect simultaneously from one address', async () => {
    const tablets = await world.database.write(async (db) => {
      const make = factories(db)
      return await Promise.all(Array.from({ length: 30 }, () => make.device(cast.north.id, cast.operator.id)))
    })
    const callers = await Promise.all(
      tablets.map((each) => world.as({ ...each, kind: 'devices', centerId: cast.north.id })),
    )
    const open = await Promise.all(
      callers.flatMap((caller) => Array.from({ length: 10 }, () => connect(caller))),
    )
    const joined = await Promise.all(open.map((line) => join(line, `student:${cast.student.id}`)))
    expect(joined.filter(({ type }) => type === 'joined')).toHaveLength(300)
  })
})

describe('a classroom’s requests to join channels', () => {
  const channel = () => `student:${cast.student.id}`
  const rosterReads = async (work: () => Promise<void>) => {
    const scanCount = async () => {
      await world.database.single`select pg_stat_force_next_flush()`
      const [row] = await world.database.single<{ scans: number }[]>`
        select (seq_scan + coalesce(idx_scan, 0))::int as scans from pg_stat_user_tables where relname = 'places'`
      return row!.scans
    }
    const before = await scanCount()
    await work()
    return (await scanCount()) - before
  }

  test('are checked together, so two hundred of them need only a handful of queries', async () => {
    const line = await connect(await world.as({ ...cast.device, centerId: cast.north.id }))
    const reads = await rosterReads(async () => {
      for (let n = 0; n < 200; n += 1) line.send(JSON.stringify({ type: 'join', channels: [channel()] }))
      await eventually(() => expect(line.frames.length).toBeGreaterThan(0))
      await join(line, channel())
    })
    expect(line.frames.every(({ type }) => type === 'joined')).toBe(true)
    expect(reads).toBeLessThan(20)
  })

  test('are accepted for a student who was added to a class a moment ago', async () => {
    const line = await connect(await world.as({ ...cast.device, centerId: cast.north.id }))
    expect(await join(line, channel())).toMatchObject({ type: 'joined' })
    const added = await world.database.write(async (db) => {
      const make = factories(db)
      const student = await make.student(cast.north.id)
      await make.place(cast.klass, student.id)
      publish(db, { channel: `center:${cast.north.id}`, topic: 'schedule' })
      return student.id
    })
    await eventually(async () =>
      expect(await join(line, `student:${added}`)).toMatchObject({ type: 'joined' }),
    )
  })
})

test('a removed socket follows no channel, even if a join was still being checked', () => {
  const connections = openConnections(1)
  const make = (): Connection => ({
    socket: {} as Connection['socket'],
    actor: {
      kind: 'staff',
      id: crypto.randomUUID(),
      centers: [],
      session: '',
    } as unknown as Connection['actor'],
    address: '127.0.0.1',
    channels: new Set(),
    bad: 0,
    alive: true,
  })
  const [first, second] = [make(), make()]
  for (const each of [first, second]) {
    expect(connections.take(each)).toBe(true)
    connections.subscribe(each, 'center:a')
  }
  expect([...connections.subscribers('center:a')]).toEqual([first, second])
  connections.remove(first)
  connections.subscribe(first, 'center:a')
  connections.subscribe(first, 'center:b')
  expect([...connections.subscribers('center:a')]).toEqual([second])
  connections.remove(second)
  expect([...connections.subscribers('center:a'), ...connections.subscribers('center:b')]).toEqual([])
  expect(connections.channelCount()).toBe(0)
})
