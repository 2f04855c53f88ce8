import { expect, test } from 'vitest'
import { placesFixture } from '#tests/places-fixture.ts'
import { openWorld } from '#tests/world.ts'
import { firstFull, lockClass } from './queries.ts'
import type { CenterId } from '#server/gate.ts'
import { timeLimit } from '#tests/time.ts'

/**
 * Concurrent requests for the last seats (reliability F12): only the free seats are given out, no matter how
 * many requests there are.
 */
const world = await openWorld()
const { cast, newClass, newStudent, newPlace, enroll, change, move, credit } = await placesFixture(world)

const wanting = 20
const rounds = process.env.FAULTS ? 50 : 5
const free = 3
const center = cast.center as CenterId
const students = await Promise.all(Array.from({ length: wanting }, () => newStudent()))
const homes = await Promise.all(Array.from({ length: wanting }, () => newClass({ day: 5 })))

type Klass = Awaited<ReturnType<typeof newClass>>
type Outcome = { status: number; body: unknown }

/**
 * Checks that the class never exceeds its size. Returns the number of its places in the database, not
 * counting waitlist places and places that ended on March 2.
 */
async function seatsIn({ id }: Klass) {
  expect(
    await firstFull(world.database.read, center, {
      classId: id,
      from: '2026-01-01',
      to: null,
      type: 'nobody',
    }),
  ).toEqual([])
  const [row] = await world.database.read<{ count: number }[]>`
    select count(*)::int from places where class_id = ${id} and type <> 'waitlist' and upper(during) is distinct from '2026-03-03'`
  return row?.count
}

function expectExactly(outcomes: readonly Outcome[], { done, status }: { done: number; status: number }) {
  const results = outcomes.map((each) =>
    each.status === status ? 'done' : `${each.status} ${(each.body as { code: string }).code}`,
  )
  const full = Array.from({ length: outcomes.length - done }, () => '409 class_full')
  expect(results.toSorted()).toEqual([...full, ...Array.from({ length: done }, () => 'done')])
}

/** Retries a request while the server is too busy, as the web page does. */
async function retryWhileBusy(ask: () => Promise<Outcome>): Promise<Outcome> {
  const outcome = await ask()
  return outcome.status === 503 ? await retryWhileBusy(ask) : outcome
}

/**
 * Runs a race in several rounds, each in its own class, and checks the seats used afterward. Students lose
 * their places between rounds.
 */
async function race(run: (klass: Klass) => Promise<number>) {
  for (let round = 0; round < rounds; round += 1) {
    const klass = await newClass({ maxSize: free })
    const before = performance.now()
    const used = await run(klass)
    expect(performance.now() - before).toBeLessThan(timeLimit(5000))
    expect(await seatsIn(klass)).toBe(used)
    await world.database.write(async (db) => {
      await db`delete from credits where center_id = ${center}`
      await db`delete from places where center_id = ${center}`
    })
  }
}

test('simultaneous enrollments fill the free seats, and the rest are refused with `class_full`', () =>
  race(async (klass) => {
    expectExactly(await Promise.all(students.map(({ id }) => retryWhileBusy(() => enroll(klass, id)))), {
      done: free,
      status: 201,
    })
    return free
  }))

test('simultaneous regulars, trials and make-ups share the seats of a day', () =>
  race(async (klass) => {
    for (const { id } of students) await credit(klass, id)
    const kinds = ['regular', 'trial', 'make-up'] as const
    const day = { startDate: '2026-03-10', endDate: '2026-03-10' }
    const all = students.map(({ id }, n) =>
      retryWhileBusy(() => enroll(klass, id, { type: kinds[n % 3], ...day })),
    )
    expectExactly(await Promise.all(all), { done: free, status: 201 })
    return free
  }))

test('simultaneous moves into a class fill only its free seats', () =>
  race(async (klass) => {
    const ownPlaces = await Promise.all(students.map(({ id }, n) => newPlace(homes[n] as Klass, id)))
    expectExactly(
      await Promise.all(ownPlaces.map(({ id }) => retryWhileBusy(() => move(id, klass.id, '2026-03-10')))),
      {
        done: free,
        status: 201,
      },
    )
    return free
  }))

test('simultaneous moves between two classes in both directions don’t deadlock', () =>
  race(async (klass) => {
    const other = await newClass({ maxSize: free, day: 4 })
    const here = await Promise.all(
      students.slice(0, free).map(({ id }) => newPlace(klass, id, { startsOn: '2026-03-03' })),
    )
    const there = await Promise.all(
      students.slice(free, 2 * free - 1).map(({ id }) => newPlace(other, id, { startsOn: '2026-03-03' })),
    )
    const moved = await Promise.all([
      ...here.map(({ id }) => retryWhileBusy(() => move(id, other.id, '2026-03-03'))),
      ...there.map(({ id }) => retryWhileBusy(() => move(id, klass.id, '2026-03-03'))),
    ])
    expect(moved.every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect(((await seatsIn(klass)) ?? 0) + ((await seatsIn(other)) ?? 0)).toBe(2 * free - 1)
    return (await seatsIn(klass)) ?? 0
  }))

test('seats given simultaneously to students on the waitlist never exceed the free seats', () =>
  race(async (klass) => {
    const waiting = await Promise.all(
      students.map(({ id }) => newPlace(klass, id, { type: 'waitlist', startsOn: '2026-03-03' })),
    )
    expectExactly(
      await Promise.all(waiting.map(({ id }) => retryWhileBusy(() => change(id, { type: 'regular' })))),
      {
        done: free,
        status: 200,
      },
    )
    return free
  }))

test('shrinking a class during simultaneous enrollments never overfills it', () =>
  race(async (klass) => {
    const cut = world.database.write(async (db) => {
      await lockClass(db, center, [klass.id])
      const size = free - 1
      await db`update class_terms set max_size = ${size} where center_id = ${center} and class_id = ${klass.id}`
      const [over] = await firstFull(db, center, {
        classId: klass.id,
        from: '2026-03-03',
        to: null,
        type: 'nobody',
      })
      if (over)
        await db`update class_terms set max_size = ${free} where center_id = ${center} and class_id = ${klass.id}`
      return over ? free : size
    })
    const [size, ...outcomes] = await Promise.all([
      cut,
      ...students.map(({ id }) => retryWhileBusy(() => enroll(klass, id))),
    ])
    expectExactly(outcomes, { done: size, status: 201 })
    return size
  }))
