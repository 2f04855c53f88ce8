import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { accounts } from '#features/accounts/api.ts'
import { attendance } from '#features/attendance/api.ts'
import { publishEnd } from '#server/live.ts'
import { sha256 } from '#server/session.ts'
import { schedules } from '#features/schedule/api.ts'
import { factories } from '#tests/factories.ts'
import { socketFixture, within } from '#tests/socket-fixture.ts'
import { openWorld, today, type Caller } from '#tests/world.ts'

vi.useFakeTimers({ toFake: ['setInterval'] })
afterAll(() => void vi.useRealTimers())
const world = await openWorld()
const { host, connect, join, statusOf } = socketFixture(world)

type Cast = Awaited<ReturnType<typeof makeCast>>
let cast: Cast

function makeCast() {
  return world.database.write(async (db) => {
    const make = factories(db)
    const [north, south] = [await make.center(), await make.center()]
    const klass = await make.klass(north.id)
    const student = await make.student(north.id)
    await make.place(klass, student.id)
    const operator = await make.staff('operator', north.id)
    return {
      north,
      south,
      klass,
      student,
      absent: await make.student(north.id),
      operator,
      editor: await make.staff('editor', north.id),
      colleague: await make.staff('manager', north.id),
      admin: await make.staff('admin', null),
      parent: await make.parent([student]),
      stranger: await make.staff('operator', south.id),
      elsewhere: await make.student(south.id),
      device: { ...(await make.device(north.id, operator.id)), kind: 'devices' as const },
    }
  })
}

beforeAll(async () => {
  cast = await makeCast()
})

const mark = (who: Caller, to: 'present' | 'absent') =>
  who.call(attendance.take, {
    centerId: cast.north.id,
    classId: cast.klass.id,
    on: today,
    marks: [{ studentId: cast.student.id, mark: to }],
  })

describe('a colleague’s mark', () => {
  test('arrives within a second, with an id but no content', async () => {
    const [operator, colleague] = [await world.as(cast.operator), await world.as(cast.colleague)]
    const line = await connect(operator)
    const channel = `center:${cast.north.id}`
    expect(await join(line, channel)).toEqual({
      type: 'joined',
      channel,
      quietFor: expect.any(Number) as number,
    })
    const [frame, answer] = await within(1000, Promise.all([line.next(), mark(colleague, 'present')]))
    expect(answer.status).toBeLessThan(300)
    expect(frame).toEqual({ type: 'event', channel, topic: 'attendance', id: cast.klass.id })
    const { body } = await operator.call(attendance.roll, {
      centerId: cast.north.id,
      classId: cast.klass.id,
      on: today,
    })
    expect(body.lines).toMatchObject([{ mark: 'present' }])
  })

  test('resets the time since its channel’s last event, which is reported to sockets that join later', async () => {
    const [operator, colleague] = [await world.as(cast.operator), await world.as(cast.colleague)]
    const line = await connect(operator)
    const [here, there] = [`center:${cast.north.id}`, `person:${cast.operator.id}`]
    await join(line, here)
    await within(1000, Promise.all([line.next(), mark(colleague, 'present')]))
    const other = await connect(operator)
    const quiet = async (channel: string) => (await join(other, channel)).quietFor
    expect(await quiet(here)).toBeLessThan((await quiet(there)) ?? 0)
  })

  test('arrives after the event for opening a day, which is sent only once', async () => {
    const [operator, colleague] = [await world.as(cast.operator), await world.as(cast.colleague)]
    const line = await connect(operator)
    const channel = `center:${cast.north.id}`
    await join(line, channel)
    const open = () => colleague.call(schedules.open, { centerId: cast.north.id, date: '2026-03-05' })
    const [frame] = await within(1000, Promise.all([line.next(), open()]))
    expect(frame).toEqual({ type: 'event', channel, topic: 'schedule', id: '2026-03-05' })
    expect((await open()).status).toBe(200)
    await mark(colleague, 'present')
    expect(await within(1000, line.next())).toMatchObject({ topic: 'attendance' })
  })

  test('is not announced if it is refused, nor to sockets that have not joined', async () => {
    const [operator, colleague] = [await world.as(cast.operator), await world.as(cast.colleague)]
    const [joined, idle] = [await connect(operator), await connect(colleague)]
    await join(joined, `center:${cast.north.id}`)
    const where = { centerId: cast.north.id, classId: cast.klass.id, on: today }
    const refused = await colleague.call(attendance.take, {
      ...where,
      marks: [{ studentId: cast.elsewhere.id, mark: 'present' }],
    })
    expect(refused.status).toBe(422)
    await mark(colleague, 'absent')
    await within(1000, joined.next())
    expect(joined.frames.filter(({ type }) => type === 'event')).toHaveLength(1)
    expect(idle.frames).toEqual([])
  })
})

