import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Account of the stand-in for Twilio. */
export const smsAccount = { accountSid: 'AC0123456789', authToken: 'token of ours', from: '+15550001111' }

/**
 * Stands in for Twilio's Messages API on this machine: responds as Twilio does, and stores the messages it
 * receives. Set `state.refuse` to a status and an error code to refuse messages, and `state.cut` to accept
 * them without a response.
 */
export async function openSmsProvider() {
  const got: { to: string; from: string; text: string }[] = []
  const state: { refuse: { status: number; code: number } | null; cut: boolean } = {
    refuse: null,
    cut: false,
  }
  let stalling: { stored: boolean; arrived: () => void } | null = null
  const { accountSid, authToken } = smsAccount
  const basic = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => {
      const answer = (status: number, value: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
      if (request.url !== `/2010-04-01/Accounts/${accountSid}/Messages.json`)
        return answer(404, { code: 20404, status: 404 })
      if (request.headers.authorization !== basic) return answer(401, { code: 20003, status: 401 })
      if (state.refuse) return answer(state.refuse.status, state.refuse)
      const form = new URLSearchParams(body)
      const stalled = stalling
      stalling = null
      if (!stalled || stalled.stored)
        got.push({ to: form.get('To') ?? '', from: form.get('From') ?? '', text: form.get('Body') ?? '' })
      if (stalled) return stalled.arrived()
      if (state.cut) return request.socket.destroy()
      answer(201, { sid: `SM${got.length}`, status: 'queued' })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stall = (when: 'before' | 'after') =>
    new Promise<void>((arrived) => (stalling = { stored: when === 'after', arrived }))
  return { got, state, url, stall, close: () => server.close() }
}
