import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { hints } from '#features/material/hints/api.ts'
import type { WorkQuestion } from '#features/practice/api.ts'
import { ownSections, ownWork } from '#features/practice/answering/api.ts'
import { assigning } from '#features/practice/assigning/api.ts'
import { questions } from '#features/questions/api.ts'
import { type Given, solutionOf } from '#features/questions/rules.ts'
import { kinds, type Kind, reach } from '#shared/permissions.ts'
import { demoCourses } from '../db/demo-material.ts'
import { type LeakCase, leakFixture } from './leak-fixture.ts'
import { examples } from './examples.ts'
import { permissionFixture, type Fixture } from './permission-fixture.ts'
import { openWorld, type Caller } from './world.ts'

/**
 * Checks that answer keys, hints, and the answers with which authors test their questions aren't revealed too
 * early to anyone but staff (reliability T18). Questions of every kind have recognizable secrets, and the
 * tests search every byte that a student, a parent, a device or an anonymous caller can get.
 */

const world = await openWorld()
let fixture: Fixture
let sections: Awaited<ReturnType<typeof leakFixture>>
let student: Caller
let homeworkId = ''
let secrets: string[] = []

const outsiders = kinds.filter((kind) => !['admin', 'manager', 'operator', 'editor'].includes(kind))

/** Sections of the homework that have secrets. Its first section has none. */
const first = 2
const second = 3
const casesOf = (s: number) => (s === first ? sections[0] : sections[1]).cases
const caseAt = (s: number, n: number) => casesOf(s)[n - 1] as LeakCase
/** Returns every secret with its location in the homework. */
const everywhere = () =>
  [first, second].flatMap((s) => casesOf(s).map((secret, at) => ({ s, n: at + 1, secret })))

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/**
 * Returns the secrets that a text contains as whole words, because an id may happen to contain a secret's
 * digits.
 */
const foundIn = (text: string, among: readonly string[] = secrets) =>
  among.filter(
    (secret) =>
      text.includes(secret) && new RegExp(`(?<![\\da-z.])${escaped(secret)}(?![\\da-z])`, 'i').test(text),
  )

type VariantRow = { section: number; own: boolean; content: string; value: string; alias: string }
const numbersIn = (text: string) => text.match(/\d{7,}/g) ?? []

/**
 * Returns the numbers and answers that occur only in other variants of the student's random questions, and
 * separately the answers of the student's own variants.
 */
async function variantSecrets() {
  const rows = await world.database.read<VariantRow[]>`
    select hq.section_num as section, v.num = hq.variant as own, v.content::text as content, v.key #>> '{parts,0,value}' as value,
      v.key #>> '{parts,0,hasAlias,0}' as alias
    from work_questions hq join question_variants v on v.question_id = hq.question_id and v.revision = hq.revision
    where hq.work_id = ${homeworkId}
  `
  const seen = new Set(rows.filter(({ own }) => own).flatMap(({ content }) => numbersIn(content)))
  const all = new Set(rows.flatMap(({ content, value, alias }) => [...numbersIn(content), value, alias]))
  return { hidden: [...all].filter((text) => !seen.has(text)), own: rows.filter(({ own }) => own) }
}

beforeAll(async () => {
  fixture = await permissionFixture(world)
  sections = await leakFixture(world, await fixture.as('editor'))
  const { studentId, sectionId } = fixture.target('students', 'own')
  const ids = [sectionId, ...sections.map(({ id }) => id)]
  homeworkId = (
    await (await fixture.as('operator')).call(assigning.homework, { id: studentId, sections: ids })
  ).body._id
  student = await fixture.as('students')
  secrets = sections.flatMap(({ cases }) =>
    cases.flatMap(({ never, solution, steps }) => [...never, ...solution, ...steps]),
  )
  secrets.push('zq1unfinished', 'zq2unfinished')
  await student.call(ownWork.homework.change, { id: homeworkId, state: 'started' })
  const { hidden } = await variantSecrets()
  expect(hidden).toHaveLength(16)
  secrets.push(...hidden)
  await world.app.listen({ host: '127.0.0.1', port: 0 })
})

/**
 * Returns everything that one kind of user gets from all calls, with valid and invalid input, about their own
 * records and the secret questions.
 */
async function allBytes(kind: Kind) {
  const [{ id: sectionId, levelId, questionId }] = sections
  const input = { ...fixture.target(kind, 'own'), homeworkId, sectionId, levelId, questionId, chapterNum: 1 }
  const caller = await fixture.as(kind)
  const texts: string[] = []
  for (const { endpoint, ...asked } of examples) {
    const right = asked.input(input)
    const isWrite = endpoint.method !== 'GET' && endpoint.method !== 'DELETE'
    const wrong = isWrite ? [[], { ...right, given: 7, num: {}, x: 1 }].map((raw) => ({ raw })) : []
    // Permitted calls that would disturb other calls are made only with bad input.
    for (const extra of asked.alters && reach(kind, endpoint.who) ? wrong : [{}, ...wrong]) {
      const { text, headers } = await caller.call(endpoint, right as never, extra)
      texts.push(text, JSON.stringify(headers))
    }
  }
  return texts.join('\n')
}

