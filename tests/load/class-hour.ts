import {
  sendRequest,
  paced,
  stopwatch,
  tally,
  type Reply,
  type Stopwatch,
  type Tally,
} from './load-generator.ts'
import { type Hall, hallPassword } from './hall.ts'
import { openLines, type LineOptions } from './live-sockets.ts'
import {
  atMost,
  balance,
  floorAt,
  measuredAll,
  openFixture,
  type Check,
  type Entry,
  type Figures,
  type Report,
  type Fixture,
} from './fixture.ts'

/**
 * Class hour: number of students, answers and staff reads per second, open sockets, and length in seconds.
 */
export type Hour = {
  title: string
  students: number
  answers: number
  reads: number
  sockets: number
  seconds: number
  workers?: number
}

/**
 * Returns the sockets of an hour: first those of students, at most 60%, and then those of classroom devices
 * with the channels of all their students.
 */
export function linesOf({ hall }: Fixture, sockets: number, onFrame: LineOptions['onFrame']): LineOptions[] {
  const own = Math.min(hall.students.length, Math.ceil(sockets * 0.6))
  const students = hall.students
    .slice(0, own)
    .map(({ id, headers }) => ({ headers, channels: [`student:${id}`] }))
  const devices = Array.from({ length: sockets - own }, (_, index) => {
    const {
      centerId,
      screens,
      students: seats,
    } = hall.rooms[index % hall.rooms.length] as (typeof hall.rooms)[number]
    const headers = screens[
      Math.floor(index / hall.rooms.length) % screens.length
    ] as Hall['students'][number]['headers']
    return { headers, channels: [`center:${centerId}`, ...seats.map(({ id }) => `student:${id}`)], onFrame }
  })
  return [...students, ...devices]
}

/** True if the product can't have stored the answer, because it refused the call before reading it. */
const surelyNot = ({ status, text }: Reply) =>
  status === 429 || (status === 503 && text.includes('"overloaded"'))

/** Sends the hall's next answer. Calls `onSent` with the student's channel just before. */
export async function answer(
  { address, hall }: Pick<Fixture, 'address' | 'hall'>,
  entries: Entry[],
  onSent?: (student: string) => void,
) {
  const { entry, ask: request, student } = hall.nextAnswer()
  entries.push(entry)
  onSent?.(`student:${student.id}`)
  const reply = await sendRequest(address, request)
  if (reply.status === 200) entry.outcome = 'ok'
  else if (surelyNot(reply)) entry.outcome = 'fail'
  return reply
}

/** Returns a row of the printed table. */
export const figures = (
  what: string,
  { times, errors }: Tally,
  seconds: number,
  floor: Stopwatch | null,
): Figures => ({
  what,
  rate: Math.round(times.count() / seconds),
  p50: times.at(0.5),
  p95: times.at(0.95),
  p99: times.at(0.99),
  'floor p99': floor ? floor.at(0.99) : null,
  errors: errors(),
})

type Flow = Pick<Hour, 'answers' | 'reads' | 'seconds'> & { over?: () => boolean }

/**
 * Sends answers and reads in parallel for `seconds`, or until `over` returns true. Calls `onSent` for every
 * answer.
 */
export async function run(
  fixture: Fixture,
  { answers, reads, seconds, over = () => false }: Flow,
  onSent: (student: string) => void,
) {
  const [answered, read, entries] = [tally(), tally(), [] as Entry[]]
  let next = 0
  await Promise.all([
    paced({
      rate: answers,
      seconds,
      over,
      fire: async (due) => answered.add(await answer(fixture, entries, onSent), performance.now() - due),
    }),
    paced({
      rate: reads,
      seconds,
      over,
      fire: async (due) => {
        const request = fixture.hall.reads[next % fixture.hall.reads.length]
        next += 1
        if (request) read.add(await sendRequest(fixture.address, request), performance.now() - due)
      },
    }),
  ])
  return { answered, read, entries }
}

