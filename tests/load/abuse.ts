import { setTimeout as pause } from 'node:timers/promises'
import { sendRequest, paced, tally, type HttpRequest, type Reply } from './load-generator.ts'
import type { Flood } from './flood.ts'
import { floodNames, openFlood } from './flood-scenarios.ts'
import { figures } from './class-hour.ts'
import { hallDay, type Hall } from './hall.ts'
import { openFixture, type Report } from './fixture.ts'

/** Number of quiet and flooded turns, seconds per turn, and other users' everyday calls per second. */
type Plan = { rounds: number; seconds: number; rate: number }
const usual: Plan = { rounds: 7, seconds: 2.5, rate: 40 }

/**
 * Limit on other users' response times: one and a half times those without a flood, plus a few milliseconds
 * for noise on the machine.
 */
const [times, noise] = [1.5, 5]

/** Header with the IP address of the other users, which differs from the flood's. */
const elsewhere = { 'x-forwarded-for': '10.9.0.1' }

/**
 * Returns other users' everyday calls in turn: the list of students, a roll, a page of homework, an answer.
 */
function dailyCalls({ rooms, students, nextAnswer }: Hall): () => HttpRequest {
  let next = 0
  const from = <T>(all: readonly T[]) => all[Math.floor(next / 4) % all.length] as T
  const get = (path: string, headers: HttpRequest['headers']): HttpRequest => ({
    method: 'GET',
    path,
    headers,
  })
  const calls = [
    () => {
      const { centerId, office } = from(rooms)
      return get(`/api/centers/${encodeURIComponent(centerId)}/students`, office)
    },
    () => {
      const { centerId, classId, device } = from(rooms)
      return get(
        `/api/centers/${encodeURIComponent(centerId)}/attendances?classId=${classId}&on=${hallDay}`,
        device,
      )
    },
    () => {
      const { homeworkId, headers } = from(students)
      return get(`/api/student/homework/${homeworkId}/sections/1/1`, headers)
    },
    () => nextAnswer().ask,
  ] as const
  return () => {
    const call = (calls[next % calls.length] as () => HttpRequest)()
    next += 1
    return { ...call, headers: { ...call.headers, ...elsewhere } }
  }
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/**
 * Measures other users' response times alternately without and during a flood, so that other load on the
 * machine slows both alike. Uses the median p95 of the turns, so that a hiccup in one turn isn't blamed on
 * the flood.
 */
export async function compare(
  daily: () => Promise<Reply>,
  flood: Flood,
  { rounds, seconds, rate }: Plan,
): Promise<Report> {
  const [quiet, flooded] = [tally(), tally()]
  const p95s = { quiet: [] as number[], flooded: [] as number[] }
  const work = async (calls: typeof quiet, p95: number[]) => {
    const round = tally()
    const fire = async (due: number) => {
      const reply = await daily()
      for (const each of [round, calls]) each.add(reply, performance.now() - due)
    }
    await paced({ rate, seconds, fire })
    p95.push(round.times.at(0.95))
  }
  let sent = 0
  for (let round = 0; round < rounds; round += 1) {
    await work(quiet, p95s.quiet)
    let isOver = false
    const pouring = flood.pour(() => isOver)
    await work(flooded, p95s.flooded)
    isOver = true
    sent += await pouring
    // Wait, because leftover work of the flood must not slow down the next quiet turn.
    await flood.settled?.()
    await pause(Math.min(500, seconds * 250))
  }
  const lasted = rounds * seconds
  const [alone, beside] = [median(p95s.quiet), median(p95s.flooded)]
  const most = times * alone + noise
  const failed = [quiet.failures(), flooded.failures()].filter(Boolean)
  const claimed = Math.max(1, Math.ceil(flood.perSecond * lasted))
  return {
    title: `abuse ${flood.name}: ${flood.description}; ${rounds} times ${seconds} s with it and without it`,
    figures: [
      figures('others without it', quiet, lasted, null),
      figures('others during it', flooded, lasted, null),
    ],
    checks: [
      {
        promise: `others' p95 ≤ ${times} × ${alone.toFixed(1)} + ${noise} ms of noise = ${most.toFixed(1)} ms`,
        measured: `${beside.toFixed(1)} ms`,
        kept: flooded.times.count() > 0 && beside <= most,
      },
      {
        promise: 'all calls of others succeed',
        measured: failed.join(' ') || 'all',
        kept: failed.length === 0,
      },
      {
        promise: 'the flood is not refused entirely',
        measured: `${flood.taken()} taken`,
        kept: flood.taken() > 0,
      },
      {
        promise: `the flood sends ≥ ${claimed}`,
        measured: `${sent}, answered ${flood.responses() || 'not at all'}`,
        kept: sent >= claimed,
      },
    ],
  }
}

/**
 * Runs `abuse`: measures other users' response times during each of the named floods, or during every flood
 * if none is named. Throws for an unknown name.
 */
export async function* abuse(names: readonly string[], plan = usual): AsyncGenerator<Report> {
  const unknown = names.find((name) => !floodNames.includes(name))
  if (unknown !== undefined)
    throw new Error(`There is no flood ${unknown}; there are ${floodNames.join(', ')}.`)
  const wanted = names.length > 0 ? names : floodNames
  const students = 120
  // A quarter of the everyday calls are answers. There are two turns per round, plus the warm-up.
  const answers = (plan.rate / 4) * (2 * plan.rounds * plan.seconds * wanted.length + 4)
  const fixture = await openFixture({ students, questions: Math.ceil(answers / students) + 2 })
  try {
    const next = dailyCalls(fixture.hall)
    const daily = () => sendRequest(fixture.address, next())
    await paced({ rate: plan.rate, seconds: 3, fire: daily })
    for (const name of wanted) yield await compare(daily, await openFlood(name, fixture), plan)
  } finally {
    await fixture.close()
  }
}
