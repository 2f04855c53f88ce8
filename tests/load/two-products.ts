import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { openDatabase } from '#server/db.ts'
import { startPostgres } from '#server/embedded-postgres.ts'
import { queueMail } from '#server/mail.ts'
import { readSettings } from '#server/settings.ts'
import { openProduct, type Product } from '../faults/product.ts'
import { sendRequest, paced, tally, type HttpRequest } from './load-generator.ts'
import { openBalancer } from './balancer.ts'
import { hallPassword, makeHall, type Hall } from './hall.ts'
import { answer } from './class-hour.ts'
import { keepLine, openLine } from './live-sockets.ts'
import { balance, type Check, type Entry, type Report } from './fixture.ts'

type Pair = { a: string; b: string; hall: Hall; url: string }
const check = (promise: string, measured: string, kept: boolean): Check => ({ promise, measured, kept })

/** Returns the milliseconds until a promise resolves, or Infinity after two seconds. */
async function until(happened: Promise<unknown>) {
  const began = performance.now()
  return await Promise.race([happened.then(() => performance.now() - began), pause(2000, Infinity)])
}

const logIn = (email: string, password: string): HttpRequest => ({
  method: 'POST',
  path: '/api/login',
  headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.2.0.7' },
  body: JSON.stringify({ email, password }),
})

