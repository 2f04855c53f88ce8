import { type CsvError, readCsv } from '#shared/csv.ts'
import {
  type LineError,
  numberKey,
  parseLines,
  plainQuestion,
  questionLines,
  type ReadQuestion,
  refused,
  type Step,
} from './lines.ts'

const columns = ['question', 'answer', 'hint'] as const
const maxWordsLength = 200

const noHead = 'The first line must name the columns “question” and “answer”, and “hint” if there are hints.'

/**
 * Returns each column's index in a header line for pairs; -1 for a missing `hint` column. Returns null if the
 * line isn't such a header.
 */
function placesIn(head: readonly string[]) {
  const names = head.map((name) => name.trim().toLowerCase())
  const known =
    names.every((name) => columns.some((each) => each === name)) && new Set(names).size === names.length
  return known && names.includes('question') && names.includes('answer')
    ? columns.map((each) => names.indexOf(each))
    : null
}

/** Returns the key for a number if the answer can be parsed as a number, otherwise the key for words. */
function keyOf(answer: string): Step<ReadQuestion['key']> {
  const number = numberKey(answer)
  if (number.ok) return number
  if (answer === '') return refused('The answer is empty.')
  if (answer.length > maxWordsLength)
    return refused(`The answer is longer than ${maxWordsLength} characters.`)
  return { ok: true, value: { kind: 'fr', parts: [{ kind: 'words', value: answer }] } }
}

const wrong = ({ line, column, message }: CsvError): LineError => ({
  line,
  message: `${column === null ? 'It' : `Column ${column}`} ${message}.`,
})

/**
 * Parses question-answer pairs from CSV with a header. The lines of a hint become its steps. Never throws.
 */
function parsePairs(text: string): { questions: ReadQuestion[]; errors: LineError[] } {
  const { rows, errors: unread } = readCsv(text)
  if (unread.length > 0) return { questions: [], errors: unread.map(wrong) }
  const [head, ...pairs] = rows
  const places = placesIn(head?.cells ?? [])
  if (!places) return { questions: [], errors: [{ line: head?.line ?? 1, message: noHead }] }
  const questions: ReadQuestion[] = []
  const errors: LineError[] = []
  for (const { line, cells } of pairs) {
    const [question = '', answer = '', hint = ''] = places.map((at) => cells[at] ?? '')
    const read = plainQuestion(question, hint.split(/\r\n?|\n/))
    const key = keyOf(answer.trim().normalize('NFC'))
    if (read.ok && key.ok) questions.push({ line, ...read.value, key: key.value })
    else errors.push({ line, message: !read.ok ? read.message : !key.ok ? key.message : '' })
  }
  return { questions, errors }
}

/** Parses CSV, or JSON Lines if the text starts with a brace or bracket, is blank, or is too long. */
export const readQuestions = (text: string) =>
  text.length > questionLines.characters || /^\ufeff?\s*([{[]|$)/.test(text)
    ? parseLines(text)
    : parsePairs(text)
