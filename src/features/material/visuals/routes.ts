import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { notFound, Problem, refused, tooMany } from '#shared/problem.ts'
import { plain } from '#shared/text.ts'
import { record } from '#server/audit.ts'
import { one, type Db } from '#server/db.ts'
import { created, type Handlers } from '#server/serve.ts'
import type { visuals } from './api.ts'
import { putVisual, visualBytes, visualsToday } from './queries.ts'
import { saysFormat, visualEndings, type VisualFormat, visualLimits } from './rules.ts'

// One file after another, so that many at once don't take the memory of all of them.
sharp.concurrency(1)
// What reads other formats isn't even asked whether a file is one: drawings and documents can reach for other files.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'] })

const wrongFormat = () =>
  new Problem(415, 'wrong_format', 'Choose a picture as PNG, JPEG, WebP or GIF, with the ending of its format.', {
    errors: [{ path: '/data', message: 'is no such picture' }],
  })
const broken = () => refused('broken_picture', 'This picture is damaged. Save it anew and try again.', '/data')

const isFormat = (format: string): format is VisualFormat => Object.hasOwn(visualEndings, format)

/** The format and size that a file says of itself; nothing of it is unpacked yet. */
async function looked(bytes: Buffer) {
  const options = { limitInputPixels: visualLimits.pixels, failOn: 'error', pages: 1 } as const
  if (bytes.length === 0) throw wrongFormat()
  const about = await sharp(bytes, { ...options, limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!about || !isFormat(about.format)) throw wrongFormat()
  const { width, height, format } = about
  if (width > visualLimits.side || height > visualLimits.side || width * height > visualLimits.pixels)
    throw refused('too_large_picture', `A picture may have up to ${visualLimits.side} pixels a side and 25 million in all.`, '/data')
  return { format, picture: sharp(bytes, options) }
}

const anHour = 3600

/** How much one person may upload in a day, so that nobody fills the house with pictures (reliability M23). */
async function checkQuota(db: Db, by: string) {
  const { count, bytes } = one(await visualsToday(db, by), notFound)
  if (count >= visualLimits.aDay || bytes >= visualLimits.bytesADay)
    throw tooMany(anHour, 'That is as many pictures as one person may upload in a day. Please go on tomorrow.')
}

/** The picture made anew, upright, and no wider or higher than a screen needs. */
const remade = (picture: Sharp) =>
  picture
    .rotate()
    .resize({ width: 1600, height: 1600, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 90 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw broken()
    })

export const visualRoutes: Handlers<typeof visuals> = {
  async add({ input, actor, db }) {
    const bytes = Buffer.from(input.data, 'base64')
    if (bytes.length > visualLimits.bytes) throw new Problem(413, 'too_large', 'A picture may have up to 5 MiB.')
    await checkQuota(db.read, actor.id)
    const { format, picture } = await looked(bytes)
    if (!saysFormat(plain(input.name), format)) throw wrongFormat()
    const { data, info } = await remade(picture)
    const id = createHash('sha256').update(data).digest('hex')
    const { width, height } = info
    await db.write(async (write) => {
      await putVisual(write, { id, name: input.name, width, height, bytes: data, by: actor.id })
      await record(write, actor, { deed: 'visuals.add', entity: id, after: { name: input.name, width, height } })
    })
    return created({ image: id, name: input.name, width, height })
  },

  async image({ input, db }) {
    return one(await visualBytes(db, input.image), notFound).bytes
  },
}
