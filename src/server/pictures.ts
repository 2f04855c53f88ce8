import { createHash } from 'node:crypto'
import type Sharp from 'sharp'
import { Problem, refused } from '#shared/problem.ts'

async function prepareSharp() {
  const { default: sharp } = await import('sharp')
  // Use one thread per picture, so that many uploads at once don't need too much memory.
  sharp.concurrency(1)
  // Decode only these formats, because a vector drawing or a document could make the decoder read other
  // files.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
  })
  return sharp
}

let prepared: Promise<typeof Sharp> | null = null
/** Loads the picture library when it is first needed, because it takes 10 MB of memory. */
export const loadSharp = () => (prepared ??= prepareSharp())

const wrongFormat = () =>
  new Problem(
    415,
    'wrong_format',
    'Choose a PNG, JPEG, WebP or GIF picture with the matching file extension.',
    {
      errors: [{ path: '/data', message: 'is not such a picture' }],
    },
  )
const broken = () =>
  refused('broken_picture', 'This picture is damaged. Save it again, then try again.', '/data')

/** Maximum size of an uploaded picture, in pixels: in total and for each side. */
type Limits = { pixels: number; side: number }

/**
 * Checks the file's metadata before anything is decoded. Returns the opened picture. Throws 415 for a format
 * that isn't accepted, or 422 for a picture that is too large.
 */
async function openedPicture(
  bytes: Buffer,
  { pixels, side }: Limits,
  acceptsFormat: (format: string) => boolean,
) {
  const options = { limitInputPixels: pixels, failOn: 'error', pages: 1 } as const
  if (bytes.length === 0) throw wrongFormat()
  const sharp = await loadSharp()
  const about = await sharp(bytes, { ...options, limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!about || !acceptsFormat(about.format)) throw wrongFormat()
  const { width, height } = about
  if (width > side || height > side || width * height > pixels)
    throw refused(
      'too_large_picture',
      `A picture can have up to ${side} pixels per side and 25 million pixels in total.`,
      '/data',
    )
  return sharp(bytes, options)
}

/** A picture as stored. `image` is the SHA-256 of its bytes. */
export type Picture = { image: string; bytes: Buffer; width: number; height: number }

/**
 * Converts an uploaded picture to WebP: upright, without metadata, and no larger than screens need. Throws
 * 415 if its format isn't one that `acceptsFormat` accepts, or 422 if it is too large or damaged.
 */
export async function remadePicture(
  bytes: Buffer,
  limits: Limits,
  acceptsFormat: (format: string) => boolean,
): Promise<Picture> {
  const picture = await openedPicture(bytes, limits, acceptsFormat)
  const { data, info } = await picture
    .rotate()
    .resize({ width: 1600, height: 1600, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 90 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw broken()
    })
  return {
    image: createHash('sha256').update(data).digest('hex'),
    bytes: data,
    width: info.width,
    height: info.height,
  }
}

const logoLimits: Limits = { pixels: 25_000_000, side: 8000 }

/**
 * Converts an uploaded logo to a small PNG, which every mail program shows, and drops the file's metadata.
 * Throws like `remadePicture`.
 */
export async function remadeLogo(
  bytes: Buffer,
  acceptsFormat: (format: string) => boolean,
): Promise<Picture> {
  const picture = await openedPicture(bytes, logoLimits, acceptsFormat)
  const { data, info } = await picture
    .rotate()
    .resize({ width: 400, height: 128, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw broken()
    })
  const { width, height } = info
  return { image: createHash('sha256').update(data).digest('hex'), bytes: data, width, height }
}
