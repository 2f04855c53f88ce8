import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { visuals } from './api.ts'

const world = await openWorld()
let editor: Caller
let student: Caller

beforeAll(async () => {
  const cast = await world.database.write(async (db) => {
    const make = factories(db)
    const center = await make.center()
    return { editor: await make.staff('editor', null), student: await make.student(center.id) }
  })
  editor = await world.as(cast.editor)
  student = await world.as(cast.student)
})

const blank = (width = 40, height = 30) => sharp({ create: { width, height, channels: 3, background: '#0f766e' } })
const upload = (name: string, bytes: Buffer) => editor.call(visuals.add, { name, data: bytes.toString('base64') })

describe('a picture', () => {
  test.each([
    ['triangle.png', () => blank().png().toBuffer()],
    ['triangle.JPG', () => blank().jpeg().toBuffer()],
    ['triangle.webp', () => blank().webp().toBuffer()],
    ['triangle.gif', () => blank().gif().toBuffer()],
  ])('%s is made anew as WebP, named by what is in it, and shown to whoever is signed in', async (name, make) => {
    const { status, body } = await upload(name, await make())
    expect([status, body.width, body.height, body.name]).toEqual([201, 40, 30, name])
    const shown = await student.call(visuals.image, { image: body.image })
    expect(shown.status).toBe(200)
    expect(shown.headers['content-type']).toBe('image/webp')
    expect(shown.headers['cache-control']).toContain('immutable')
    const [row] = await world.database.read<{ bytes: Buffer }[]>`select bytes from visuals where id = ${body.image}`
    expect(
      createHash('sha256')
        .update(row?.bytes ?? '')
        .digest('hex'),
    ).toBe(body.image)
    expect((await (await world.as(null)).call(visuals.image, { image: body.image })).status).toBe(401)
  })

  test('the same picture twice is one, and what the file carried besides is gone', async () => {
    const tagged = await blank(50, 50)
      .withExif({ IFD0: { Copyright: 'home address' } })
      .jpeg()
      .toBuffer()
    const [first, second] = [await upload('a.jpg', tagged), await upload('b.jpg', tagged)]
    expect(second.body.image).toBe(first.body.image)
    const rows = await world.database.read<{ bytes: Buffer }[]>`select bytes from visuals where id = ${first.body.image}`
    expect(rows).toHaveLength(1)
    expect(rows[0]?.bytes.includes('home address')).toBe(false)
  })

  test('a large one is made as small as a screen needs', async () => {
    const { body } = await upload('wide.png', await blank(3200, 800).png().toBuffer())
    expect([body.width, body.height]).toEqual([1600, 400])
  })
})

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')
test.each<[string, string, () => Promise<Buffer> | Buffer, number]>([
  ['a drawing in SVG', 'x.svg', () => svg, 415],
  ['SVG that calls itself PNG', 'x.png', () => svg, 415],
  ['a page', 'x.html', () => Buffer.from('<!doctype html><p>hi'), 415],
  ['a PDF', 'x.pdf', () => Buffer.from('%PDF-1.7\n%âãÏÓ'), 415],
  ['a JPEG that calls itself PNG', 'x.png', () => blank().jpeg().toBuffer(), 415],
  ['two endings', 'x.png.exe', () => blank().png().toBuffer(), 415],
  ['no ending', 'x', () => blank().png().toBuffer(), 415],
  ['nothing', 'x.png', () => Buffer.alloc(0), 415],
  ['half a picture', 'x.png', async () => (await blank(400, 400).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 9000), 422],
  ['a side of more than 8,000 pixels', 'x.png', () => blank(8001, 10).png().toBuffer(), 422],
  ['more than 25 million pixels', 'x.png', () => blank(6000, 6000).png().toBuffer(), 422],
  ['more than 5 MiB', 'x.png', () => Buffer.alloc(5 * 1024 * 1024 + 1), 413],
])('%s is refused, and nothing is stored', async (_, name, make, status) => {
  const before = await world.database.read`select count(*)::int as count from visuals`
  const answer = await upload(name, await make())
  expect(answer.status).toBe(status)
  expect(await world.database.read`select count(*)::int as count from visuals`).toEqual(before)
})

test('what isn’t base64 is refused, an unknown picture is missing, and students upload nothing', async () => {
  expect((await editor.call(visuals.add, { name: 'x.png', data: '%%%' })).status).toBe(422)
  expect((await editor.call(visuals.image, { image: 'a'.repeat(64) })).status).toBe(404)
  expect((await student.call(visuals.add, { name: 'x.png', data: (await blank().png().toBuffer()).toString('base64') })).status).toBe(403)
})