const at = (s: number, n: number) => ({ id: homeworkId, s, n })
const read = (s: number, n: number) => student.call(ownSections.question, at(s, n))
async function answer(s: number, n: number, given: Given) {
  const { answers } = (await read(s, n)).body
  return await student.call(ownSections.answer, { ...at(s, n), seq: answers + 1, answerId: newId(), given })
}

test('the search for secrets finds all of them in an editor’s responses', async () => {
  const editor = await fixture.as('editor')
  const texts = [(await editor.call(hints.list, {})).text]
  for (const { levelId } of sections) {
    const { body } = await editor.call(questions.list, { level: levelId, chapter: 1, section: 1 })
    for (const { _id: id, hint } of body.questions) {
      const { text, body: question } = await editor.call(questions.one, { id })
      const { instructions, content, answers, variables, tests } = question
      const looked = await editor.call(questions.preview, {
        instructions,
        content,
        answers,
        variables,
        tests,
      })
      texts.push(text, looked.text, hint ? (await editor.call(hints.one, { id: hint })).text : '')
    }
  }
  const found = new Set(foundIn(texts.join('\n')))
  expect(secrets.filter((secret) => !found.has(secret))).toEqual([])
})

describe('before students may see keys and hints', () => {
  test.each(outsiders)('%s cannot get any secret', async (kind) => {
    const bytes = await allBytes(kind)
    expect(foundIn(bytes)).toEqual([])
    // Make sure that not every call was refused: some reached the work.
    if (kind !== 'anonymous') expect(bytes).toContain(homeworkId)
  })

  test('no secret is in a question or in the response to a wrong or malformed answer', async () => {
    const shapes: unknown[] = [
      7,
      {},
      { kind: 'fr' },
      { kind: 'fr', parts: ['1', '2', '3', '4', '5'] },
      { kind: 'essay' },
      'x',
    ]
    for (const { s, n, secret } of everywhere()) {
      const texts = [(await read(s, n)).text]
      for (const given of [...shapes, { ...secret.wrong, score: 1 }]) {
        const request = { ...at(s, n), seq: 1, answerId: newId() }
        const { status, text } = await student.call(
          ownSections.answer,
          { ...request, given: secret.wrong },
          { raw: { ...request, given } },
        )
        expect(status, secret.what).toBeGreaterThanOrEqual(400)
        texts.push(text)
      }
      const { status, body, text } = await answer(s, n, secret.wrong)
      expect([status, body.solution, body.solved], `${secret.what}: ${text}`).toEqual([200, null, false])
      texts.push(text, (await read(s, n)).text)
      expect(foundIn(texts.join('\n')), secret.what).toEqual([])
    }
  })

  test('two questions that differ only in their keys look the same, and the same wrong answer gets the same verdict', async () => {
    for (const [index, { what, draft, wrong }] of casesOf(first).entries()) {
      if (draft.variables) continue
      const n = index + 1
      const seen = (body: WorkQuestion) => ({ ...body, sectionNum: 0, sectionName: '', sequenceQuesNum: 0 })
      const { body } = await read(first, n)
      expect(body.visual, what).toEqual({
        image: expect.any(String) as string,
        width: 12,
        height: 9,
        alt: 'A plain field',
      })
      expect(seen((await read(second, n)).body), what).toEqual(seen(body))
      const [one, other] = [await answer(first, n, wrong), await answer(second, n, wrong)]
      expect(other.body, what).toEqual(one.body)
    }
  })

  const came = (socket: WebSocket, type: string) =>
    new Promise<void>((done) => {
      const hear = (raw: Buffer) => {
        if ((JSON.parse(raw.toString()) as { type: string }).type !== type) return
        socket.off('message', hear)
        done()
      }
      socket.on('message', hear)
    })

  test('socket messages to open screens contain only ids', async () => {
    const { studentId, centerId } = fixture.target('students', 'own')
    const host = `127.0.0.1:${(world.app.server.address() as AddressInfo).port}`
    const heard: string[] = []
    const told: Promise<unknown>[] = []
    for (const kind of ['students', 'parents', 'devices'] as const) {
      const socket = new WebSocket(`ws://${host}/api/live`, {
        headers: { cookie: (await fixture.as(kind)).cookie, origin: `http://${host}` },
      })
      await once(socket, 'open')
      const channels = [`student:${studentId}`, ...(kind === 'devices' ? [`center:${centerId}`] : [])]
      for (const channel of channels) {
        // Messages about earlier tests may still arrive.
        const joined = came(socket, 'joined')
        socket.send(JSON.stringify({ type: 'join', channel }))
        await joined
      }
      told.push(came(socket, 'event'))
      socket.on('message', (raw: Buffer) => heard.push(raw.toString()))
    }
    for (const { s, n, secret } of everywhere().slice(0, 4)) await answer(s, n, secret.wrong)
    await Promise.all(told)
    for (const frame of heard.filter((each) => each !== '{"type":"beat"}')) {
      expect(foundIn(frame)).toEqual([])
      expect(JSON.parse(frame)).toEqual({
        type: 'event',
        channel: `student:${studentId}`,
        topic: 'answer',
        id: homeworkId,
      })
    }
  })
})

