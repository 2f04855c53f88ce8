import type { Part as AnyPart } from '#features/questions/kinds/fr/fr.ts'
import { numberKey } from '#features/questions/import/lines.ts'
import { maxAreas } from '#features/questions/kinds/hotspot/areas.ts'
import { letterOf } from '#features/questions/kinds/mc/given.ts'
import { splitAmount } from '#math/units.ts'
import { type FoundContent, markdownOf } from './content.ts'
import { canvasOf, mappedAreas, shapeOf, unreadPicture } from './read-areas.ts'
import { childOf, childrenOf, type Element, elementsIn, textIn } from './elements.ts'

/** Thrown, with the reason, if an item can't be converted to a question. */
export class UnsupportedItem extends Error {}

/** A part answered by typing or choosing. */
type Part = Exclude<AnyPart, { kind: 'label' | 'work' }>

type Response = {
  /**
   * Right answers: those declared as correct. If the response takes a single answer, or nothing is declared
   * as correct, the answers with the highest score in the mapping are right too; with cardinality `multiple`,
   * all answers with a positive score.
   */
  right: readonly string[]
  isMapped: boolean
  caseSensitive: boolean
  cardinality: string
  /** True if some answers earn only partial credit. */
  isGraded: boolean
  /** Areas of a picture that the student's points are checked against. */
  areas: ReturnType<typeof mappedAreas>
}
/** Declared responses by identifier. */
export type Responses = ReadonlyMap<string, Response>

function responseOf(declaration: Element): Response {
  const correct = childrenOf(declaration, 'correctResponse').flatMap((each) =>
    childrenOf(each, 'value').map(textIn),
  )
  const mapping = childOf(declaration, 'mapping')
  const entries = (mapping ? childrenOf(mapping, 'mapEntry') : []).map(({ attrs }) => ({
    key: (attrs['mapKey'] ?? '').trim(),
    worth: Number(attrs['mappedValue'] ?? 0),
    caseSensitive: attrs['caseSensitive'] === 'true',
  }))
  const best = Math.max(0, ...entries.map(({ worth }) => worth))
  const cardinality = declaration.attrs['cardinality'] ?? 'single'
  const counting = entries.filter(({ worth }) => worth > 0)
  const mapped = cardinality === 'multiple' ? counting : counting.filter(({ worth }) => worth === best)
  // Ignores the mapping if several answers are right only in combination, because it then gives the score of
  // each one alone.
  const right =
    cardinality === 'single' || correct.length === 0 ? [...correct, ...mapped.map(({ key }) => key)] : correct
  return {
    right: [...new Set(right)].filter((text) => text !== ''),
    isMapped: mapping !== undefined,
    caseSensitive: entries.some((each) => each.caseSensitive),
    cardinality,
    isGraded: cardinality === 'single' && counting.length > mapped.length,
    areas: mappedAreas(declaration),
  }
}

export const declarationsOf = (item: Element): Responses =>
  new Map(
    childrenOf(item, 'responseDeclaration').map((each) => [each.attrs['identifier'] ?? '', responseOf(each)]),
  )

function answerTo({ attrs }: Element, declared: Responses, found: FoundContent): Response {
  const response = declared.get(attrs['responseIdentifier'] ?? '')
  if (!response) throw new UnsupportedItem('It asks for an answer that isn’t declared.')
  if (response.isGraded) found.dropped.add('Answers that earn only part of the credit.')
  return response
}

const custom = 'use a custom interaction'
const names: Record<string, string> = {
  associateInteraction: 'find pairs',
  gapMatchInteraction: 'drag words into blanks',
  hottextInteraction: 'pick words in a text',
  graphicOrderInteraction: 'put places on a picture in order',
  graphicAssociateInteraction: 'pair places on a picture',
  graphicGapMatchInteraction: 'drag pictures onto a picture',
  positionObjectInteraction: 'put objects on a picture',
  sliderInteraction: 'use a slider',
  drawingInteraction: 'make a drawing',
  uploadInteraction: 'upload a file',
  mediaInteraction: 'play sound or video',
}
const unknown = ({ tag }: Element) =>
  new UnsupportedItem(`It asks students to ${names[tag] ?? custom}. This type isn’t supported.`)

type Choice = { id: string; text: string }

const choiceTags = ['simpleChoice', 'inlineChoice', 'simpleAssociableChoice']

/**
 * Returns the choices of an interaction as Markdown. Throws if one contains a picture, which our choices
 * don't support.
 */
