import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { factories } from '#tests/factories.ts'
import { connect } from '#server/connect.ts'
import { openDatabase } from '#server/db.ts'
import { overSocket, startPostgres } from '#server/embedded-postgres.ts'
import { migrate } from '../db/migrate.ts'
import { flatten, recordsIn, type RowsIn } from './flat.ts'
import { type HttpRequest, load, type Load } from './load.ts'
import { centerName, fillOffice, idOf, now, type Size, today } from './office-world.ts'
import { launch, launchProduct, type Place, stopAll } from './running.ts'
import { makeAnsweringWorld, signedIn } from './world.ts'

/**
 * Size of the test data: one center with 420 students, 300 of whom have a class today, and ten past weeks of
 * work.
 */
const size: Size = { centers: 1, students: 420, classesEach: 1, weeks: 12, works: 10, questions: 10 }
const [classes, seats] = [12, 25]
/** Number of operators, each with one session, high enough that no session exceeds its rate limit. */
const operators = 160
const rounds = 2

/**
 * SQL that moves the students into classes of 25, of which twelve meet today. Removes all breaks, and today's
 * cancellations and marks.
 */
const crowd = `
  set session_replication_role = replica;
  create function pg_temp.class_id(n bigint) returns uuid language sql immutable return
    ('00000005-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid;
  delete from breaks;
  delete from class_days where held_on = '${today}';
  delete from attendances where held_on = '${today}';
  delete from places where type <> 'regular' or not during @> date '${today}' or first_class;
  update places p set class_id = pg_temp.class_id(n / ${seats}) from (
    select id, row_number() over (order by student_id) - 1 as n from places) seat
  where seat.id = p.id;
  update class_terms t set max_size = 40,
    day = extract(dow from date '${today}')::int + case when t.class_id < pg_temp.class_id(${classes}) then 0 else 1 end;
  analyze
`

type Call = { name: string; least: number; asks: HttpRequest[]; flat: HttpRequest[] }

const at = `/api/centers/${encodeURIComponent(centerName(0))}`
const classId = (n: number) => idOf('class', n)

const studentsOf = ({ schedules }: { schedules: { students: Record<string, unknown>[] }[] }) =>
  schedules.flatMap(({ students }) => students)

/**
 * Signs in operators, students and parents. Returns their headers, which work for both the product and the
 * baseline.
 */
async function signInAll(url: string) {
  const database = openDatabase(url, { pool: 1 })
  const students = Array.from({ length: 160 }, (_, s) => s).filter((s) => s % 23 < 20 && s % 5 !== 1)
  const found = await database.write(async (db) => {
    const office: HttpRequest['headers'][] = []
    for (let n = 0; n < operators; n += 1) {
      const operator = await factories(db).staff('operator', centerName(0))
      office.push(await signedIn(db, { kind: 'operator', id: operator.id }))
    }
    const family = async (kind: 'students' | 'parents', n: number) =>
      await signedIn(db, { kind, id: idOf('member', n) })
    return {
      office,
      students: await Promise.all(students.slice(0, 32).map((s) => family('students', s * 3))),
      parents: await Promise.all(students.slice(0, 32).map((s) => family('parents', s * 3 + 1))),
    }
  })
  await database.close()
  return found
}

/**
 * Returns `count` pairs of calls, one to the product and one to the baseline. Each pair marks one of today's
 * students (`each` is `student`) or a whole class.
 */
function marksOf(
  rolls: readonly string[][],
  office: readonly HttpRequest['headers'][],
  each: 'student' | 'class',
  count: number,
) {
  const groups = rolls.flatMap((ids, n): [number, readonly string[]][] =>
    each === 'class' ? [[n, ids]] : ids.map((id) => [n, [id]]),
  )
  return Array.from({ length: count }, (_, index) => {
    const [n, ids] = groups[index % groups.length] as (typeof groups)[number]
    const mark = Math.floor(index / groups.length) % 2 === 0 ? 'present' : 'absent'
    const headers = office[index % office.length] as HttpRequest['headers']
    return {
      product: {
        method: 'POST' as const,
        path: `${at}/attendances`,
        headers,
        body: JSON.stringify({
          classId: classId(n),
          on: today,
          marks: ids.map((studentId) => ({ studentId, mark })),
        }),
      },
      flat: {
        method: 'POST' as const,
        path: '/rows',
        headers,
        body: JSON.stringify({
          rows: ids.map((id) => ({ key: `${classId(n)} ${id} ${today}`, value: mark })),
        }),
      },
    }
  })
}

