import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { socketFixture, within } from '#tests/socket-fixture.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { ownSections, ownWork } from '../answering/api.ts'
import { assigning } from '../assigning/api.ts'
import { whiteboards } from './api.ts'
import { type Ink, maxSent, maxStrokes } from './strokes.ts'

const world = await openWorld()
const { connect, join } = socketFixture(world)

type Cast = Awaited<ReturnType<typeof makeCast>>
let cast: Cast
let operator: Caller
let tablet: Caller

function makeCast() {
  return world.database.write(async (db) => {
    const make = factories(db)
    const [north, south] = [await make.center(), await make.center()]
    const section = await make.section()
    await make.questions(section.id, [
      { text: 'What is $1 + 1$?', value: '2' },
      { text: 'What is half of 1?', value: '0.5' },
    ])
    const staff = await make.staff('operator', north.id)
    return {
      north,
      section,
      staff,
      klass: await make.klass(north.id),
      teacher: await make.teacher(north.id),
      stranger: await make.staff('operator', south.id),
      device: { ...(await make.device(north.id, staff.id)), kind: 'devices' as const },
    }
  })
}

beforeAll(async () => {
  cast = await makeCast()
  operator = await world.as(cast.staff)
  tablet = await world.as(cast.device)
})

/**
 * Returns a new student with started homework, and their parent. With a `klass`, the student is expected in a
 * class today.
 */
async function atWork({ klass = false } = {}) {
  const { who, parent } = await world.database.write(async (db) => {
    const make = factories(db)
    const made = await make.student(cast.north.id)
    if (klass) await make.place(cast.klass, made.id)
    return { who: made, parent: await make.parent([made]) }
  })
  const caller = await world.as(who)
  const { body } = await operator.call(assigning.homework, { id: who.id, sections: [cast.section.id] })
  await caller.call(ownWork.homework.change, { id: body._id, state: 'started' })
  const at = { workId: body._id, n: 1 }
  return {
    who,
    caller,
    parent: await world.as(parent),
    at,
    given: { ...at, studentId: who.id },
    draw: (ink: Ink, ids = [newId()], by = operator) =>
      by.call(whiteboards.changeGiven, {
        ...at,
        studentId: who.id,
        drawn: ids.map((id) => line(id, ink)),
        erased: [],
      }),
    drawBack: (ids = [newId()], erased: string[] = []) =>
      caller.call(whiteboards.changeOwn, { ...at, drawn: ids.map((id) => line(id, 'green')), erased }),
    readWhiteboard: async (after = 0) => (await caller.call(whiteboards.own, { ...at, after })).body,
  }
}

const line = <I extends Ink>(_id: string, ink: I) => ({ _id, ink, points: [10, 20, 300, 400] })
const inksOf = ({ strokes }: { strokes: readonly { ink: Ink }[] }) => strokes.map(({ ink }) => ink)

