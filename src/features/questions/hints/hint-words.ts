import { counted } from '#shared/text.ts'

type Used = { questions: number }

/** Returns how many questions use something: `2 questions use it.` */
export const usesOf = ({ questions }: Used, what = 'it') =>
  questions === 0
    ? `No question uses ${what}.`
    : `${counted(questions, 'question')} ${questions === 1 ? 'uses' : 'use'} ${what}.`

/** Returns the reason why a hint can't be deleted now, or null. */
export const reasonToKeep = (hint: Used) =>
  hint.questions === 0 ? null : `${usesOf(hint, 'this hint')} Remove it there first.`
