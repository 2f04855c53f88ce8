import {
  allBelow,
  childOf,
  childrenOf,
  element,
  type Element,
  elementsIn,
  textIn,
  type Xml,
} from './elements.ts'
import { UnsupportedItem } from './answers.ts'
import { readHtml } from './xml.ts'

/**
 * Converts QTI 1.2 items, which learning management systems such as Canvas still export, to QTI 2.1, so that
 * one reader handles both. A QTI 1.2 file contains many items, sorted into assessments and sections.
 */

type ConvertedItem = { item: Element; dropped: string[] }

/** Returns the TeX of a formula that Canvas stores as a picture. */
const texOf = ({ tag, attrs }: Element) =>
  tag === 'img'
    ? (attrs['data-equation-content'] ?? (attrs['class'] === 'equation_image' ? attrs['title'] : null))
    : null

/** Prefix of addresses that point to files at the root of the package. */
export const fileBase = 'FILEBASE'
/** Prefix of Canvas's own addresses for files at the root of the package. */
const ownFiles = /^(\$|%24)IMS-CC-FILEBASE(\$|%24)\/(\.\.\/)?/i

/**
 * Removes scripts and styles, converts formula pictures to TeX, and replaces the prefix of Canvas's file
 * addresses with `fileBase`.
 */
function tidied(nodes: readonly Xml[]): Xml[] {
  return nodes.flatMap((node): Xml[] => {
    if (typeof node === 'string') return [node]
    if (['script', 'style', 'link', 'meta'].includes(node.tag)) return []
    const tex = texOf(node)
    if (tex) return [`\\(${tex}\\)`]
    const src = node.attrs['src']?.replace(ownFiles, `${fileBase}/`)
    return [
      element(node.tag, src === undefined ? node.attrs : { ...node.attrs, src }, ...tidied(node.children)),
    ]
  })
}

/** Returns the content of a `material`: text, HTML, and pictures. */
function contentOf(material: Element): Xml[] {
  return elementsIn(material).flatMap((each): Xml[] => {
    const { tag, attrs } = each
    if (tag === 'matimage')
      return [element('img', { src: attrs['uri']?.replace(ownFiles, `${fileBase}/`), alt: textIn(each) })]
    if (tag === 'matbreak') return [element('br', {})]
    if (tag === 'altmaterial') return []
    if (tag !== 'mattext' && tag !== 'matemtext') return contentOf(each)
    const text = each.children.map((child) => (typeof child === 'string' ? child : '')).join('')
    if (attrs['texttype'] === 'text/html') return tidied(readHtml(text))
    const own = elementsIn(each)
    return own.length > 0 ? tidied(each.children) : tag === 'matemtext' ? [element('em', {}, text)] : [text]
  })
}

/** Returns the materials of an element in order, including those within flows. */
const materialsIn = (node: Element): Element[] =>
  elementsIn(node).flatMap((each) =>
    each.tag === 'material' ? [each] : each.tag.startsWith('flow') ? materialsIn(each) : [],
  )

/** A condition of the scoring: the right values for each response, and the score they give. */
type Condition = {
  values: Map<string, { text: string; isCase: boolean }[]>
  isAll: boolean
  score: number
  hasRange: boolean
}

function conditionOf(condition: Element): Condition {
  const values: Condition['values'] = new Map()
  const found = { isAny: false, hasRange: false }
  const walk = (node: Element) => {
    for (const each of elementsIn(node)) {
      if (each.tag === 'not') continue
      if (each.tag === 'or') found.isAny = true
      if (/^var(gte?|lte?|inside)$/.test(each.tag)) found.hasRange = true
      if (each.tag === 'varequal' || each.tag === 'varsubstring') {
        const of = each.attrs['respident'] ?? ''
        const value = { text: textIn(each), isCase: /^yes$/i.test(each.attrs['case'] ?? '') }
        values.set(of, [...(values.get(of) ?? []), value])
      } else walk(each)
    }
  }
  const variables = childOf(condition, 'conditionvar')
  if (variables) walk(variables)
  const scores = childrenOf(condition, 'setvar').map((each) => Number(textIn(each)))
  return {
    values,
    isAll: !found.isAny,
    hasRange: found.hasRange,
    score: Math.max(0, ...scores.filter(Number.isFinite)),
  }
}

const conditionsOf = (item: Element) =>
  childrenOf(item, 'resprocessing')
    .flatMap((each) => childrenOf(each, 'respcondition'))
    .map(conditionOf)
    .filter(({ score }) => score > 0)

const isResponse = ({ tag }: Element) => /^response_(lid|str|num|xy|grp)$/.test(tag)
const isTyped = ({ tag }: Element) => tag === 'response_str' || tag === 'response_num'

/** Declares a response variable, with the right answers taken from the conditions that give points. */
function declarationOf(id: string, cardinality: string, conditions: readonly Condition[]): Element {
  const own = conditions.flatMap(({ values, isAll, score }) => {
    const accepted = values.get(id)
    return accepted ? [{ accepted, isAll, score }] : []
  })
  const best = own.toSorted((one, other) => other.score - one.score)[0]
  const attrs = { identifier: id, cardinality, baseType: 'string' }
  if (cardinality !== 'single' && best?.isAll && (best.accepted.length > 1 || own.length === 1))
    return element(
      'responseDeclaration',
      attrs,
      element('correctResponse', {}, ...best.accepted.map(({ text }) => element('value', {}, text))),
    )
  const entries = own.flatMap(({ accepted, score }) =>
    accepted.map(({ text, isCase }) =>
      element('mapEntry', { mapKey: text, mappedValue: String(score), caseSensitive: String(isCase) }),
    ),
  )
  return element(
    'responseDeclaration',
    attrs,
    ...(entries.length > 0 ? [element('mapping', {}, ...entries)] : []),
  )
}