describe('a socket', () => {
  test('is refused without a session, or after it has ended', async () => {
    const origin = `http://${host()}`
    const { cookie, call } = await world.as(cast.operator)
    await call(accounts.logout, {})
    expect(await statusOf({ origin })).toBe(403)
    expect(await statusOf({ origin, cookie: `sid=${'x'.repeat(43)}` })).toBe(403)
    expect(await statusOf({ origin, cookie })).toBe(403)
  })

  test('is refused from another origin or without an origin', async () => {
    const { cookie } = await world.as(cast.operator)
    for (const origin of [
      'https://evil.example',
      'null',
      `http://${host()}.evil.example`,
      `http://evil.example/${host()}`,
      'http://127.0.0.1',
    ])
      expect([origin, await statusOf({ cookie, origin })]).toEqual([origin, 403])
    expect(await statusOf({ cookie })).toBe(403)
  })

  test.each<
    [string, (all: Cast) => Parameters<typeof world.as>[0], (all: Cast) => string, 'joined' | 'error']
  >([
    [
      'an operator can follow their center',
      ({ operator }) => operator,
      ({ north }) => `center:${north.id}`,
      'joined',
    ],
    [
      'an operator can’t follow another center',
      ({ operator }) => operator,
      ({ south }) => `center:${south.id}`,
      'error',
    ],
    ['nobody can follow a center that doesn’t exist', ({ admin }) => admin, () => 'center:Nowhere', 'error'],
    ['an admin can follow every center', ({ admin }) => admin, ({ south }) => `center:${south.id}`, 'joined'],
    [
      'a device can follow its center',
      ({ device, north }) => ({ ...device, centerId: north.id }),
      ({ north }) => `center:${north.id}`,
      'joined',
    ],
    [
      'a device can’t follow another center',
      ({ device, north }) => ({ ...device, centerId: north.id }),
      ({ south }) => `center:${south.id}`,
      'error',
    ],
    [
      'a device can follow a student who is expected there today',
      ({ device, north }) => ({ ...device, centerId: north.id }),
      ({ student }) => `student:${student.id}`,
      'joined',
    ],
    [
      'a device can’t follow other students of its center',
      ({ device, north }) => ({ ...device, centerId: north.id }),
      ({ absent }) => `student:${absent.id}`,
      'error',
    ],
    [
      'an admin can follow every student',
      ({ admin }) => admin,
      ({ elsewhere }) => `student:${elsewhere.id}`,
      'joined',
    ],
    [
      'an editor can follow their own account',
      ({ editor }) => editor,
      ({ editor }) => `person:${editor.id}`,
      'joined',
    ],
    ['an editor can’t follow a center', ({ editor }) => editor, ({ north }) => `center:${north.id}`, 'error'],
    [
      'an editor can’t follow a student',
      ({ editor }) => editor,
      ({ student }) => `student:${student.id}`,
      'error',
    ],
    [
      'staff can follow their center’s students',
      ({ operator }) => operator,
      ({ student }) => `student:${student.id}`,
      'joined',
    ],
    [
      'staff can’t follow another center’s students',
      ({ operator }) => operator,
      ({ elsewhere }) => `student:${elsewhere.id}`,
      'error',
    ],
    [
      'students can follow themselves',
      ({ student }) => student,
      ({ student }) => `student:${student.id}`,
      'joined',
    ],
    [
      'students can’t follow anybody else',
      ({ student }) => student,
      ({ elsewhere }) => `student:${elsewhere.id}`,
      'error',
    ],
    [
      'students can’t follow a center, not even their own',
      ({ student }) => student,
      ({ north }) => `center:${north.id}`,
      'error',
    ],
    [
      'parents can follow their child',
      ({ parent }) => parent,
      ({ student }) => `student:${student.id}`,
      'joined',
    ],
    [
      'parents can’t follow another child',
      ({ parent }) => parent,
      ({ elsewhere }) => `student:${elsewhere.id}`,
      'error',
    ],
    ['parents can’t follow a center', ({ parent }) => parent, ({ north }) => `center:${north.id}`, 'error'],
    [
      'people can follow their own account',
      ({ operator }) => operator,
      ({ operator }) => `person:${operator.id}`,
      'joined',
    ],
    [
      'people can’t follow anybody else’s account',
      ({ operator }) => operator,
      ({ colleague }) => `person:${colleague.id}`,
      'error',
    ],
    ['a channel without a kind is refused', ({ admin }) => admin, ({ north }) => north.id, 'error'],
  ])('%s', async (_, who, channel, want) => {
    const line = await connect(await world.as(who(cast)))
    expect((await within(1000, join(line, channel(cast)))).type).toBe(want)
  })

  test('gets no events from a channel that it was not allowed to join', async () => {
    const line = await connect(await world.as(cast.stranger))
    expect(await join(line, `center:${cast.north.id}`)).toMatchObject({ type: 'error' })
    const witness = await connect(await world.as(cast.operator))
    await join(witness, `center:${cast.north.id}`)
    await mark(await world.as(cast.colleague), 'present')
    await within(1000, witness.next())
    expect(line.frames).toHaveLength(1)
  })

  test.each<[string, string | Buffer]>([
    ['invalid JSON', 'join'],
    ['an unknown message type', '{"type":"leave","channel":"center:x"}'],
    ['an unknown field', '{"type":"join","channel":"center:x","admin":true}'],
    ['a list', '[]'],
    ['bytes', Buffer.from([0xff, 0x00])],
  ])('that sends %s gets an error, and is closed the third time', async (_, raw) => {
    const line = await connect(await world.as(cast.operator))
    line.send(raw)
    expect(await line.next()).toMatchObject({ type: 'error' })
    line.send(raw)
    line.send(raw)
    expect(await within(1000, line.closed)).toBe(1008)
  })
})