describe('once students may see keys and hints', () => {
  test('only the student gets the steps of a hint, and only those that are opened', async () => {
    const [step = '', next = ''] = caseAt(first, 4).steps
    const { text } = await student.call(ownSections.hint, { ...at(first, 4), num: 1 })
    expect(foundIn(text)).toEqual([step])
    expect((await student.call(ownSections.hint, { ...at(first, 4), num: 3 })).text).not.toContain(next)
    expect(foundIn((await read(first, 4)).text)).toEqual([step])
    for (const { s, n } of everywhere().filter((each) => each.s !== first || each.n !== 4))
      expect(foundIn((await read(s, n)).text)).toEqual([])
    expect(foundIn(await allBytes('parents'))).toEqual([])
  })

  test('a correct answer reveals the solution and nothing else of the key', async () => {
    const mine = (await variantSecrets()).own.find(({ section }) => section === first)
    const opened = caseAt(first, 4).steps.slice(0, 1)
    const own = new Set<string | undefined>()
    for (const [index, { what, draft, solution }] of casesOf(first).entries()) {
      const n = index + 1
      const given: Given = draft.variables
        ? { kind: 'fr', parts: [mine?.value ?? ''] }
        : solutionOf(draft.answers)
      const waits = given.kind === 'fr' && given.parts.includes('')
      const { body, text } = await answer(first, n, waits ? caseAt(first, n).wrong : given)
      expect(body.solution, what).toEqual(waits ? null : given)
      const told = waits ? [] : draft.variables ? [mine?.value] : solution
      expect(foundIn(text), what).toEqual(told)
      for (const each of told) own.add(each)
      const now = await read(first, n)
      expect(now.body.solution, what).toEqual(waits ? null : given)
      expect(
        foundIn(now.text)
          .filter((each) => !opened.includes(each))
          .toSorted(),
        what,
      ).toEqual([...told].toSorted())
    }
    expect(foundIn(await allBytes('anonymous'))).toEqual([])
    // The classroom and the export of a child's data contain the child's answers, which are correct by now.
    for (const kind of ['devices', 'parents'] as const)
      expect(
        foundIn(await allBytes(kind)).filter((each) => !own.has(each)),
        kind,
      ).toEqual([])
  })

  test('the last try reveals the solution, and completing the homework reveals its other solutions and steps', async () => {
    const used = caseAt(second, 1)
    for (const text of ['2', '3', '4']) await answer(second, 1, { kind: 'fr', parts: [text] })
    expect(foundIn((await read(second, 1)).text)).toEqual(used.solution)
    await student.call(ownWork.homework.change, { id: homeworkId, state: 'submitted' })
    for (const [index, { what, draft, solution, steps }] of casesOf(second).entries()) {
      const found = foundIn((await read(second, index + 1)).text)
      expect(found, what).toEqual(expect.arrayContaining([...(draft.variables ? [] : solution), ...steps]))
      expect(
        found.filter((secret) => !solution.includes(secret) && !steps.includes(secret) && !draft.variables),
        what,
      ).toEqual([])
    }
    const told = new Set(
      [...casesOf(first), ...casesOf(second)].flatMap(({ solution, steps }) => [...solution, ...steps]),
    )
    expect(foundIn(await allBytes('students')).filter((secret) => !told.has(secret))).toEqual([])
  })
})

test('the files that browsers load contain no question or hint of the demo', () => {
  const ofDemo = demoCourses().flatMap(({ levels }) =>
    levels.flatMap(({ chapters }) =>
      chapters.flatMap(({ sections: all, test: tested }) =>
        [...all, ...tested].flatMap((each) => each.questions),
      ),
    ),
  )
  const texts = new Set(
    ofDemo.flatMap(({ text, steps }) => [text, ...steps]).filter((text) => text.length > 30),
  )
  expect(texts.size).toBeGreaterThan(100)
  for (const path of globSync('dist/web/**/*.{js,html,css,json}')) {
    const file = readFileSync(path, 'utf8')
    expect([path, [...texts].filter((text) => file.includes(text))]).toEqual([path, []])
  }
})
