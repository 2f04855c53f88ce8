import { v7 as newId } from 'uuid'
import { factories } from '#tests/factories.ts'
import { sendRequest } from './load-generator.ts'
import {
  calls,
  fromThere,
  pathOf,
  post,
  statusOf,
  steady,
  stranger,
  type Flood,
  type Headers,
  type Open,
  type Pour,
} from './flood.ts'
import { firstCenter, prepared, staff, student } from './flood-callers.ts'
import { openLine } from './live-sockets.ts'
import type { Fixture } from './fixture.ts'
import { writeFloods } from './write-flood-scenarios.ts'

type Lines = ReturnType<typeof openLine>[]

/** Opens a socket, adds it to `lines`, and returns the outcome in words. */
async function knock(
  { address }: Fixture,
  headers: Headers,
  { channels, lines }: { channels: string[]; lines: Lines },
) {
  const line = openLine(address, { headers: { ...headers, ...fromThere }, channels })
  lines.push(line)
  const opened = new Promise<string>((done) => line.socket.on('open', () => done('opened')))
  return await Promise.race([opened, line.closed.then((code) => `closed ${code}`)])
}

/** Returns a flood that closes all open sockets when it is over. */
const ending =
  (pour: Pour, lines: Lines): Pour =>
  async (over) => {
    const sent = await pour(over)
    for (const { socket } of lines.splice(0)) socket.terminate()
    return sent
  }

const open: Record<string, Open> = {
  ...writeFloods,

  async sockets(fixture) {
    const { screens, students } = fixture.hall.rooms[0] as (typeof fixture.hall.rooms)[number]
    const channels = students.map(({ id }) => `student:${id}`)
    const lines: Lines = []
    const flood = steady(100, () => knock(fixture, screens[1] as Headers, { channels, lines }))
    return {
      ...flood,
      description: `one tablet opens 100 sockets a second and joins ${channels.length} channels on each`,
      pour: ending(flood.pour, lines),
    }
  },

  async reconnects(fixture) {
    const { id, headers } = await student(fixture)
    const lines: Lines = []
    const flood = steady(100, async () => {
      const answer = await knock(fixture, headers, { channels: [`student:${id}`], lines })
      lines.shift()?.socket.terminate()
      return answer
    })
    return {
      ...flood,
      description: 'one student opens and drops 100 sockets a second',
      pour: ending(flood.pour, lines),
    }
  },

  async frames(fixture) {
    const { id, headers } = await student(fixture)
    const lines: Lines = []
    const join = JSON.stringify({ type: 'join', channels: [`student:${id}`] })
    const flood = steady(500, async () => {
      const socket = lines.at(-1)?.socket
      if (!socket || socket.readyState > socket.OPEN) await knock(fixture, headers, { channels: [], lines })
      if (socket?.readyState !== socket?.OPEN || !socket) return ''
      socket.send(join)
      return 'frame'
    })
    // The product closes sockets that send too much, so most messages find no open socket.
    return {
      ...flood,
      description: 'one student sends as much as a socket accepts, and opens the next one',
      perSecond: 20,
      pour: ending(flood.pour, lines),
    }
  },

  async exports(fixture) {
    const headers = await staff(fixture, 'operator')
    const path = `${pathOf(firstCenter(fixture))}/students/export`
    return {
      ...calls(fixture, 50, () => ({ method: 'GET', path, headers })),
      description: 'one office exports its list of students 50 times a second',
    }
  },

  async mails(fixture) {
    const headers = await staff(fixture, 'operator')
    const families = 300
    await prepared(fixture, async (db) => {
      const make = factories(db)
      for (let n = 0; n < families; n += 1) {
        await make.parent([await make.student(firstCenter(fixture))])
      }
    })
    const body = {
      audience: { filter: 0 },
      subject: 'News',
      body: 'Hello {{parent}}\n\n'.repeat(200),
      dryRun: true,
    }
    return {
      ...calls(fixture, 50, () => post(`${pathOf(firstCenter(fixture))}/emails`, headers, body)),
      description: 'one office previews a message to all families 50 times a second',
    }
  },

  anonymous(fixture) {
    const body = { token: 'x'.repeat(43), password: 'wrong token anyway' }
    const call = post('/api/password/reset', { ...stranger, ...fromThere }, body)
    const flood = steady(200, async () => {
      const status = statusOf(await sendRequest(fixture.address, call))
      return status === '400' ? 'wrong token' : status
    })
    return Promise.resolve({ ...flood, description: 'an anonymous caller tries 200 wrong tokens a second' })
  },

  signins(fixture) {
    const body = () => ({ email: `made-up-${newId()}@nowhere.example`, password: 'not this one' })
    const flood = calls(fixture, 60, () => post('/api/login', stranger, body()))
    return Promise.resolve({ ...flood, description: 'one address tries 60 invented names a second' })
  },

  async answers(fixture) {
    const { homeworkId, headers } = await student(fixture)
    let seq = 0
    const call = () => {
      seq += 1
      const answer = { seq, answerId: newId(), given: { kind: 'fr', parts: [String(seq)] } }
      return post(`/api/student/homework/${homeworkId}/sections/1/1`, headers, answer)
    }
    return { ...calls(fixture, 200, call), description: 'one student answers 200 times a second' }
  },
}

export const floodNames: readonly string[] = Object.keys(open)

/** Opens a flood by name. Throws for an unknown name. */
export async function openFlood(name: string, fixture: Fixture): Promise<Flood> {
  const made = open[name]
  if (!made) throw new Error(`There is no flood ${name}.`)
  return { name, ...(await made(fixture)) }
}
