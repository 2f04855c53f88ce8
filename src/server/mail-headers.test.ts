import { generateKeyPairSync } from 'node:crypto'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import PostalMime from 'postal-mime'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { contrast, readable } from '#shared/contrast.ts'
import { factories } from '#tests/factories.ts'
import { openMailbox } from '#tests/mailbox.ts'
import { openWorld } from '#tests/world.ts'
import { type Message, queueMail } from './mail.ts'
import { readSettings } from './settings.ts'
import { eventually } from '#tests/eventually.ts'

const mailbox = await openMailbox()
afterAll(() => mailbox.close())

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const settings = {
  ...readSettings({
    MAIL_FROM: 'hello@mail.test.example',
    DKIM_DOMAIN: 'mail.test.example',
    DKIM_SELECTOR: 'spring',
    DKIM_KEY: pem,
  }),
  smtpUrl: mailbox.url,
  publicUrl: 'https://learn.test.example',
}
const world = await openWorld(settings)
const { database } = world
const logo = await sharp({ create: { width: 300, height: 60, channels: 3, background: '#aa2200' } })
  .png()
  .toBuffer()

const { maple, plainCenter, parent } = await database.write(async (db) => {
  const make = factories(db)
  const center = await make.center({
    id: 'Maple Street',
    phone: '+15185550142',
    email: 'office@maple.example',
    website: 'www.maple.example',
    color: '#f59e0b',
    address: '12 Maple Street',
    openingHours: ['', '15:00-20:00', '15:00-20:00', '', '', '', ''],
  })
  await db`insert into center_logos (center_id, image, bytes, width, height) values (${center.id}, 'x', ${logo}, 300, 60)`
  const bare = await make.center()
  return {
    maple: center.id,
    plainCenter: bare.id,
    parent: await make.parent([await make.student(center.id), await make.student(bare.id)]),
  }
})

beforeEach(() => {
  mailbox.delivered.length = 0
})

type Wanted = Partial<Pick<Message, 'purpose' | 'center'> & { subject: string; body: string }>

/** Sends a message to the parent, and returns the delivered message, both raw and parsed. */
async function sent({ purpose = 'family', ...more }: Wanted) {
  await database.write((db) =>
    queueMail(db, settings, {
      personId: parent.id,
      to: parent.email,
      purpose,
      subject: 'News',
      body: 'Hello,\n\nNews.',
      ...more,
    }),
  )
  await eventually(() => expect(mailbox.delivered).toHaveLength(1))
  const [one] = mailbox.delivered
  const raw = one?.raw ?? ''
  const parsed = await PostalMime.parse(raw)
  const header = (name: string) => parsed.headers.find(({ key }) => key === name)?.value
  return { raw, parsed, header, envelope: one?.from }
}

