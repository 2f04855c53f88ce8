import { Problem, sentences } from '#shared/problem.ts'

/**
 * Returns the sentence for a failed call (spec §8): "offline", the server's message, or the catalog's
 * sentence.
 */
export function sentenceFor(error: unknown, online = navigator.onLine) {
  if (!online) return sentences.offline
  if (error instanceof Problem && error.message) return error.message
  if (error instanceof Problem && error.status === 404) return sentences.notFound
  return sentences.failed
}
