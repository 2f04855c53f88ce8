import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '#server/db.ts'
import { publish } from '#server/live.ts'
import { pauseBefore } from '#shared/live.ts'
import { sendRequest, paced, stopwatch, tally } from './load-generator.ts'
import type { Hall } from './hall.ts'
import { answer } from './class-hour.ts'
import { openLine, openLines, type Line, type LineOptions } from './live-sockets.ts'
import {
  atMost,
  balance,
  floorAt,
  measuredAll,
  openFixture,
  type Entry,
  type Report,
  type Fixture,
} from './fixture.ts'

const figures = (what: string, times: ReturnType<typeof stopwatch>, seconds: number) => ({
  what,
  rate: Math.round(times.count() / seconds),
  p50: times.at(0.5),
  p95: times.at(0.95),
  p99: times.at(0.99),
  'floor p99': null,
  errors: 0,
})

/** Runs L4: idle sockets cost little and are pinged, and a dead one is dropped. */
export async function idleSockets(count: number): Promise<Report> {
  const fixture = await openFixture({ students: 600, questions: 1 })
  try {
    const own = ({ id, headers }: Hall['students'][number]) => ({ headers, channels: [`student:${id}`] })
    const before = fixture.watching.now()
    const all = Array.from({ length: count }, (_, index) =>
      own(fixture.hall.students[index % 600] as Hall['students'][number]),
    )
    const lines = await openLines(fixture.address, all)
    const [first] = lines as [Line]
    let pings = 0
    first.socket.on('ping', () => (pings += 1))
    const dead = openLine(fixture.address, { ...(all.at(-1) as LineOptions), pongs: false })
    await dead.joined
    const began = performance.now()
    const dropped = dead.closed.then(() => (performance.now() - began) / 1000)
    const after = await Promise.race([dropped, pause(80_000, Infinity)])
    await pause(Math.max(0, 65_000 - (performance.now() - began)))
    const extra = fixture.watching.now() - before
    const open = lines.filter(({ socket }) => socket.readyState === socket.OPEN).length
    for (const { socket } of lines) socket.terminate()
    return {
      title: `L4 idle sockets: ${count}`,
      figures: [],
      checks: [
        {
          promise: 'memory above that of no sockets ≤ 150 MB',
          measured: `${Math.round(extra)} MB`,
          kept: extra <= 150,
        },
        { promise: 'a ping every 30 s', measured: `${pings} in 65 s`, kept: pings >= 2 },
        { promise: 'a dead one dropped ≤ 75 s', measured: `${after.toFixed(1)} s`, kept: after <= 75 },
        { promise: 'the others stay open', measured: `${open} of ${count}`, kept: open === count },
      ],
    }
  } finally {
    await fixture.close()
  }
}

type FanOut = {
  title: string
  classes: number
  /** True if each class is the only one of its center. */
  apart?: boolean
  watchers: number
  events: number
  seconds: number
  workers?: number
}

/** Runs L5 or L12: events of a class reach each of its screens quickly and in order. */
export async function fanOut(plan: FanOut): Promise<Report> {
  const { title, classes, apart = false, watchers, events, seconds, workers } = plan
  const fixture = await openFixture({
    students: apart ? classes : classes * 10,
    questions: 1,
    perCenter: apart ? 1 : undefined,
    workers,
  })
  const database = openDatabase(fixture.url, { pool: 8 })
  try {
    const [times, floor] = [stopwatch(), stopwatch()]
    const channels = fixture.hall.rooms.map(({ students }) => `student:${students[0]?.id}`)
    const sentAt: number[] = []
    let [disordered, received] = [0, 0]
    const watcher = (room: number, at: number): LineOptions => {
      const { screens } = fixture.hall.rooms[room] as Hall['rooms'][number]
      let last = -1
      const onFrame: LineOptions['onFrame'] = ({ done }) => {
        if (done === undefined) return
        times.add(performance.now() - (sentAt[done] as number))
        if (done <= last) disordered += 1
        last = done
        received += 1
      }
      return {
        // Give each class its own address, because an address may open only so many sockets.
        headers: {
          ...screens[at % screens.length],
          'x-forwarded-for': `10.0.${Math.floor(room / 250)}.${1 + (room % 250)}`,
        },
        channels: [channels[room] as string],
        onFrame,
      }
    }
    const all = Array.from({ length: classes * watchers }, (_, index) =>
      watcher(index % classes, Math.floor(index / classes)),
    )
    const lines = await openLines(fixture.address, all)
    // Measures the time that PostgreSQL needs to notify one listener.
    const listen = (payload: string) =>
      floor.add(performance.now() - (sentAt[(JSON.parse(payload) as { done: number }).done] as number))
    await database.listen('live', listen, () => {})
    await fixture.watching.begin()
    // Send the events of a class one after another, as in consecutive commits.
    const before = channels.map(() => Promise.resolve())
    await paced({
      rate: events,
      seconds,
      fire: async (due) => {
        const done = sentAt.push(due) - 1
        const room = done % classes
        const sent = (before[room] as Promise<void>).then(() =>
          database.write(async (db) =>
            publish(db, { channel: channels[room] as string, topic: 'answer', done }),
          ),
        )
        before[room] = sent
        await sent
      },
    })
    await pause(1000)
    const used = await fixture.watching.end()
    for (const { socket } of lines) socket.terminate()
    const wanted = sentAt.length * watchers
    return {
      title: `${title}: ${classes} classes × ${watchers} screens, ${events} events/s, ${seconds} s`,
      figures: [{ ...figures('delivered', times, seconds), 'floor p99': floor.at(0.99) }],
      checks: [
        measuredAll('events', sentAt.length, events * seconds),
        atMost('delivered p99', times.at(0.99), { most: 250, floor: floor.at(0.99) }),
        {
          promise: 'each event once to each screen',
          measured: `${received} of ${wanted}`,
          kept: received === wanted,
        },
        {
          promise: 'events of a class in order',
          measured: `${disordered} out of order`,
          kept: disordered === 0,
        },
        {
          promise: 'CPU of two cores and memory (for information)',
          measured: `${used.cores.toFixed(2)} and ${Math.round(used.megabytes)} MB used by the app`,
          kept: true,
        },
      ],
    }
  } finally {
    await database.close()
    await fixture.close()
  }
}

