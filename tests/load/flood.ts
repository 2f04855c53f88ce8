import { sendRequest, paced, type HttpRequest, type Reply } from './load-generator.ts'
import type { Fixture } from './fixture.ts'

/** Floods until `over` returns true, and returns the number of calls, frames or sockets sent. */
export type Pour = (over: () => boolean) => Promise<number>
/**
 * A flood of calls, frames or sockets, at a rate of at least `perSecond`. `responses` returns the responses
 * in words.
 */
export type Flood = {
  name: string
  description: string
  perSecond: number
  pour: Pour
  responses: () => string
  /** Returns the number of calls that no limit refused. */
  taken: () => number
  /** Resolves when all accepted work is finished. */
  settled?: () => Promise<void>
}

export type Headers = Record<string, string>
export type Open = (fixture: Fixture) => Promise<Omit<Flood, 'name'>>

/** Header with the IP address that the flood comes from. */
export const fromThere = { 'x-forwarded-for': '10.66.0.1' }
/** Minimum share of its planned rate at which a flood must send to count. */
const share = 0.7
/** Time in seconds after which a flood ends even if nobody stops it, longer than any test. */
const forever = 600

/** Matches responses from limits and responses to invalid calls. */
const refused = /^(?:400|403|404|415|422|429|503|closed .*|nothing sent)$/

/** Counts the responses to a flood by status. */
function answers() {
  const counts = new Map<string, number>()
  return {
    taken: () => [...counts].reduce((sum, [what, count]) => sum + (refused.test(what) ? 0 : count), 0),
    add: (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1),
    responses: () => [...counts].map(([what, count]) => `${count} × ${what}`).join(', '),
  }
}

/** Returns a flood at this rate per second. `send` returns the response in words; '' if nothing was sent. */
export function steady(rate: number, send: () => Promise<string>) {
  const { add, responses, taken } = answers()
  const pour: Pour = async (over) => {
    let sent = 0
    await paced({
      rate,
      seconds: forever,
      over,
      fire: async () => {
        const answer = await send()
        if (answer !== '') sent += 1
        add(answer || 'nothing sent')
      },
    })
    return sent
  }
  return { perSecond: rate * share, pour, responses, taken }
}

export const statusOf = ({ status }: Reply) => (status === 0 ? '' : String(status))

/** Returns a flood of calls at this rate per second. */
export const calls = ({ address }: Fixture, rate: number, next: () => HttpRequest) =>
  steady(rate, async () => {
    const call = next()
    return statusOf(await sendRequest(address, { ...call, headers: { ...call.headers, ...fromThere } }))
  })

export const post = (path: string, headers: Headers, body: object): HttpRequest => ({
  method: 'POST',
  path,
  headers,
  body: JSON.stringify(body),
})
export const stranger = { 'content-type': 'application/json' }

export const pathOf = (centerId: string) => `/api/centers/${encodeURIComponent(centerId)}`