/** Checks that a session started or ended in one product is also started or ended in the other. */
async function sharedSession({ a, b, hall }: Pair): Promise<Check[]> {
  const { id, email } = hall.students[0] as Hall['students'][number]
  const entered = await sendRequest(a, logIn(email, hallPassword))
  const cookies = entered.cookies.map((each) => each.split(';')[0] as string)
  const xsrf = cookies.find((each) => each.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? ''
  const headers = { cookie: cookies.join('; '), 'x-xsrf-token': xsrf }
  const me: HttpRequest = { method: 'GET', path: '/api/users/me', headers }
  const known = (await sendRequest(b, me)).status
  const line = openLine(b, { headers, channels: [`student:${id}`] })
  await line.joined
  const left = await sendRequest(a, { method: 'POST', path: '/api/logout', headers })
  const closing = line.closed.then((code) => (code === 4401 ? undefined : pause(3000)))
  const after = await until(closing)
  const statusAfter = (await sendRequest(b, me)).status
  line.socket.terminate()
  return [
    check(
      'a session of one is valid in the other',
      `${entered.status} there, ${known} here`,
      entered.status === 200 && known === 200,
    ),
    check(
      'signing out of one signs out of both',
      `${left.status} there, ${statusAfter} here`,
      left.status === 204 && statusAfter === 401,
    ),
    check('its socket at the other closes with 4401 ≤ 1 s', `${after.toFixed(0)} ms`, after <= 1000),
  ]
}

/** Checks that the limit of five wrong passwords counts across both products. */
async function sharedLimits({ a, b, hall }: Pair): Promise<Check[]> {
  const { email } = hall.students[1] as Hall['students'][number]
  const statuses: number[] = []
  for (const address of [a, b, a, b, a, b, a])
    statuses.push((await sendRequest(address, logIn(email, 'wrong'))).status)
  return [
    check(
      'wrong passwords at both are counted together',
      statuses.join(' '),
      statuses.join(' ') === '401 401 401 401 401 429 429',
    ),
  ]
}

/**
 * Checks that a change in one product notifies sockets of the other, and that the same answer sent to both at
 * once is stored once.
 */
async function sharedEvents({ a, b, hall, url }: Pair, entries: Entry[]): Promise<Check[]> {
  const { entry, ask: request, student } = hall.nextAnswer()
  const room = hall.rooms.find(({ students }) => students.includes(student)) as Hall['rooms'][number]
  let resolveEvent: () => void = () => {}
  const event = new Promise<void>((done) => (resolveEvent = done))
  const channels = [`student:${student.id}`]
  const line = openLine(b, {
    headers: room.device,
    channels,
    onFrame: ({ type }) => type === 'event' && resolveEvent(),
  })
  await line.joined
  const [first, second, after] = await Promise.all([
    sendRequest(a, request),
    sendRequest(b, request),
    until(event),
  ])
  line.socket.terminate()
  entry.outcome = 'ok'
  entries.push(entry)
  const database = openDatabase(url, { pool: 1 })
  const rows = await database.read`select 1 from answers where id = ${entry.answerId}`
  await database.close()
  const both = first.status === 200 && second.status === 200 && first.text === second.text
  return [
    check('an event crosses ≤ 1 s', `${after.toFixed(0)} ms`, after <= 1000),
    check(
      'the same answer sent to both at once is stored once',
      `${first.status} and ${second.status}, ${rows.length} kept`,
      both && rows.length === 1,
    ),
  ]
}

/** Opens a mail server that records the Message-ID of each message it receives. */
async function openMailbox() {
  const got: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => {
      let text = ''
      stream.on('data', (part: Buffer) => (text += part.toString()))
      stream.on('end', () => {
        got.push(/^message-id:\s*(\S+)/im.exec(text)?.[1] ?? text)
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    got,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((done) => server.close(done)),
  }
}

const backupKey = 'a passphrase of a test'

/** Checks that each job is done by only one of the two products. */
async function sharedJobs(
  { url, hall }: Pair,
  mailbox: Awaited<ReturnType<typeof openMailbox>>,
  publicUrl: string,
): Promise<Check[]> {
  const settings = readSettings({ SMTP_URL: mailbox.url, PUBLIC_URL: publicUrl, BACKUP_KEY: backupKey })
  const database = openDatabase(url, { pool: 1 })
  const count = 40
  await database.write(async (db) => {
    for (let n = 0; n < count; n += 1) {
      const { id: personId, email: to } = hall.students[n % hall.students.length] as Hall['students'][number]
      await queueMail(db, settings, { personId, to, purpose: 'family', subject: `Mail ${n}`, body: 'Hello.' })
    }
  })
  await database.close()
  for (let waits = 0; waits < 100 && mailbox.got.length < count; waits += 1) await pause(50)
  await pause(300)
  const different = new Set(mailbox.got).size
  const measured = `${mailbox.got.length} sent of ${count}, ${different} different`
  return [check('each job is done once', measured, mailbox.got.length === count && different === count)]
}

const rate = 100

/** Restarts one product after the other while answers come in through a load balancer. No user may notice. */
async function rollingRestart(pair: Pair, products: Product[], entries: Entry[]) {
  const balancer = await openBalancer([pair.a, pair.b], 200)
  const answers = tally()
  const lines = pair.hall.students.slice(0, 8).map((student) => keepLine(balancer.address, student))
  const stops: number[] = []
  let over = false
  const restarting = (async () => {
    await pause(500)
    for (const product of products) {
      const began = performance.now()
      await product.stop()
      stops.push((performance.now() - began) / 1000)
      await product.start()
      await pause(500)
    }
    over = true
  })()
  const began = performance.now()
  const fixture = { address: balancer.address, hall: pair.hall }
  const fire = async (due: number) => answers.add(await answer(fixture, entries), performance.now() - due)
  await paced({ rate, seconds: 120, fire, over: () => over })
  await restarting
  const seconds = (performance.now() - began) / 1000
  for (let waits = 0; waits < 240 && !lines.every((line) => line.isOpen()); waits += 1) await pause(50)
  const open = lines.filter((line) => line.isOpen()).length
  const codes = lines.flatMap((line) => line.codes)
  for (const line of lines) line.end()
  balancer.close()
  const figures = {
    what: 'answers',
    rate: Math.round(answers.times.count() / seconds),
    p50: answers.times.at(0.5),
    p95: answers.times.at(0.95),
  }
  return {
    figures: [{ ...figures, p99: answers.times.at(0.99), 'floor p99': null, errors: answers.errors() }],
    checks: [
      check(
        'all calls through the load balancer succeed',
        answers.failures() || `${answers.times.count()} succeeded`,
        answers.errors() === 0,
      ),
      check('ended ≤ 20 s', stops.map((each) => `${each.toFixed(1)} s`).join(', '), Math.max(...stops) <= 20),
      check(
        'sockets are closed with 1012',
        `${codes.length} ended: ${[...new Set(codes)].join(' ')}`,
        codes.length > 0 && codes.every((code) => code === 1012),
      ),
      check('sockets reconnect', `${open} of ${lines.length}`, open === lines.length),
    ],
  }
}

/**
 * Runs F13: two products on one external PostgreSQL work together, and can be restarted one after the other.
 */
export async function onOneDatabase(): Promise<Report> {
  const dataDir = mkdtempSync(join(tmpdir(), 'blended-learning-load-'))
  const { url, stop } = await startPostgres({ dataDir })
  try {
    return await twoProducts(url)
  } finally {
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function twoProducts(url: string): Promise<Report> {
  const mailbox = await openMailbox()
  const publicUrl = 'http://learn.test.example'
  const env = {
    DATABASE_URL: url,
    SMTP_URL: mailbox.url,
    PUBLIC_URL: publicUrl,
    BACKUP_KEY: backupKey,
    TRUST_PROXY: '127.0.0.1',
    DRAIN_SECONDS: '2',
  }
  const products = [await openProduct(env), await openProduct(env)]
  try {
    await Promise.all(products.map((product) => product.start()))
    const [a, b] = products.map(({ address }) => address) as [string, string]
    const hall = await makeHall(url, { students: 20, questions: 400 })
    const pair = { a, b, hall, url }
    const entries: Entry[] = []
    const checks = [
      ...(await sharedSession(pair)),
      ...(await sharedLimits(pair)),
      ...(await sharedEvents(pair, entries)),
      ...(await sharedJobs(pair, mailbox, publicUrl)),
    ]
    const rolled = await rollingRestart(pair, products, entries)
    return {
      title: `F13 two products on one PostgreSQL, ${products.length} restarts during ${rate} answers/s`,
      figures: rolled.figures,
      checks: [...checks, ...rolled.checks, await balance({ url }, entries)],
    }
  } finally {
    await Promise.all(products.map((product) => product.close()))
    await mailbox.close()
  }
}
