import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { materialExport } from '../export/api.ts'
import { materialImports } from '../import/api.ts'
import { material } from '#features/material/api.ts'
import { putSection } from '#features/material/queries.ts'
import { questions, type QuestionLine } from '#features/questions/api.ts'
import { type NewQuestion, putQuestions } from '#features/questions/revision-queries.ts'
import { brought, ended, exported, imported, side, type Side } from '#tests/exchange-sides.ts'
import { materialFixture } from '#tests/material-fixture.ts'
import { qtiItem, qtiItems, qtiPackage } from '#tests/qti-packages.ts'
import { openWorld } from '#tests/world.ts'
import { hostileZips, unzipped, zipOf } from '#tests/zips.ts'

const [here, there] = [await openWorld(), await openWorld()]
let from: Side
let to: Side
let staged: Awaited<ReturnType<typeof materialFixture>>

const kinds: (Pick<NewQuestion, 'source' | 'key'> & Partial<NewQuestion>)[] = [
  {
    source: 'Write $\\frac{3}{4}$ as a decimal.',
    key: { kind: 'fr', parts: [{ kind: 'number', value: '0.75', hasAlias: ['3/4'] }] },
  },
  {
    source: '**Which** ones are even?\n\n- see above\n- or below',
    key: { kind: 'mc', choices: ['$2$', '3', '4'], correct: [0, 2] },
    instructions: 'Pick *all*.',
  },
  {
    source: 'Put the words in order.',
    key: { kind: 'sentence', value: 'The dog barks', words: ['dog', 'barks', 'The'] },
  },
  {
    source: 'Draw it.',
    key: {
      kind: 'graph',
      drawType: 'point',
      graphType: 'cartesian',
      labeled: false,
      settings: {
        xlabel: 'x',
        ylabel: 'y',
        graphName: '',
        xmin: -10,
        xmax: 10,
        xminor: 1,
        xmajor: 5,
        ymin: -10,
        ymax: 10,
        yminor: 1,
        ymajor: 5,
      },
      answer: [{ x: 1, y: 2 }],
    },
  },
  {
    source: 'Fill in.',
    key: {
      kind: 'fr',
      parts: [
        { kind: 'label', text: '$x =$' },
        { kind: 'expression', value: '2x+1' },
        { kind: 'select', options: ['cm', 'm'], correct: 1 },
        { kind: 'number', value: '3', tolerance: { abs: '0.1' }, weight: 2 },
      ],
    },
  },
]

beforeAll(async () => {
  from = await side(here)
  to = await side(there)
  staged = await materialFixture(here.database, from.adminId)
  await here.database.write(async (db) => {
    const id = newId()
    await putSection(db, {
      levelId: staged.levelId,
      chapterNum: 1,
      kind: 'chapter',
      id,
      num: 2,
      name: 'Of every kind',
    })
    const row = (each: (typeof kinds)[number], at: number) => ({
      instructions: '',
      hintId: null,
      by: from.adminId,
      ...each,
      id: newId(),
      sectionId: id,
      num: at + 1,
    })
    await putQuestions(db, kinds.map(row))
  })
})

const listed = async ({ editor }: Side, level: string, section: number) =>
  (await editor.call(questions.list, { level, chapter: 1, section })).body.questions
const looks = (lines: readonly QuestionLine[]) =>
  lines.map(({ rendered, instructions, answers, visual }) => ({ rendered, instructions, answers, visual }))

