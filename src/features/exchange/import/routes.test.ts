import { createHash } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { material } from '#features/material/api.ts'
import { questions } from '#features/questions/api.ts'
import { setRateProfile } from '#server/throttle.ts'
import { readSettings } from '#server/settings.ts'
import { sweep } from '#server/sweep.ts'
import { factories } from '#tests/factories.ts'
import { brought, ended, exported, imported, side, type Side } from '#tests/exchange-sides.ts'
import { materialFixture } from '#tests/material-fixture.ts'
import { openWorld } from '#tests/world.ts'
import { hostileZips, unzipped, zipOf } from '#tests/zips.ts'
import { materialImports } from './api.ts'
import { importMaterial } from './jobs.ts'
import { partSize } from './material-file.ts'

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const [here, there] = [await openWorld(), await openWorld()]
let from: Side
let to: Side
let staged: Awaited<ReturnType<typeof materialFixture>>
beforeAll(async () => {
  from = await side(here)
  to = await side(there)
  staged = await materialFixture(here.database, from.adminId)
})

const tables = [
  'courses',
  'levels',
  'chapters',
  'sections',
  'questions',
  'hints',
  'visuals',
  'runs',
  'run_parts',
]
const stored = async ({ world }: Side) =>
  await Promise.all(
    tables.map(
      async (name) =>
        (await world.database.read.unsafe(`select count(*)::int as count from ${name}`))[0]?.[
          'count'
        ] as number,
    ),
  )
const tree = async ({ editor }: Side) => {
  const { body: levels } = await editor.call(material.levels, {})
  return levels.map(
    ({ course, name, chapters, questions: count }) =>
      `${course} / ${name}: ${chapters} chapters, ${count} questions`,
  )
}

test('exporting, importing into an empty database and exporting again gives identical files', async () => {
  const first = await unzipped(await exported(from))
  const before = await to.editor.call(materialImports.list, {})
  expect(before.body).toEqual([])
  const done = await imported(to, await exported(from))
  expect(done).toMatchObject({
    state: 'done',
    done: 5,
    total: 5,
    error: null,
    found: { of: 'all', taken: [] },
  })
  const second = await unzipped(await exported(to))
  expect(second.names).toEqual(first.names)
  for (const name of first.names)
    expect(second.files.get(name)?.toString(), name).toBe(first.files.get(name)?.toString())
  const { body: levels } = await to.editor.call(material.levels, {})
  const level = levels.find(({ name }) => name === 'Level A')
  expect(done.levelId).toBe(level?._id)
  const { body } = await to.editor.call(questions.list, { level: level!._id, chapter: 1, section: 1 })
  const original = await from.editor.call(questions.list, { level: staged.levelId, chapter: 1, section: 1 })
  const looks = (lines: typeof body.questions) =>
    lines.map(({ num, rendered, status, faults, hintSteps, visual }) => ({
      num,
      rendered,
      status,
      faults,
      hintSteps,
      visual,
    }))
  expect(looks(body.questions)).toEqual(looks(original.body.questions))
  expect(await there.database.read`select 1 from question_variants`).toHaveLength(3)
  const logged = await there.database
    .read`select action from audit where action like 'material.%' order by id`
  expect(logged.map(({ action }) => action as string)).toEqual([
    'material.bring',
    'material.import',
    'material.imported',
    'material.export',
  ])
  expect(await there.database.read`select 1 from run_parts`).toHaveLength(0)
})

