import { z } from 'zod'
import { readJson } from '#shared/json.ts'
import { badText } from '#shared/text.ts'
import { readNumber } from '#math/number.ts'
import type { AnswerKey } from '../rules.ts'

/**
 * Question lines: JSON Lines of `{ question, answer }`, the format of published exercise collections (product
 * §6). The key is the text after `#### ` in the last line of the answer. The lines before it become the steps
 * of the hint, without calculator annotations such as `<<48/2=24>>`.
 */
export const questionLines = { most: 5000, characters: 2 * 1024 * 1024 } as const

const maxSteps = 40
const maxTextLength = 4000

/**
 * A parsed question, which a person has to review. `line` counts from 1; `content` and `steps` are Markdown.
 */
export type ReadQuestion = { line: number; content: string; key: AnswerKey; steps: string[] }
export type LineError = { line: number; message: string }

export type Step<T> = { ok: true; value: T } | { ok: false; message: string }

export const refused = (message: string) => ({ ok: false, message }) as const

/**
 * Parses question lines. Skips blank lines. Reports each invalid line with its number and continues with the
 * others. Text that is too long is reported as a single error, and so are all lines beyond the maximum. Never
 * throws.
 */
export function parseLines(text: string): { questions: ReadQuestion[]; errors: LineError[] } {
  const questions: ReadQuestion[] = []
  const errors: LineError[] = []
  if (text.length > questionLines.characters)
    return { questions, errors: [{ line: 1, message: 'The text is longer than 2 MiB.' }] }
  let filled = 0
  for (const [index, source] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    if (source.trim() === '') continue
    const line = index + 1
    filled += 1
    if (filled > questionLines.most) {
      errors.push({ line, message: `At most ${questionLines.most} questions can be imported at once.` })
      break
    }
    const read = parseLine(source)
    if (read.ok) questions.push({ line, ...read.value })
    else errors.push({ line, message: read.message })
  }
  return { questions, errors }
}

const Line = z.strictObject({ question: z.string(), answer: z.string() })

function parseLine(source: string): Step<Omit<ReadQuestion, 'line'>> {
  const fields = parseFields(source)
  if (!fields.ok) return fields
  const lines = tidy(fields.value.answer).split('\n')
  const key = parseResult(lines.pop() ?? '')
  const read = plainQuestion(
    fields.value.question,
    lines.map((step) => step.replace(/<<[^<>]*>>/g, '')),
  )
  if (!read.ok) return read
  if (!key.ok) return key
  return { ok: true, value: { ...read.value, key: key.value } }
}

/** Converts plain text to a question with hint steps. Drops empty steps. */
export function plainQuestion(
  text: string,
  lines: readonly string[],
): Step<Pick<ReadQuestion, 'content' | 'steps'>> {
  const question = tidy(text)
  const steps = lines.map((step) => step.trim()).filter((step) => step !== '')
  if ([question, ...steps].some(badText)) return refused('The text has characters that are not allowed.')
  if (question === '') return refused('The question is empty.')
  if (question.length > maxTextLength)
    return refused(`The question is longer than ${maxTextLength} characters.`)
  if (steps.length > maxSteps) return refused(`The answer has more than ${maxSteps} steps.`)
  if (steps.some((step) => step.length > maxTextLength))
    return refused(`A step is longer than ${maxTextLength} characters.`)
  return { ok: true, value: { content: escapeMarkdown(question), steps: steps.map(escapeMarkdown) } }
}

function parseFields(source: string): Step<z.infer<typeof Line>> {
  const json = readJson(source)
  if (!json.ok)
    return refused(
      json.fault.path
        ? `The field “${json.fault.path.slice(1)}” ${json.fault.message}.`
        : 'The line is not valid JSON.',
    )
  const read = Line.safeParse(json.value)
  if (read.success) return { ok: true, value: read.data }
  const [issue] = read.error.issues
  if (issue?.code === 'unrecognized_keys')
    return refused(`The field “${issue.keys[0]}” is unknown. A line has “question” and “answer”.`)
  const field = issue?.path[0]
  return refused(
    field
      ? `The field “${String(field)}” is required and must be text.`
      : 'The line is not an object with “question” and “answer”.',
  )
}

/** Parses `#### 72`, the last line of an answer. */
function parseResult(line: string): Step<AnswerKey> {
  const [, result] = /^####\s+(.+)$/.exec(line) ?? []
  if (!result) return refused('The answer does not end with a line “#### ” and the result.')
  const key = numberKey(result)
  return key.ok
    ? key
    : refused(`The result “${result.slice(0, 100)}” is not a number that can be graded. ${key.message}`)
}

/** Converts a number such as `$1,234` to an answer key, without the dollar sign and commas. */
export function numberKey(result: string): Step<AnswerKey> {
  const text = result.replace(/^([+-]?)\s*\$\s*/, '$1')
  const read = readNumber(text)
  return read.ok
    ? { ok: true, value: { kind: 'fr', parts: [{ kind: 'number', value: text.replaceAll(',', '') }] } }
    : refused(read.reason)
}

/** Trims lines, normalizes line endings, and collapses consecutive blank lines into one. */
const tidy = (text: string) =>
  text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Escapes plain text as Markdown that displays the same symbols and lines. Normalizes whitespace. */
export const escapeMarkdown = (text: string) =>
  tidy(text)
    .split('\n\n')
    .map((paragraph) => paragraph.split('\n').map(escapeLine).join('\\\n'))
    .join('\n\n')

const escapeLine = (line: string) => escapeStart(escapeSigns(line))

/** Escapes Markdown symbols within a line. */
export const escapeSigns = (text: string) =>
  text.replace(/[\\`*_[\]$<~|]/g, '\\$&').replace(/&(?=#|\w)/g, '\\&')

/** Escapes the start of a line that would begin a list or a heading. */
export const escapeStart = (line: string) =>
  line.replace(/^[#+\-=>:]/, '\\$&').replace(/^\d+(?=[.)])/, '$&\\')

/**
 * Prepares the lines of a file for the API: normalizes line endings, and JSON-escapes characters that the API
 * never accepts, so that only the invalid line is reported instead of the whole file being refused.
 */
export const sendableLines = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\t\n -~]/gu, (sign) =>
      badText(sign) ? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}` : sign,
    )
