import { z } from 'zod'
import { t } from '#shared/language.ts'
import { type Drawing, type PartVerdict, verdict } from '../verdict.ts'
import { mistakesOf, type TypedPart } from '../mistakes.ts'
import { distinct, foldText } from '../text.ts'

const Sentence = z.string().min(1).max(500)

const Given = z.strictObject({ kind: z.literal('sentence'), text: z.string().max(500) })
type Given = z.infer<typeof Given>

const Key = z.strictObject({
  kind: z.literal('sentence'),
  value: Sentence,
  hasAlias: z.array(Sentence).max(20).optional(),
  caseSensitive: z.boolean().optional(),
  /** True if punctuation must be right. */
  punctuation: z.boolean().optional(),
  /** Words to build the sentence from, instead of typing it. May include words that don't belong to it. */
  words: z.array(z.string().min(1).max(60)).min(2).max(40).optional(),
  mistakes: mistakesOf(Given),
})
type Key = z.infer<typeof Key>

/** Matches symbols that are read aloud: math and currency symbols, °, % and &, and minus signs. */
const spoken = /[\p{Sm}\p{Sc}°%&]|(?<=\d ?)-(?= ?\d)|(?<=^|[ (\p{Sm}])-(?=\d)/gu
/** Normalizes text and separates symbols that are read aloud: `2+3` becomes `2 + 3`. */
const spaced = (text: string) => foldText(text).replace(spoken, (sign) => ` ${sign === '-' ? '−' : sign} `)
const single = (text: string) => text.replace(/ +/g, ' ').trim()

const silent = String.raw`(?:(?![\p{Sm}\p{Sc}°%&]|\.\d)[\p{P}\p{S}])+`
const between = new RegExp(String.raw`(?<![\p{L}\p{N}])${silent}|${silent}(?![\p{L}\p{N}])|[,;:!?()"]`, 'gu')

/**
 * Removes symbols between words, except those that are read aloud. Symbols within a word are kept, as in
 * `don't` and `well-known`.
 */
export const withoutPunctuation = (text: string) => single(spaced(text).replace(between, ' '))

/** Removes spaces before punctuation and adds missing ones after it: `Hi ,you` becomes `Hi, you`. */
const tight = (text: string) =>
  single(
    spaced(text)
      .replace(/ +(?=[.,;:!?)])/g, '')
      .replace(/[,;:!?](?=\p{L})/gu, '$& '),
  )

type ReadingOptions = { punctuation: boolean; caseSensitive: boolean }

function reading({ punctuation, caseSensitive }: ReadingOptions) {
  return (text: string) => {
    const read = punctuation ? tight(text) : withoutPunctuation(text)
    return caseSensitive ? read : read.toLowerCase()
  }
}

const wordsIn = (text: string) =>
  reading({ punctuation: false, caseSensitive: false })(text).split(' ').toSorted().join(' ')

function judge(key: Key, text: string): PartVerdict {
  if (withoutPunctuation(text) === '') return verdict('invalid', t('Write a sentence first.'))
  const { punctuation = false, caseSensitive = false } = key
  const right = [key.value, ...(key.hasAlias ?? [])]
  const fits = (rules: ReadingOptions) => right.some((each) => reading(rules)(each) === reading(rules)(text))
  if (fits({ punctuation, caseSensitive })) return verdict('correct', t('Right.'))
  if (fits({ punctuation, caseSensitive: false }))
    return verdict('incorrect', t('Right words, but check the capital letters.'))
  if (fits({ punctuation: false, caseSensitive }))
    return verdict('incorrect', t('Right words, but check the punctuation.'))
  if (fits({ punctuation: false, caseSensitive: false }))
    return verdict('incorrect', t('Right words, but check capital letters and punctuation.'))
  if (right.some((each) => wordsIn(each) === wordsIn(text)))
    return verdict('incorrect', t('These are the right words. Take another look at their order.'))
  return verdict('incorrect', t('Take another look.'))
}

function grade(key: Key, { text }: Given) {
  const part = judge(key, text)
  return { status: part.status, score: part.score, parts: [part] }
}

/** Returns true if the sentence can be built from the given words, each used at most once. */
function canBeBuilt({ value, words = [] }: Key) {
  const left = words
    .map((word) => withoutPunctuation(word).toLowerCase())
    .join(' ')
    .split(' ')
  return withoutPunctuation(value)
    .toLowerCase()
    .split(' ')
    .every((word) => {
      const at = left.indexOf(word)
      if (at >= 0) left.splice(at, 1)
      return at >= 0
    })
}

const check = (key: Key) => [
  ...(withoutPunctuation(key.value) === '' ? ['The sentence has no words.'] : []),
  ...(key.words && !canBeBuilt(key) ? ['The sentence can’t be built from the words to choose from.'] : []),
]

/** Maximum number of aliases among the samples. There are up to eight other samples. */
const maxAliasSamples = 12

function samples({ value, words, hasAlias = [] }: Key): Given[] {
  const each = value.split(' ')
  const swapped = each.length > 1 ? [each[1], each[0], ...each.slice(2)].join(' ') : `${value} ${value}`
  const texts = [
    value,
    value.toLowerCase(),
    value.toUpperCase(),
    withoutPunctuation(value),
    ` ${value.replaceAll(' ', '  ')} `,
    ...hasAlias.slice(0, maxAliasSamples),
    swapped,
    each.slice(0, -1).join(' '),
    ...(words ? [words.join(' ')] : []),
  ]
  return distinct(texts)
    .filter((text) => text.trim() !== '')
    .map((text) => ({ kind: 'sentence', text }))
}

/** Sentence that is typed or built from words (spec §3; product §7). */
export const sentence = {
  key: Key,
  shown: z.object({ kind: z.literal('sentence'), words: z.array(z.string()).nullable() }),
  given: Given,
  texts: (_: Key): string[] => [],
  /** Sorts the words to choose from alphabetically, so that their order reveals nothing. */
  show: ({ kind, words }: Key) => ({
    kind,
    words: words?.toSorted((a, b) => a.localeCompare(b, 'en')) ?? null,
  }),
  solution: ({ value }: Key): Given => ({ kind: 'sentence', text: value }),
  checkGiven: (_key: Key, _given: Given): string | null => null,
  grade,
  gradeAtLast: grade,
  repeats: (key: Key, listed: Given, given: Given) =>
    judge({ ...key, value: listed.text, hasAlias: [] }, given.text).status === 'correct',
  typedParts: (_: Key, { kind, text }: Given): TypedPart<Given>[] => [
    { num: 1, text, change: (next) => ({ kind, text: next }) },
  ],
  weights: (_: Key) => [1],
  check,
  samples,
  likeness: ({ text }: Given) => foldText(text),
  text: (_: unknown, { text }: Given) => text.trim(),
  drawings: (_: Given): Drawing[] => [],
  needsFields: (_shown: unknown, _given: Given) => false,
  words: ({ text }: Given) => text,
  authorWords: (_: Key, { text }: Given) => text,
  accept: (key: Key, { text }: Given): Key | null => ({
    ...key,
    hasAlias: [...(key.hasAlias ?? []), text.trim()],
  }),
  withoutBlanks: (key: Key) => key,
  canBeDrawn: (_: Key) => true,
  countAnswers: (_: Key) => 1,
}