describe('names that are taken', () => {
  test('the check lists the names that are taken and changes nothing, and the import adds a number to each of them', async () => {
    const bytes = await exported(from)
    const before = await stored(from)
    const id = await brought(from, bytes)
    const { body } = await from.editor.call(materialImports.check, { id })
    expect(body).toMatchObject({
      state: 'checked',
      total: 5,
      found: { counts: { questions: 5, sections: 4 }, taken: ['Empty', 'Sums &lt;easy&gt;'] },
    })
    expect((await stored(from)).slice(0, 7)).toEqual(before.slice(0, 7))
    await from.editor.call(materialImports.start, { id, clash: 'number' })
    expect(await ended(from, id)).toMatchObject({ state: 'done' })
    expect(await tree(from)).toEqual([
      'Sums &lt;easy&gt; / Level A: 1 chapters, 4 questions',
      'Sums &lt;easy&gt; / Level B: 1 chapters, 1 questions',
      'Sums &lt;easy&gt; (2) / Level A: 1 chapters, 4 questions',
      'Sums &lt;easy&gt; (2) / Level B: 1 chapters, 1 questions',
    ])
    // An identical shared hint isn't duplicated.
    expect(await here.database.read`select 1 from hints where name = 'Counting on'`).toHaveLength(1)
  })

  test('existing sections stay as they are when only missing sections are added', async () => {
    const bytes = await exported(from)
    const world = to
    const before = await tree(world)
    const { body: levels } = await world.editor.call(material.levels, {})
    const level = levels.find(({ name, course }) => name === 'Level A' && !course.includes('2'))!
    await world.editor.call(material.dropSection, { levelId: level._id, chapterNum: 1, sectionNum: 1 })
    expect(await tree(world)).not.toEqual(before)
    expect(await imported(world, bytes, 'skip')).toMatchObject({ state: 'done', levelId: level._id })
    expect((await tree(world)).filter((each) => !each.includes('(2)'))).toEqual(before)
    const { body: sections } = await world.editor.call(material.sections, {
      levelId: level._id,
      chapterNum: 1,
    })
    expect(sections.map(({ num, name, questions: count }) => [num, name, count])).toEqual([
      [1, 'Up to ten', 3],
      [3, 'Empty', 0],
    ])
  })

  test('an imported single level becomes the last level of its course', async () => {
    const done = await imported(to, await exported(from, { levelId: staged.otherLevelId }))
    expect(done).toMatchObject({ state: 'done', found: { of: 'level', taken: ['Level B'] } })
    const { body } = await to.editor.call(material.level, { id: done.levelId! })
    expect(body).toMatchObject({
      course: 'Sums &lt;easy&gt;',
      name: 'Level B (2)',
      order: 3,
      chapterCount: 10,
      questions: 1,
    })
  })
})

