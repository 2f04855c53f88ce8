import type { PartGiven } from '#features/questions/kinds/verdict.ts'
import { isAnswered, letterOf, spoken } from '#features/questions/answering/given.ts'
import { type Given, type Shown, wordsOf } from '#features/questions/rules.ts'

const isDrawn = (given: PartGiven) => typeof given !== 'string' && (given.strokes.length > 0 || given.text.trim() !== '')

/** Answer in one line, with the text of chosen options. */
export function answerWords(shown: Shown, given: Given) {
  if (shown.kind === 'mc' && given.kind === 'mc')
    return given.picked.map((at) => `${letterOf(at)} ${spoken(shown.choices[at] ?? [])}`.trim()).join(', ')
  if (shown.kind !== 'fr' || given.kind !== 'fr') return wordsOf(given).trim()
  const asked = shown.parts.filter(isAnswered)
  const words = given.parts.map((part, at) => {
    const field = asked[at]
    if (typeof part !== 'string') return part.text
    return field?.kind === 'select' ? (field.options[Number(part)]?.text ?? part) : part
  })
  return words.join(', ').trim()
}

/** True if an answer must be shown in its own fields to be understood: graphs, drawings and typed math. */
export function isSeenOnly(shown: Shown, given: Given) {
  if (given.kind === 'graph') return true
  if (given.kind !== 'fr' || shown.kind !== 'fr') return false
  return given.parts.some(isDrawn) || shown.parts.some(({ kind }) => kind === 'expression')
}