function choicesOf(interaction: Element, found: FoundContent): Choice[] {
  const choices = elementsIn(interaction).filter(({ tag }) => choiceTags.includes(tag))
  return choices.map(({ attrs, children }) => {
    const before = found.pictures.length
    const text = markdownOf(children, found)
    if (found.pictures.length > before) throw new UnsupportedItem('Its choices are pictures.')
    return { id: attrs['identifier'] ?? '', text }
  })
}

/** Returns the indexes of the right choices. Throws if there are none, or if one isn't in the list. */
function placesOf(choices: readonly Choice[], { right }: Response): number[] {
  const places = right.map((id) => choices.findIndex((choice) => choice.id === id))
  if (places.length === 0) throw new UnsupportedItem('It doesn’t say which answer is right.')
  if (places.includes(-1)) throw new UnsupportedItem('Its right answer isn’t among its choices.')
  return places
}

function selectOf(interaction: Element, declared: Responses, found: FoundContent): Part {
  const response = answerTo(interaction, declared, found)
  const choices = choicesOf(interaction, found)
  const [correct = 0, ...others] = placesOf(choices, response)
  if (response.cardinality !== 'single' || others.length > 0)
    throw new UnsupportedItem(
      'It combines a question that has several right choices with other types of answers.',
    )
  return { kind: 'select', options: choices.map(({ text }) => text), correct }
}

const typed = ['number', 'letter', 'expression', 'words', 'angle', 'interval'] as const
const figures = ['line', 'segment', 'ray'] as const

/**
 * Converts a text entry to a part. If it has no right answer, staff will grade it. In our own files, the
 * class names the kind of part. Otherwise, the part is a number if all right answers are numbers, else words.
 */
function entryOf(interaction: Element, declared: Responses, found: FoundContent): Part {
  const { right, caseSensitive } = answerTo(interaction, declared, found)
  const [value, ...others] = right
  if (value === undefined) {
    found.dropped.add('Automatic grading: no right answer is given, so staff grade the answers.')
    return { kind: 'manual' }
  }
  const hasAlias = others.length > 0 ? { hasAlias: others } : {}
  const sensitive = caseSensitive ? { caseSensitive } : {}
  const className = interaction.attrs['class']
  const figure = figures.find((each) => each === className)
  if (figure) return { kind: 'line', figure, value, ...hasAlias, ...sensitive }
  const kind =
    typed.find((each) => each === className) ??
    (right.every((each) => numberKey(each).ok) ? 'number' : 'words')
  const { number, unit } = splitAmount(value)
  if (kind === 'number' && unit !== '') return { kind, value: number, unit, ...hasAlias }
  if (kind === 'number' || kind === 'expression' || kind === 'interval') return { kind, value, ...hasAlias }
  return { kind, value, ...hasAlias, ...sensitive }
}

function manualOf(interaction: Element, declared: Responses, found: FoundContent): Part {
  const { right } = answerTo(interaction, declared, found)
  if (right.length > 0) found.dropped.add('The model answer to an essay question. Staff grade the answers.')
  const prompt = markdownOf(childOf(interaction, 'prompt')?.children ?? [], found)
  return prompt === '' ? { kind: 'manual' } : { kind: 'manual', prompt }
}

/**
 * Returns the part for an interaction that appears within a line of text or alongside other interactions.
 * Throws if its type isn't supported there.
 */
export function partOf(interaction: Element, declared: Responses, found: FoundContent): Part {
  const { tag } = interaction
  if (tag === 'textEntryInteraction') return entryOf(interaction, declared, found)
  if (tag === 'extendedTextInteraction') return manualOf(interaction, declared, found)
  if (tag === 'inlineChoiceInteraction' || tag === 'choiceInteraction')
    return selectOf(interaction, declared, found)
  if (tag === 'orderInteraction')
    throw new UnsupportedItem('It combines an ordering question with other types of answers.')
  if (tag === 'matchInteraction')
    throw new UnsupportedItem('It combines a matching question with other types of answers.')
  if (tag === 'hotspotInteraction' || tag === 'selectPointInteraction')
    throw new UnsupportedItem('It combines places on a picture with other types of answers.')
  throw unknown(interaction)
}

/**
 * Converts an ordering interaction to items to put in order, or to the words of a sentence. It becomes items
 * if all choices are used, and either it has our own class `order` or some choice is more than a plain word.
 */
