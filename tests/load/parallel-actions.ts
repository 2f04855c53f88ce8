import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Manifest, SectionFile } from '#features/exchange/rules.ts'
import { factories } from '#tests/factories.ts'
import { unzipped } from '#tests/zips.ts'
import { superuser } from '#server/cluster-roles.ts'
import { openDatabase } from '#server/db.ts'
import { makeMaterial } from '../../bench/exchange.ts'
import { fillOffice, type Size } from '../../bench/office-world.ts'
import { signIn } from '../../bench/world.ts'
import { figures, linesOf, run } from './class-hour.ts'
import { openLines } from './live-sockets.ts'
import { balance, openFixture, type Check, type Report, type Fixture } from './fixture.ts'

/**
 * An action to repeat during a class hour, and its checks, which may take a long time. `grew` is the growth
 * of memory in MB.
 */
type Action = { once: () => Promise<unknown>; checks: (times: number[], grew: number) => Promise<Check[]> }

const hour = { students: 300, answers: 100, reads: 60, sockets: 500 }
const warm = 3
/** Maximum number of seconds for an action and its repeats. */
const longest = 120
/** Limit for the p95 of answers in a class hour, in ms (reliability L1). */
const promised = 50

/** Runs an action, and repeats it until `seconds` are over. Returns the duration of each run in seconds. */
async function again({ once }: Action, seconds: number) {
  const times: number[] = []
  const began = performance.now()
  do {
    const since = performance.now()
    await once()
    times.push((performance.now() - since) / 1000)
  } while (performance.now() - began < seconds * 1000)
  return times
}

type Hour = { title: string; seconds: number }

/**
 * Runs a class hour alone, then one with an action in parallel, in which answers may take at most twice as
 * long. `prepare` sets up the action.
 */
async function meanwhile(
  { title, seconds }: Hour,
  prepare: (fixture: Fixture) => Promise<Action>,
): Promise<Report> {
  const { students, answers, reads, sockets } = hour
  const fixture = await openFixture({
    students,
    questions: Math.ceil((answers * (warm + seconds + longest)) / students) + 1,
  })
  try {
    const action = await prepare(fixture)
    const lines = await openLines(
      fixture.address,
      linesOf(fixture, sockets, () => {}),
    )
    const first = await run(fixture, { answers, reads, seconds: warm }, () => {})
    await fixture.watching.begin()
    const alone = await run(fixture, { answers, reads, seconds }, () => {})
    const before = await fixture.watching.end()
    await fixture.watching.begin()
    let over = false
    const began = performance.now()
    const [both, times] = await Promise.all([
      run(fixture, { answers, reads, seconds: longest, over: () => over }, () => {}),
      again(action, seconds).finally(() => (over = true)),
    ])
    const took = (performance.now() - began) / 1000
    const after = await fixture.watching.end()
    for (const { socket } of lines) socket.terminate()
    const most = Math.max(promised, 2 * alone.answered.times.at(0.95))
    const p95 = both.answered.times.at(0.95)
    const errors = [alone, both]
      .flatMap(({ answered, read }) => [answered.failures(), read.failures()])
      .filter(Boolean)
    return {
      title: `${title}: ${students} students, ${answers} answers/s, ${reads} reads/s, ${sockets} sockets`,
      figures: [
        figures('answers alone', alone.answered, seconds, null),
        figures('answers meanwhile', both.answered, took, null),
        figures('reads alone', alone.read, seconds, null),
        figures('reads meanwhile', both.read, took, null),
      ],
      checks: [
        {
          promise: `answers p95 meanwhile ≤ ${most.toFixed(0)} ms`,
          measured: `${p95.toFixed(1)} ms`,
          kept: p95 <= most,
        },
        { promise: 'no errors', measured: errors.join(' ') || '0', kept: errors.length === 0 },
        ...(await action.checks(times, after.megabytes - before.megabytes)),
        await balance(fixture, [...first.entries, ...alone.entries, ...both.entries]),
      ],
    }
  } finally {
    await fixture.close()
  }
}

const inSeconds = (times: readonly number[]) => times.map((each) => `${each.toFixed(1)} s`).join(', ')