describe('files that can’t be imported', () => {
  const fresh = async (change: (files: Map<string, Buffer>) => void) => {
    const { files } = await unzipped(await exported(from))
    change(files)
    return zipOf([...files].map(([name, bytes]) => ({ name, bytes })))
  }
  const altered = (name: string, alter: (text: string) => string) => (files: Map<string, Buffer>) =>
    files.set(name, Buffer.from(alter(files.get(name)!.toString())))

  test.each(hostileZips.filter(([, bytes]) => bytes().length > 0))(
    '%s is refused with 422, and nothing is stored',
    async (_, bytes) => {
      const before = await stored(to)
      const id = await brought(to, bytes())
      const check = await to.editor.call(materialImports.check, { id })
      expect([check.status, (check.body as unknown as { code: string }).code]).toEqual([422, 'bad_zip'])
      expect(await stored(to)).toEqual(before)
    },
  )

  test.each<[string, (files: Map<string, Buffer>) => void, RegExp]>([
    ['a zip without a manifest', (files) => files.delete('manifest.json'), /manifest.json” is missing/],
    [
      'another version of the format',
      altered('manifest.json', (text) => text.replace('"schemaVersion": 1', '"schemaVersion": 2')),
      /schemaVersion/,
    ],
    [
      'a file that was changed',
      altered('sections/0001.json', (text) => text.replace('12', '14')),
      /was changed after the export/,
    ],
    ['a missing file', (files) => files.delete('sections/0002.json'), /is missing/],
    ['an extra file', (files) => files.set('readme.txt', Buffer.from('hello')), /doesn’t belong in the file/],
    ['a manifest that isn’t JSON', altered('manifest.json', () => '{'), /is not JSON/],
    [
      'a manifest with a prototype',
      altered('manifest.json', (text) => text.replace('{', '{"__proto__": {},')),
      /not allowed/,
    ],
  ])('%s is refused with an error that says what is wrong', async (_, change, pattern) => {
    const before = await stored(to)
    const id = await brought(to, await fresh(change))
    const check = await to.editor.call(materialImports.check, { id })
    expect([check.status, check.text]).toEqual([422, expect.stringMatching(pattern)])
    expect(await stored(to)).toEqual(before)
  })

  /** Wraps a change so that it also updates the hashes in the manifest, as an attacker would. */
  const signed = (change: (files: Map<string, Buffer>) => void) => (files: Map<string, Buffer>) => {
    change(files)
    const manifest = JSON.parse(files.get('manifest.json')!.toString()) as { files: Record<string, string> }
    manifest.files = Object.fromEntries(
      [...files.keys()]
        .filter((name) => name !== 'manifest.json')
        .map((name) => [name, hashOf(files.get(name)!)]),
    )
    files.set('manifest.json', Buffer.from(JSON.stringify(manifest)))
  }
  test.each<[string, (files: Map<string, Buffer>) => void, RegExp]>([
    [
      'an invalid answer key',
      altered('sections/0001.json', (text) => text.replace('"kind": "number"', '"kind": "guess"')),
      /sections\/0001.json: \/questions\/0/,
    ],
    [
      'an unknown field',
      altered('sections/0001.json', (text) => text.replace('"status"', '"role": "admin", "status"')),
      /0001.json/,
    ],
    [
      'a missing hint',
      altered('sections/0003.json', (text) => text.replace('"hint": 1', '"hint": 9')),
      /names a hint/,
    ],
    [
      'a NUL in a text',
      altered('sections/0001.json', (text) => text.replace('Add.', 'Add\\u0000')),
      /not allowed/,
    ],
    [
      'a file that isn’t a picture',
      (files) => files.set(`visuals/${staged.image}.webp`, Buffer.from('<svg/>')),
      /isn’t a picture/,
    ],
    [
      'a section file outside the archive',
      altered('material.json', (text) => text.replace('sections/0001', '../0001')),
      /material.json/,
    ],
  ])('%s is refused even though the hashes are right', async (_, change, pattern) => {
    const before = await stored(to)
    const id = await brought(to, await fresh(signed(change)))
    const check = await to.editor.call(materialImports.check, { id })
    expect([check.status, check.text]).toEqual([422, expect.stringMatching(pattern)])
    expect(await stored(to)).toEqual(before)
  })

  test('a file with a missing part is refused, and so is one that is too large', async () => {
    const { body } = await to.editor.call(materialImports.begin, { name: 'a.zip', size: partSize + 1 })
    await to.editor.call(materialImports.part, { id: body._id, num: 1 }, { file: Buffer.alloc(partSize, 1) })
    const check = await to.editor.call(materialImports.check, { id: body._id })
    expect(check).toMatchObject({ status: 422, body: { code: 'incomplete' } })
    expect((await to.editor.call(materialImports.begin, { name: 'x.zip', size: 210_000_000 })).status).toBe(
      422,
    )
  })

  test('a part is refused if it is too large or empty, if it isn’t sent as a zip, or if its file wasn’t announced', async () => {
    const id = await brought(to, Buffer.from('x'))
    const send = (file: Buffer, headers = {}, which = id) =>
      to.editor.call(materialImports.part, { id: which, num: 1 }, { file, headers })
    expect((await send(Buffer.alloc(partSize + 1))).status).toBe(413)
    expect((await send(Buffer.alloc(0))).status).toBe(400)
    expect((await send(Buffer.from('{}'), { 'content-type': 'application/json' })).status).toBe(415)
    expect((await send(Buffer.from('x'), {}, newId())).status).toBe(404)
    expect(
      (await to.editor.call(materialImports.part, { id, num: 801 }, { file: Buffer.from('x') })).status,
    ).toBe(400)
    expect(
      (await to.operator.call(materialImports.part, { id, num: 1 }, { file: Buffer.from('x') })).status,
    ).toBe(403)
  })
})