describe('an export as QTI', () => {
  test('contains items, pictures, a manifest with the tree, and a list of what QTI doesn’t support', async () => {
    const files = await unzipped(await exported(from, { levelId: staged.levelId, format: 'qti' }))
    expect(files.names).toEqual([
      'items/S0001Q0001.xml',
      'items/S0001Q0002.xml',
      'items/S0001Q0005.xml',
      'items/S0002Q0001.xml',
      'items/S0002Q0002.xml',
      'items/S0002Q0003.xml',
      'items/S0002Q0005.xml',
      'items/S0004Q0001.xml',
      `visuals/${staged.image}.webp`,
      'dropped.txt',
      'imsmanifest.xml',
    ])
    const text = (name: string) => files.files.get(name)?.toString() ?? ''
    expect(text('imsmanifest.xml')).toContain('<schema>QTIv2.1 Package</schema>')
    expect(text('imsmanifest.xml')).toContain(
      `<resource identifier="S0001Q0001" type="imsqti_item_xmlv2p1" href="items/S0001Q0001.xml"><file href="items/S0001Q0001.xml"/><file href="visuals/${staged.image}.webp"/></resource>`,
    )
    expect(text('items/S0001Q0001.xml')).toContain(
      '<div class="content"><p>What is <span class="tex">\\(7 + 5\\)</span>?</p></div>',
    )
    expect(text('items/S0001Q0002.xml')).toContain('What is 1 and 1?')
    expect(text('dropped.txt').split('\n')).toEqual(
      expect.arrayContaining([
        '1 × Graphs, number lines, matrices and line-by-line solutions: the question is left out because QTI has no similar type.',
        'Of every kind, question 4: Graphs, number lines, matrices and line-by-line solutions: the question is left out because QTI has no similar type.',
        'Of every kind, question 5: Tolerances.',
        'Up to ten, question 2: Random questions are exported with their first values.',
        'Up to ten, question 1: Hints.',
      ]),
    )
  })

  test('reports in advance how large it is and what it will leave out', async () => {
    const { body } = await from.admin.call(materialExport.size, { levelId: staged.levelId, format: 'qti' })
    expect(body).toMatchObject({ counts: { questions: 8, hints: 0, visuals: 1, sections: 4 }, refusal: null })
    expect(
      Object.fromEntries(body.lost.map(({ what, questions: count }) => [what.slice(0, 16), count])),
    ).toMatchObject({
      'Graphs, number l': 1,
      'Random questions': 1,
      'Hints.': 3,
      'Weights of parts': 1,
    })
    expect((await from.admin.call(materialExport.size, { levelId: staged.levelId })).body.lost).toEqual([])
  })

  test('is for admins only and requires a known format', async () => {
    expect((await from.editor.call(materialExport.file, { format: 'qti' })).status).toBe(403)
    expect((await from.admin.call(materialExport.file, { levelId: newId(), format: 'qti' })).status).toBe(404)
    expect((await from.admin.call(materialExport.size, { format: 'qti3' as 'qti' })).status).toBe(400)
  })
})

test('exporting and importing again keeps the tree, the order, the keys and the appearance of questions', async () => {
  const done = await imported(to, await exported(from, { levelId: staged.levelId, format: 'qti' }))
  expect(done).toMatchObject({
    state: 'done',
    done: 8,
    total: 8,
    found: { of: 'course', notes: { skipped: 0, changed: 0, items: [] } },
  })
  const { body: level } = await to.editor.call(material.level, { id: done.levelId! })
  expect(level).toMatchObject({ course: 'Sums &lt;easy&gt;', name: 'Level A', questions: 8 })
  const { body: sections } = await to.editor.call(material.sections, {
    levelId: done.levelId!,
    chapterNum: 1,
  })
  expect(sections.map(({ num, name, questions: count }) => [num, name, count])).toEqual([
    [1, 'Up to ten', 3],
    [2, 'Of every kind', 4],
    [3, 'Empty', 0],
  ])
  const [first, other] = [await listed(to, done.levelId!, 1), await listed(to, done.levelId!, 2)]
  const [was, kindsWere] = [await listed(from, staged.levelId, 1), await listed(from, staged.levelId, 2)]
  expect(looks([first[0]!])).toEqual(
    looks([
      {
        ...was[0]!,
        visual: { ...was[0]!.visual!, name: `${staged.image}.webp`, image: first[0]!.visual!.image },
      },
    ]),
  )
  expect(first.map(({ status }) => status)).toEqual(['warn', 'warn', 'error'])
  expect(looks(other.slice(0, 3))).toEqual(looks(kindsWere.slice(0, 3)))
  expect(other[3]?.answers).toMatchObject({
    parts: [{ text: '$x =$' }, { value: '2x+1' }, { options: ['cm', 'm'] }, { kind: 'number', value: '3' }],
  })
  expect(
    await there.database
      .read`select 1 from sections s join questions q on q.section_id = s.id where s.kind = 'test'`,
  ).toHaveLength(1)
})

