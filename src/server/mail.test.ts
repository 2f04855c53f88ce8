import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Mail, outbox } from '#features/accounts/outbox/api.ts'
import { passwords } from '#features/accounts/passwords/api.ts'
import { people } from '#features/accounts/people/api.ts'
import { queueMail } from './mail.ts'
import { readSettings } from './settings.ts'
import { factories } from '#tests/factories.ts'
import { timeLimit } from '#tests/time.ts'
import { openWorld, type World } from '#tests/world.ts'
import { eventually } from '#tests/eventually.ts'

// Our own mail server. For each entry of `refusals`, it rejects one recipient. It stores the messages that it
// accepts.
type Taken = { from: string; to: string[]; raw: string; user: string }
const taken: Taken[] = []
const refusals: { responseCode: number; message: string }[] = []
const server = new SMTPServer({
  authOptional: true,
  allowInsecureAuth: true,
  disabledCommands: ['STARTTLS'],
  onAuth: ({ username, password }, _, done) =>
    password === 'secret' ? done(null, { user: username }) : done(new Error('Wrong password')),
  onRcptTo: (_, __, done) => {
    const refusal = refusals.shift()
    done(refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.responseCode }) : null)
  },
  onData: (stream, session, done) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const { mailFrom, rcptTo } = session.envelope
      taken.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        raw: Buffer.concat(chunks).toString(),
        user: session.user ?? '',
      })
      done()
    })
  },
})
server.listen(0, '127.0.0.1')
await once(server.server, 'listening')
afterAll(() => new Promise<void>((done) => server.close(() => done())))
const { port } = server.server.address() as AddressInfo

const settings = {
  ...readSettings({}),
  smtpUrl: `smtp://us:secret@127.0.0.1:${port}`,
  publicUrl: 'http://learn.test.example',
}
const world = await openWorld({ smtpUrl: settings.smtpUrl, publicUrl: settings.publicUrl })
const without = await openWorld()

beforeEach(() => {
  taken.length = 0
  refusals.length = 0
})

/**
 * Creates an operator to email or, with `invited`, one who has never signed in. `shown` lists the operator's
 * mail as shown to an admin in the outbox.
 */
async function someone(where: World, invited = false) {
  const { admin, operator } = await where.database.write(async (db) => {
    const make = factories(db)
    const center = await make.center()
    return {
      admin: await make.staff('admin', null),
      operator: await make.staff('operator', center.id, {
        firstName: 'Zoë',
        ...(invited ? { passwordHash: null } : {}),
      }),
    }
  })
  const reader = await where.as(admin)
  const shown = async () =>
    (await reader.call(outbox.list, {})).body.mail.filter(({ to }) => to === operator.email)
  return { operator, reader, shown }
}

/**
 * Waits until there is exactly one message and it is in the given state. Vitest's own timeout ends a wait
 * that never succeeds.
 */
async function inState(shown: () => Promise<Mail[]>, state: Mail['state']) {
  for (;;) {
    const [mail, ...others] = await shown()
    if (mail?.state === state && others.length === 0) return mail
    await pause(50)
  }
}

