import { t } from '#shared/language.ts'
import { counted } from '#shared/text.ts'

type Words = { name: string; steps: readonly string[] }

/** Describes a hint by its name, if it has one, and its steps: `Halves: 1. Count them. 2. Take half.` */
export function hintInWords({ name, steps }: Words) {
  const numbered = stepsInWords(steps)
  return name === '' ? numbered : `${name}: ${numbered}`
}

/** Lists the steps of a hint in one line. */
export const stepsInWords = (steps: readonly string[]) =>
  steps.map((step, at) => `${at + 1}. ${step}`).join(' ')

type HintUse = { questions: number }

/** Describes how many questions use a hint: `2 questions use it.` */
export function usesOf({ questions }: HintUse) {
  if (questions === 0) return t('No question uses it.')
  const count = counted(questions, 'question')
  return questions === 1 ? t('{count} uses it.', { count }) : t('{count} use it.', { count })
}

/** Returns the reason why a hint can't be deleted now, or null. */
export function reasonToKeep({ questions }: HintUse) {
  if (questions === 0) return null
  const count = counted(questions, 'question')
  return questions === 1
    ? t('{count} uses this hint. Remove it there first.', { count })
    : t('{count} use this hint. Remove it there first.', { count })
}
