import { z } from 'zod'
import { get, post } from '#shared/contract.ts'
import { RequiredText } from '#shared/fields.ts'
import { Visual, VisualName } from './picture-limits.ts'

/** Pictures of questions (spec §7, `POST /bl/visuals`). */
export const visuals = {
  /**
   * Uploads a picture, with `data` as base64. An identical picture is stored only once. Responds with 415
   * `wrong_format` if it isn't a picture or its file extension doesn't match the content, with 413 above 5
   * MiB, and with 422 `too_large_picture` or `broken_picture`. Responds with 429 after 500 pictures or 100
   * MiB in a day, and with 413 `storage_quota` if the storage of the caller's center is full.
   */
  add: post('/bl/visuals', {
    who: 'material.change',
    effect: 'own',
    limit: 7 * 1024 * 1024 + 4096,
    rate: { perSecond: 1, burst: 5 },
    input: z.object({ name: RequiredText(200), data: z.base64() }),
    output: Visual,
  }),
  /** Returns a picture. Pictures never change. */
  image: get('/bl/visuals/:image', {
    who: 'defaults.read',
    media: 'image/webp',
    input: z.object({ image: VisualName }),
    output: z.custom<Uint8Array>(),
  }),
}
