import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { Problem, refused } from '#shared/problem.ts'

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

/** How large a picture that comes from outside may be. */
type Limits = { pixels: number; side: number }

/** Looks at what a file says of itself before anything of it is unpacked. */
async function looked(bytes: Buffer, { pixels, side }: Limits, says: (format: string) => boolean) {
  const options = { limitInputPixels: pixels, failOn: 'error', pages: 1 } as const
  if (bytes.length === 0) throw wrongFormat()
  const about = await sharp(bytes, { ...options, limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!about || !says(about.format)) throw wrongFormat()
  const { width, height } = about
  if (width > side || height > side || width * height > pixels)
    throw refused('too_large_picture', `A picture may have up to ${side} pixels a side and 25 million in all.`, '/data')
  return sharp(bytes, options)
}

/** A picture as it is stored: `image` is the SHA-256 of its bytes. */
export type Picture = { image: string; bytes: Buffer; width: number; height: number }

/**
 * A picture from outside made anew as WebP, upright, without anything else that the file carried, and no wider or higher than a screen needs. 415
 * when it is no picture of a format that `says` takes, 422 when it is too large or damaged.
 */
export async function remadePicture(bytes: Buffer, limits: Limits, says: (format: string) => boolean): Promise<Picture> {
  const picture = await looked(bytes, limits, says)
  const { data, info } = await picture
    .rotate()
    .resize({ width: 1600, height: 1600, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 90 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw broken()
    })
  return { image: createHash('sha256').update(data).digest('hex'), bytes: data, width: info.width, height: info.height }
}
