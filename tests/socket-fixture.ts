import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocket } from 'ws'
import { afterEach, beforeAll } from 'vitest'
import type { Caller, World } from './world.ts'

type Frame = { type: string; channel?: string; topic?: string; id?: string; quietFor?: number }
export type Line = {
  socket: WebSocket
  frames: Frame[]
  closed: Promise<number>
  beat: Promise<void>
  send: (raw: string | Buffer) => void
  next: () => Promise<Frame>
}

export const within = async <T>(milliseconds: number, work: Promise<T>) =>
  await Promise.race([
    work,
    new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error(`not within ${milliseconds} ms`)), milliseconds),
    ),
  ])

/**
 * Returns functions to open sockets to a world's server, which listens from the first test on. Sockets are
 * closed after each test.
 */
export function socketFixture({ app }: Pick<World, 'app'>) {
  let host = ''
  beforeAll(async () => {
    await app.listen({ host: '127.0.0.1', port: 0 })
    host = `127.0.0.1:${(app.server.address() as AddressInfo).port}`
  })
  const lines: Line[] = []
  afterEach(() => {
    for (const { socket } of lines.splice(0)) socket.terminate()
  })

  const dial = (headers: Record<string, string>) => new WebSocket(`ws://${host}/api/live`, { headers })

  /**
   * Opens a socket as a page does, with its session and from its own origin. `frames` contains all messages
   * except keep-alive messages, the first of which resolves `beat`.
   */
  async function connect({ cookie }: Pick<Caller, 'cookie'>): Promise<Line> {
    const socket = dial({ cookie, origin: `http://${host}` })
    const frames: Frame[] = []
    let read = 0
    let heard = () => {}
    let beats = () => {}
    const beat = new Promise<void>((resolve) => (beats = resolve))
    socket.on('message', (raw: Buffer) => {
      const frame = JSON.parse(raw.toString()) as Frame
      if (frame.type === 'beat') return beats()
      frames.push(frame)
      heard()
    })
    const closed = new Promise<number>((resolve) => socket.on('close', resolve))
    await once(socket, 'open')
    async function next() {
      if (read === frames.length) await new Promise<void>((resolve) => (heard = resolve))
      return frames[read++] as Frame
    }
    const line = { socket, frames, closed, beat, send: (raw: string | Buffer) => socket.send(raw), next }
    lines.push(line)
    return line
  }

  async function join(line: Line, channel: string) {
    line.send(JSON.stringify({ type: 'join', channel }))
    return await line.next()
  }

  /**
   * Opens a socket and closes it again. Returns the HTTP status of the response, which is 101 if the socket
   * opened.
   */
  async function statusOf(headers: Record<string, string>) {
    const socket = dial(headers)
    socket.on('error', () => {})
    const status = await new Promise<number>((tell) => {
      socket.on('unexpected-response', (_request, response) => tell(response.statusCode ?? 0))
      socket.on('open', () => tell(101))
    })
    socket.terminate()
    return status
  }

  return { host: () => host, connect, join, statusOf }
}
