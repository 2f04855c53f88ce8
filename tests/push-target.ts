import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

const derived = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** Decrypts a message as a browser does (RFC 8291 and 8188): one record, encrypted with AES-128-GCM. */
function decrypted(body: Buffer, { pair, auth }: { pair: ECDH; auth: Buffer }) {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const sealed = body.subarray(21 + sender.length)
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const secret = derived(pair.computeSecret(sender), auth, about, 32)
  const key = derived(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derived(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const opening = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([opening.update(sealed.subarray(0, -16)), opening.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

export function browserKeys() {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
    /** Reads an encrypted message, as the browser does. */
    read: (body: Buffer) => JSON.parse(decrypted(body, { pair, auth })) as unknown,
  }
}

/** Stands in for a browser's push service on this machine. Responds with `state.status`. */
export async function openPushService() {
  const state = { status: 201 }
  const got: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = []
  let stalling: (() => void) | null = null
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      got.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
      const arrived = stalling
      stalling = null
      if (arrived) return arrived()
      response.writeHead(state.status).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const stall = () => new Promise<void>((arrived) => (stalling = arrived))
  return { host, url: `http://${host}`, state, got, stall, close: () => server.close() }
}
