import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { pauseBefore } from '#shared/live.ts'

type Frame = { type: string; channel?: string; topic?: string; id?: string; done?: number }
export type Line = {
  socket: WebSocket
  /**
   * Resolves to true when all channels have been joined, or to false if one was refused or the socket closed
   * first.
   */
  joined: Promise<boolean>
  /** Resolves to the close code. */
  closed: Promise<number>
}
type Options = {
  headers: Record<string, string>
  channels: string[]
  onFrame?: (frame: Frame) => void
  pongs?: boolean
}

/** Opens a socket and joins its channels, as a page does. */
export function openLine(address: string, { headers, channels, onFrame, pongs = true }: Options): Line {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/api/live`, {
    headers: { ...headers, origin: address },
    perMessageDeflate: false,
    autoPong: pongs,
  })
  let left = channels.length
  const closed = new Promise<number>((done) => socket.on('close', done))
  socket.on('error', () => socket.terminate())
  socket.on('open', () => {
    if (channels.length > 0) socket.send(JSON.stringify({ type: 'join', channels }))
  })
  const joined = new Promise<boolean>((done) => {
    void closed.then(() => done(false))
    if (left === 0) socket.on('open', () => done(true))
    socket.on('message', (raw: Buffer) => {
      const frame = JSON.parse(raw.toString()) as Frame
      if (frame.type === 'joined') {
        left -= 1
        if (left === 0) done(true)
      } else if (frame.type === 'error') done(false)
      else if (frame.type !== 'beat') onFrame?.(frame)
    })
  })
  return { socket, joined, closed }
}

/** Opens many sockets in batches and waits until all have joined. Throws if one fails. */
export async function openLines(address: string, all: Options[]) {
  const lines: Line[] = []
  for (let from = 0; from < all.length; from += 50) {
    const some = all.slice(from, from + 50).map((each) => openLine(address, each))
    lines.push(...some)
    if ((await Promise.all(some.map(({ joined }) => joined))).includes(false))
      throw new Error('A socket was refused.')
  }
  return lines
}
/** Keeps a page's socket open through restarts, and records each close code. */
export function keepLine(address: string, { id, headers }: { id: string; headers: Options['headers'] }) {
  const codes: number[] = []
  const options = { headers, channels: [`student:${id}`] }
  const over = new AbortController()
  let line: Line = openLine(address, options)
  const follow = async () => {
    for (let attempt = 1; !over.signal.aborted; attempt += 1) {
      if (await line.joined) attempt = 0
      codes.push(await line.closed)
      await pause(pauseBefore(attempt + 1))
      if (!over.signal.aborted) line = openLine(address, options)
    }
  }
  void follow()
  return {
    codes,
    isOpen: () => line.socket.readyState === line.socket.OPEN,
    end: () => {
      over.abort()
      line.socket.terminate()
    },
  }
}
export type { Options as LineOptions }
