import { z } from 'zod'

/**
 * Limits for pictures in questions (product §6; reliability B15): PNG, JPEG, WebP, or the first frame of a
 * GIF. Pictures are re-encoded, dropping any other data in the file. `aDay` and `bytesADay` limit how much
 * one person may upload within 24 hours.
 */
export const visualLimits = {
  bytes: 5 * 1024 * 1024,
  pixels: 25_000_000,
  side: 8000,
  aDay: 500,
  bytesADay: 100 * 1024 * 1024,
} as const

/** File extensions allowed for each format. */
const visualEndings: Record<string, readonly string[]> = {
  png: ['png'],
  jpeg: ['jpg', 'jpeg'],
  webp: ['webp'],
  gif: ['gif'],
}

/** Types offered by the file chooser. */
export const visualTypes = 'image/png,image/jpeg,image/webp,image/gif'

/**
 * Returns true if the file extension matches the format and the format is supported. `photo.png.html` and
 * `photo` never match.
 */
export function matchesFormat(name: string, format: string) {
  const ending = /\.([a-z]{3,4})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(visualEndings, format) && (visualEndings[format] ?? []).includes(ending)
}

/** Name of a picture: the SHA-256 of its content. */
export const VisualName = z.string().regex(/^[0-9a-f]{64}$/, 'must be the name of a picture')

/**
 * A stored picture. `image` is the picture's own name, and `name` is that of the uploaded file. Sizes are in
 * pixels.
 */
export const Visual = z.object({ image: VisualName, name: z.string(), width: z.int(), height: z.int() })
export type Visual = z.infer<typeof Visual>
