import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A message as received by the mail server. */
export type Delivered = { from: string; to: string[]; raw: string }

/**
 * Opens a mail server that stores the messages it receives. `refuse(text)` makes it reject the next recipient
 * with `text`, which begins with the SMTP code. `stall` stores the next message but doesn't respond to it,
 * and resolves when it has arrived. Close the server after the test.
 */
export async function openMailbox() {
  const delivered: Delivered[] = []
  const refusals: string[] = []
  let stalling: (() => void) | null = null
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_, __, done) => {
      const refusal = refusals.shift()
      if (refusal === undefined) return done()
      done(Object.assign(new Error(refusal.slice(4)), { responseCode: Number(refusal.slice(0, 3)) }))
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        delivered.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        })
        const arrived = stalling
        stalling = null
        if (arrived) return arrived()
        done()
      })
    },
  })
  // Connections of a killed process are reset.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    delivered,
    refuse: (words: string) => void refusals.push(words),
    stall: () => new Promise<void>((arrived) => (stalling = arrived)),
    close: () => new Promise<void>((done) => server.close(() => done())),
  }
}