const checked = async (bytes: Buffer, name = 'Their items.zip') => {
  const id = await brought(to, bytes, bytes.length, name)
  return { id, ...(await to.editor.call(materialImports.check, { id })) }
}

describe('a package from another system', () => {
  test('is checked item by item, and its usable items are imported for review', async () => {
    const png = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#27c' } })
      .png()
      .toBuffer()
    const items = Object.fromEntries(qtiItems().map((name) => [`items/${name}.xml`, qtiItem(name)]))
    const files = { 'items/images/sign.png': png, 'test.xml': '<assessmentTest/>' }
    const resources = '<resource identifier="T" type="imsqti_test_xmlv2p1" href="test.xml"/>'
    const { id, status, body } = await checked(qtiPackage(items, { files, resources }))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      state: 'checked',
      total: 10,
      found: { of: 'course', counts: { questions: 10, visuals: 1, sections: 1 }, taken: [] },
    })
    const notes = body.found!.notes
    expect([notes.skipped, notes.changed]).toEqual([1, 6])
    expect(notes.items).toHaveLength(7)
    expect(notes.items).toEqual(
      expect.arrayContaining([
        { item: 'imsmanifest.xml', skipped: null, dropped: ['The arrangement of items in a test.'] },
        { item: 'Unattended Luggage', skipped: null, dropped: ['Feedback.'] },
      ]),
    )
    await to.editor.call(materialImports.start, { id, clash: 'number' })
    const done = await ended(to, id)
    expect(done).toMatchObject({ state: 'done', done: 10 })
    const lines = await listed(to, done.levelId!, 1)
    expect(lines.map(({ num, status: each }) => [num, each])).toEqual(
      Array.from({ length: 10 }, (_, at) => [at + 1, 'warn']),
    )
    expect(lines.find(({ content }) => content.startsWith('Look'))?.visual).toMatchObject({
      name: 'sign.png',
      alt: 'NEVER LEAVE LUGGAGE UNATTENDED',
      width: 30,
    })
    expect((await to.editor.call(material.level, { id: done.levelId! })).body).toMatchObject({
      course: 'Their items',
      name: 'Level 1',
    })
  })

  test('loses only items and pictures that are missing, not allowed, too large or outside the package', async () => {
    const outside = '<img src="../../../etc/passwd" alt="x"/>'
    const { body, status } = await checked(
      qtiPackage(
        {
          'a.xml': qtiItem('capital'),
          'b.xml': qtiItem('choice'),
          'c.xml':
            '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><assessmentItem>&x;</assessmentItem>',
          'd.xml': qtiItem('capital').toString().replace('<p>', `<p>${outside}`),
          'e.xml': randomBytes(140 * 1024),
        },
        { resources: '<resource identifier="X" type="imsqti_item_xmlv2p1" href="../outside.xml"/>' },
      ),
    )
    expect(status).toBe(200)
    expect(body.found).toMatchObject({
      counts: { questions: 3, visuals: 0 },
      notes: { skipped: 3, changed: 2 },
    })
    const why = body.found!.notes.items.map(({ skipped, dropped }) => skipped ?? dropped.at(-1))
    expect(why).toEqual([
      'A picture that is missing, damaged, or in an unsupported format.',
      'Its file has a DOCTYPE declaration, which isn’t allowed.',
      'A picture that is missing, damaged, or in an unsupported format.',
      'Its file is larger than 128 KiB.',
      'Its file is missing from the package.',
    ])
  })

  test.each<[string, () => Buffer, RegExp]>([
    [
      'a manifest with a document type',
      () => zipOf([{ name: 'imsmanifest.xml', bytes: '<!DOCTYPE a><manifest/>' }]),
      /DOCTYPE declaration/,
    ],
    [
      'a manifest in another format',
      () => zipOf([{ name: 'imsmanifest.xml', bytes: '<html/>' }]),
      /isn’t a valid manifest/,
    ],
    ['no items', () => qtiPackage({}), /no QTI items/],
    [
      'a missing QTI 1.2 file',
      () => qtiPackage({}, { resources: '<resource identifier="A" type="imsqti_xmlv1p2" href="a.xml"/>' }),
      /no questions/,
    ],
    [
      'too much XML',
      () =>
        qtiPackage(
          Object.fromEntries(
            Array.from({ length: 140 }, (_, at) => [
              `${at}.xml`,
              `<a>${randomBytes(94 * 1024).toString('base64')}</a>`,
            ]),
          ),
        ),
      /16 MiB/,
    ],
  ])('%s is refused', async (_, bytes, why) => {
    const { status, text } = await checked(bytes())
    expect([status, text]).toEqual([422, expect.stringMatching(why)])
  })

  test.each(hostileZips.filter(([, bytes]) => bytes().length > 0))(
    'that is a hostile zip is refused: %s',
    async (_, bytes) => {
      const { status, body } = await checked(bytes())
      expect([status, (body as unknown as { code: string }).code]).toEqual([422, 'bad_zip'])
    },
  )
})

