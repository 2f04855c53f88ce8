import { createHash, randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
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

/** Creates a picture that compresses poorly. */
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
const blank = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#0f766e' } })
const upload = (name: string, bytes: Buffer) =>
  editor.call(visuals.add, { name, data: bytes.toString('base64') })

describe('a picture', () => {
  test.each([
    ['triangle.png', () => blank().png().toBuffer()],
    ['triangle.JPG', () => blank().jpeg().toBuffer()],
    ['triangle.webp', () => blank().webp().toBuffer()],
    ['triangle.gif', () => blank().gif().toBuffer()],
  ])('%s is re-encoded as WebP, named by its hash, and shown to signed-in users', async (name, make) => {
    const { status, body } = await upload(name, await make())
    expect([status, body.width, body.height, body.name]).toEqual([201, 40, 30, name])
    const shown = await student.call(visuals.image, { image: body.image })
    expect(shown.status).toBe(200)
    expect(shown.headers['content-type']).toBe('image/webp')
    // Cached for less than a day, because several people may share a browser.
    expect(shown.headers['cache-control']).toBe('private, max-age=43200, immutable')
    const [row] = await world.database.read<
      { bytes: Buffer }[]
    >`select bytes from visuals where id = ${body.image}`
    expect(
      createHash('sha256')
        .update(row?.bytes ?? '')
        .digest('hex'),
    ).toBe(body.image)
    expect((await (await world.as(null)).call(visuals.image, { image: body.image })).status).toBe(401)
  })

  test('is stored only once, without the file’s metadata', async () => {
    const tagged = await blank(50, 50)
      .withExif({ IFD0: { Copyright: 'home address' } })
      .jpeg()
      .toBuffer()
    const [first, second] = [await upload('a.jpg', tagged), await upload('b.jpg', tagged)]
    expect(second.body.image).toBe(first.body.image)
    const rows = await world.database.read<
      { bytes: Buffer }[]
    >`select bytes from visuals where id = ${first.body.image}`
    expect(rows).toHaveLength(1)
    expect(rows[0]?.bytes.includes('home address')).toBe(false)
  })

  test('is scaled down to screen size if it is large', async () => {
    const { body } = await upload('wide.png', await blank(3200, 800).png().toBuffer())
    expect([body.width, body.height]).toEqual([1600, 400])
  })
})

const stored = async (image: string) =>
  (await world.database.read<{ bytes: Buffer }[]>`select bytes from visuals where id = ${image}`)[0]?.bytes ??
  Buffer.alloc(0)
const script = '<script>alert(1)</script>'
const frames = () => {
  const raw = Buffer.concat([Buffer.alloc(10 * 10 * 3, 0x22), Buffer.alloc(10 * 10 * 3, 0xee)])
  return sharp(raw, { raw: { width: 10, height: 20, channels: 3, pageHeight: 10 } })
}
const place = { IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' } }

describe('a stored file contains one picture and nothing else', () => {
  test.each<[string, string, () => Promise<Buffer>, number, number]>([
    ['the location of a photo', 'x.jpg', () => blank().withExif(place).jpeg().toBuffer(), 40, 30],
    ['the location of a WebP photo', 'x.webp', () => blank().withExif(place).webp().toBuffer(), 40, 30],
    [
      'an HTML page after the picture',
      'x.jpg',
      async () => Buffer.concat([await blank().jpeg().toBuffer(), Buffer.from(script)]),
      40,
      30,
    ],
    [
      'an HTML page in a GIF comment',
      'x.gif',
      async () => withComment(await blank().gif().toBuffer(), script),
      40,
      30,
    ],
    ['the later frames of an animation', 'x.gif', () => frames().gif({ loop: 0 }).toBuffer(), 10, 10],
    ['the later frames of an animated WebP', 'x.webp', () => frames().webp({ loop: 0 }).toBuffer(), 10, 10],
    ['print colors', 'x.jpg', () => blank().toColourspace('cmyk').jpeg().toBuffer(), 40, 30],
    [
      'the camera’s rotation',
      'x.jpg',
      () => blank().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
      30,
      40,
    ],
    ['a color profile', 'x.png', () => blank().withIccProfile('p3').png().toBuffer(), 40, 30],
    ['sixteen bits per color', 'x.png', () => blank().toColourspace('rgb16').png().toBuffer(), 40, 30],
  ])('a picture is stored without %s', async (_, name, make, width, height) => {
    const { status, body } = await upload(name, await make())
    expect([status, body.width, body.height]).toEqual([201, width, height])
    const bytes = await stored(body.image)
    const about = await sharp(bytes).metadata()
    expect([about.format, about.space, about.depth, about.pages ?? 1]).toEqual(['webp', 'srgb', 'uchar', 1])
    expect([about.exif, about.xmp, about.icc, about.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(bytes.includes('script')).toBe(false)
  })

  test('a picture of exactly 5 MiB is accepted', async () => {
    const small = await blank(10, 10).png().toBuffer()
    const most = Buffer.concat([small, Buffer.alloc(5 * 1024 * 1024 - small.length)])
    expect((await upload('x.png', most)).status).toBe(201)
  })
})

/** Returns a GIF with a comment before its first picture. */
function withComment(gif: Buffer, text: string) {
  const colors = gif[10] as number
  const head = 13 + (colors & 0x80 ? 3 * 2 ** ((colors & 7) + 1) : 0)
  return Buffer.concat([
    gif.subarray(0, head),
    Buffer.from([0x21, 0xfe, text.length]),
    Buffer.from(`${text}\0`),
    gif.subarray(head),
  ])
}

/** Returns a PNG of a few bytes that claims to have this size. */
function claiming(width: number, height: number) {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const sign = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    sign,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
)
test.each<[string, string, () => Promise<Buffer> | Buffer, number]>([
  ['a drawing in SVG', 'x.svg', () => svg, 415],
  ['SVG that calls itself PNG', 'x.png', () => svg, 415],
  ['an HTML page', 'x.html', () => Buffer.from('<!doctype html><p>hi'), 415],
  ['a PDF', 'x.pdf', () => Buffer.from('%PDF-1.7\n%âãÏÓ'), 415],
  ['a JPEG that calls itself PNG', 'x.png', () => blank().jpeg().toBuffer(), 415],
  ['a name with two file extensions', 'x.png.exe', () => blank().png().toBuffer(), 415],
  ['a name without a file extension', 'x', () => blank().png().toBuffer(), 415],
  ['an empty file', 'x.png', () => Buffer.alloc(0), 415],
  [
    'half a picture',
    'x.png',
    async () => (await blank(400, 400).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 9000),
    422,
  ],
  ['a picture with a side of more than 8,000 pixels', 'x.png', () => blank(8001, 10).png().toBuffer(), 422],
  ['a picture of more than 25 million pixels', 'x.png', () => blank(6000, 6000).png().toBuffer(), 422],
  ['a file of more than 5 MiB', 'x.png', () => Buffer.alloc(5 * 1024 * 1024 + 1), 413],
  ['a few bytes that claim 900 million pixels', 'x.png', () => claiming(30_000, 30_000), 422],
  ['a few bytes that claim pixels they don’t have', 'x.png', () => claiming(3000, 3000), 422],
  ['a picture without pixels', 'x.png', () => claiming(0, 0), 415],
  ['half a photo', 'x.jpg', async () => (await noise(400, 400).jpeg().toBuffer()).subarray(0, 9000), 422],
  ['half a WebP', 'x.webp', async () => (await noise(400, 400).webp().toBuffer()).subarray(0, 9000), 415],
  ['the first bytes of a PNG', 'x.png', () => claiming(9, 9).subarray(0, 20), 415],
  ['an HTML page that starts like a GIF', 'x.gif', () => Buffer.from(`GIF89a${script}`), 415],
  [
    'an HTML page followed by a picture',
    'x.png',
    async () => Buffer.concat([Buffer.from(script), await blank().png().toBuffer()]),
    415,
  ],
  [
    'a document followed by a photo',
    'x.jpg',
    async () => Buffer.concat([Buffer.from('%PDF-1.7 '), await blank().jpeg().toBuffer()]),
    415,
  ],
  ['TIFF', 'x.tiff', () => blank().tiff().toBuffer(), 415],
  ['TIFF that calls itself JPEG', 'x.jpg', () => blank().tiff().toBuffer(), 415],
  ['AVIF', 'x.avif', () => blank().avif().toBuffer(), 415],
  ['a zip', 'x.png', () => Buffer.from('PK\u0003\u0004 and more'), 415],
  ['a picture named as a script', 'x.png.html', () => blank().png().toBuffer(), 415],
  ['a picture named as a path to a parent folder', '../x', () => blank().png().toBuffer(), 415],
  ['a name of 300 letters', `${'x'.repeat(300)}.png`, () => blank().png().toBuffer(), 422],
  ['a name with a NUL', 'x\u0000.png', () => blank().png().toBuffer(), 400],
  ['a name with reversed text direction', 'x\u202egnp.exe.png', () => blank().png().toBuffer(), 400],
  ['an empty name', '', () => blank().png().toBuffer(), 422],
])('%s is refused, and nothing is stored', async (_, name, make, status) => {
  const before = await world.database.read`select count(*)::int as count from visuals`
  const answer = await upload(name, await make())
  expect(answer.status).toBe(status)
  expect(await world.database.read`select count(*)::int as count from visuals`).toEqual(before)
})

test('on a full disk, nothing is stored, the caller gets 507, and the upload succeeds once there is space', async () => {
  const counts = async () => {
    const [row] = await world.database.read`
      select (select count(*)::int from visuals) as visuals, (select count(*)::int from audit where action = 'visuals.add') as told`
    return row as { visuals: number; told: number }
  }
  const [before, picture] = [await counts(), await noise(30, 30).png().toBuffer()]
  await world.database.single`
    create function no_room() returns trigger language plpgsql as $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$
  `
  await world.database
    .single`create trigger no_room after insert on visuals for each row execute function no_room()`
  const { status, body, headers } = await upload('full.png', picture)
  await world.database.single`drop function no_room cascade`
  expect([status, headers['retry-after']]).toEqual([507, '30'])
  expect(body).toMatchObject({ title: 'No room', code: 'storage_full' })
  expect(await counts()).toEqual(before)
  expect((await upload('full.png', picture)).status).toBe(201)
  expect(await counts()).toEqual({ visuals: before.visuals + 1, told: before.told + 1 })
})

test('invalid base64 is refused, an unknown picture gets 404, and students can’t upload', async () => {
  expect((await editor.call(visuals.add, { name: 'x.png', data: '%%%' })).status).toBe(422)
  expect((await editor.call(visuals.image, { image: 'a'.repeat(64) })).status).toBe(404)
  expect(
    (
      await student.call(visuals.add, {
        name: 'x.png',
        data: (await blank().png().toBuffer()).toString('base64'),
      })
    ).status,
  ).toBe(403)
})

test('a person can upload 500 pictures a day, and uploading the same picture again doesn’t count', async () => {
  const someone = await world.database.write((db) => factories(db).staff('editor', null))
  const caller = await world.as(someone)
  const put = async (width: number) =>
    await caller.call(visuals.add, {
      name: 'x.png',
      data: (await blank(width, 1).png().toBuffer()).toString('base64'),
    })
  await put(101)
  await put(101)
  await world.database.write(
    (db) => db`
      insert into visuals (id, name, width, height, bytes, by)
      select encode(sha256(n::text::bytea), 'hex'), 'x.png', 1, 1, '', ${someone.id} from generate_series(1, 498) n`,
  )
  expect((await put(102)).status).toBe(201)
  const refusal = await put(103)
  expect([refusal.status, refusal.headers['retry-after']]).toEqual([429, '3600'])
  expect((await upload('x.png', await blank(103, 1).png().toBuffer())).status).toBe(201)
  await world.database.write(
    (db) => db`update visuals set created_at = now() - interval '25 hours' where by = ${someone.id}`,
  )
  expect((await put(104)).status).toBe(201)
})
