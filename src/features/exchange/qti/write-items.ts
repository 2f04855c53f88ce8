import type { ContentNode } from '#shared/content.ts'
import type { Kind } from '#features/questions/kinds/given.ts'
import type { Part } from '#features/questions/kinds/fr/fr.ts'
import type { AnswerKey, KeyOf } from '#features/questions/rules.ts'
import { type Content, declare, inLine, type BuiltInteraction, mapOf, xhtml } from './interactions.ts'
import { splitAmount, withUnit } from '#math/units.ts'
import { pairsOf } from './write-pairs.ts'
import { areasOf } from './write-areas.ts'
import { type ExportedQuestion, tilesOf } from './losses.ts'
import { element, type Element, textIn, type Xml, xmlFile } from './elements.ts'

/**
 * Properties of an item other than its question. `content` converts Markdown to nodes and leaves TeX as text.
 */
export type Item = {
  identifier: string
  title: string
  /** Path of the picture, relative to the item. */
  image: string | null
  /** Path of the picture on which the answer is marked, relative to the item. */
  canvas: string | null
  content: Content
}

type AnswerPart = Exclude<Part, { kind: 'label' | 'work' }>

type TypedValue = {
  value: string
  hasAlias?: readonly string[] | undefined
  caseSensitive?: boolean | undefined
}
const isDecimal = (text: string) => /^-?\d+(\.\d+)?$/.test(text)

function textEntry(
  id: string,
  { value, hasAlias = [], caseSensitive = false }: TypedValue,
  kind: string,
): BuiltInteraction {
  const right = [value, ...hasAlias]
  const baseType = kind === 'number' && right.every(isDecimal) ? 'float' : 'string'
  const mapping = mapOf(right, baseType === 'string' ? caseSensitive : undefined)
  const expectedLength = String(Math.min(40, Math.max(...right.map(({ length }) => length)) + 2))
  return {
    declaration: declare({ id, right: [value], baseType, mapping }),
    shown: element('textEntryInteraction', { responseIdentifier: id, expectedLength, class: kind }),
  }
}

/** Returns a function that adds a unit to an amount without one. */
const withOwnUnit = (unit: string) => (text: string) =>
  splitAmount(text).unit === '' ? withUnit(text, unit) : text

const choiceId = (at: number) => `C${at + 1}`

function interaction(part: AnswerPart, id: string, content: Content): BuiltInteraction {
  if (part.kind === 'manual') {
    const prompt = part.prompt ? [element('prompt', {}, ...inLine(content(part.prompt)))] : []
    return {
      declaration: declare({ id, right: [], baseType: 'string' }),
      shown: element('extendedTextInteraction', { responseIdentifier: id }, ...prompt),
    }
  }
  if (part.kind === 'select') {
    const choices = part.options.map((text, at) =>
      element(
        'inlineChoice',
        { identifier: choiceId(at) },
        textIn(element('p', {}, ...xhtml(content(text)))),
      ),
    )
    const right = [choiceId(part.correct)]
    return {
      declaration: declare({ id, right, baseType: 'identifier', mapping: mapOf(right) }),
      shown: element('inlineChoiceInteraction', { responseIdentifier: id, shuffle: 'false' }, ...choices),
    }
  }
  if (part.kind === 'number' && part.unit !== undefined) {
    const [value = '', ...hasAlias] = [part.value, ...(part.hasAlias ?? [])].map(withOwnUnit(part.unit))
    return textEntry(id, { value, hasAlias }, 'number')
  }
  return textEntry(id, part, part.kind === 'line' ? part.figure : part.kind)
}

function labelOf(text: string, content: Content) {
  const nodes = content(text)
  const tag = nodes.length === 1 && typeof nodes[0] !== 'string' && nodes[0]?.tag === 'p' ? 'span' : 'div'
  return element(tag, { class: 'label' }, ...inLine(nodes))
}

const idOf = (at: number, count: number) => (count === 1 ? 'RESPONSE' : `RESPONSE${at + 1}`)

/** Writes the parts on one line, as on screen. */
function partsOf({ parts }: KeyOf<'fr'>, content: Content) {
  const count = parts.filter(({ kind }) => kind !== 'label' && kind !== 'work').length
  const declarations: Element[] = []
  const shown = parts.flatMap((part): Xml[] => {
    if (part.kind === 'work') return []
    if (part.kind === 'label') return [labelOf(part.text, content)]
    const made = interaction(part, idOf(declarations.length, count), content)
    declarations.push(made.declaration)
    return [part.isSuper ? element('sup', {}, made.shown) : made.shown]
  })
  return { declarations, shown: element('div', { class: 'parts' }, ...shown) }
}

/**
 * Writes multiple choice. Either exactly the right choices are required, or, with `perChoice`, each right one
 * adds a share and each wrong one subtracts it.
 */
function choiceOf({ choices, correct, perChoice = false }: KeyOf<'mc'>, content: Content): BuiltInteraction {
  const many = correct.length > 1 || perChoice
  const share = 1 / correct.length
  const entries = choices.map((_, at) =>
    element('mapEntry', {
      mapKey: choiceId(at),
      mappedValue: (correct.includes(at) ? share : -share).toFixed(6),
    }),
  )
  const mapping = perChoice
    ? { mapping: element('mapping', { lowerBound: '0', upperBound: '1', defaultValue: '0' }, ...entries) }
    : {}
  const right = correct.map(choiceId)
  return {
    declaration: declare({
      id: 'RESPONSE',
      right,
      baseType: 'identifier',
      cardinality: many ? 'multiple' : 'single',
      ...mapping,
    }),
    shown: element(
      'choiceInteraction',
      { responseIdentifier: 'RESPONSE', shuffle: 'false', maxChoices: many ? '0' : '1' },
      ...choices.map((text, at) =>
        element('simpleChoice', { identifier: choiceId(at) }, ...inLine(content(text))),
      ),
    ),
  }
}