test('a QTI 1.2 package keeps its quizzes as sections, with pictures from its own files', async () => {
  const quiz = readFileSync('tests/fixtures/qti-1/quiz.xml', 'utf8')
  const shown = '&lt;img src="$IMS-CC-FILEBASE$/sign.png" alt="A sign"&gt;'
  const done = await imported(
    to,
    qtiPackage(
      {},
      {
        files: {
          'q/one.xml': quiz,
          'q/two.xml': quiz
            .replace('Fractions and more', 'Another quiz')
            .replace('Which are even?', shown)
            .replaceAll('texttype="text/plain"', 'texttype="text/html"'),
          'web_resources/sign.png': await sharp({
            create: { width: 30, height: 20, channels: 3, background: 'red' },
          })
            .png()
            .toBuffer(),
        },
        resources: ['one', 'two']
          .map(
            (name) =>
              `<resource identifier="${name}" type="imsqti_xmlv1p2"><file href="q/${name}.xml"/></resource>`,
          )
          .join(''),
      },
    ),
  )
  expect(done).toMatchObject({ state: 'done', total: 14 })
  const { body } = await to.editor.call(material.chapter, { levelId: done.levelId!, chapterNum: 1 })
  expect(body.sections.map(({ name }) => name)).toEqual(['Fractions and more', 'Another quiz'])
})

describe('one item as XML', () => {
  test('is imported like a package with one item', async () => {
    const done = await imported(to, qtiItem('capital'))
    expect(done).toMatchObject({ state: 'done', total: 1 })
    expect(await listed(to, done.levelId!, 1)).toMatchObject([
      { content: 'The capital of Switzerland is', status: 'warn' },
    ])
  })

  test('is listed as skipped if it can’t become a question', async () => {
    const item = qtiItem('match').toString().replace('<value>P T</value>', '')
    const { status, body } = await checked(Buffer.from(item), 'match.xml')
    expect([status, body.found?.notes.skipped, body.total]).toEqual([200, 1, 0])
  })

  test.each<[string, string | Buffer, RegExp]>([
    ['of QTI 1.2 without questions', '<questestinterop/>', /no questions/],
    ['of QTI 3', '<qti-assessment-item/>', /QTI 3/],
    ['of something else', '<html/>', /isn’t a QTI item/],
    [
      'that would read a file',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><assessmentItem/>',
      /DOCTYPE declaration/,
    ],
    ['that isn’t closed', '<assessmentItem>', /well-formed/],
    [
      'that is too large',
      `<assessmentItem>${'x'.repeat(200 * 1024)}</assessmentItem>`,
      /larger than 128 KiB/,
    ],
    [
      'that is larger than any file of items',
      `<assessmentItem>${'x'.repeat(3 * 1024 * 1024)}</assessmentItem>`,
      /larger than 2048 KiB/,
    ],
  ])('%s is refused with a reason', async (_, xml, why) => {
    const { status, text } = await checked(Buffer.from(xml as string), 'item.xml')
    expect([status, text]).toEqual([422, expect.stringMatching(why)])
  })

  test('can be imported only by editors and admins', async () => {
    const id = await brought(to, qtiItem('capital'))
    expect((await to.operator.call(materialImports.check, { id })).status).toBe(403)
    expect((await to.operator.call(materialImports.begin, { name: 'item.xml', size: 10 })).status).toBe(403)
  })
})