describe('a whiteboard', () => {
  test('has the strokes of staff and student, in the order in which they were drawn', async () => {
    const { caller, at, given, parent, draw, drawBack, readWhiteboard } = await atWork()
    const question = { id: at.workId, s: 1, n: 1 }
    expect((await caller.call(ownSections.question, question)).body.whiteboard).toBe(false)
    const ids = [newId(), newId(), newId()] as const
    expect((await draw('red', [ids[0]])).status).toBe(204)
    expect((await drawBack([ids[1]])).status).toBe(204)
    expect((await draw('blue', [ids[2]])).status).toBe(204)
    const all = await readWhiteboard()
    expect(all.strokes).toMatchObject([line(ids[0], 'red'), line(ids[1], 'green'), line(ids[2], 'blue')])
    expect(all.seqs).toEqual(all.strokes.map(({ seq }) => seq))
    expect((await operator.call(whiteboards.given, given)).body).toEqual(all)
    expect((await parent.call(whiteboards.childs, given)).body).toEqual(all)
    expect((await caller.call(ownSections.question, question)).body.whiteboard).toBe(true)
    expect((await caller.call(ownSections.question, { ...question, n: 2 })).body.whiteboard).toBe(false)
  })

  test('sends only strokes newer than the last one seen, and the numbers of all strokes that aren’t erased', async () => {
    const { given, draw, readWhiteboard } = await atWork()
    const [first, second] = [newId(), newId()]
    await draw('red', [first])
    await draw('red', [second])
    const before = await readWhiteboard()
    await operator.call(whiteboards.changeGiven, { ...given, drawn: [], erased: [second] })
    await draw('blue')
    const after = await readWhiteboard(before.seqs.at(-1))
    expect(inksOf(after)).toEqual(['blue'])
    expect(after.seqs[0]).toBe(before.seqs[0])
    expect(after.seqs).not.toContain(before.seqs[1])
    expect(after.seqs[1], 'a number is never used again').toBeGreaterThan(before.seqs[1] ?? 0)
  })

  test('changes only once if a call is repeated, and an erased stroke can be drawn again', async () => {
    const { given, draw, readWhiteboard } = await atWork()
    const id = newId()
    await draw('red', [id])
    await draw('red', [id])
    expect(inksOf(await readWhiteboard())).toEqual(['red'])
    const erase = () => operator.call(whiteboards.changeGiven, { ...given, drawn: [], erased: [id] })
    expect([(await erase()).status, (await erase()).status]).toEqual([204, 204])
    expect(await readWhiteboard()).toEqual({ strokes: [], seqs: [] })
    await draw('red', [id])
    expect((await readWhiteboard()).strokes).toMatchObject([line(id, 'red')])
  })

  test('has at most 300 strokes, even if they are drawn at the same time', async () => {
    const { given, draw, readWhiteboard } = await atWork()
    const parts = Array.from({ length: maxStrokes / maxSent }, () =>
      Array.from({ length: maxSent }, () => newId()),
    )
    for (const at of [0, 10, 20]) {
      const statuses = await Promise.all(parts.slice(at, at + 10).map((ids) => draw('red', ids)))
      expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([204]))
    }
    const full = await draw('red')
    expect([full.status, full.body]).toMatchObject([409, { code: 'whiteboard_full' }])
    expect((await readWhiteboard()).seqs).toHaveLength(maxStrokes)
    await operator.call(whiteboards.changeGiven, { ...given, drawn: [], erased: parts[0] ?? [] })
    expect((await draw('blue')).status).toBe(204)
    expect((await readWhiteboard()).seqs).toHaveLength(maxStrokes - maxSent + 1)
  })

  test.each([
    ['an odd number of coordinates', { points: [1, 2, 3] }, 422],
    ['no points', { points: [] }, 422],
    ['too many points', { points: Array.from({ length: 402 }, () => 1) }, 422],
    ['a point outside the board', { points: [1, 6001] }, 422],
    ['half a coordinate', { points: [1.5, 2] }, 400],
    ['another color', { ink: 'black' }, 400],
    ['a picture', { image: 'data:' }, 400],
  ])('refuses a stroke with %s', async (_, odd, status) => {
    const { given, at, caller, readWhiteboard } = await atWork()
    const raw = (ink: Ink) => ({ drawn: [{ ...line(newId(), ink), ...odd }], erased: [] })
    const input = { drawn: [], erased: [] }
    expect(
      (await operator.call(whiteboards.changeGiven, { ...given, ...input }, { raw: raw('red') })).status,
    ).toBe(status)
    expect(
      (await caller.call(whiteboards.changeOwn, { ...at, ...input }, { raw: raw('green') })).status,
    ).toBe(status)
    expect((await readWhiteboard()).seqs).toEqual([])
  })

  test('is limited to 300 strokes with valid points by the table’s constraints', async () => {
    const { at } = await atWork()
    const add = (slot: number, points: number[]) =>
      world.database.single`insert into whiteboard_strokes (center_id, work_id, num, slot, id, ink, points)
        values (${cast.north.id}, ${at.workId}, 1, ${slot}, ${newId()}, 'red', ${points}::smallint[])`
    await add(1, [1, 2])
    await expect(add(301, [1, 2])).rejects.toThrow(/whiteboard_full/)
    await expect(add(2, [1, 2, 3])).rejects.toThrow(/check/)
    await expect(add(2, [-1, 2])).rejects.toThrow(/check/)
    await expect(
      add(
        2,
        Array.from({ length: 402 }, () => 1),
      ),
    ).rejects.toThrow(/check/)
  })
})

