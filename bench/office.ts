import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faker } from '@faker-js/faker'
import postgres from 'postgres'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '#server/db.ts'
import { startPostgres } from '#server/embedded-postgres.ts'
import { type Ask, load, type Load } from './load.ts'
import { centerName, fillOffice, idOf, large, now, type Size, small, today } from './office-world.ts'
import { launchProduct, stopAll } from './running.ts'
import { signIn } from './world.ts'

/** The most that a screen may take at its slower end, in milliseconds, and how much slower the large world may be than the small one. */
const slowest = 150
const growth = 1.3
/** Statements for a screen of every day, with the look-up of the session. */
const mostStatements = 3

/** Paths of a screen in a centre; of more than one, each is asked for once. `daily`: it is read all day long. */
type Screen = { name: string; daily: boolean; paths: string[] }

const searched = 1200
const words = Array.from({ length: searched }, (_, n) => {
  const { first_name: first, last_name: last } = faker.definitions.person
  const names = (n % 2 === 0 ? first.generic : last.generic) ?? []
  const name = names[(n * 7) % names.length] ?? ''
  return n % 3 === 0 ? name : name.slice(0, 2 + (n % 4))
})

const screensOf = (center: number): Screen[] => [
  { name: 'Students', daily: true, paths: ['students'] },
  { name: 'Search', daily: true, paths: words.map((word) => `students?filter=2&search=${encodeURIComponent(word)}`) },
  { name: 'Day', daily: true, paths: [`schedules/${today}`] },
  { name: 'Roll', daily: true, paths: [`attendances?classId=${idOf('class', center * 60 + 1)}&on=${today}`] },
  { name: 'Dashboard', daily: false, paths: ['dashboard'] },
  { name: 'Oddities', daily: false, paths: ['reports/schedule-oddities'] },
]

type Office = { address: string; url: string; asks: Map<string, Ask[]> }

/** A world with the product on it, and an operator of one of its centres signed in. */
async function openOffice(cluster: string, name: string, { size, center }: { size: Size; center: number }): Promise<Office> {
  const sql = postgres(cluster, { max: 1, onnotice: () => {} })
  await sql.unsafe(`create database ${name}`)
  await sql.end()
  const url = Object.assign(new URL(cluster), { pathname: `/${name}` }).toString()
  await migrate(url)
  const began = performance.now()
  await fillOffice(url, size)
  console.log(`  ${name} world of ${size.centers * size.students} students filled in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  const address = await launchProduct(url, `${today} ${now}`)
  const database = openDatabase(url, { pool: 1 })
  const headers = await signIn(database, 'operator', idOf('operator', center))
  await database.close()
  const ask = (path: string) => ({
    method: 'GET' as const,
    path: `/api/centers/${encodeURIComponent(centerName(center))}/${path}`,
    headers,
  })
  return { address, url, asks: new Map(screensOf(center).map((screen) => [screen.name, screen.paths.map(ask)])) }
}

/** A throw-away cluster that counts statements. */
async function startCounting(dataDir: string) {
  const first = await startPostgres({ dataDir })
  const sql = postgres(first.url, { max: 1 })
  await sql`alter system set shared_preload_libraries = 'pg_stat_statements'`
  await sql`create extension pg_stat_statements`
  await sql.end()
  await first.stop()
  return await startPostgres({ dataDir })
}

const askedToCount = 10

/** How many statements a call runs. What comes by itself doesn't count: that of new connections and idle limits, and what jobs run now and then. */
async function statementsOf(cluster: string, { address, asks }: Office, name: string) {
  const sql = postgres(cluster, { max: 1 })
  await sql`select pg_stat_statements_reset()`
  const [ask] = asks.get(name) as [Ask]
  for (let n = 0; n < askedToCount; n += 1) await fetch(`${address}${ask.path}`, { headers: ask.headers }).then((answer) => answer.text())
  const [row] = await sql<{ calls: number }[]>`
    select sum(calls / ${askedToCount})::int as calls from pg_stat_statements s join pg_database d on d.oid = s.dbid
    where d.datname = 'large' and query !~* 'graphile|pg_type|^update sessions|^(listen|begin|commit|set|show)'
  `
  await sql.end()
  return row?.calls ?? 0
}

const ms = (time: number) => `${time.toFixed(1)} ms`

type Rules = { clients: number; seconds: number; only: string | undefined }

const turns = 6

/**
 * The large world alone with all clients, of which the best turn counts; and both worlds at the same moment with half of the clients each, so that
 * whatever else the machine does slows down both, of which the turn counts whose ratio is in the middle.
 */
async function inTurns({ few, big }: { few: Office; big: Office }, name: string, { clients, seconds }: Rules) {
  const ask = (office: Office, many: number) =>
    load({ base: office.address, clients: many, seconds: seconds / turns, requests: office.asks.get(name) as Ask[] })
  const alone: Load[] = []
  const pairs: { inSmall: Load; inLarge: Load; ratio: number }[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    alone.push(await ask(big, clients))
    const [inSmall, inLarge] = await Promise.all([ask(few, clients / 2), ask(big, clients / 2)])
    pairs.push({ inSmall, inLarge, ratio: inLarge.p50 / inSmall.p50 })
  }
  const loads = [...alone, ...pairs.flatMap(({ inSmall, inLarge }) => [inSmall, inLarge])]
  return {
    best: alone.reduce((a, b) => (a.p95 <= b.p95 ? a : b)),
    pair: pairs.toSorted((a, b) => a.ratio - b.ratio)[turns / 2] as (typeof pairs)[number],
    errors: loads.reduce((sum, { errors }) => sum + errors, 0),
  }
}

/**
 * Prints for every screen of the office what it takes in a large world, beside the same call in a centre of the same week alone in a small one.
 * False when one is too slow, grows with the world, asks the database too often or fails.
 */
export async function compareOffices(rules: Rules) {
  console.log(`\nThe office, ${rules.clients} clients`)
  const dataDir = mkdtempSync(join(tmpdir(), 'blended-learning-bench-'))
  const cluster = await startCounting(dataDir)
  let good = true
  try {
    const big = await openOffice(cluster.url, 'large', { size: large, center: 7 })
    const few = await openOffice(cluster.url, 'small', { size: small, center: 0 })
    for (const { name, daily } of screensOf(7).filter((screen) => (rules.only ?? screen.name) === screen.name)) {
      const statements = await statementsOf(cluster.url, big, name)
      const { best, pair, errors } = await inTurns({ few, big }, name, rules)
      const { inSmall, inLarge, ratio } = pair
      const faults = [
        ...(best.p95 > slowest ? [`p95 above ${slowest} ms`] : []),
        ...(ratio > growth ? [`more than ${growth} of the small world`] : []),
        ...(daily && statements > mostStatements ? [`more than ${mostStatements} statements`] : []),
        ...(errors > 0 ? [`${errors} errors`] : []),
      ]
      console.log(`\n${name}: ${statements} statements`)
      console.log(`  large  p50 ${ms(best.p50)}  p95 ${ms(best.p95)} (at most ${slowest})  ${Math.round(best.rate)}/s`)
      console.log(
        `  ratio  ${ratio.toFixed(2)} (at most ${growth}): p50 ${ms(inLarge.p50)} large, ${ms(inSmall.p50)} small at the same time`,
      )
      for (const fault of faults) console.log(`  ${fault.toUpperCase()}`)
      good = good && faults.length === 0
    }
  } finally {
    await stopAll()
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return good
}