describe('a connection', () => {
  test('carries a heartbeat every four seconds, so that the page can detect when it is dead', async () => {
    const line = await connect(await world.as(cast.operator))
    vi.advanceTimersByTime(4000)
    await within(1000, line.beat)
    expect(line.frames).toEqual([])
  })
})

describe('a session', () => {
  test.each([
    [
      'past its end time',
      (id: Buffer) =>
        world.database.write((db) => db`update sessions set ends_at = now() where id_hash = ${id}`),
    ],
    [
      'idle for too long',
      (id: Buffer) =>
        world.database.write((db) => db`update sessions set seen_at = now() - idle where id_hash = ${id}`),
    ],
  ])('that is %s closes its sockets and no others', async (_, end) => {
    const [over, going] = [await world.as(cast.operator), await world.as(cast.operator)]
    const [late, other] = [await connect(over), await connect(going)]
    await end(sha256(/sid=([^;]+)/.exec(over.cookie)?.[1] ?? ''))
    vi.advanceTimersByTime(30_000)
    expect(await within(1000, late.closed)).toBe(4401)
    expect(await join(other, `center:${cast.north.id}`)).toMatchObject({ type: 'joined' })
  })
})

describe('logging out', () => {
  test('closes the sockets of that session, and no others, within a second', async () => {
    const [here, elsewhere, colleague] = [
      await world.as(cast.operator),
      await world.as(cast.operator),
      await world.as(cast.colleague),
    ]
    const [tab, second, other, another] = [
      await connect(here),
      await connect(here),
      await connect(elsewhere),
      await connect(colleague),
    ]
    expect((await here.call(accounts.logout, {})).status).toBe(204)
    expect(await within(1000, Promise.all([tab.closed, second.closed]))).toEqual([4401, 4401])
    const channel = `center:${cast.north.id}`
    expect(await join(other, channel)).toMatchObject({ type: 'joined' })
    expect(await join(another, channel)).toMatchObject({ type: 'joined' })
  })
})

test('the tabs of a replaced session may reconnect', async () => {
  const here = await world.as(cast.operator)
  const tab = await connect(here)
  const session = sha256(/sid=([^;]+)/.exec(here.cookie)?.[1] ?? '').toString('hex')
  await world.database.write(async (db) => publishEnd(db, { session, again: true }))
  expect(await within(1000, tab.closed)).toBe(1012)
})
