import { z } from 'zod'
import { partAnswer, partLook, verdict, type PartVerdict, type RenderContent } from '../verdict.ts'
import { Content } from '#shared/content.ts'
import { t } from '#shared/language.ts'

const ManualKey = z.strictObject({
  kind: z.literal('manual'),
  prompt: z.string().max(500).optional(),
  ...partAnswer,
})
type ManualKey = z.infer<typeof ManualKey>

const grade = (_: ManualKey, text: string): PartVerdict =>
  text.trim() === ''
    ? verdict('invalid', t('Write your answer first.'))
    : verdict('ungraded', t('A teacher will look at your answer.'))

/** Part that a person grades from 0 to 1 in quarters (product §7). */
export const manual = {
  key: ManualKey,
  shown: z.object({ kind: z.literal('manual'), prompt: Content, ...partLook }),
  texts: ({ prompt = '' }: ManualKey) => [prompt],
  show: ({ kind, prompt = '', tooltip, rightAlign, isSuper }: ManualKey, rendered: RenderContent) => ({
    kind,
    prompt: prompt === '' ? [] : rendered(prompt),
    tooltip,
    rightAlign,
    isSuper,
  }),
  solution: () => '',
  grade,
  check: () => [],
  samples: () => [],
}
