import { connect as openSocket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { v7 as newId } from 'uuid'
import { connect } from '#server/connect.ts'
import { role } from '#server/scope.ts'
import type { Attack, Outcome, Target } from './target.ts'
import { bodyOf, type Visitor } from './visitor.ts'

const count = (list: readonly unknown[], is: (each: never) => boolean) => (list as never[]).filter(is).length
const isServerError = ({ status }: { status: number }) => status >= 500 || status === 0

/** Bodies that a parser should reject early. */
const hostileBodies = {
  'nested 30,000 arrays deep': `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
  'nested 10,000 objects deep': `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  'nested inside a field': `{"firstName":${'['.repeat(6000)}${']'.repeat(6000)}}`,
  'a field twice': '{"firstName":"A","firstName":"B"}',
  'an escaped field twice': '{"firstName":"A","first\\u004eame":"B"}',
  'an array of 25,000 numbers': `{"ids":[${'1,'.repeat(25_000)}1]}`,
  'a prototype': '{"__proto__":{"role":"admin"}}',
  'cut off': '{"firstName":"A',
}

const places = [
  '/centers/Maple Street/students',
  '/centers/Maple Street/emails',
  '/bl/questions',
  '/student/homework/x/1',
  '/login',
]

async function hostileJson({ signedIn }: Target): Promise<Outcome> {
  const callers = [await signedIn('operator'), await signedIn('editor'), await signedIn('student')]
  const replies = []
  for (const caller of callers)
    for (const path of places)
      for (const body of Object.values(hostileBodies)) {
        replies.push(await caller.post(path, body))
        replies.push(await caller.post(path, body, { headers: { 'idempotency-key': newId() } }))
      }
  const taken = count(replies, ({ status }: { status: number }) => status < 300 && status > 0)
  const failed = count(replies, isServerError)
  return { tried: replies.length, through: taken + failed, figures: `${failed} answered 5xx, ${taken} taken` }
}

/** Sends a raw request over TCP and returns the status of the response. */
const rawStatus = (address: string, text: string) =>
  new Promise<number>((done) => {
    const { hostname, port } = new URL(address)
    const socket = openSocket(Number(port), hostname, () => socket.write(text))
    socket.once('data', (chunk) => {
      done(Number(/^HTTP\/1\.1 (\d+)/.exec(chunk.toString())?.[1] ?? 0))
      socket.destroy()
    })
    socket.once('error', () => done(0))
  })

/** Statements that a request's connection must never be able to run, regardless of the handlers' checks. */
const forbiddenStatements = [
  `update people set role = 'admin'`,
  `update people set password_hash = 'x'`,
  `select password_hash from people limit 1`,
  `insert into sessions select * from sessions limit 1`,
  `select value from installation_keys`,
  `select body from mail limit 1`,
  `insert into staff select * from staff limit 1`,
  `delete from failed_tries`,
  `update audit set after = '{}'`,
  `create table taken (a int)`,
  `copy (select 1) to program 'true'`,
  `select pg_read_file('/etc/passwd')`,
  `reset role; update people set role = 'admin'`,
  `set role postgres`,
  `select set_config('role', 'none', true); update people set role = 'admin'`,
  `set session authorization postgres`,
]

/** Tries each statement in a separate transaction with the role and scope of a request, and rolls it back. */
async function underTheRole({ product }: Target): Promise<Outcome> {
  const sql = connect(product.databaseUrl(role))
  const ran: string[] = []
  try {
    for (const statement of forbiddenStatements) {
      const end = new Error('rolled back')
      await sql
        .begin(async (db) => {
          await db`select set_config('app.centers', '{Riverside}', true)`
          await db.unsafe(statement)
          ran.push(statement)
          throw end
        })
        .catch(() => {})
    }
  } finally {
    await sql.end()
  }
  return {
    tried: forbiddenStatements.length,
    through: ran.length,
    figures: ran.length > 0 ? `ran: ${ran.join(' | ')}` : 'all refused by PostgreSQL',
  }
}

const number = { kind: 'fr', parts: ['1'] }

/** Assigns a one-minute test and answers it before time is up, in the grace period, and after that. */
async function lateAnswers({ signedIn }: Target): Promise<Outcome> {
  const [office, student] = [await signedIn('manager'), await signedIn('student')]
  const { _id: studentId } = bodyOf<{ _id: string }>(await student.get('/users/me'))
  const levels = bodyOf<{ _id: string }[]>(await office.get('/bl/levels'))
  let test = ''
  for (const { _id: levelId } of levels) {
    const assigned = await office.post(`/students/${studentId}/tests`, { levelId, chapterNum: 3, minutes: 1 })
    if (assigned.status === 201) test = bodyOf<{ _id: string }>(assigned)._id
    if (test) break
  }
  await student.patch(`/student/tests/${test}`, { state: 'started' })
  const began = performance.now()
  const answer = (n: number, seq: number, typedAt: Date) =>
    student.post(`/student/tests/${test}/${n}`, {
      seq,
      answerId: newId(),
      given: number,
      typedAt: typedAt.toISOString(),
    })
  const typedBefore = new Date(Date.now() + 30_000)
  const inTime = await answer(1, 1, new Date())
  const outcomes: { at: number; late: boolean }[] = []
  for (const [index, at] of [62, 75, 90, 130].entries()) {
    await pause(at * 1000 - (performance.now() - began))
    const reply = await answer(index + 2, 1, typedBefore)
    if (reply.status === 200) outcomes.push({ at, late: bodyOf<{ late: boolean }>(reply).late })
  }
  // An answer at 62 s may have been in transit. Answers from 75 s on must be recorded as late, regardless of
  // when the caller claims to have typed them.
  const through = outcomes.filter(({ at, late }) => at >= 75 && !late).length
  const told = outcomes.map(({ at, late }) => `${at} s ${late ? 'late' : 'counted'}`).join(', ')
  return {
    tried: inTime.status === 200 && outcomes.length === 4 ? outcomes.length : 0,
    through,
    figures: told,
  }
}

/** Returns the preview of a question with this text, as an editor sees it. */
const preview = (editor: Visitor, content: string) =>
  editor.post('/bl/questions/preview', {
    instructions: '',
    content,
    answers: { kind: 'mc', choices: ['a', 'b'], correct: [0] },
    variables: null,
    tests: [],
  })

export const inputAttacks: Attack[] = [
  {
    name: 'input: nested, huge or duplicate-key JSON, with and without an Idempotency-Key',
    run: hostileJson,
  },
  {
    name: 'input: another Host, two Hosts, a foreign Origin',
    run: async ({ address }) => {
      const port = new URL(address).port
      const me = (lines: string) =>
        rawStatus(address, `GET /api/users/me HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`)
      const login = (origin: string) =>
        rawStatus(
          address,
          `POST /api/login HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${origin}\r\nContent-Type: application/json\r\nContent-Length: 69\r\nConnection: close\r\n\r\n{"email":"admin@demo.example","password":"practice-makes-progress"}  `,
        )
      const rebound = await me(`Host: evil.example:${port}\r\n`)
      const two = await me(`Host: 127.0.0.1:${port}\r\nHost: evil.example\r\n`)
      const foreign = await login('http://evil.example')
      const through = [rebound !== 421, two !== 400, foreign < 400]
      return {
        tried: 3,
        through: count(through, (each) => each),
        figures: `rebound ${rebound}, two hosts ${two}, foreign page ${foreign}`,
      }
    },
  },
  {
    name: 'input: a name that a spreadsheet would run as a formula, in ASCII and full width',
    run: async ({ signedIn }) => {
      const office = await signedIn('operator')
      const names = ['=', '+', '-', '@', '＝', '＋', '－', '＠'].map((sign) => `${sign}cmd`)
      for (const firstName of names)
        await office.post(
          '/centers/Maple Street/students',
          { firstName, lastName: 'Attack' },
          { headers: { 'idempotency-key': newId() } },
        )
      const { text } = await office.get('/centers/Maple Street/students/export?search=Attack')
      const cells = text.split(/[\r\n]+/).flatMap((line) => line.split(','))
      const found = names.filter((name) => text.includes(name)).length
      const through = cells.filter((cell) => /^"?[=+\-@＝＋－＠]cmd/u.test(cell)).length
      return { tried: found, through, figures: `${found} names in the file` }
    },
  },
  {
    name: 'input: math that would render outside its box',
    run: async ({ signedIn }) => {
      const editor = await signedIn('editor')
      const texts = [
        '$\\hspace{-999em}a$',
        '$\\kern-99em a$',
        '$\\mkern-9999mu a$',
        '$\\raisebox{99em}{a}$',
        '$\\rule{999em}{999em}$',
        '$\\mskip-9999mu a$',
      ]
      const replies = []
      for (const text of texts) replies.push(await preview(editor, text))
      const far =
        /margin[-\w]*:\s*-\d{2,}(?:\.\d+)?em|(?:width|height|vertical-align|top|bottom)[-\w]*:\s*-?\d{3,}(?:\.\d+)?em/
      const through = count(replies, ({ text }: { text: string }) => far.test(text))
      const read = count(replies, ({ status }: { status: number }) => status === 200)
      return { tried: read, through, figures: `${read} of ${texts.length} previewed` }
    },
  },
  {
    name: 'input: after signing out, the browser keeps nothing that was cached',
    run: async ({ signedIn, address }) => {
      const one = await signedIn('parent')
      const response = await fetch(`${address}/api/logout`, {
        method: 'POST',
        headers: {
          ...one.headers(),
          origin: address,
          'x-xsrf-token': one.cookies.get('XSRF-TOKEN') ?? '',
          'content-type': 'application/json',
        },
        body: '{}',
      })
      const header = response.headers.get('clear-site-data') ?? ''
      return {
        tried: response.ok ? 1 : 0,
        through: header.includes('cache') ? 0 : 1,
        figures: header || 'no Clear-Site-Data',
      }
    },
  },
  { name: 'database: statements beyond the rights of a request', run: underTheRole },
  { name: 'test: answers after a timed test has ended', run: lateAnswers },
]