/**
 * Keeps reading from a cursor until a classroom's screen has all answers, as a screen does when it
 * reconnects.
 */
async function readOn(
  fixture: Fixture,
  device: LineOptions['headers'],
  classId: string,
  screen: { cursor: string | null; known: Set<string> },
) {
  for (let more = true; more;) {
    const path = `/api/classroom/${classId}/answers${screen.cursor ? `?after=${encodeURIComponent(screen.cursor)}` : ''}`
    const { status, text } = await sendRequest(fixture.address, { method: 'GET', path, headers: device })
    if (status !== 200) return
    const page = JSON.parse(text) as { answers: { _id: string }[]; next: string | null; more: boolean }
    for (const { _id } of page.answers) screen.known.add(_id)
    screen.cursor = page.next
    more = page.more
  }
}

type Page = LineOptions & { path: string }

/**
 * Reconnects as a page does, after random pauses that grow with each try, and reads again. Returns the new
 * connection and the seconds since `began`.
 */
async function comeBack(fixture: Fixture, page: Page, began: number) {
  for (let attempt = 1; ; attempt += 1) {
    await pause(pauseBefore(attempt))
    const line = openLine(fixture.address, page)
    if (!(await line.joined)) continue
    while (
      (await sendRequest(fixture.address, { method: 'GET', path: page.path, headers: page.headers }))
        .status !== 200
    )
      await pause(1000)
    return { line, after: (performance.now() - began) / 1000 }
  }
}

/** Returns the open pages: one device in each classroom, then pages of students. */
function pagesOf({ rooms, students }: Hall, count: number) {
  return Array.from({ length: count }, (_, index): Page => {
    const room = rooms[index]
    if (room)
      return {
        headers: room.device,
        channels: room.students.map(({ id }) => `student:${id}`),
        path: `/api/classroom/${room.classId}`,
      }
    const { id, headers, homeworkId } = students[index % students.length] as Hall['students'][number]
    return { headers, channels: [`student:${id}`], path: `/api/student/homework/${homeworkId}` }
  })
}

/**
 * Runs L6: cuts all sockets at once while answers come in. All of them must soon be back with everything that
 * they missed.
 */
export async function storm(count: number): Promise<Report> {
  const fixture = await openFixture({ students: 300, questions: 12 })
  try {
    const { hall } = fixture
    const floor = await floorAt(fixture, { rate: 100, seconds: 5 })
    const screens = hall.rooms.map(() => ({ cursor: null, known: new Set<string>() }))
    const options = pagesOf(hall, count)
    const lines = await openLines(fixture.address, options)
    const entries: Entry[] = []
    const answers = tally()
    const flow = paced({
      rate: 100,
      seconds: 20,
      fire: async (due) => answers.add(await answer(fixture, entries), performance.now() - due),
    })
    await pause(2000)
    await Promise.all(
      hall.rooms.map((room, index) =>
        readOn(fixture, room.device, room.classId, screens[index] as (typeof screens)[number]),
      ),
    )
    const began = performance.now()
    for (const { socket } of lines) socket.terminate()
    const back = await Promise.all(options.map((each) => comeBack(fixture, each, began)))
    await flow
    await pause(1500)
    await Promise.all(
      hall.rooms.map((room, index) =>
        readOn(fixture, room.device, room.classId, screens[index] as (typeof screens)[number]),
      ),
    )
    for (const { line } of back) line.socket.terminate()
    const times = stopwatch()
    for (const { after } of back) times.add(after)
    const known = screens.reduce((sum, each) => sum + each.known.size, 0)
    const taken = entries.filter(({ outcome }) => outcome === 'ok').length
    return {
      title: `L6 reconnect storm: ${count} sockets cut at once, 100 answers/s meanwhile`,
      figures: [{ ...figures('answers', answers.times, 20), errors: answers.errors() }],
      checks: [
        {
          promise: '99% reconnected and read again ≤ 15 s',
          measured: `${times.at(0.99).toFixed(1)} s, half after ${times.at(0.5).toFixed(1)} s`,
          kept: times.at(0.99) <= 15,
        },
        {
          promise: 'classrooms know what they missed',
          measured: `${known} of ${taken} answers`,
          kept: known === taken,
        },
        atMost('answers p99 meanwhile', answers.times.at(0.99), { most: 500, floor: floor.at(0.99) }),
        { promise: 'no errors', measured: answers.failures() || '0', kept: answers.errors() === 0 },
        await balance(fixture, entries),
      ],
    }
  } finally {
    await fixture.close()
  }
}