describe('an import', () => {
  test('starts only once, and only after the check', async () => {
    const id = await brought(to, await exported(from, { levelId: staged.otherLevelId }))
    expect(await to.editor.call(materialImports.start, { id, clash: 'skip' })).toMatchObject({
      status: 409,
      body: { code: 'not_checked' },
    })
    expect((await to.editor.call(materialImports.check, { id })).status).toBe(200)
    expect((await to.editor.call(materialImports.check, { id })).body.state).toBe('checked')
    const late = await to.editor.call(materialImports.part, { id, num: 1 }, { file: Buffer.from('x') })
    expect(late).toMatchObject({ status: 409, body: { code: 'not_uploading' } })
    expect((await to.editor.call(materialImports.start, { id, clash: 'skip' })).status).toBe(200)
    expect((await to.editor.call(materialImports.start, { id, clash: 'skip' })).status).toBe(409)
    await ended(to, id)
    await importMaterial({ id }, { database: there.database, settings: readSettings({}) })
    expect((await ended(to, id)).state).toBe('done')
  })

  test('stores nothing and reports the reason if its file turns out to be damaged', async () => {
    const id = await brought(to, await exported(from))
    await to.editor.call(materialImports.check, { id })
    await there.database.write(async (db) => {
      await db`update runs set state = 'running', input = '{"clash": "number"}' where id = ${id}`
      await db`update run_parts set bytes = '\\x00' where run_id = ${id}`
    })
    const before = (await stored(to)).slice(0, 7)
    await importMaterial({ id }, { database: there.database, settings: readSettings({}) })
    const { state, error } = await ended(to, id)
    expect([state, error]).toEqual([
      'failed',
      'This file can’t be imported: it is damaged or not a zip file.',
    ])
    expect((await stored(to)).slice(0, 7)).toEqual(before)
    expect(await there.database.read`select 1 from run_parts`).toHaveLength(0)
  })

  test('is deleted with the next upload or after a day if it is never started', async () => {
    const [one, two] = [await brought(to, Buffer.from('one')), await brought(to, Buffer.from('two'))]
    const ids = async () =>
      (await there.database.read`select id from runs where state = 'uploading'`).map(({ id }) => id as string)
    expect(await ids()).toEqual([two])
    expect(one).not.toBe(two)
    await there.database.write(
      (db) => db`update runs set created_at = now() - interval '25 hours' where id = ${two}`,
    )
    await sweep(null, { database: there.database })
    expect(await ids()).toEqual([])
  })
})

describe('an uploaded file', () => {
  const announce = async (size: number) =>
    (await from.editor.call(materialImports.begin, { name: 'a.zip', size })).body._id
  const sendPart = (id: string, num: number, length: number, who = from.editor) =>
    who.call(materialImports.part, { id, num }, { file: Buffer.alloc(length, 1) })

  test('accepts no part beyond its announced size, and none that is too short or too long', async () => {
    const id = await announce(partSize + 10)
    const answers = [
      await sendPart(id, 2, partSize),
      await sendPart(id, 3, 1),
      await sendPart(id, 1, 10),
      await sendPart(id, 200, 1),
    ]
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422])
    expect(await here.database.read`select 1 from run_parts where run_id = ${id}`).toHaveLength(0)
    expect([(await sendPart(id, 1, partSize)).status, (await sendPart(id, 2, 10)).status]).toEqual([204, 204])
  })

  test('belongs to its owner: another editor can’t write to, check or import it', async () => {
    const id = await announce(10)
    const other = await here.as(await here.database.write((db) => factories(db).staff('editor', null)))
    const answers = [
      await sendPart(id, 1, 10, other),
      await other.call(materialImports.check, { id }),
      await other.call(materialImports.start, { id, clash: 'number' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await sendPart(id, 1, 10)).status).toBe(204)
  })

  test('can be replaced at most thirty times per hour', async () => {
    const editor = await here.as(await here.database.write((db) => factories(db).staff('editor', null)))
    setRateProfile('usual')
    const answers = []
    for (let n = 0; n < 31; n += 1)
      answers.push((await editor.call(materialImports.begin, { name: 'a.zip', size: 10 })).status)
    setRateProfile('none')
    expect(answers).toEqual([...Array<number>(30).fill(201), 429])
  })
})
