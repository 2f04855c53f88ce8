import { z } from 'zod'
import { type Drawing, partLook, verdict, type PartVerdict, type RenderContent } from '../verdict.ts'
import { Content } from '#shared/content.ts'

const WorkKey = z.strictObject({
  kind: z.literal('work'),
  prompt: z.string().max(500).optional(),
  /** Height of the paper, in lines of text. */
  lines: z.int().min(3).max(40).optional(),
  ...partLook,
})
type WorkKey = z.infer<typeof WorkKey>

const kept: PartVerdict = verdict('ungraded', '')
const nothing: Drawing = { text: '', strokes: [] }

/**
 * Part for scratch work, drawn or typed. It is stored and shown to graders, but never scored, and doesn't
 * delay a verdict (spec §3; product §7).
 */
export const work = {
  key: WorkKey,
  shown: z.object({
    kind: z.literal('work'),
    prompt: Content,
    lines: z.int(),
    tooltip: z.string().optional(),
  }),
  texts: ({ prompt = '' }: WorkKey) => [prompt],
  show: ({ kind, prompt = '', lines = 8, tooltip }: WorkKey, rendered: RenderContent) => ({
    kind,
    prompt: prompt === '' ? [] : rendered(prompt),
    lines,
    tooltip,
  }),
  solution: () => nothing,
  grade: () => kept,
  check: () => [],
  samples: () => [],
}
