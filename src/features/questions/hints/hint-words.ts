import { t } from '#shared/language.ts'
import { counted } from '#shared/text.ts'

type Used = { questions: number }

/** Returns how many questions use a hint: `2 questions use it.` */
export function usesOf({ questions }: Used) {
  if (questions === 0) return t('No question uses it.')
  const count = counted(questions, 'question')
  return questions === 1 ? t('{count} uses it.', { count }) : t('{count} use it.', { count })
}

/** Returns the reason why a hint can't be deleted now, or null. */
export function reasonToKeep({ questions }: Used) {
  if (questions === 0) return null
  const count = counted(questions, 'question')
  return questions === 1
    ? t('{count} uses this hint. Remove it there first.', { count })
    : t('{count} use this hint. Remove it there first.', { count })
}
