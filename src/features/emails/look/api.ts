import { z } from 'zod'
import { VisualName } from '#features/material/visuals/picture-limits.ts'
import { del, get, Nothing, post, put } from '#shared/contract.ts'
import { RequiredText } from '#shared/fields.ts'
import { CenterName } from '#shared/ids.ts'

const inCenter = z.object({ centerId: CenterName })

/**
 * The look of a center's emails: its logo, and a test message. Color and hours are settings of the center.
 */
export const looks = {
  /** Returns the logo. The picture with a given name never changes. */
  logo: get('/centers/:centerId/logos/:image', {
    who: 'centers.read',
    media: 'image/png',
    input: inCenter.extend({ image: VisualName }),
    output: z.custom<Uint8Array>(),
  }),
  /**
   * Stores a logo in place of the previous one. `data` is the file as base64. 415 `wrong_format`, 413 above
   * 1 MiB, 422 `too_large_picture` or `broken_picture`.
   */
  putLogo: put('/centers/:centerId/logo', {
    who: 'centers.change',
    effect: 'own',
    limit: 1.5 * 1024 * 1024,
    rate: { perSecond: 1, burst: 5 },
    input: inCenter.extend({ name: RequiredText(200), data: z.base64() }),
    output: z.object({ image: VisualName, width: z.int(), height: z.int() }),
  }),
  /** Removes the logo, if there is one. */
  dropLogo: del('/centers/:centerId/logo', { who: 'centers.change', input: inCenter, output: Nothing }),
  /**
   * Emails the caller a test message in the center's look. 422 `no_email` if the caller has no address.
   * `isSent` is false if no mail server is set up; the message is then on the Mail page.
   */
  test: post('/centers/:centerId/emails/test', {
    who: 'centers.change',
    once: true,
    rate: { perSecond: 1 / 30, burst: 3 },
    input: inCenter,
    output: z.object({ to: z.string(), isSent: z.boolean() }),
  }),
}