function orderOf(interaction: Element, declared: Responses, found: FoundContent) {
  const shown = choicesOf(interaction, found)
  const right = placesOf(shown, answerTo(interaction, declared, found)).map((at) => shown[at]?.text ?? '')
  const isItems = interaction.attrs['class'] === 'order' || shown.some(({ text }) => /[\s$*]/.test(text))
  if (isItems && right.length === shown.length) return { kind: 'order', items: right }
  const choices = choicesOf(interaction, found).map(({ id }, at) => ({
    id,
    text: textIn(childrenOf(interaction, 'simpleChoice')[at]),
  }))
  const laid = placesOf(choices, answerTo(interaction, declared, found))
  return {
    kind: 'sentence',
    value: laid.map((at) => choices[at]?.text).join(' '),
    words: choices.map(({ text }) => text),
  }
}

/**
 * Converts a matching interaction: the first set becomes items, each of which belongs to one group of the
 * second set.
 */
function matchOf(interaction: Element, declared: Responses, found: FoundContent) {
  const { right } = answerTo(interaction, declared, found)
  const [items = [], groups = []] = childrenOf(interaction, 'simpleMatchSet').map((set) =>
    choicesOf(set, found),
  )
  const groupOf = new Map(right.map((pair) => pair.split(/\s+/) as [string, string]))
  const places = items.map(({ id }) => groups.findIndex((group) => group.id === groupOf.get(id)))
  if (right.length !== items.length || places.includes(-1))
    throw new UnsupportedItem(
      'It asks students to match pairs, but some items have no partner or more than one.',
    )
  return {
    kind: 'match',
    groups: groups.map(({ text }) => text),
    items: items.map(({ text }, at) => ({ text, group: places[at] })),
  }
}

/** Converts an interaction on a picture, in which students choose areas or mark points. */
function areasOf(interaction: Element, declared: Responses, found: FoundContent) {
  const response = answerTo(interaction, declared, found)
  const canvas = canvasOf(interaction)
  if (!canvas) throw new UnsupportedItem('Its picture or the size of its picture is missing.')
  const isPoints = interaction.tag === 'selectPointInteraction'
  const choices = isPoints
    ? response.areas.map(({ area, worth }) => ({ area, name: '', isRight: worth > 0 }))
    : childrenOf(interaction, 'hotspotChoice').map((area) => ({
        area,
        name: textIn(area.attrs['hotspotLabel']).slice(0, 100),
        isRight: response.right.includes(area.attrs['identifier'] ?? ''),
      }))
  if (!choices.some(({ isRight }) => isRight))
    throw new UnsupportedItem('It doesn’t say which answer is right.')
  const areas = choices.map(({ area, name, isRight }, at) => {
    const shape = shapeOf(area, canvas.size)
    if (!shape) throw new UnsupportedItem('One of its areas isn’t a rectangle, circle or polygon.')
    return { shape, name: name === '' ? `Area ${letterOf(at)}` : name, isRight }
  })
  found.canvas = canvas.picture
  const picture = { image: unreadPicture, alt: canvas.picture.alt, ...canvas.size }
  if (!isPoints) return { kind: 'hotspot', mode: 'areas', picture, areas }
  // `maxChoices` is 1 by default; 0 allows any number of points.
  const allowed = Number(interaction.attrs['maxChoices'] ?? 1)
  const count = areas.filter(({ isRight }) => isRight).length
  const most = allowed > 0 ? Math.min(allowed, maxAreas) : count
  return { kind: 'hotspot', mode: 'points', picture, areas, most }
}

/**
 * Returns the answer key of an item with a single interaction, or null if `partOf` must convert it instead.
 */
export function wholeOf(interaction: Element, declared: Responses, found: FoundContent): unknown {
  const { tag, attrs } = interaction
  if (tag === 'orderInteraction') return orderOf(interaction, declared, found)
  if (tag === 'matchInteraction') return matchOf(interaction, declared, found)
  if (tag === 'hotspotInteraction' || tag === 'selectPointInteraction')
    return areasOf(interaction, declared, found)
  if (tag === 'textEntryInteraction' && attrs['class'] === 'sentence') {
    const { right, caseSensitive } = answerTo(interaction, declared, found)
    const [value, ...hasAlias] = right
    return {
      kind: 'sentence',
      value,
      ...(hasAlias.length > 0 ? { hasAlias } : {}),
      ...(caseSensitive ? { caseSensitive } : {}),
    }
  }
  if (tag !== 'choiceInteraction') return null
  const response = answerTo(interaction, declared, found)
  const choices = choicesOf(interaction, found)
  const perChoice = response.cardinality === 'multiple' && response.isMapped ? { perChoice: true } : {}
  return {
    kind: 'mc',
    choices: choices.map(({ text }) => text),
    correct: placesOf(choices, response),
    ...perChoice,
  }
}
