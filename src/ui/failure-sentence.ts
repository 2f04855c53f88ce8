import { Problem, sentences } from '#shared/problem.ts'
import { translateSentence, t } from '#shared/language.ts'

/**
 * Returns the sentence to show for a failed call (spec §8), in the reader's language: that the device is
 * offline, or else the server's message, or else a general one from the error catalog.
 */
export function sentenceFor(error: unknown, online = navigator.onLine) {
  if (!online) return t(sentences.offline)
  if (error instanceof Problem && error.message) return translateSentence(error.message)
  if (error instanceof Problem && error.status === 404) return t(sentences.notFound)
  return t(sentences.failed)
}
