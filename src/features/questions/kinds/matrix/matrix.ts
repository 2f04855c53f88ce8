import { z } from 'zod'
import { longest } from '#math/number.ts'
import { read } from '#math/parse.ts'
import { lettersOf, treesOf } from '#math/tree.ts'
import { t } from '#shared/language.ts'
import { type Part, fr } from '../fr/fr.ts'
import { mistakesOf, type TypedPart } from '../mistakes.ts'
import { foldText } from '../text.ts'
import {
  type Drawing,
  type PartGiven,
  type PartVerdict,
  textOf,
  verdict,
  type VerdictStatus,
} from '../verdict.ts'
import { inOneLine, isRectangular, maxLines, type Size, sizeOf } from './size.ts'

const rowsOf = (entry: z.ZodString) =>
  z
    .array(z.array(entry).min(1).max(maxLines))
    .min(1)
    .max(maxLines)
    .refine(isRectangular, 'must have rows of the same length')

const Given = z.strictObject({ kind: z.literal('matrix'), rows: rowsOf(z.string().max(longest.text)) })
type Given = z.infer<typeof Given>

const EntryKind = z.enum(['number', 'expression'])

const Key = z.strictObject({
  kind: z.literal('matrix'),
  /** Right entries, row by row, graded like parts of this kind. A column vector has one entry in each row. */
  entries: z.strictObject({ kind: EntryKind, rows: rowsOf(z.string().min(1).max(longest.text)) }),
  /** True if students choose the number of rows and columns. */
  sizeByStudent: z.boolean().optional(),
  mistakes: mistakesOf(Given),
})
type Key = z.infer<typeof Key>

const Shown = z.object({
  kind: z.literal('matrix'),
  entry: EntryKind,
  /** Undefined if students choose the size. */
  rows: z.int().optional(),
  columns: z.int().optional(),
})
type Shown = z.infer<typeof Shown>

const isSameSize = (one: Size, other: Size) => one.rows === other.rows && one.columns === other.columns
const keySize = ({ entries }: Key) => sizeOf(entries.rows)
const givenSize = ({ rows }: Given) => sizeOf(rows)

/**
 * Returns the letters of all entries. Every entry accepts all of them, so that a message about a letter
 * doesn't reveal which entries have none.
 */
const lettersIn = ({ entries: { kind, rows } }: Key) =>
  kind === 'number'
    ? []
    : lettersOf(
        rows.flat().flatMap((entry) => {
          const found = read(entry)
          return found.ok ? treesOf(found.answer) : []
        }),
      )

/** Returns the entries as parts, row by row. */
function partsOf(key: Key, values: readonly string[] = key.entries.rows.flat()) {
  const variables = lettersIn(key)
  const parts = values.map((value): Part =>
    key.entries.kind === 'number' ? { kind: 'number', value } : { kind: 'expression', value, variables },
  )
  return { kind: 'fr' as const, parts }
}

const asParts = ({ rows }: Given) => ({ kind: 'fr' as const, parts: rows.flat() })

const asMatrix = (parts: readonly PartGiven[], { rows, columns }: Size): Given => ({
  kind: 'matrix',
  rows: Array.from({ length: rows }, (_, row) => parts.slice(row * columns, (row + 1) * columns).map(textOf)),
})

const placeOf = (at: number, { columns }: Size) => ({
  row: Math.floor(at / columns) + 1,
  column: (at % columns) + 1,
})

/** Adds the position of the entry to the reason why it can't be read. */
const placed = (part: PartVerdict, at: number, size: Size): PartVerdict =>
  part.status === 'invalid'
    ? {
        ...part,
        reason: t('Row {row}, column {column}: {reason}', { ...placeOf(at, size), reason: part.reason }),
      }
    : part

type JudgedMatrix = { status: VerdictStatus; score: number; parts: PartVerdict[] }

/**
 * Combines the verdicts on entries into a single one, because their number would reveal the size that
 * students have to find.
 */
function combined({ status, score, parts }: JudgedMatrix): JudgedMatrix {
  const first = parts.find((part) => part.status === status)
  const reason = status === 'partial' ? t('Partly right.') : (first?.reason ?? '')
  return { status, score, parts: [{ status, score, reason }] }
}

const otherSize = (): JudgedMatrix => ({
  status: 'incorrect',
  score: 0,
  parts: [verdict('incorrect', t('Check the number of rows and columns.'))],
})

/**
 * Judges a matrix whose size differs from the key's. The matrix is wrong, or `invalid` if one of its entries
 * can't be read.
 */
