import { z } from 'zod'

const Label = z.strictObject({ kind: z.literal('label'), text: z.string().max(500) })
type Label = z.infer<typeof Label>

/** Text between the parts; nothing is answered (spec §3). */
export const label = {
  key: Label,
  shown: z.object({ kind: z.literal('label'), text: z.string() }),
  show: ({ kind, text }: Label) => ({ kind, text }),
}