const reads = (paths: string[], headers: readonly HttpRequest['headers'][]): HttpRequest[] =>
  headers.map((each, n) => ({ method: 'GET', path: paths[n % paths.length] as string, headers: each }))

/** Returns the calls to compare, each with the lowest allowed share of the baseline's rate (`least`). */
async function callsOf(place: Place, address: string): Promise<Call[]> {
  const { office, students, parents } = await signInAll(place.url)
  const working = await makeAnsweringWorld(place.url)
  const ofStudents = working.map(({ headers }) => headers)
  const question = (n: number) =>
    working.map(({ homeworkId }) => `/api/student/homework/${homeworkId}/sections/1/${n}`)
  const some = office.slice(0, 32)
  const names = ['Ma', 'Jo', 'An', 'Le', 'Sa', 'El', 'Da', 'Ka']
  const asked: [name: string, asks: HttpRequest[], rowsIn?: RowsIn][] = [
    ["Day's roster", reads([`${at}/schedules/${today}`], some), studentsOf],
    [
      'Roll of one class',
      reads(
        Array.from({ length: classes }, (_, n) => `${at}/attendances?classId=${classId(n)}&on=${today}`),
        some,
      ),
    ],
    ['Open a question', reads(question(1), ofStudents)],
    ["Student's home", reads(['/api/student'], students)],
    ["Parent's home", reads(['/api/parent/students'], parents)],
    [
      'Student search',
      reads(
        names.map((name) => `${at}/students?filter=2&search=${name}`),
        some,
      ),
    ],
    ['Grading queue', reads([`${at}/grading`], some)],
    ['Class with progress', reads([`${at}/classes/${classId(1)}`], some)],
  ]
  const calls: Call[] = []
  for (const [name, asks, rowsIn = recordsIn] of asked)
    calls.push({
      name,
      least: 0.5,
      asks,
      flat: await flatten({ url: place.url, address, rowsIn }, `flat_${calls.length}`, asks),
    })
  const rolls = await Promise.all(
    Array.from({ length: classes }, async (_, n) => {
      const answer = await fetch(`${address}${at}/attendances?classId=${classId(n)}&on=${today}`, {
        headers: some[0] as HttpRequest['headers'],
      })
      return ((await answer.json()) as { lines: { studentId: string }[] }).lines.map(
        ({ studentId }) => studentId,
      )
    }),
  )
  for (const [name, each, count] of [
    ['Save one mark', 'student', 2400],
    ['Mark a class', 'class', 480],
  ] as const) {
    const marks = marksOf(rolls, office, each, count)
    calls.push({
      name,
      least: 0.4,
      asks: marks.map(({ product }) => product),
      flat: marks.map(({ flat }) => flat),
    })
  }
  const answers = Array.from({ length: 60 }, (_, n) =>
    working.map(({ homeworkId, headers }) => ({ homeworkId, headers, n: n + 1 })),
  ).flat()
  calls.push({
    name: 'Submit an answer',
    least: 0.5,
    asks: answers.map(({ homeworkId, headers, n }) => ({
      method: 'POST',
      path: `/api/student/homework/${homeworkId}/sections/1/${n}`,
      headers,
      body: JSON.stringify({ seq: 1, answerId: newId(), given: { kind: 'fr', parts: [String(n)] } }),
    })),
    flat: answers.map(({ homeworkId, headers, n }) => ({
      method: 'POST',
      path: '/rows',
      headers,
      body: JSON.stringify({ rows: [{ key: `${homeworkId} ${n}`, value: String(n) }] }),
    })),
  })
  return calls
}

const flatTables = `
  create table flat_sessions as select s.token, p.id as person_id, now() + interval '1 day' as ends_at from people p, (select ''::text as token) s limit 0;
  alter table flat_sessions add primary key (token);
  create table flat_written (key text primary key, value text not null, version int not null default 1);
  create table flat_audit (id bigint generated always as identity primary key, after jsonb, at timestamptz not null default now());
  create table flat_events (id bigint generated always as identity primary key, channel text not null);
`

/** Stores the sessions of all calls in the baseline's table. */
async function storeSessions(url: string, calls: readonly Call[]) {
  const sql = connect(url)
  const tokens = new Set(
    calls.flatMap(({ asks }) =>
      asks.map(({ headers }) => /sid=([\w-]+)/.exec(headers['cookie'] ?? '')?.[1] ?? ''),
    ),
  )
  await sql`
    insert into flat_sessions (token, person_id, ends_at)
    select token, gen_random_uuid(), now() + interval '1 day' from unnest(${[...tokens]}::text[]) token`
  await sql.end()
}

