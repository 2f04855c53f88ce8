import { ask, paced, type Ask, type Reply } from './asking.ts'
import type { Fixture } from './fixture.ts'

/** Pours until it is over, and says how many calls, frames or sockets it has sent. */
export type Pour = (over: () => boolean) => Promise<number>
/** `perSecond`: as much as it claims to send. `told`: how it was answered. */
export type Flood = {
  name: string
  what: string
  perSecond: number
  pour: Pour
  told: () => string
  /** The number of calls that no limit refused. */
  taken: () => number
  /** Resolves when nothing of what was taken is still being worked on. */
  settled?: () => Promise<void>
}

export type Headers = Record<string, string>
export type Open = (fixture: Fixture) => Promise<Omit<Flood, 'name'>>

/** Whoever floods sits at one address. */
export const fromThere = { 'x-forwarded-for': '10.66.0.1' }
/** A flood that sends less than this share of its rate is none. */
const share = 0.7
/** Nothing lasts as long, in seconds. */
const forever = 600

/** Matches the answer of a limit, or to a call that is wrong. */
const refused = /^(?:400|403|404|415|422|429|503|closed .*|nothing sent)$/

/** How a flood was answered, by status. */
function answers() {
  const counts = new Map<string, number>()
  return {
    taken: () => [...counts].reduce((sum, [what, count]) => sum + (refused.test(what) ? 0 : count), 0),
    hear: (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1),
    told: () => [...counts].map(([what, count]) => `${count} × ${what}`).join(', '),
  }
}

/** So many of these a second; `send` says how it was answered, '' where nothing was sent. */
export function steady(rate: number, send: () => Promise<string>) {
  const { hear, told, taken } = answers()
  const pour: Pour = async (over) => {
    let sent = 0
    await paced({
      rate,
      seconds: forever,
      over,
      fire: async () => {
        const answer = await send()
        if (answer !== '') sent += 1
        hear(answer || 'nothing sent')
      },
    })
    return sent
  }
  return { perSecond: rate * share, pour, told, taken }
}

export const statusOf = ({ status }: Reply) => (status === 0 ? '' : String(status))

/** So many calls a second. */
export const calls = ({ address }: Fixture, rate: number, next: () => Ask) =>
  steady(rate, async () => {
    const call = next()
    return statusOf(await ask(address, { ...call, headers: { ...call.headers, ...fromThere } }))
  })

export const post = (path: string, headers: Headers, body: object): Ask => ({ method: 'POST', path, headers, body: JSON.stringify(body) })
export const stranger = { 'content-type': 'application/json' }

export const pathOf = (centerId: string) => `/api/centers/${encodeURIComponent(centerId)}`
