import { z } from 'zod'
import { partAnswer, partLook, verdict, type PartVerdict, type RenderContent } from '../verdict.ts'
import { foldText } from '../text.ts'
import { Content } from '#shared/content.ts'
import { t } from '#shared/language.ts'

const SelectKey = z.strictObject({
  kind: z.literal('select'),
  options: z.array(z.string().min(1).max(200)).min(2).max(20),
  correct: z.int().min(0).max(19),
  ...partAnswer,
})
type SelectKey = z.infer<typeof SelectKey>

/** Grades a chosen option. The answer is the option's index as text, `0` for the first. */
function grade({ options, correct }: SelectKey, text: string): PartVerdict {
  const chosen = /^\d{1,2}$/.test(text) ? Number(text) : -1
  if (chosen < 0 || chosen >= options.length) return verdict('invalid', t('Choose one of the options.'))
  return chosen === correct ? verdict('correct', t('Right.')) : verdict('incorrect', t('Take another look.'))
}

function check({ options, correct }: SelectKey) {
  const same = new Set(options.map(foldText)).size < options.length
  return [
    ...(correct >= options.length ? ['No option is marked as the right one.'] : []),
    ...(same ? ['Two options are the same.'] : []),
  ]
}

/** Part for one of several options (spec §3). */
export const select = {
  key: SelectKey,
  shown: z.object({
    kind: z.literal('select'),
    options: z.array(z.object({ text: z.string(), content: Content })),
    ...partLook,
  }),
  texts: ({ options }: SelectKey) => options,
  show: ({ kind, options, tooltip, rightAlign, isSuper }: SelectKey, rendered: RenderContent) => ({
    kind,
    options: options.map((text) => ({ text, content: rendered(text) })),
    tooltip,
    rightAlign,
    isSuper,
  }),
  solution: ({ correct }: SelectKey) => String(correct),
  grade,
  check,
  samples: ({ options }: SelectKey) => options.map((_, at) => String(at)),
}