function orderOf(key: KeyOf<'sentence'>, words: readonly string[]): BuiltInteraction {
  const laid = tilesOf(key) ?? []
  const some = laid.length < words.length ? String(laid.length) : undefined
  return {
    declaration: declare({
      id: 'RESPONSE',
      right: laid.map(choiceId),
      baseType: 'identifier',
      cardinality: 'ordered',
    }),
    shown: element(
      'orderInteraction',
      {
        responseIdentifier: 'RESPONSE',
        shuffle: 'true',
        orientation: 'horizontal',
        minChoices: some,
        maxChoices: some,
      },
      ...words.map((word, at) => element('simpleChoice', { identifier: choiceId(at) }, word)),
    ),
  }
}

function sentenceOf(key: KeyOf<'sentence'>): BuiltInteraction {
  if (key.words) return orderOf(key, key.words)
  const { declaration, shown } = textEntry('RESPONSE', key, 'sentence')
  return { declaration, shown: element('div', { class: 'parts' }, shown) }
}

/** Writes items to be put in order. Their class distinguishes them from the words of a sentence. */
function itemsOf({ items }: KeyOf<'order'>, content: Content): BuiltInteraction {
  return {
    declaration: declare({
      id: 'RESPONSE',
      right: items.map((_, at) => choiceId(at)),
      baseType: 'identifier',
      cardinality: 'ordered',
    }),
    shown: element(
      'orderInteraction',
      { responseIdentifier: 'RESPONSE', shuffle: 'true', orientation: 'vertical', class: 'order' },
      ...items.map((text, at) =>
        element('simpleChoice', { identifier: choiceId(at) }, ...inLine(content(text))),
      ),
    ),
  }
}

type Answers = { declarations: Element[]; shown: Xml }
const single = ({ declaration, shown }: BuiltInteraction): Answers => ({ declarations: [declaration], shown })

/** Writers for the answer kinds that QTI has a type for. */
const writers: { [K in Kind]?: (key: KeyOf<K>, content: Content, canvas: string | null) => Answers } = {
  fr: partsOf,
  mc: (key, content) => single(choiceOf(key, content)),
  sentence: (key) => single(sentenceOf(key)),
  order: (key, content) => single(itemsOf(key, content)),
  match: (key, content) => single(pairsOf(key, content)),
  hotspot: (key, _, canvas) => single(areasOf(key, canvas ?? '')),
}

function answersOf(key: AnswerKey, content: Content, canvas: string | null) {
  const write = writers[key.kind]
  if (!write) throw new Error(`QTI has no question type for “${key.kind}”.`)
  return write(key as never, content, canvas)
}

const templates = 'http://www.imsglobal.org/question/qti_v2p1/rptemplates/'

/**
 * Writes the scoring: a standard template for one answer, a sum for several. Staff-graded answers aren't
 * scored.
 */
function processing(declarations: readonly Element[]): Element[] {
  const counted = declarations.filter(({ children }) => children.length > 0)
  const has = ({ children }: Element, tag: string) =>
    children.some((each) => typeof each !== 'string' && each.tag === tag)
  const templateOf = (declaration: Element) => {
    if (has(declaration, 'areaMapping')) return 'map_response_point'
    return has(declaration, 'mapping') ? 'map_response' : 'match_correct'
  }
  const [first] = counted
  if (!first) return []
  if (declarations.length === 1)
    return [
      element('responseProcessing', {
        template: `${templates}${templateOf(first)}`,
      }),
    ]
  const sum = counted.map(({ attrs }) => element('mapResponse', { identifier: attrs['identifier'] }))
  return [
    element(
      'responseProcessing',
      {},
      element('setOutcomeValue', { identifier: 'SCORE' }, element('sum', {}, ...sum)),
    ),
  ]
}

/**
 * Writes a question as an `assessmentItem`. Its answer kind must be one that QTI supports (see
 * `exportableQuestion`).
 */
export function itemFile(
  { instructions, content: source, answers, visual }: ExportedQuestion,
  { identifier, title, image, canvas, content }: Item,
): string {
  const { declarations, shown } = answersOf(answers, content, canvas)
  const rubric =
    instructions === ''
      ? []
      : [element('rubricBlock', { view: 'candidate' }, ...blocks(content(instructions)))]
  const picture = visual && image ? [element('p', {}, element('img', { src: image, alt: visual.alt }))] : []
  const body = element(
    'itemBody',
    {},
    ...rubric,
    element('div', { class: 'content' }, ...blocks(content(source))),
    ...picture,
    shown,
  )
  const score = element('outcomeDeclaration', {
    identifier: 'SCORE',
    cardinality: 'single',
    baseType: 'float',
  })
  const names = {
    xmlns: 'http://www.imsglobal.org/xsd/imsqti_v2p1',
    'xml:lang': 'en',
    identifier,
    title,
    adaptive: 'false',
    timeDependent: 'false',
  }
  return xmlFile(element('assessmentItem', names, ...declarations, score, body, ...processing(declarations)))
}

/** Puts standalone formulas into paragraphs of their own. */
const blocks = (nodes: readonly ContentNode[]): Xml[] =>
  nodes.flatMap((node): Xml[] =>
    typeof node === 'string' || node.tag === 'span' ? [element('p', {}, ...xhtml([node]))] : xhtml([node]),
  )