/**
 * Returns the faster of two runs for each server. The runs alternate between the servers, so that a slow
 * minute affects both.
 */
async function alternating(
  call: Call,
  addresses: { product: string; flat: string },
  { clients, seconds }: { clients: number; seconds: number },
) {
  const loads: { product: Load[]; flat: Load[] } = { product: [], flat: [] }
  // Each POST is sent only once, so each run gets its own part of the list.
  const part = (asks: HttpRequest[], turn: number, first: boolean) => {
    if (asks[0]?.method === 'GET') return asks
    const few = Math.floor(asks.length / 10)
    const rest = Math.floor((asks.length - rounds * few) / rounds)
    return first
      ? asks.slice(turn * few, (turn + 1) * few)
      : asks.slice(rounds * few + turn * rest, rounds * few + (turn + 1) * rest)
  }
  for (let round = 0; round < rounds; round += 1)
    for (const side of ['flat', 'product'] as const) {
      const requests = part(side === 'flat' ? call.flat : call.asks, round, clients === 1)
      loads[side].push(await load({ base: addresses[side], clients, seconds, requests }))
    }
  const best = (all: Load[]) => all.reduce((a, b) => (a.rate > b.rate ? a : b))
  return { product: best(loads.product), flat: best(loads.flat) }
}

/**
 * Compares the product's daily calls with a bare server that reads flat tables. Both use one PostgreSQL, with
 * data for 300 students in twelve classes. Returns false if a call reaches less than its share (`least`) of
 * the baseline's rate with `clients` clients, takes more than twice the baseline's median time with one
 * client, or fails.
 */
export async function compareWithBaseline({
  clients,
  seconds,
  only,
}: {
  clients: number
  seconds: number
  only: string | undefined
}) {
  console.log(
    `\nDaily calls and a bare server on flat tables: p50 in ms at 1 client, calls a second at ${clients}`,
  )
  const dataDir = mkdtempSync(join(tmpdir(), 'blended-learning-bench-'))
  const cluster = await startPostgres({ dataDir })
  let good = true
  try {
    await migrate(cluster.url)
    await fillOffice(cluster.superuserUrl, size)
    const sql = connect(cluster.superuserUrl)
    await sql.unsafe(crowd)
    await sql.end()
    const owner = connect(cluster.url)
    await owner.unsafe(flatTables)
    await owner.end()
    const [url, requestsUrl] = [cluster.url, cluster.requestsUrl].map((each) =>
      overSocket(each, cluster.socket),
    ) as [string, string]
    const product = await launchProduct({ ...cluster, url, requestsUrl }, `${today} ${now}`)
    const flat = await launch('baseline-server.ts', (port) => ({ words: [url, port], answers: '/' }))
    const calls = await callsOf(cluster, product)
    await storeSessions(cluster.url, calls)
    if (only !== undefined && !calls.some(({ name }) => name === only))
      throw new Error(`There is no call ${only}; there are ${calls.map(({ name }) => name).join(', ')}.`)
    for (const call of calls.filter(({ name }) => (only ?? name) === name)) {
      const alone = await alternating(call, { product, flat }, { clients: 1, seconds: seconds / 3 })
      const many = await alternating(call, { product, flat }, { clients, seconds })
      const share = many.product.rate / many.flat.rate
      const slower = alone.product.p50 / alone.flat.p50
      const errors = [alone, many].reduce((sum, each) => sum + each.product.errors + each.flat.errors, 0)
      const faults = [
        ...(share >= call.least ? [] : [`less than ${call.least} of the rate`]),
        ...(slower <= 2 ? [] : ['more than twice the time']),
        ...(errors > 0 ? [`${errors} errors`] : []),
      ]
      console.log(
        `  ${call.name.padEnd(20)} baseline ${alone.flat.p50.toFixed(2)} · ${Math.round(many.flat.rate)}  product ${alone.product.p50.toFixed(2)} · ${Math.round(many.product.rate)}  ratio ${slower.toFixed(1)} · ${share.toFixed(2)}${faults.map((fault) => `  ${fault.toUpperCase()}`).join('')}`,
      )
      good = good && faults.length === 0
    }
  } finally {
    await stopAll()
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return good
}