describe('permission to draw', () => {
  test('students draw only on their own work, in green, and erase only green strokes', async () => {
    const [{ at, draw, drawBack, readWhiteboard, caller }, other] = [await atWork(), await atWork()]
    const [red, green] = [newId(), newId()]
    await draw('red', [red])
    await drawBack([green], [red])
    expect(inksOf(await readWhiteboard())).toEqual(['red', 'green'])
    await drawBack([], [red, green])
    expect(inksOf(await readWhiteboard())).toEqual(['red'])
    const asRed = { drawn: [line(newId(), 'red')], erased: [] }
    const input = { ...at, drawn: [], erased: [] }
    expect((await caller.call(whiteboards.changeOwn, input, { raw: asRed })).status).toBe(400)
    expect((await other.caller.call(whiteboards.own, at)).status).toBe(404)
    expect((await other.caller.call(whiteboards.changeOwn, input)).status).toBe(404)
    expect((await caller.call(whiteboards.own, { ...at, n: 9 })).status).toBe(404)
  })

  test('staff draw only on the work of students at their center, and parents see only their child’s whiteboard', async () => {
    const [{ given, draw, parent, caller }, other] = [await atWork(), await atWork()]
    const stranger = await world.as(cast.stranger)
    await draw('red')
    const change = { ...given, drawn: [], erased: [] }
    expect((await stranger.call(whiteboards.given, given)).status).toBe(404)
    expect((await draw('red', [newId()], stranger)).status).toBe(404)
    expect((await other.parent.call(whiteboards.childs, given)).status).toBe(404)
    for (const who of [parent, caller]) {
      expect((await who.call(whiteboards.given, given)).status).toBe(403)
      expect((await who.call(whiteboards.changeGiven, change)).status).toBe(403)
    }
    expect((await operator.call(whiteboards.given, { ...given, studentId: other.who.id })).status).toBe(404)
    expect((await (await world.as(null)).call(whiteboards.given, given)).status).toBe(401)
  })

  test('a tablet draws in the name of the teacher chosen on it, and only for students expected today', async () => {
    const [here, away] = [await atWork({ klass: true }), await atWork()]
    expect((await here.draw('red', [newId()], tablet)).status).toBe(204)
    expect((await tablet.call(whiteboards.given, here.given)).body.seqs).toHaveLength(1)
    expect((await away.draw('red', [newId()], tablet)).status).toBe(404)
    expect((await tablet.call(whiteboards.given, away.given)).status).toBe(404)
    const drawn = [line(newId(), 'blue' as const)]
    const by = cast.teacher.id
    expect(
      (await tablet.call(whiteboards.changeGiven, { ...here.given, drawn, erased: [], by })).status,
    ).toBe(204)
    const rows = await world.database
      .read`select drawn_by from whiteboard_strokes where work_id = ${here.at.workId} order by seq`
    expect(rows.map(({ drawnBy }) => drawnBy as string | null)).toEqual([null, by])
  })

  test('students can’t draw on completed work, but staff can', async () => {
    const { at, caller, draw, drawBack, readWhiteboard } = await atWork()
    await draw('red')
    await caller.call(ownWork.homework.change, { id: at.workId, state: 'submitted' })
    const late = await drawBack()
    expect([late.status, late.body]).toMatchObject([409, { code: 'not_drawable' }])
    expect((await draw('blue')).status).toBe(204)
    expect(inksOf(await readWhiteboard())).toEqual(['red', 'blue'])
  })

  test('the history says who began to draw and who erased another person’s strokes', async () => {
    const { at, given, draw, drawBack } = await atWork()
    const [red, green] = [newId(), newId()]
    await draw('red', [red])
    await draw('blue')
    await drawBack([green])
    await operator.call(whiteboards.changeGiven, { ...given, drawn: [], erased: [red] })
    await operator.call(whiteboards.changeGiven, { ...given, drawn: [], erased: [green] })
    const trail = await world.database
      .read`select action, person_id from audit where entity_id = ${at.workId} and action ~ 'draw|erase' order by id`
    expect(trail).toEqual(
      ['practice.draw', 'practice.erase'].map((action) => ({ action, personId: cast.staff.id })),
    )
  })
})

/**
 * Returns the next event about a whiteboard. Skips earlier events, such as those about the start of the work.
 */
async function announced(socket: Awaited<ReturnType<typeof connect>>) {
  for (;;) {
    const frame = await socket.next()
    if (frame['topic'] === 'whiteboard') return frame
  }
}

test('a stroke is announced to the student within a second, by the id of the work and without its points', async () => {
  const { who, caller, at, draw } = await atWork()
  const socket = await connect(caller)
  const channel = `student:${who.id}`
  await join(socket, channel)
  const [drawn] = await within(1000, Promise.all([announced(socket), draw('red')]))
  expect(drawn).toEqual({ type: 'event', channel, topic: 'whiteboard', id: at.workId })
})
