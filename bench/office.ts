import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '#server/connect.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '#server/db.ts'
import { factories } from '#tests/factories.ts'
import { startPostgres } from '#server/embedded-postgres.ts'
import { type HttpRequest, load, type Load } from './load.ts'
import { type Place, type Reader, readersAt, readersEach, type Screen, screensOf } from './office-screens.ts'
import {
  centerName,
  chain,
  fillOffice,
  large,
  now,
  shortChain,
  type Size,
  small,
  today,
} from './office-world.ts'
import { runNightlyJobs } from './nightly-jobs.ts'
import { launchProduct, stopAll, type Place as Addresses } from './running.ts'
import { signedIn } from './world.ts'

/**
 * Limits on a screen's 95th-percentile time in the large world, in ms, and on the ratio of its median time in
 * the large world to that in the small world.
 */
const slowest = 150
const growth = 1.3
/**
 * Maximum number of statements for a `daily` screen: the session lookup, and the statements that are sent
 * together after it.
 */
const maxStatements = 4

/** Maximum number of rows of a table that a call may read by full scans, on average. */
const maxScanned = 10_000

type Office = { address: string; url: string; asks: Map<string, HttpRequest[]> }

/** Signs in the people and devices that request a center's screens. Returns their headers. */
async function signedInAt(url: string, place: Place) {
  const database = openDatabase(url, { pool: 1 })
  const center = centerName(place.center)
  const { students, parents } = readersAt(place)
  const headers: Record<Reader, HttpRequest['headers'][]> = {
    operator: [],
    devices: [],
    students: [],
    parents: [],
  }
  await database.write(async (db) => {
    for (let n = 0; n < readersEach; n += 1) {
      const operator = await factories(db).staff('operator', center)
      const device = await factories(db).device(center, operator.id)
      headers.operator.push(await signedIn(db, { kind: 'operator', id: operator.id }))
      headers.devices.push(await signedIn(db, { kind: 'devices', id: device.id, center }))
      headers.students.push(await signedIn(db, { kind: 'students', id: students[n] as string }))
      headers.parents.push(await signedIn(db, { kind: 'parents', id: parents[n] as string }))
    }
  })
  await database.close()
  return headers
}

/** Fills a database with test data, starts the product on it, and signs in people of one center. */
async function openOffice(cluster: Addresses, name: string, place: Place): Promise<Office> {
  const sql = connect(cluster.url)
  await sql.unsafe(`create database ${name}`)
  await sql.end()
  const within = (address: string) => Object.assign(new URL(address), { pathname: `/${name}` }).toString()
  const url = within(cluster.url)
  await migrate(url)
  const began = performance.now()
  const { size } = place
  await fillOffice(within(cluster.superuserUrl), size)
  console.log(
    `  ${name} world of ${size.centers * size.students} students filled in ${((performance.now() - began) / 1000).toFixed(1)} s`,
  )
  const address = await launchProduct(
    { ...cluster, url, requestsUrl: within(cluster.requestsUrl) },
    `${today} ${now}`,
  )
  const headers = await signedInAt(url, place)
  const requestsOf = ({ by, paths }: Screen): HttpRequest[] =>
    Array.from({ length: Math.max(paths.length, readersEach) }, (_, n) => ({
      method: 'GET',
      path: `/api/${paths[n % paths.length]}`,
      headers: headers[by][n % readersEach] as HttpRequest['headers'],
    }))
  return { address, url, asks: new Map(screensOf(place).map((screen) => [screen.name, requestsOf(screen)])) }
}

/** Starts a cluster that counts statements. */
export async function startCounting(dataDir: string) {
  const first = await startPostgres({ dataDir })
  const sql = connect(first.superuserUrl)
  await sql`alter system set shared_preload_libraries = 'pg_stat_statements'`
  await sql`create extension pg_stat_statements`
  await sql.end()
  await first.stop()
  return await startPostgres({ dataDir })
}

const countedCalls = 10

/**
 * Returns the number of statements per call. Doesn't count background statements (of new connections, idle
 * limits and jobs), transaction control, or statements that set a transaction's scope, because nothing waits
 * for them.
 */
export async function statementsOf(
  cluster: string,
  { address, request, database }: { address: string; request: HttpRequest; database: string },
) {
  const sql = connect(cluster)
  await sql`select pg_stat_statements_reset()`
  for (let n = 0; n < countedCalls; n += 1)
    await fetch(`${address}${request.path}`, { headers: request.headers }).then((answer) => answer.text())
  const [row] = await sql<{ calls: number }[]>`
    select sum(calls / ${countedCalls})::int as calls from pg_stat_statements s join pg_database d on d.oid = s.dbid
    where d.datname = ${database} and query !~* 'graphile|pg_type|^update sessions|^(listen|begin|commit|set|show)|^select set_config'
  `
  await sql.end()
  return row?.calls ?? 0
}

/** Returns the number of rows that full scans have read so far, by table. */
async function scannedIn({ url }: Office) {
  const sql = connect(url)
  const rows = await sql<
    { table: string; rows: number }[]
  >`select relname as table, seq_tup_read::float8 as rows from pg_stat_user_tables`
  await sql.end()
  return new Map(rows.map(({ table, rows: read }) => [table, read]))
}

const ms = (time: number) => `${time.toFixed(1)} ms`

type Rules = { clients: number; seconds: number; only: string | undefined }