/**
 * Measures the time from an answer until the first classroom device is notified. If a notification covers
 * several answers, the time counts from the first of them.
 */
function newsWatch() {
  const times = stopwatch()
  const waiting = new Map<string, number>()
  return {
    times,
    sent: (channel: string) => waiting.has(channel) || waiting.set(channel, performance.now()),
    onFrame: ({ channel = '', topic }: { channel?: string; topic?: string }) => {
      const since = waiting.get(channel)
      if (since === undefined || topic !== 'answer') return
      waiting.delete(channel)
      times.add(performance.now() - since)
    },
  }
}

/** Does something else during a class hour, such as signing students in. Returns its checks. */
export type Beside = (fixture: Fixture) => Promise<Check[]>
type Holds = { p95: number; p99: number }

/**
 * Runs a class hour such as L1: measures the floor, then answers, reads and sockets together. Nothing may
 * fail, get lost or be duplicated.
 */
export async function classHour(hour: Hour, holds: Holds, beside: Beside = async () => []): Promise<Report> {
  const { students, seconds, answers, reads, sockets, workers } = hour
  const fixture = await openFixture({
    students,
    questions: Math.ceil((answers * (seconds + 3)) / students) + 1,
    workers,
  })
  try {
    const floor = await floorAt(fixture, { rate: answers, seconds: Math.min(10, seconds) })
    const news = newsWatch()
    const lines = await openLines(fixture.address, linesOf(fixture, sockets, news.onFrame))
    const warm = await run(fixture, { answers, reads, seconds: Math.min(3, seconds) }, () => {})
    await fixture.watching.begin()
    const [{ answered, read, entries }, more] = await Promise.all([
      run(fixture, hour, news.sent),
      beside(fixture),
    ])
    const used = await fixture.watching.end()
    const open = lines.filter(({ socket }) => socket.readyState === socket.OPEN).length
    for (const { socket } of lines) socket.terminate()
    const failed = answered.errors() + read.errors()
    return {
      title: `${hour.title}: ${students} students, ${answers} answers/s, ${reads} reads/s, ${sockets} sockets, ${seconds} s`,
      figures: [
        figures('answers', answered, seconds, floor),
        figures('reads', read, seconds, null),
        figures('heard by a device', { ...tally(), times: news.times }, seconds, null),
      ],
      checks: [
        measuredAll('answers', answered.times.count() + answered.errors(), answers * seconds),
        measuredAll('reads', read.times.count() + read.errors(), reads * seconds),
        atMost('answers p95', answered.times.at(0.95), { most: holds.p95, floor: floor.at(0.95) }),
        atMost('answers p99', answered.times.at(0.99), { most: holds.p99, floor: floor.at(0.99) }),
        atMost('reads p95', read.times.at(0.95), { most: 100, floor: floor.at(0.95) }),
        {
          promise: 'no errors',
          measured: failed ? `${answered.failures()} ${read.failures()}` : '0',
          kept: failed === 0,
        },
        { promise: 'sockets stay open', measured: `${open} of ${sockets}`, kept: open === sockets },
        {
          promise: 'app memory ≤ 400 MB',
          measured: `${Math.round(used.megabytes)} MB`,
          kept: used.megabytes <= 400,
        },
        atMost('event loop p99', used.lag, { most: 50, floor: used.ownLag }),
        {
          promise: 'CPU of two cores (for information)',
          measured: `${used.cores.toFixed(2)} used by the app`,
          kept: true,
        },
        await balance(fixture, [...warm.entries, ...entries]),
        ...more,
      ],
    }
  } finally {
    await fixture.close()
  }
}

