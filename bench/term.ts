import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildApp } from '#server/app.ts'
import { today as todayIn } from '#server/clock.ts'
import { connect } from '#server/connect.ts'
import { openDatabase } from '#server/db.ts'
import { readSettings } from '#server/settings.ts'
import { fsck } from '../db/fsck.ts'
import { migrate } from '../db/migrate.ts'
import { callsTo, type Headers } from './calls.ts'
import { load } from './load.ts'
import { startCounting, statementsOf } from './office.ts'
import { launchProduct, type Place, stopAll } from './running.ts'
import { workTerm } from './term-weeks.ts'
import {
  importMaterial,
  linesOf,
  makeTermWorld,
  password,
  problemsOf,
  refuseFilled,
  type TermWorld,
  weeks,
  zone,
} from './term-world.ts'

/**
 * Limits for a screen about learning: its 95th-percentile time in ms, and its number of statements, including
 * the session lookup.
 */
const [slowest, maxStatements] = [150, 12]

type Screen = { name: string; paths: string[]; headers: Headers[] }

/** Returns the calls behind the screens about learning. */
function screensOf({ centerId, classes, operator, editor }: TermWorld, sections: Section[]): Screen[] {
  const center = `/api/centers/${encodeURIComponent(centerId)}`
  const pupils = classes.flatMap((klass) => klass.pupils)
  const busiest = sections.toSorted((one, other) => other.answers - one.answers).slice(0, 20)
  const ofClass = (name: string, path: string) => ({
    name,
    paths: classes.map(({ id }) => `${center}/classes/${id}/${path}`),
    headers: [operator],
  })
  const ofPupils = (name: string, path: string, who: 'headers' | 'parent') => ({
    name,
    paths: pupils.map(({ id }) => path.replace(':id', id)),
    headers: pupils.map((pupil) => pupil[who]),
  })
  return [
    ofClass('Class map', 'skills'),
    ofClass('Proposed homework of a class', 'next-homework'),
    ofClass('Warm-ups of a class', 'warm-ups'),
    {
      name: 'Mistakes of a class in a section',
      paths: busiest.map(({ id }) => `${center}/classes/${classes[0]?.id}/skills/${id}/mistakes`),
      headers: [operator],
    },
    {
      name: 'Skills of a student',
      paths: pupils.map(({ id }) => `${center}/students/${id}/skills`),
      // Several sessions of the operator, so that none of them exceeds the rate limit.
      headers: classes.map((klass) => klass.operator),
    },
    ofPupils('Own path', '/api/student/path', 'headers'),
    ofPupils('Own work', '/api/student', 'headers'),
    ofPupils('Own goal', '/api/student/goal', 'headers'),
    ofPupils('Child', '/api/parent/students/:id', 'parent'),
    ofPupils('Skills of a child', '/api/parent/students/:id/skills', 'parent'),
    ofPupils('Mistakes of a child', '/api/parent/students/:id/mistakes', 'parent'),
    {
      name: 'Figures of a section',
      paths: busiest.map(
        ({ levelId, chapterNum, num }) =>
          `/api/bl/question-figures?level=${levelId}&chapter=${chapterNum}&section=${num}`,
      ),
      headers: [editor, ...classes.map((klass) => klass.operator)],
    },
  ]
}

type Section = {
  id: string
  levelId: string
  chapterNum: number
  num: number
  answers: number
  questions: { id: string }[]
}

const sectionsIn = async (url: string) => {
  const sql = connect(url)
  const rows = await sql<Section[]>`
    select s.id, s.level_id as "levelId", s.chapter_num as "chapterNum", s.num,
      coalesce((select sum(d.answers) from question_difficulties d join questions q on q.id = d.question_id where q.section_id = s.id), 0)::int as answers,
      array(select jsonb_build_object('id', q.id) from questions q where q.section_id = s.id order by q.num) as questions
    from sections s join levels l on l.id = s.level_id
    where s.kind = 'chapter' order by l.name, s.chapter_num, s.num`
  await sql.end()
  return rows
}

/**
 * Prints the response times and the number of statements of all screens on the running product. Returns false
 * if one exceeds a limit.
 */
async function measureScreens(cluster: Place, world: TermWorld) {
  const address = await launchProduct(cluster, '')
  const database = new URL(cluster.url).pathname.slice(1)
  let good = true
  for (const { name, paths, headers } of screensOf(world, await sectionsIn(cluster.superuserUrl))) {
    const asks = paths.map((path, n) => ({
      method: 'GET' as const,
      path,
      headers: headers[n % headers.length] as Headers,
    }))
    const [request] = asks
    if (!request) throw new Error(`There is nothing to ask for ${name}.`)
    const statements = await statementsOf(cluster.superuserUrl, { address, request, database })
    const measure = (seconds: number) => load({ base: address, clients: 2, seconds, requests: asks })
    // Ignore the first calls, which fill caches.
    await measure(1)
    const { answers, p50, p95, errors } = await measure(2)
    const kept = errors === 0 && answers > 0 && p95 <= slowest && statements <= maxStatements
    good = good && kept
    console.log(
      `  ${name}: ${statements} statements (at most ${maxStatements}), p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms (at most ${slowest})${errors > 0 ? `, ${errors} errors` : ''}${kept ? '' : '  BROKEN'}`,
    )
  }
  return good
}