describe('email from a center', () => {
  test('has the center’s name with MAIL_FROM as sender, the center’s address for replies, and its logo attached', async () => {
    const { parsed, envelope } = await sent({ center: maple })
    expect(envelope).toBe('hello@mail.test.example')
    expect(parsed.from).toEqual({ name: 'Maple Street', address: 'hello@mail.test.example' })
    expect(parsed.replyTo).toEqual([{ name: 'Maple Street', address: 'office@maple.example' }])
    expect(parsed.attachments).toMatchObject([
      { mimeType: 'image/png', disposition: 'inline', contentId: '<logo@blended-learning>' },
    ])
    expect(parsed.html).toContain(
      'src="cid:logo@blended-learning" width="200" height="40" alt="Maple Street"',
    )
    for (const words of [
      '12 Maple Street',
      '518-555-0142',
      'office@maple.example',
      'www.maple.example',
      'Open Mon–Tue 3:00\u00a0PM–8:00\u00a0PM',
    ]) {
      expect(parsed.html).toContain(words)
      expect(parsed.text).toContain(words)
    }
  })

  test('shows text and buttons in a shade of the center’s color that is readable on white', async () => {
    const { parsed } = await sent({ center: maple })
    const styles = (parsed.html ?? '').split('@media')[0] ?? ''
    const [, shade = ''] = /\.button \{[^}]*background: (#[0-9a-f]{6})/.exec(styles) ?? []
    expect(contrast(shade, '#ffffff')).toBeGreaterThanOrEqual(readable)
    expect(styles).not.toContain('#f59e0b')
  })

  test('loads nothing from outside', async () => {
    const { parsed } = await sent({ center: maple, body: 'Hello,\n\nSee https://example.com/picture.png' })
    expect(
      [...(parsed.html ?? '').matchAll(/(?:src|background|url\()=?["'(]?([^"')\s]+)/gi)]
        .map(([, url]) => url)
        .filter((url) => /^(https?:)?\/\//.test(url ?? '')),
    ).toEqual([])
    expect(parsed.html).not.toMatch(/<(script|link|iframe|object|form)\b/i)
  })

  test('has neither Reply-To nor logo if the center has neither an email address nor a logo', async () => {
    const { parsed } = await sent({ center: plainCenter })
    expect(parsed.replyTo).toBeUndefined()
    expect(parsed.attachments).toEqual([])
  })
})

test('email from the product itself is sent as Blended Learning', async () => {
  const { parsed, header } = await sent({ purpose: 'recovery' })
  expect(parsed.from?.name).toBe('Blended Learning')
  expect(header('list-unsubscribe')).toBeUndefined()
  expect(header('auto-submitted')).toBe('auto-generated')
})

test('email to families can be unsubscribed from with one click, but email about an account can’t', async () => {
  const { header, parsed } = await sent({ center: maple })
  const [, address] =
    /^<(https:\/\/learn\.test\.example\/unsubscribe\/[\w-]{43})>$/.exec(header('list-unsubscribe') ?? '') ??
    []
  expect(address).toBeDefined()
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(parsed.html).toContain(`href="${address}">Unsubscribe</a>`)
  expect(parsed.text).toContain(`Unsubscribe: ${address}`)
  mailbox.delivered.length = 0
  for (const purpose of ['setup', 'makeup', 'password_link'] as const) {
    expect((await sent({ center: maple, purpose })).header('list-unsubscribe'), purpose).toBeUndefined()
    mailbox.delivered.length = 0
  }
})

test('DKIM signs the message under its domain and selector, and receivers can verify it', async () => {
  const { raw } = await sent({ center: maple })
  const key = keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const queries: string[] = []
  const { results } = await dkimVerify(Buffer.from(raw), {
    resolver: async (name: string) => {
      queries.push(name)
      return [[`v=DKIM1; k=rsa; p=${key}`]]
    },
  })
  expect(queries).toContain('spring._domainkey.mail.test.example')
  expect(results).toMatchObject([
    {
      signingDomain: 'mail.test.example',
      selector: 'spring',
      status: { result: 'pass', aligned: 'mail.test.example' },
    },
  ])
  const forged = await dkimVerify(Buffer.from(raw.replace('Subject: News', 'Subject: Spam')), {
    resolver: async () => [[`v=DKIM1; k=rsa; p=${key}`]],
  })
  expect(forged.results[0]?.status.result).not.toBe('pass')
})

test('a link to one of the product’s pages is a button, and the address of a link that opens an account is also shown as text', async () => {
  const { parsed } = await sent({
    purpose: 'setup',
    body: 'Hello,\n\nhttps://learn.test.example/setup#token=abc\n\nBye',
  })
  expect(parsed.html).toContain(
    '<a class="button" href="https://learn.test.example/setup#token=abc">Choose a password</a>',
  )
  expect(parsed.html).toContain('>https://learn.test.example/setup#token=abc</a></p>')
  expect(parsed.text).toContain('https://learn.test.example/setup#token=abc')
  mailbox.delivered.length = 0
  const other = await sent({ body: 'Hello,\n\nhttps://learn.test.example.evil.example/x' })
  expect(other.parsed.html).not.toContain('class="button"')
})

test('a subject or body can add neither headers nor markup to an email', async () => {
  const subject = 'Hi\r\nBcc: all@evil.example <script>alert(1)</script> "Zoë" =?utf-8?q?x?='
  const body =
    'Dear <b>Ana</b>,\n\n<img src=x onerror=alert(1)> "quoted" & javascript:alert(1)\n\nhttps://x.example/"onclick="x'
  const { parsed, envelope } = await sent({ center: plainCenter, subject, body })
  expect(envelope).toBe('hello@mail.test.example')
  expect(parsed.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(parsed.subject).toContain('<script>alert(1)</script> "Zoë"')
  expect(parsed.text).toContain('Dear <b>Ana</b>,')
  expect(parsed.html).toContain('Dear &lt;b&gt;Ana&lt;/b&gt;,')
  expect(parsed.html).not.toMatch(/<(b|img|script)\b/)
  expect(parsed.html).not.toMatch(/\sonclick=|href="javascript:/)
})

describe('an address that the mail server permanently refuses', () => {
  const state = async () => {
    const [row] = await database.read<{ mailRefusal: string | null; isDated: boolean }[]>`
      select mail_refusal, mail_refused_at is not null as is_dated from people where id = ${parent.id}`
    return row
  }
  const none = { mailRefusal: null, isDated: false }

  test('is noted with the reason, until it accepts email again', async () => {
    mailbox.refuse('550 5.1.1 mailbox unavailable')
    await database.write((db) =>
      queueMail(db, settings, {
        personId: parent.id,
        to: parent.email,
        purpose: 'family',
        subject: 'x',
        body: 'x',
      }),
    )
    await expect.poll(state).toEqual({ mailRefusal: 'mailbox unavailable', isDated: true })
    await database.single`update mail set state = 'sent', sent_at = now() where state in ('failed', 'stopped')`
    await sent({ center: maple })
    await expect.poll(state).toEqual(none)
  })

  test('is no longer marked as refused once it is changed, unless only its capitalization changes', async () => {
    await database.single`update people set mail_refused_at = now(), mail_refusal = 'x' where id = ${parent.id}`
    await database.single`update people set email = upper(email) where id = ${parent.id}`
    expect(await state()).toEqual({ mailRefusal: 'x', isDated: true })
    await database.single`update people set email = 'new@test.example' where id = ${parent.id}`
    expect(await state()).toEqual(none)
    await database.single`update people set email = ${parent.email} where id = ${parent.id}`
  })
})