/** Returns the action of L7: `count` sign-ins in `seconds` with real password hashing. */
export const logIns =
  (count: number, seconds: number): Beside =>
  async ({ address, hall }) => {
    const tallied = tally()
    let next = 0
    await paced({
      rate: count / seconds,
      seconds,
      fire: async (due) => {
        next += 1
        const { email } = hall.students[next % hall.students.length] as (typeof hall.students)[number]
        const headers = {
          'content-type': 'application/json',
          'x-forwarded-for': `10.1.${Math.floor(next / 50)}.7`,
        }
        const reply = await sendRequest(address, {
          method: 'POST',
          path: '/api/login',
          headers,
          body: JSON.stringify({ email, password: hallPassword }),
        })
        tallied.add(reply, performance.now() - due)
      },
    })
    return [
      {
        promise: `all of ${count} log-ins in ${seconds} s`,
        measured: tallied.failures() || 'all',
        kept: tallied.errors() === 0,
      },
      atMost('the slowest log-in', tallied.times.most(), { most: 5000 }),
    ]
  }

/**
 * Runs L3: far more load than capacity. Excess calls are refused within a second, no accepted answer is lost,
 * and the product soon recovers.
 */
export async function overload({ offered, seconds }: { offered: number; seconds: number }): Promise<Report> {
  const students = 1000
  const fixture = await openFixture({
    students,
    questions: Math.ceil((offered * seconds + 100 * 25) / students) + 1,
  })
  try {
    const floor = await floorAt(fixture, { rate: 100, seconds: 5 })
    const warm = await run(fixture, { answers: 100, reads: 60, seconds: 5 }, () => {})
    const entries: Entry[] = []
    const [taken, refused, others] = [stopwatch(), stopwatch(), tally()]
    let hurried = 0
    const began = performance.now()
    await fixture.watching.begin()
    await paced({
      rate: offered,
      seconds,
      fire: async () => {
        const sent = performance.now()
        const reply = await answer(fixture, entries)
        const ms = performance.now() - sent
        if (reply.status === 200) taken.add(ms)
        else if (surelyNot(reply)) refused.add(ms)
        else others.add(reply, ms)
        if (surelyNot(reply) && reply.retryAfter === undefined) hurried += 1
      },
    })
    const took = (performance.now() - began) / 1000
    const { megabytes, lag, cores } = await fixture.watching.end()
    const recovered = await untilRecovered(fixture, { most: Math.max(50, 3 * floor.at(0.95)) })
    const good = taken.count() / took
    return {
      title: `L3 overload: ${offered} answers/s offered for ${seconds} s, ${Math.round(entries.length / took)}/s sent`,
      figures: [
        figures('taken', { ...others, times: taken }, took, floor),
        figures('refused', { ...others, times: refused, errors: () => hurried }, took, null),
      ],
      checks: [
        measuredAll('answers', entries.length, offered * seconds),
        { promise: 'goodput ≥ 2,000/s', measured: `${Math.round(good)}/s`, kept: good >= 2000 },
        atMost('accepted p95', taken.at(0.95), { most: 150, floor: floor.at(0.95) }),
        atMost('refused p99', refused.at(0.99), { most: 1000 }),
        {
          promise: 'all others get 503 or 429 with Retry-After',
          measured: others.failures() || 'all',
          kept: others.errors() + hurried === 0,
        },
        { promise: 'recovery within 10 s', measured: `${recovered.after} s`, kept: recovered.after <= 10 },
        {
          promise: 'app memory (for information)',
          measured: `${Math.round(megabytes)} MB, lag p99 ${lag.toFixed(0)} ms, ${cores.toFixed(2)} of two cores`,
          kept: true,
        },
        await balance(fixture, [...warm.entries, ...entries, ...recovered.entries]),
      ],
    }
  } finally {
    await fixture.close()
  }
}

/**
 * Sends the usual load one second at a time until responses are as fast as usual again. Returns the number of
 * seconds that this took (Infinity if more than 20) and the answers.
 */
async function untilRecovered(fixture: Fixture, { most }: { most: number }) {
  const entries: Entry[] = []
  for (let after = 1; after <= 20; after += 1) {
    const second = await run(fixture, { answers: 100, reads: 60, seconds: 1 }, () => {})
    entries.push(...second.entries)
    if (second.answered.times.at(0.95) <= most && second.answered.errors() === 0) return { after, entries }
  }
  return { after: Infinity, entries }
}
