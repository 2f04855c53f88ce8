import { v7 as newId } from 'uuid'
import { factories } from '#tests/factories.ts'
import { ask, paced, type Ask, type Reply } from './asking.ts'
import { firstCenter, noDryRun, prepared, staff, student } from './flooders.ts'
import { openLine } from './lines.ts'
import type { Stage } from './stage.ts'

/** Pours until it is over, and says how many calls, frames or sockets it has sent. */
type Pour = (over: () => boolean) => Promise<number>
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

type Headers = Record<string, string>
type Open = (stage: Stage) => Promise<Omit<Flood, 'name'>>

/** Whoever floods sits at one address. */
const fromThere = { 'x-forwarded-for': '10.66.0.1' }
/** A flood that sends less than this share of its rate is none. */
const share = 0.7
/** Nothing lasts as long, in seconds. */
const forever = 600

/** Matches the answer of a limit. */
const refused = /^(?:429|503|closed .*|nothing sent)$/

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
function steady(rate: number, send: () => Promise<string>) {
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

const statusOf = ({ status }: Reply) => (status === 0 ? '' : String(status))

/** So many calls a second. */
const calls = ({ address }: Stage, rate: number, next: () => Ask) =>
  steady(rate, async () => {
    const call = next()
    return statusOf(await ask(address, { ...call, headers: { ...call.headers, ...fromThere } }))
  })

const post = (path: string, headers: Headers, body: object): Ask => ({ method: 'POST', path, headers, body: JSON.stringify(body) })
const stranger = { 'content-type': 'application/json' }

const pathOf = (centerId: string) => `/api/centers/${encodeURIComponent(centerId)}`

type Lines = ReturnType<typeof openLine>[]

/** Opens a socket and says how that went; `lines` gets it. */
async function knock({ address }: Stage, headers: Headers, { channels, lines }: { channels: string[]; lines: Lines }) {
  const line = openLine(address, { headers: { ...headers, ...fromThere }, channels })
  lines.push(line)
  const opened = new Promise<string>((done) => line.socket.on('open', () => done('opened')))
  return await Promise.race([opened, line.closed.then((code) => `closed ${code}`)])
}

/** Ends what is still open when the flood is over. */
const ending =
  (pour: Pour, lines: Lines): Pour =>
  async (over) => {
    const sent = await pour(over)
    for (const { socket } of lines.splice(0)) socket.terminate()
    return sent
  }

const open: Record<string, Open> = {
  async sockets(stage) {
    const { screens, students } = stage.hall.rooms[0] as (typeof stage.hall.rooms)[number]
    const channels = students.map(({ id }) => `student:${id}`)
    const lines: Lines = []
    const flood = steady(100, () => knock(stage, screens[1] as Headers, { channels, lines }))
    return {
      ...flood,
      what: `one tablet opens 100 sockets a second and joins ${channels.length} channels on each`,
      pour: ending(flood.pour, lines),
    }
  },

  async reconnects(stage) {
    const { id, headers } = await student(stage)
    const lines: Lines = []
    const flood = steady(100, async () => {
      const answer = await knock(stage, headers, { channels: [`student:${id}`], lines })
      lines.shift()?.socket.terminate()
      return answer
    })
    return { ...flood, what: 'one student opens and drops 100 sockets a second', pour: ending(flood.pour, lines) }
  },

  async frames(stage) {
    const { id, headers } = await student(stage)
    const lines: Lines = []
    const join = JSON.stringify({ type: 'join', channels: [`student:${id}`] })
    const flood = steady(500, async () => {
      const socket = lines.at(-1)?.socket
      if (!socket || socket.readyState > socket.OPEN) await knock(stage, headers, { channels: [], lines })
      if (socket?.readyState !== socket?.OPEN || !socket) return ''
      socket.send(join)
      return 'frame'
    })
    // The product ends the socket of whoever says too much, so that most of them find none open.
    return {
      ...flood,
      what: 'one student says as much as a socket takes, and opens the next one',
      perSecond: 20,
      pour: ending(flood.pour, lines),
    }
  },

  async dryruns(stage) {
    const offices = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const centerId = await prepared(stage, async (db) => (await factories(db).center({ id: `Flood ${newId().slice(-12)}` })).id)
        return { path: `${pathOf(centerId)}/students/imports`, headers: await staff(stage, 'operator', centerId) }
      }),
    )
    const rows = Array.from({ length: 5000 }, (_, n) => `Anna,Miller,parent${n % 7}@x.example`)
    const body = { csv: ['First name,Last name,Parent email', ...rows].join('\n'), dryRun: true }
    let next = 0
    const call = () => {
      next += 1
      const { path, headers } = offices[next % offices.length] as (typeof offices)[number]
      return post(path, headers, body)
    }
    return {
      ...calls(stage, 8, call),
      what: 'four offices look through files of 5,000 alike rows, 8 a second',
      settled: () => prepared(stage, noDryRun),
    }
  },

  async uploads(stage) {
    const headers = await staff(stage, 'editor')
    const parts = 720
    const part = Buffer.alloc(256 * 1024, 'x')
    const begun = await ask(stage.address, post('/api/bl/material-imports', headers, { name: 'flood.zip', size: parts * part.length }))
    const { _id: id } = JSON.parse(begun.text) as { _id: string }
    let num = 0
    const call = (): Ask => {
      num = (num % parts) + 1
      return {
        method: 'PUT',
        path: `/api/bl/material-imports/${id}/parts/${num}`,
        headers: { ...headers, 'content-type': 'application/zip' },
        body: part,
      }
    }
    return { ...calls(stage, 80, call), what: 'one editor uploads 80 parts of 256 KiB a second' }
  },

  async exports(stage) {
    const headers = await staff(stage, 'operator')
    const path = `${pathOf(firstCenter(stage))}/students/export`
    return {
      ...calls(stage, 50, () => ({ method: 'GET', path, headers })),
      what: 'one office exports its list of students 50 times a second',
    }
  },

  async previews(stage) {
    const headers = await staff(stage, 'editor')
    const content = '**What** is $\\frac{a}{b} + \\sqrt{a^2 + b^2}$?\n\n'.repeat(20)
    const body = {
      instructions: 'Solve for $x$.',
      content,
      answers: {
        kind: 'fr',
        parts: [
          { kind: 'label', text: 'It is $x =$' },
          { kind: 'number', value: '1/2' },
        ],
      },
      variables: null,
      tests: [],
    }
    return {
      ...calls(stage, 50, () => post('/api/bl/questions/preview', headers, body)),
      what: 'one editor previews a long question 50 times a second',
    }
  },

  async mails(stage) {
    const headers = await staff(stage, 'operator')
    const families = 300
    await prepared(stage, async (db) => {
      const make = factories(db)
      for (let n = 0; n < families; n += 1) {
        await make.parent([await make.student(firstCenter(stage))])
      }
    })
    const body = { audience: { filter: 0 }, subject: 'News', body: 'Hello {{parent}}\n\n'.repeat(200), dryRun: true }
    return {
      ...calls(stage, 50, () => post(`${pathOf(firstCenter(stage))}/emails`, headers, body)),
      what: 'one office previews a mail to all 50 times a second',
    }
  },

  anonymous(stage) {
    const body = { token: 'x'.repeat(43), password: 'wrong token anyway' }
    const flood = calls(stage, 200, () => post('/api/password/reset', stranger, body))
    return Promise.resolve({ ...flood, what: 'somebody unknown tries 200 wrong tokens a second' })
  },

  signins(stage) {
    const body = () => ({ email: `made-up-${newId()}@nowhere.example`, password: 'not this one' })
    const flood = calls(stage, 60, () => post('/api/login', stranger, body()))
    return Promise.resolve({ ...flood, what: 'one address tries 60 made-up names a second' })
  },

  async answers(stage) {
    const { homeworkId, headers } = await student(stage)
    let seq = 0
    const call = () => {
      seq += 1
      const answer = { seq, answerId: newId(), given: { kind: 'fr', parts: [String(seq)] } }
      return post(`/api/student/homework/${homeworkId}/sections/1/1`, headers, answer)
    }
    return { ...calls(stage, 200, call), what: 'one student answers 200 times a second' }
  },
}

export const floodNames: readonly string[] = Object.keys(open)

/** Throws where there is no flood of this name. */
export async function openFlood(name: string, stage: Stage): Promise<Flood> {
  const made = open[name]
  if (!made) throw new Error(`There is no flood ${name}.`)
  return { name, ...(await made(stage)) }
}