function judgeSize(key: Key, given: Given): JudgedMatrix {
  // Accepts every right entry at every position, so that an entry is unreadable only if no position of the
  // key allows its form.
  const hasAlias = key.entries.rows.flat()
  const { kind, parts } = partsOf(
    key,
    given.rows.flat().map(() => '0'),
  )
  const judged = fr.grade({ kind, parts: parts.map((part) => ({ ...part, hasAlias })) }, asParts(given))
  return judged.status === 'invalid' ? judged : otherSize()
}

function gradeBy(gradeParts: typeof fr.grade, key: Key, given: Given): JudgedMatrix {
  const size = givenSize(given)
  const judged = isSameSize(keySize(key), size)
    ? gradeParts(partsOf(key), asParts(given))
    : judgeSize(key, given)
  const parts = judged.parts.map((part, at) => placed(part, at, size))
  return key.sizeByStudent ? combined({ ...judged, parts }) : { ...judged, parts }
}

const grade = (key: Key, given: Given) => gradeBy(fr.grade, key, given)

/**
 * Grades a final answer: entries that can't be read count as wrong. The answer is `invalid` only if no entry
 * can be read or, for a matrix whose size differs from the key's, if all entries are empty.
 */
function gradeAtLast(key: Key, given: Given): JudgedMatrix {
  if (isSameSize(keySize(key), givenSize(given))) return gradeBy(fr.gradeAtLast, key, given)
  const judged = grade(key, given)
  const isBlank = given.rows.flat().every((entry) => entry.trim() === '')
  return judged.status === 'invalid' && !isBlank ? otherSize() : judged
}

function checkGiven(key: Key, given: Given) {
  const { rows, columns } = keySize(key)
  return key.sizeByStudent || isSameSize({ rows, columns }, givenSize(given))
    ? null
    : `The matrix of this question has ${rows} rows and ${columns} columns.`
}

const transposed = (rows: readonly (readonly string[])[]) =>
  (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? ''))

/**
 * Returns the right answer and answers with one entry changed; if students choose the size, also the
 * transposed matrix.
 */
function samples(key: Key): Given[] {
  const own = fr.samples(partsOf(key)).map(({ parts }) => asMatrix(parts, keySize(key)))
  const turned: Given = { kind: 'matrix', rows: transposed(key.entries.rows) }
  const all = key.sizeByStudent ? [...own.slice(0, 1), turned, ...own.slice(1)] : own
  return [...new Map(all.map((each) => [inOneLine(each.rows), each])).values()].slice(0, 20)
}

const likeness = ({ rows }: Given) => JSON.stringify(rows.map((row) => row.map(foldText)))

/**
 * Returns true if an answer has the size of a listed mistake, and equal entries where the mistake has any. If
 * the mistake's size isn't the key's, all entries must have the same text.
 */
function repeats(key: Key, listed: Given, given: Given) {
  const size = givenSize(listed)
  if (!isSameSize(size, givenSize(given))) return false
  return isSameSize(size, keySize(key))
    ? fr.repeats(partsOf(key), asParts(listed), asParts(given), [])
    : likeness(listed) === likeness(given)
}

const typedParts = (_: Key, given: Given): TypedPart<Given>[] =>
  given.rows.flat().map((text, at, all) => ({
    num: at + 1,
    text,
    change: (next) => asMatrix(all.with(at, next), givenSize(given)),
  }))

const words = ({ rows }: Given) => inOneLine(rows)

/** Matrix or column vector, graded entry by entry (product §7). */
export const matrix = {
  key: Key,
  shown: Shown,
  given: Given,
  texts: (_: Key): string[] => [],
  show: (key: Key): Shown => ({
    kind: key.kind,
    entry: key.entries.kind,
    ...(key.sizeByStudent ? {} : keySize(key)),
  }),
  solution: ({ entries }: Key): Given => ({ kind: 'matrix', rows: entries.rows }),
  checkGiven,
  grade,
  gradeAtLast,
  repeats,
  typedParts,
  weights: (key: Key) => (key.sizeByStudent ? [1] : key.entries.rows.flat().map(() => 1)),
  check: (key: Key) => fr.check(partsOf(key)),
  samples,
  likeness,
  text: (_: Shown, given: Given) => words(given),
  drawings: (_: Given): Drawing[] => [],
  needsFields: (_shown: Shown, _given: Given) => true,
  words,
  authorWords: (_: Key, given: Given) => words(given),
  accept: (_key: Key, _given: Given): Key | null => null,
  withoutBlanks: (key: Key) => key,
  canBeDrawn: (_: Key) => true,
  countAnswers: ({ entries }: Key) => 1 + entries.rows.flat().length,
}