describe('with a mail server', () => {
  test('a message is sent after the request, and the outbox shows it as sent, without its link', async () => {
    const { operator, shown } = await someone(world)
    const answer = await (await world.as(null)).call(passwords.recover, { email: operator.email })
    expect(answer.status).toBe(204)
    const { _id: id, ...mail } = await inState(shown, 'sent')
    expect(mail).toMatchObject({ purpose: 'recovery', error: null, name: `Zoë ${operator.lastName}` })
    expect(Date.parse(mail.sentAt ?? '')).toBeGreaterThanOrEqual(Date.parse(mail.createdAt))
    expect(taken).toMatchObject([{ from: 'no-reply@learn.test.example', to: [operator.email], user: 'us' }])
    const read = await PostalMime.parse(taken[0]?.raw ?? '')
    expect(read).toMatchObject({ subject: mail.subject, messageId: `<${id}@blended-learning>` })
    expect(read.from).toEqual({ name: 'Blended Learning', address: 'no-reply@learn.test.example' })
    const link =
      /http:\/\/learn\.test\.example\/password-reset#token=[\w-]{43}/.exec(read.text ?? '')?.[0] ?? ''
    // The link must not be usable by somebody who reads the outbox later.
    expect(mail.body.trim()).toBe(
      read.text?.trim().replace(link, '(The link is in the message that was sent.)'),
    )
    expect(read.html).toContain(`href="${link}"`)
    expect(link).not.toBe('')
  })

  test('a temporary refusal is shown with its reason, and the message is later sent once with the same Message-ID', async () => {
    const { operator, reader, shown } = await someone(world, true)
    refusals.push({ responseCode: 451, message: 'Greylisted, try again later' })
    expect((await reader.call(people.inviteAgain, { id: operator.id })).status).toBe(204)
    const { _id: id, ...failed } = await inState(shown, 'failed')
    expect(failed).toMatchObject({
      sentAt: null,
      error: expect.stringContaining('451 Greylisted, try again later') as string,
    })
    expect(taken).toEqual([])
    const sent = await inState(shown, 'sent')
    expect(sent).toMatchObject({ _id: id, error: null })
    expect(taken.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1])).toEqual([
      `<${id}@blended-learning>`,
    ])
  })

  test('a message whose address is rejected isn’t retried automatically', async () => {
    const { operator, reader, shown } = await someone(world, true)
    refusals.push({ responseCode: 550, message: 'No such box' })
    expect((await reader.call(people.inviteAgain, { id: operator.id })).status).toBe(204)
    const { _id: id, error } = await inState(shown, 'stopped')
    expect(error).toContain('550 No such box')
    const jobs = () => world.database.read`select from graphile_worker.jobs where key = ${`mail ${id}`}`
    await eventually(async () => expect(await jobs()).toEqual([]))
    expect(taken).toEqual([])
  })

  test('an unresponsive mail server delays neither requests nor sign-in', async () => {
    const calls: Socket[] = []
    const silent = createServer((socket) => void calls.push(socket.on('error', () => {}))).listen(
      0,
      '127.0.0.1',
    )
    await once(silent, 'listening')
    const hung = await openWorld({ smtpUrl: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}` })
    // This must run before the world closes, because closing waits for mail in progress.
    onTestFinished(() => {
      for (const socket of calls) socket.destroy()
      silent.close()
    })
    const { operator, reader, shown } = await someone(hung, true)
    expect((await reader.call(people.inviteAgain, { id: operator.id })).status).toBe(204)
    while (calls.length === 0) await pause(20)
    const began = performance.now()
    expect((await (await hung.as(null)).call(passwords.recover, { email: operator.email })).status).toBe(204)
    expect((await shown()).every(({ state }) => state !== 'sent')).toBe(true)
    expect(performance.now() - began).toBeLessThan(timeLimit(1000))
  })

  test('a message is worded in the language that its reader has chosen', async () => {
    const { operator, shown } = await someone(world)
    await world.database.write((db) => db`update people set language = 'es' where id = ${operator.id}`)
    expect((await (await world.as(null)).call(passwords.recover, { email: operator.email })).status).toBe(204)
    await inState(shown, 'sent')
    const message = taken.find(({ to }) => to.includes(operator.email ?? ''))
    const { subject, text, html } = await PostalMime.parse(message?.raw ?? '')
    expect(subject).toBe('Restablezca su contraseña de Blended Learning')
    expect(text).toContain('Elija una contraseña nueva aquí:')
    expect(html).toContain('<html lang="es">')
    expect(html).toContain('>Elija una contraseña nueva</a>')
  })

  test('a subject can’t add a header or a recipient', async () => {
    const { operator, shown } = await someone(world)
    const message = { personId: operator.id, to: operator.email, purpose: 'recovery', body: 'Hello' } as const
    await world.database.write((db) =>
      queueMail(db, settings, { ...message, subject: 'Hello\r\nBcc: all@evil.example\r\n\r\n<b>' }),
    )
    await inState(shown, 'sent')
    expect(taken[0]?.to).toEqual([operator.email])
    const { headers, text } = await PostalMime.parse(taken[0]?.raw ?? '')
    expect(headers.map(({ key }) => key)).not.toContain('bcc')
    expect(text?.trim()).toBe('Hello')
  })
})

test('without a mail server, a message stays in the outbox and no job is queued', async () => {
  const { operator, reader, shown } = await someone(without, true)
  await reader.call(people.inviteAgain, { id: operator.id })
  expect(await shown()).toMatchObject([{ state: 'kept', sentAt: null, error: null }])
  expect(await without.database.read`select 1 from graphile_worker.jobs`).toEqual([])
  expect(taken).toEqual([])
})
