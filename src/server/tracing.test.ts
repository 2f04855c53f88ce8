import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { attendance } from '#features/attendance/api.ts'
import { students } from '#features/students/api.ts'
import { factories } from '#tests/factories.ts'
import { openRolls } from '#tests/roll-fixture.ts'
import { openCollector, type Span } from '#tests/trace-collector.ts'
import { addJob } from './jobs.ts'
import { postOutside } from './outbound.ts'
import { traced, tracedJob } from './tracing.ts'
import { eventually } from '#tests/eventually.ts'

const collector = await openCollector()
afterAll(collector.close)
const { world, cast, operator, makeClass } = await openRolls({ tracesUrl: collector.url })

/** Returns the headers of a page's call, as `web/traceparent.ts` makes them, and the ids in them. */
function pageHeaders(state: string) {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-01`, tracestate: state } }
}

/** Returns the spans of a trace once the span with this id has arrived. */
const spansOf = (traceId: string, spanId: string) =>
  eventually(() => {
    const spans = collector.spans.filter((span) => span.traceId === traceId)
    expect(spans.map((span) => span.spanId)).toContain(spanId)
    return spans
  })

const childrenOf = (spans: Span[], parent: Span) =>
  spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId)
const named = (spans: Span[], name: string) => spans.find((span) => span.name === name) as Span

test('a tap produces one trace, from the page to each statement of its transaction', async () => {
  const { ids, where } = await makeClass(2)
  const { traceId, spanId, headers } = pageHeaders('blended=tap-120')
  const marks = ids.map((studentId) => ({ studentId, mark: 'present' as const }))
  expect((await operator.call(attendance.take, { ...where, marks }, { headers })).status).toBe(201)
  const spans = await spansOf(traceId, spanId)
  const route = 'POST /api/centers/:centerId/attendances'
  const [page, server] = [named(spans, `tap ${route}`), named(spans, route)]
  const facts = {
    'http.request.method': 'POST',
    'http.route': '/api/centers/:centerId/attendances',
    'http.response.status_code': 201,
    'actor.kind': 'operator',
  }
  expect(page).toMatchObject({ spanId, kind: 3, facts })
  expect(page.parentSpanId ?? '').toBe('')
  expect(server).toMatchObject({ parentSpanId: spanId, kind: 2, facts })
  expect(page.ms - server.ms).toBeGreaterThan(100)
  const [transaction] = childrenOf(spans, server).filter(({ name }) => name === 'transaction')
  const statements = childrenOf(spans, transaction as Span)
  const texts = statements.map((each) => each.facts['db.query.text'])
  expect(texts).toEqual(expect.arrayContaining([expect.stringMatching(/^insert into attendances .*\$1/)]))
  expect(statements.map((each) => each.facts['db.response.returned_rows'])).toContain(2)
  // Every span belongs to the page's call.
  const known = new Set(spans.map((span) => span.spanId))
  expect(spans.filter((span) => span !== page && !known.has(span.parentSpanId ?? ''))).toEqual([])
})

test('the trace of a read begins at the page or program that sent it, or at the server if its headers are invalid', async () => {
  const { where } = await makeClass(1)
  const route = 'GET /api/centers/:centerId/attendances'
  const page = pageHeaders('other=1,blended=page-0')
  await operator.call(attendance.roll, where, { headers: page.headers })
  const ofPage = await spansOf(page.traceId, page.spanId)
  expect(named(ofPage, `page ${route}`).spanId).toBe(page.spanId)
  const reads = childrenOf(ofPage, named(ofPage, route)).filter(({ name }) => /^(select|with)$/.test(name))
  expect(reads.length).toBeGreaterThan(0)

  const program = pageHeaders('other=1')
  await operator.call(attendance.roll, where, { headers: program.headers })
  const ofProgram = await eventually(() => {
    const found = named(
      collector.spans.filter(({ traceId }) => traceId === program.traceId),
      route,
    )
    expect(found).toBeDefined()
    return found
  })
  expect(ofProgram.parentSpanId).toBe(program.spanId)

  const broken = { traceparent: `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`, tracestate: 'blended=tap-1' }
  const nobody = await world.as(null)
  expect((await nobody.call(attendance.roll, where, { headers: broken })).status).toBe(401)
  await eventually(() =>
    expect(collector.spans.filter(({ name }) => name === route).map(({ facts }) => facts)).toContainEqual(
      expect.objectContaining({ 'http.response.status_code': 401, 'actor.kind': 'anonymous' }),
    ),
  )
})

test('jobs and calls to other programs are traced, showing only the host of a call and the code of a failure', async () => {
  await world.database.write((db) => addJob(db, 'tidy', {}))
  const { port } = new URL(collector.url)
  await tracedJob('outside', async () => {
    const secret = `http://127.0.0.1:${port}/secret-path?token=1`
    await fetch(secret, { method: 'POST' })
    await postOutside({ url: secret, body: '{}', headers: {} }, { allowed: [`127.0.0.1:${port}`] })
    await traced(['refused', {}], () => world.database.read`select 1 / 0 as wrong`).catch(() => {})
  })
  const outside = await eventually(() => {
    const found = named(collector.spans, 'job outside')
    expect(found).toBeDefined()
    return found
  })
  const spans = collector.spans.filter(({ traceId }) => traceId === outside.traceId)
  const calls = childrenOf(spans, outside).filter(({ name }) => name === 'POST 127.0.0.1')
  expect(calls.map(({ kind, facts }) => [kind, facts['http.response.status_code']])).toEqual([
    [3, 404],
    [3, 404],
  ])
  expect(named(spans, 'refused')).toMatchObject({ facts: { 'error.type': '22012' }, status: { code: 2 } })
})

test('no span of a trace contains names, ids, values, tokens or paths', async () => {
  const { ids, where } = await makeClass(1)
  const { id } = await world.database.write((db) =>
    factories(db).student(cast.north.id, { firstName: 'Zephyrine', lastName: 'Quillfeather' }),
  )
  const { traceId, spanId, headers } = pageHeaders('blended=tap-5')
  await operator.call(students.one, { centerId: cast.north.id, studentId: id }, { headers })
  const spans = await spansOf(traceId, spanId)
  expect(spans.length).toBeGreaterThan(2)
  const all = collector.bodies.join('\n')
  const secrets = [
    id,
    ...ids,
    where.classId,
    cast.operator.id,
    cast.north.id,
    'Zephyrine',
    'Quillfeather',
    'secret-path',
  ]
  for (const secret of [...secrets, operator.cookie.split(/[=;]/)[1] as string])
    expect([secret, all.includes(secret)]).toEqual([secret, false])
})

test('without a collector’s address, no tracing library is loaded, and nothing is traced', () => {
  const code = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({
      resolve(name, context, next) {
        if (name.startsWith('@opentelemetry/')) loaded.push(name)
        return next(name, context)
      },
    })
    await import('./src/server/app.ts')
    const { currentSpan, trace, traced } = await import('./src/server/tracing.ts')
    await trace({}, null)
    await traced(['nothing', {}], async () => currentSpan())
    const before = loaded.length
    await import('./src/server/open-telemetry.ts')
    console.log(before, loaded.length > 0)`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
  })
  expect([stdout, stderr]).toEqual(['0 true\n', ''])
})
