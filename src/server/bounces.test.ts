import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import hoodiecrow from 'hoodiecrow-imap'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { bouncesIn, readBounces } from './bounces.ts'
import { messageId, queueMail } from './mail.ts'
import { readSettings } from './settings.ts'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'

type Report = {
  id: string
  to: string
  action?: string
  status?: string
  diagnosis?: string
  original?: string
}

/** Returns a report as mail servers write it (RFC 3464). */
const reportOf = ({
  id,
  to,
  action = 'failed',
  status = '5.1.1',
  diagnosis = `smtp; 550 5.1.1 <${to}>: Recipient address rejected:\r\n User unknown`,
  original = `Subject: News\r\nMessage-ID: ${messageId(id)}\r\nTo: ${to}`,
}: Report) =>
  [
    'From: Mail Delivery System <mailer-daemon@mx.example>',
    'To: no-reply@learn.example',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="=_part"',
    '',
    '--=_part',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I could not deliver your message.',
    '--=_part',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    `Final-Recipient: rfc822; ${to}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: ${diagnosis}`,
    '--=_part',
    'Content-Type: message/rfc822',
    '',
    original,
    '',
    'We are open.',
    '--=_part--',
    '',
  ].join('\r\n')

const id = '0193a5d0-0000-7000-8000-000000000001'
const ann = 'ann@family.example'
const unknown = `<${ann}>: Recipient address rejected: User unknown`

describe('a report of returned email', () => {
  test.each<[string, Partial<Report>, string[]]>([
    ['names the address and the reason', {}, [unknown]],
    [
      'about a full mailbox counts as a refusal',
      { status: '5.2.2', diagnosis: 'smtp; 552 5.2.2 Mailbox full' },
      ['Mailbox full'],
    ],
    ['may give no reason', { status: '5.0.0', diagnosis: '' }, ['no reason given']],
    [
      'about a domain that doesn’t exist counts as a refusal',
      { status: '5.4.4', diagnosis: 'X-Postfix; Host not found' },
      ['Host not found'],
    ],
    [
      'about a delay says nothing about the address',
      { action: 'delayed', status: '4.4.1', diagnosis: '' },
      [],
    ],
    ['about a successful delivery says nothing', { action: 'delivered', status: '2.1.5', diagnosis: '' }, []],
    [
      'about our reputation says nothing about the address',
      { status: '5.7.1', diagnosis: 'smtp; 550 5.7.1 Blocked' },
      [],
    ],
    [
      'is judged by the more exact code in its diagnosis',
      { status: '5.0.0', diagnosis: 'smtp; 550 5.7.26 Unauthenticated mail' },
      [],
    ],
    ['about somebody else’s message is ignored', { original: 'Message-ID: <1@elsewhere.example>' }, []],
    ['that only mentions one of our messages is ignored', { original: `References: ${messageId(id)}` }, []],
  ])('%s', async (_, changes, reasons) => {
    const found = await bouncesIn(Buffer.from(reportOf({ id, to: ann, ...changes })))
    expect(found).toEqual(reasons.map((reason) => ({ mailId: id, address: ann, reason })))
  })

  test.each([
    ['an empty message', ''],
    ['an ordinary message', `Message-ID: ${messageId(id)}\r\n\r\nThank you!`],
    ['a truncated report', reportOf({ id, to: ann }).slice(0, 700)],
    ['arbitrary bytes', String.fromCharCode(...Array.from({ length: 2000 }, (__, at) => (at * 7) % 256))],
  ])('is not found in %s', async (_, raw) => expect(await bouncesIn(Buffer.from(raw, 'latin1'))).toEqual([]))
})

const mailbox = hoodiecrow({
  users: { bounces: { password: 'p@ss' } },
  storage: { INBOX: {} },
})
mailbox.listen(0)
await once(mailbox.server, 'listening')
afterAll(() => void mailbox.close())

const { database } = await openWorld()
const settings = readSettings({
  BOUNCE_IMAP_URL: `imap://bounces:p%40ss@127.0.0.1:${(mailbox.server.address() as AddressInfo).port}/INBOX`,
})
const read = () => readBounces({}, { database, settings })
const arrive = (report: string) => void mailbox.appendMessage('INBOX', [], false, report)

const parent = await database.write(async (db) => {
  const make = factories(db)
  return await make.parent([await make.student((await make.center()).id)])
})
const refusal = async () =>
  (
    await database.read<{ mailRefusal: string | null }[]>`
      select mail_refusal from people where id = ${parent.id}`
  )[0]?.mailRefusal

async function sentMail({ hoursAgo = 0 } = {}) {
  await database.write((db) =>
    queueMail(db, settings, {
      personId: parent.id,
      to: parent.email,
      purpose: 'notice',
      subject: 'News',
      body: 'x',
    }),
  )
  const [mail] = await database.single<{ id: string }[]>`
    update mail set state = 'sent', sent_at = now() - make_interval(hours => ${hoursAgo})
    where id = (select id from mail order by id desc limit 1) returning id`
  return mail?.id ?? ''
}

beforeEach(async () => {
  await database.single`update people set mail_refusal = null, mail_refused_at = null where id = ${parent.id}`
})

describe('the mailbox for returned email', () => {
  test('marks the address and the message as returned, once for each report', async () => {
    const mail = await sentMail()
    arrive(reportOf({ id: mail, to: parent.email.toUpperCase() }))
    await read()
    expect(await refusal()).toContain('User unknown')
    const [stored] = await database.read`select state, error from mail where id = ${mail}`
    expect(stored).toMatchObject({
      state: 'stopped',
      error: expect.stringMatching(/^Returned: .*User unknown/),
    })

    await database.single`update people set mail_refusal = null, mail_refused_at = null where id = ${parent.id}`
    await read()
    expect(await refusal()).toBe(null)
  })

  test('can’t mark any address other than the one that the message was sent to', async () => {
    const mail = await sentMail()
    arrive(reportOf({ id: mail, to: 'bob@family.example' }))
    await read()
    expect(await refusal()).toBe(null)
  })

  test('clears the refusal of an address that has since accepted a message and not returned it within a day', async () => {
    const refused = (hoursAgo: number) => database.single`
      update people set mail_refusal = 'x', mail_refused_at = now() - make_interval(hours => ${hoursAgo})
      where id = ${parent.id}`
    await refused(40)
    await sentMail({ hoursAgo: 50 })
    await sentMail({ hoursAgo: 5 })
    await read()
    expect(await refusal()).toBe('x')
    await sentMail({ hoursAgo: 30 })
    await read()
    expect(await refusal()).toBe(null)
  })

  test('makes the job fail if it can’t be opened, so that the queue retries the job', async () => {
    const wrong = { ...settings, bounceImapUrl: settings.bounceImapUrl?.replace('p%40ss', 'wrong') ?? null }
    await expect(readBounces({}, { database, settings: wrong })).rejects.toThrow()
  })
})
