import { t } from '#shared/language.ts'
import type { Draft } from '../api.ts'
import { type AnswerKey, authorWords, solutionOf, wordsOf } from '../rules.ts'
import { verdictWords } from './tests/test-rows.ts'
import { mistakesIn } from './answers/mistakes.ts'

/**
 * Fields that are left out of the settings: the model answer already includes them, or they are listed
 * separately.
 */
const known = new Set(['kind', 'mistakes', 'value', 'correct', 'group'])

/** Lists the settings in a key, such as `form: integer`. */
function settingsIn(value: unknown, name = ''): string[] {
  if (value === undefined || value === null || value === '' || value === false) return []
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object'))
    return value.length > 0 ? [`${name}: ${value.join(', ')}`] : []
  if (Array.isArray(value)) return value.flatMap((each) => settingsIn(each, name))
  if (typeof value === 'string') return [`${name}: ${value}`]
  if (typeof value !== 'object') return [`${name}: ${JSON.stringify(value)}`]
  return Object.entries(value).flatMap(([field, inner]) => (known.has(field) ? [] : settingsIn(inner, field)))
}

/**
 * Describes a key for an author who compares two versions: the model answer, the settings, and the messages
 * about mistakes. Keys that differ in any of these have different descriptions.
 */
export const keyInWords = (key: AnswerKey): string =>
  [
    wordsOf(solutionOf(key)) || key.kind,
    ...settingsIn(key),
    ...mistakesIn(key).map(({ given, message }) => `“${authorWords(key, given)}”: ${message}`),
  ].join('; ')

/** Describes the tests of a question for an author who compares two versions. */
export const testsInWords = (tests: Draft['tests']): string =>
  tests.map(({ given, expected }) => `“${wordsOf(given)}”: ${t(verdictWords[expected])}`).join('; ')
