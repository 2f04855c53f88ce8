import { z } from 'zod'
import { badText } from '#shared/text.ts'
import { readNumber } from '#features/questions/kinds/fr/number/reading/rules.ts'
import type { AnswerKey } from '#features/questions/rules.ts'

/**
 * Question lines: JSON Lines of `{question, answer}` as exercise collections publish them. The text after a last line `#### ` of the answer
 * is the key, the lines before it become the hint's steps, and calculator marks `<<48/2=24>>` are removed. The texts are plain; our
 * content is Markdown with TeX, so they are escaped on the way in.
 */
export const mostLines = 5000
export const mostCharacters = 2 * 1024 * 1024
const longestText = 4000
const mostSteps = 40

/** `line` counts from 1. `content` and `steps` are Markdown. */
export type QuestionLine = { line: number; content: string; key: AnswerKey; steps: string[] }
export type LineError = { line: number; message: string }

const Line = z.strictObject({ question: z.string(), answer: z.string() })

/** Plain text as Markdown that shows exactly it. */
export const escapeMarkdown = (text: string) =>
  text
    .replace(/[\\`*_{}[\]()#+\-.!|~<>$&"'=:;@^%]/g, '\\$&')
    .replace(/\r\n?/g, '\n')
    .replace(/^[ \t]+/gm, '')

const refuse = (message: string): never => {
  throw new Error(message)
}

function parsed(text: string) {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return refuse('is not valid JSON')
  }
}

function fieldsOf(text: string) {
  const read = Line.safeParse(parsed(text))
  if (read.success) return read.data
  const [issue] = read.error.issues
  if (issue?.code === 'unrecognized_keys') return refuse(`has a field that is not known: ${issue.keys.join(', ')}`)
  const field = String(issue?.path[0] ?? '')
  return refuse(field ? `needs '${field}' as text` : "must be an object with 'question' and 'answer'")
}

/** Steps and the number after the mark. */
function answerOf(answer: string) {
  const lines = answer.replace(/\r\n?/g, '\n').trimEnd().split('\n')
  const last = lines.pop() ?? ''
  if (!last.startsWith('#### ')) return refuse("has no last line '#### ' with the final answer")
  const value = last
    .slice(5)
    .trim()
    .replace(/^(-?)\s*\$/, '$1')
  const read = readNumber(value)
  if (!read.ok) return refuse(`has the final answer '${value}', which is no number`)
  const steps = lines.map((step) => step.replace(/<<[^<>]*>>/g, '').trim()).filter((step) => step !== '')
  return { value: value.replaceAll(',', ''), steps }
}

function questionOf(text: string, line: number): QuestionLine {
  const { question, answer } = fieldsOf(text)
  if (badText(question.replaceAll('\r', '')) || badText(answer.replaceAll('\r', ''))) refuse('has characters that are not allowed')
  if (question.trim() === '') refuse('has an empty question')
  if (question.length > longestText || answer.length > longestText) refuse(`is too long: at most ${longestText} characters each`)
  const { value, steps } = answerOf(answer)
  if (steps.length > mostSteps) refuse(`has more than ${mostSteps} steps`)
  return {
    line,
    content: escapeMarkdown(question.trim()),
    key: { kind: 'fr', parts: [{ kind: 'number', value }] },
    steps: steps.map(escapeMarkdown),
  }
}

/** Reads question lines. Blank lines are skipped; a line that can't be used is an error with its number and takes nothing else with it. */
export function parseLines(text: string): { questions: QuestionLine[]; errors: LineError[] } {
  if (text.length > mostCharacters)
    return { questions: [], errors: [{ line: 1, message: `The text is too long: at most ${mostCharacters} characters.` }] }
  const lines = text.replace(/^\ufeff/, '').split('\n')
  const questions: QuestionLine[] = []
  const errors: LineError[] = []
  for (const [index, each] of lines.entries()) {
    if (each.trim() === '') continue
    const line = index + 1
    if (questions.length + errors.length >= mostLines) {
      errors.push({ line, message: `There are more than ${mostLines} lines; the rest was not read.` })
      break
    }
    try {
      questions.push(questionOf(each, line))
    } catch (error) {
      errors.push({ line, message: `Line ${line} ${(error as Error).message}.` })
    }
  }
  return { questions, errors }
}
