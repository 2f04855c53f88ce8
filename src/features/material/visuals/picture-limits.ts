import { z } from 'zod'

/**
 * Pictures of questions (product §6; reliability B15): PNG, JPEG, WebP, or the first frame of a GIF. What is stored is a new picture made of theirs,
 * without anything that the file carried besides. `aDay` and `bytesADay`: so much may one person upload within 24 hours.
 */
export const visualLimits = { bytes: 5 * 1024 * 1024, pixels: 25_000_000, side: 8000, aDay: 500, bytesADay: 100 * 1024 * 1024 } as const

/** The endings that a file of a format may have. */
const visualEndings: Record<string, readonly string[]> = { png: ['png'], jpeg: ['jpg', 'jpeg'], webp: ['webp'], gif: ['gif'] }

/** What a file chooser offers. */
export const visualTypes = 'image/png,image/jpeg,image/webp,image/gif'

/** Whether a file's name says the format that is in it, one of those that are taken; `photo.png.html` and `photo` say none. */
export function saysFormat(name: string, format: string) {
  const ending = /\.([a-z]{3,4})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(visualEndings, format) && (visualEndings[format] ?? []).includes(ending)
}

/** A picture's name: the SHA-256 of what is in it. */
export const VisualName = z.string().regex(/^[0-9a-f]{64}$/, 'must be the name of a picture')

/** `image` names it, `name` is the file that it came from; sizes in pixels. */
export const Visual = z.object({ image: VisualName, name: z.string(), width: z.int(), height: z.int() })
export type Visual = z.infer<typeof Visual>
