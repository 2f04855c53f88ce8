import { beforeAll, expect, test } from 'vitest'
import { v7 as newId } from 'uuid'
import { factories } from '#tests/factories.ts'
import { calls, most, tooMuchIn, watchPlans } from '#tests/plan-fixture.ts'
import { setStatementTimeout } from '#server/transaction.ts'
import { openWorld } from '#tests/world.ts'
import { reviewRoutes } from '../review/routes.ts'
import { searchRoutes } from './routes.ts'

/**
 * Checks how much PostgreSQL reads to search 20,000 questions that have some words in common, and to list the
 * 2,000 of them that wait for a review.
 */
const world = await openWorld()
const { db, plans } = watchPlans(world.url)
let cast: Awaited<ReturnType<typeof makeCast>>
let big: Set<string>

const makeCast = () =>
  world.database.write(async (write) => {
    await setStatementTimeout(write, 120)
    const make = factories(write)
    const sections = [await make.section(), await make.section()]
    for (const { id } of sections)
      await write`
        with q as (
          insert into questions (id, section_id, num, status, reviewed_at)
          select gen_random_uuid(), ${id}, n, case when n % 10 = 0 then 'warn' else 'success' end, now() from generate_series(1, 9999) n
          returning id, num
        )
        insert into question_revisions (question_id, revision, source, content, key)
        select id, 1, 'What is $\\frac{' || num || '}{7} + 5x$? Number ' || num % 100, '["What is it?"]', '{"kind": "fr", "parts": []}' from q`
    const editor = await make.staff('editor', null)
    await write`analyze`
    return { sections, editor }
  })

beforeAll(async () => {
  cast = await makeCast()
  const rows = await world.database.read<
    { relname: string }[]
  >`select relname from pg_class where relkind = 'r' and reltuples >= ${most}`
  big = new Set(rows.map(({ relname }) => relname))
  return () => db.end()
})

const call = () => ({
  actor: { kind: 'editor' as const, id: cast.editor.id, firstName: 'Ed', centers: [], session: '' },
  db,
  center: null,
  ifMatch: null,
  from: { address: '', agent: '', known: [] },
})
type FindInput = Omit<Parameters<typeof searchRoutes.find>[0]['input'], 'find'> & { find?: string }
const find = (input: () => FindInput) => () =>
  searchRoutes.find({ ...call(), input: { find: '', ...input() } })

const searches: [string, () => Promise<unknown>][] = [
  ['a word in every question', find(() => ({ find: 'what' }))],
  ['a letter that begins a word in every question', find(() => ({ find: 'w' }))],
  ['a number that few questions contain', find(() => ({ find: '1234' }))],
  ['words and numbers', find(() => ({ find: 'number 42 x' }))],
  ['a word that doesn’t occur', find(() => ({ find: 'zebra' }))],
  ['a frequent word in a level', find(() => ({ find: 'what', level: cast.sections[1]!.levelId }))],
  ['a frequent word in an unknown section', find(() => ({ find: 'what', section: newId() }))],
  ['a frequent word in questions of a rare kind', find(() => ({ find: 'what', kind: 'graph' }))],
  ['a frequent word in questions of a rare status', find(() => ({ find: 'what', status: 'error' }))],
  ['a status alone', find(() => ({ status: 'warn' }))],
  ['a level alone', find(() => ({ level: cast.sections[0]!.levelId }))],
  ['the first page of the review queue', () => reviewRoutes.queue({ ...call(), input: {} })],
  [
    'a later page of the review queue',
    () => reviewRoutes.queue({ ...call(), input: { after: `2026-01-01T00:00:00Z ${newId()}` } }),
  ],
]

test('the tables of questions, revisions and words are large in the test data', () =>
  expect([...big]).toEqual(expect.arrayContaining(['questions', 'question_revisions', 'question_words'])))

test.each(searches)(
  'a request for %s reads no large table completely and at most 10,000 rows of any table',
  async (_, show) => {
    plans.length = 0
    for (let n = 0; n < calls; n += 1) await show()
    expect(plans.length).toBeGreaterThanOrEqual(calls)
    expect(tooMuchIn(plans, big)).toEqual([])
  },
)