const material = { sections: 100, questions: 50, pictured: 5 }

/** Checks that a zip contains all material: files that match its manifest, and all questions and pictures. */
async function whole(
  zip: Buffer,
  { questions, visuals }: { questions: number; visuals: number },
): Promise<Check> {
  const files = await unzipped(zip)
  const manifest = Manifest.parse(files.json('manifest.json'))
  const torn = Object.entries(manifest.files).filter(([name, hash]) => files.hash(name) !== hash)
  const sections = files.names
    .filter((name) => name.startsWith('sections/'))
    .map((name) => SectionFile.parse(files.json(name)))
  const found = sections.reduce((sum, section) => sum + section.questions.length, 0)
  const pictures = files.names.filter((name) => name.startsWith('visuals/')).length
  return {
    promise: `the zip has all of ${questions} questions and ${visuals} pictures`,
    measured: `${found} and ${pictures}, ${(zip.length / 1e6).toFixed(1)} MB, ${torn.length} files that don’t match the manifest`,
    kept: found === questions && pictures === visuals && torn.length === 0,
  }
}

/** Number of exporting admins, high enough that nobody reaches the daily limit per person. */
const exporters = 8

/** Runs L10: exports all material during a class hour. */
export const exporting = (seconds: number) =>
  meanwhile({ title: 'L10 export', seconds }, async ({ url, address }) => {
    const database = openDatabase(url, { pool: 2 })
    await makeMaterial(database, material)
    const admins = await database.write((db) =>
      Promise.all(Array.from({ length: exporters }, () => factories(db).staff('admin', null))),
    )
    const signed = await Promise.all(admins.map(({ id }) => signIn(database, 'admin', id)))
    const [level] = await database.read<{ id: string }[]>`select id from levels order by id desc limit 1`
    const [there] = await database.read<{ questions: number; visuals: number }[]>`
      select (select count(*)::int from questions) as questions, (select count(*)::int from visuals) as visuals
    `
    await database.close()
    let count = 0
    const exported = async (which = '') => {
      const headers = signed[count % exporters] as Record<string, string>
      count += 1
      const answer = await fetch(`${address}/api/bl/export${which}`, { headers })
      if (answer.status !== 200) throw new Error(`The export got ${answer.status}: ${await answer.text()}`)
      return Buffer.from(await answer.arrayBuffer())
    }
    // Warm up the server, so that the modules that read and zip are loaded.
    await exported(`?levelId=${level?.id}`)
    let last = Buffer.alloc(0)
    return {
      once: async () => (last = await exported()),
      checks: async (times, grew) => [
        {
          promise: 'memory above that of the hour alone ≤ 50 MB',
          measured: `${grew.toFixed(0)} MB`,
          kept: grew <= 50,
        },
        { promise: 'exports', measured: inSeconds(times), kept: true },
        await whole(last, there ?? { questions: 0, visuals: 0 }),
      ],
    }
  })

/** Size of the office: 10,000 students and 50,000 marks. */
const office: Size = { centers: 20, students: 500, classesEach: 1, weeks: 6, works: 0, questions: 0 }
const backup = resolve(import.meta.dirname, '../../db/backup/main.ts')

/** Runs LB: makes and verifies a backup during a class hour. */
export const backingUp = (seconds: number) =>
  meanwhile({ title: 'Backup', seconds }, async ({ product }) => {
    await fillOffice(product.databaseUrl(superuser), office)
    const folder = mkdtempSync(join(tmpdir(), 'blended-learning-backup-'))
    const made = async () => {
      const child = spawn(process.execPath, [backup, '--to', folder], {
        env: product.env,
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      const code = await new Promise((done) => child.once('exit', done))
      if (code !== 0) throw new Error(`The backup ended with ${String(code)}.`)
    }
    return {
      once: made,
      checks: async (times) => {
        const files = readdirSync(folder).filter((file) => file.startsWith('blended-learning-'))
        rmSync(folder, { recursive: true, force: true })
        return [
          {
            promise: 'backups made and verified',
            measured: `${files.length}: ${inSeconds(times)}`,
            kept: files.length === times.length,
          },
        ]
      },
    }
  })