/**
 * Prints what is stored and what the product derived from it. Returns false if something is missing or
 * broken.
 */
async function inspect(cluster: Place, { answers, questions }: { answers: number; questions: number }) {
  const sql = connect(cluster.superuserUrl)
  await sql.unsafe('vacuum full')
  await sql.unsafe('analyze')
  const [found] = await sql<Record<string, number>[]>`
    select (select count(*) from answers)::int as answers, (select count(*) from questions)::int as questions,
      (select count(*) from work)::int as works, (select count(*) from attendances)::int as marks,
      (select count(*) from section_estimates)::int as estimates,
      (select count(*) from section_estimates where mastered_at is not null)::int as mastered,
      (select count(*) from wrong_answers)::int as wrong, (select count(distinct question_id) from wrong_answers)::int as "wrongIn",
      (select count(*) from estimates_due)::int as due,
      (pg_database_size(current_database()) / 1000000)::int as size, (pg_total_relation_size('answers') / 1000000)::int as "sizeOfAnswers"`
  await sql.end()
  const database = openDatabase(cluster.url, { pool: 1, patience: 300_000 })
  const broken = await fsck(database.read)
  await database.close()
  const of = (name: string) => (found?.[name] ?? 0).toLocaleString('en-US')
  console.log(
    `  ${of('answers')} answers stored, in ${of('works')} pieces of work to ${of('questions')} questions; ${of('marks')} marks on the roll`,
  )
  console.log(
    `  ${of('estimates')} skills estimated, ${of('mastered')} mastered; ${of('wrong')} frequent wrong answers found, to ${of('wrongIn')} questions`,
  )
  console.log(`  ${of('size')} MB, of which answers ${of('sizeOfAnswers')} MB`)
  for (const { rule, rows } of broken) console.log(`  FSCK: ${rule}: ${rows} rows`)
  console.log(`  fsck: ${broken.length} broken rules`)
  const whole = found?.['answers'] === answers && found['questions'] === questions && found['due'] === 0
  if (!whole) console.log(`  MISSING: ${answers} answers to ${questions} questions were sent`)
  return whole && broken.length === 0 && answers > 0 && (found['wrong'] ?? 0) > 0
}

/** Creates a center and simulates its work during a term. */
async function runTerm(cluster: Place, lines: readonly string[]) {
  const database = openDatabase(cluster.url, { pool: 2 })
  const settings = readSettings({})
  const app = await buildApp({
    settings: { ...settings, backupDir: null, logLevel: 'silent', rateProfile: 'none' },
    databaseUrl: cluster.url,
    requestsUrl: cluster.requestsUrl,
  })
  try {
    await app.ready()
    const call = callsTo(app)
    const today = todayIn(zone)
    const world = await makeTermWorld(database, today)
    const began = performance.now()
    await importMaterial(call, { editor: world.editor, lines })
    console.log(
      `  ${lines.length} questions imported in ${((performance.now() - began) / 1000).toFixed(1)} s`,
    )
    const problems = problemsOf(lines)
    let at = 0
    const sections = new Map(
      (await sectionsIn(cluster.superuserUrl)).map(({ id, questions }) => [
        id,
        questions.map((question) => ({
          id: question.id,
          problem: problems[at++] as (typeof problems)[number],
        })),
      ]),
    )
    const report = (line: string) => console.log(line)
    const { superuserUrl } = cluster
    const answers = await workTerm({ call, world, sections, today }, { database, superuserUrl, report })
    return { world, answers }
  } finally {
    await app.close()
    await database.close()
  }
}

/**
 * Imports the questions of `file`, simulates a term in which 200 children of a new center answer them, and
 * prints what the product derives from the answers. Returns false if fsck finds something, an answer is
 * missing, or a screen about learning is too slow. Keeps the database in `folder` if one is given.
 */
export async function measureTerm(file: string | undefined, folder: string | undefined) {
  const lines = linesOf(file)
  if (folder !== undefined) refuseFilled(folder)
  console.log(`\nA term of ${weeks} weeks: 200 children, ${lines.length} questions`)
  const kept = folder === undefined ? mkdtempSync(join(tmpdir(), 'blended-learning-bench-')) : resolve(folder)
  const cluster = await startCounting(join(kept, 'own'))
  try {
    await migrate(cluster.url)
    const began = performance.now()
    const { world, answers } = await runTerm(cluster, lines)
    console.log(`  worked in ${((performance.now() - began) / 1000).toFixed(0)} s`)
    const whole = await inspect(cluster, { answers, questions: lines.length })
    return (await measureScreens(cluster, world)) && whole
  } finally {
    await stopAll()
    await cluster.stop()
    if (folder === undefined) rmSync(kept, { recursive: true, force: true })
    else
      console.log(
        `\nTo look at it: DATA_DIR=${kept} npm start -- --own\nSign in as child@, parent@, operator@ or editor@term.example with ${password}.`,
      )
  }
}
