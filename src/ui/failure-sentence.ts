import { Problem, sentences } from '#shared/problem.ts'
import { translateSentence, t } from '#shared/language.ts'

/**
 * Returns the sentence for a failed call (spec §8): "offline", the server's message, or the catalog's
 * sentence.
 */
export function sentenceFor(error: unknown, online = navigator.onLine) {
  if (!online) return t(sentences.offline)
  if (error instanceof Problem && error.message) return translateSentence(error.message)
  if (error instanceof Problem && error.status === 404) return t(sentences.notFound)
  return t(sentences.failed)
}