/** Returns the choices of a response with their materials. */
const labelsOf = (response: Element) =>
  allBelow(response)
    .filter(({ tag }) => tag === 'response_label')
    .map((label) => ({ id: label.attrs['ident'] ?? '', content: materialsIn(label).flatMap(contentOf) }))

const cardinalities: Record<string, string> = { single: 'single', multiple: 'multiple', ordered: 'ordered' }

type BuiltNodes = { nodes: Xml[]; declaration: Element }

/**
 * Returns the response's own material followed by its interaction, and the declaration of its right answers.
 * Throws `UnsupportedItem` if no interaction fits.
 */
function madeOf(response: Element, conditions: readonly Condition[], kind: string): BuiltNodes {
  const id = response.attrs['ident'] ?? ''
  const own = materialsIn(response).map((each) => element('p', {}, ...contentOf(each)))
  if (response.tag === 'response_grp')
    throw new UnsupportedItem('It asks students to match pairs. This type isn’t supported.')
  if (response.tag === 'response_xy')
    throw new UnsupportedItem('It asks students to mark places on a picture. This type isn’t supported.')
  if (isTyped(response)) {
    const isLong =
      kind === 'essay_question' || Number(childOf(response, 'render_fib')?.attrs['rows'] ?? 1) > 1
    const tag = isLong ? 'extendedTextInteraction' : 'textEntryInteraction'
    return {
      nodes: [...own, element('p', {}, element(tag, { responseIdentifier: id }))],
      declaration: declarationOf(id, 'single', conditions),
    }
  }
  const labels = labelsOf(response)
  if (labels.length === 0) throw new UnsupportedItem('It asks students to choose but has no choices.')
  // Canvas lists the accepted answers of a blank as if they were choices.
  if (kind === 'fill_in_multiple_blanks_question') {
    const texts = new Map(
      labels.map(({ id: label, content }) => [label, textIn(element('p', {}, ...content))]),
    )
    const accepted = conditions
      .flatMap(({ values }) => values.get(id) ?? [])
      .map(({ text }) => texts.get(text) ?? text)
    const entries = accepted.map((mapKey) => element('mapEntry', { mapKey, mappedValue: '1' }))
    return {
      nodes: [...own, element('p', {}, element('textEntryInteraction', { responseIdentifier: id }))],
      declaration: element(
        'responseDeclaration',
        { identifier: id, cardinality: 'single' },
        element('mapping', {}, ...entries),
      ),
    }
  }
  const cardinality = cardinalities[(response.attrs['rcardinality'] ?? 'single').toLowerCase()] ?? 'single'
  const choices = labels.map((label) => element('simpleChoice', { identifier: label.id }, ...label.content))
  const tag = cardinality === 'ordered' ? 'orderInteraction' : 'choiceInteraction'
  return {
    // Keeps the response's own text in the same block, so that it isn't mistaken for the end of the question.
    nodes: [element('div', {}, ...own, element(tag, { responseIdentifier: id }, ...choices))],
    declaration: declarationOf(id, cardinality, conditions),
  }
}

const fieldOf = (item: Element, label: string) => {
  const field = allBelow(item).find(
    (each) => each.tag === 'qtimetadatafield' && textIn(childOf(each, 'fieldlabel')) === label,
  )
  return textIn(field && childOf(field, 'fieldentry'))
}

/**
 * Converts a QTI 1.2 item to an `assessmentItem`. Throws `UnsupportedItem` for types that have no
 * counterpart.
 */
export function upgradeItem(item: Element): ConvertedItem {
  const dropped: string[] = []
  const kind = fieldOf(item, 'question_type')
  if (kind === 'calculated_question' || allBelow(item).some(({ tag }) => tag === 'calculated'))
    throw new UnsupportedItem('Its values are filled in by templates.')
  const presentation = childOf(item, 'presentation')
  if (!presentation) throw new UnsupportedItem('It has no body.')
  const conditions = conditionsOf(item)
  if (conditions.some(({ hasRange }) => hasRange)) dropped.push('A range of accepted numbers.')
  if (allBelow(item).some(({ tag }) => tag === 'itemfeedback')) dropped.push('Feedback.')
  const declarations: Element[] = []
  const body = (node: Element): Xml[] =>
    elementsIn(node).flatMap((each): Xml[] => {
      if (each.tag === 'material') return [element('div', {}, ...contentOf(each))]
      if (!isResponse(each)) return body(each)
      const { nodes, declaration } = madeOf(each, conditions, kind)
      declarations.push(declaration)
      return nodes
    })
  const content = body(presentation)
  const title = item.attrs['title'] ?? item.attrs['ident'] ?? ''
  return {
    item: element('assessmentItem', { title }, ...declarations, element('itemBody', {}, ...content)),
    dropped,
  }
}

/** An assessment, section or object bank with its items, in order. */
export type Bank = { name: string; items: Element[] }

/** Returns the banks of a `questestinterop` file that have items. */
export function banksIn(root: Element): Bank[] {
  const banks: Bank[] = []
  const walk = (node: Element, name: string) => {
    const items = childrenOf(node, 'item')
    if (items.length > 0) banks.push({ name, items })
    for (const each of elementsIn(node))
      if (['assessment', 'section', 'objectbank'].includes(each.tag)) {
        const title = each.attrs['title'] ?? ''
        // Canvas calls the only section of a quiz "root_section".
        walk(each, title === '' || title === 'root_section' ? name : title)
      }
  }
  walk(root, '')
  return banks
}
