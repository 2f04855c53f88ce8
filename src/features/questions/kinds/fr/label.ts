import { z } from 'zod'
import { partLook, type RenderContent, unusedFlags } from '../verdict.ts'
import { Content } from '#shared/content.ts'

const Label = z.strictObject({
  kind: z.literal('label'),
  text: z.string().max(500),
  ...unusedFlags,
  ...partLook,
})
type Label = z.infer<typeof Label>

/** Label: text between the parts, without an answer (spec §3). */
export const label = {
  key: Label,
  shown: z.object({ kind: z.literal('label'), content: Content }),
  texts: ({ text }: Label) => [text],
  show: ({ kind, text }: Label, rendered: RenderContent) => ({ kind, content: rendered(text) }),
}