const rounds = 6

/**
 * Measures a screen in several rounds: in the large world alone with all clients, then in both worlds at the
 * same time with half of the clients each, so that other load on the machine slows both. Returns the best run
 * alone, the pair of runs with the median ratio, the number of errors, and the tables of which full scans
 * read too many rows.
 */
async function alternating(
  { few, big }: { few: Office; big: Office },
  name: string,
  { clients, seconds }: Rules,
) {
  const request = (office: Office, many: number) =>
    load({
      base: office.address,
      clients: many,
      seconds: seconds / rounds,
      requests: office.asks.get(name) as HttpRequest[],
    })
  const alone: Load[] = []
  const pairs: { inSmall: Load; inLarge: Load; ratio: number }[] = []
  const before = await scannedIn(big)
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await request(big, clients))
    const [inSmall, inLarge] = await Promise.all([request(few, clients / 2), request(big, clients / 2)])
    pairs.push({ inSmall, inLarge, ratio: inLarge.p50 / inSmall.p50 })
  }
  const answerCount = [...alone, ...pairs.map(({ inLarge }) => inLarge)].reduce(
    (sum, { answers }) => sum + answers,
    0,
  )
  const scanned = [...(await scannedIn(big))].map(([table, rows]) => ({
    table,
    rows: (rows - (before.get(table) ?? 0)) / Math.max(1, answerCount),
  }))
  const loads = [...alone, ...pairs.flatMap(({ inSmall, inLarge }) => [inSmall, inLarge])]
  return {
    best: alone.reduce((a, b) => (a.p95 <= b.p95 ? a : b)),
    pair: pairs.toSorted((a, b) => a.ratio - b.ratio)[rounds / 2] as (typeof pairs)[number],
    errors: loads.reduce((sum, { errors }) => sum + errors, 0),
    scanned: scanned.filter(({ rows }) => rows > maxScanned),
  }
}

/** Number (from 0) of the center in the large world whose screens are measured. */
const center = 7

/**
 * Compares the screens of one center among 20 with those of a single center with the same number of classes
 * and seats (see `compareWorlds`).
 */
export const compareOffices = (rules: Rules) => compareWorlds({ title: 'The office', large, small }, rules)

/**
 * Compares the screens of one center among 1,000 with those of one among 20 (see `compareWorlds`), and then
 * runs the nightly jobs of the 1,000. Filling the world of 1,000 centers takes a quarter of an hour and 25 GB
 * in the folder for temporary files.
 */
export const compareChains = (rules: Rules) =>
  compareWorlds({ title: '1,000 centers', large: chain, small: shortChain, after: runNightlyJobs }, rules)

type Worlds = {
  title: string
  large: Size
  small: Size
  /** Runs in the large world after the screens. Returns false if a limit is exceeded. */
  after?: (url: string) => Promise<boolean>
}

/**
 * Prints the times of every screen in the large world next to those of the same call in the small world.
 * Returns false if a screen is too slow, gets too much slower with the world's size, runs too many
 * statements, scans too many rows or fails, or if `after` returns false.
 */
async function compareWorlds({ title, after, ...worlds }: Worlds, rules: Rules) {
  const place: Place = { size: worlds.large, center }
  const names = screensOf(place).map(({ name }) => name)
  if (rules.only !== undefined && !names.includes(rules.only))
    throw new Error(`There is no screen ${rules.only}; there are ${names.join(', ')}.`)
  console.log(`\n${title}, ${rules.clients} clients`)
  const dataDir = mkdtempSync(join(tmpdir(), 'blended-learning-bench-'))
  const cluster = await startCounting(dataDir)
  let good = true
  try {
    const big = await openOffice(cluster, 'large', place)
    const few = await openOffice(cluster, 'small', { size: worlds.small, center: 0 })
    for (const { name, daily } of screensOf(place).filter(
      (screen) => (rules.only ?? screen.name) === screen.name,
    )) {
      const [request] = big.asks.get(name) as [HttpRequest]
      const statements = await statementsOf(cluster.superuserUrl, {
        address: big.address,
        request,
        database: 'large',
      })
      const { best, pair, errors, scanned } = await alternating({ few, big }, name, rules)
      const { inSmall, inLarge, ratio } = pair
      const faults = [
        ...(best.p95 <= slowest ? [] : [`p95 above ${slowest} ms`]),
        ...(ratio <= growth ? [] : [`more than ${growth} times the small world`]),
        ...(daily && statements > maxStatements ? [`more than ${maxStatements} statements`] : []),
        ...scanned.map(
          ({ table, rows }) => `${Math.round(rows)} rows of ${table} read by full scans in each call`,
        ),
        ...(errors > 0 ? [`${errors} errors`] : []),
      ]
      console.log(`\n${name}: ${statements} statements`)
      console.log(
        `  large  p50 ${ms(best.p50)}  p95 ${ms(best.p95)} (at most ${slowest})  ${Math.round(best.rate)}/s`,
      )
      console.log(
        `  ratio  ${ratio.toFixed(2)} (at most ${growth}): p50 ${ms(inLarge.p50)} large, ${ms(inSmall.p50)} small at the same time`,
      )
      for (const fault of faults) console.log(`  ${fault.toUpperCase()}`)
      good = good && faults.length === 0
    }
    if (after) good = (await after(big.url)) && good
  } finally {
    await stopAll()
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return good
}
