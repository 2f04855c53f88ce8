import { AnswerKey } from '#features/questions/rules.ts'
import type { Part } from '#features/questions/kinds/fr/fr.ts'
import { type FoundContent, isBlock, markdownOf, type Picture } from './content.ts'
import { allBelow, childOf, childrenOf, type Element, elementsIn, textIn, type Xml } from './elements.ts'
import { upgradeItem } from './version-one.ts'
import { BadXml } from './xml.ts'
import { declarationsOf, type Responses, partOf, UnsupportedItem, wholeOf } from './answers.ts'

/**
 * A question read from an item. The paths of its `picture`, and of the `canvas` on which the answer is
 * marked, are relative to the item.
 */
type ReadQuestion = {
  instructions: string
  content: string
  answers: AnswerKey
  picture: Picture | null
  canvas: Picture | null
}
/** Result of reading an item: its losses and a question, or the reason why it was skipped. */
export type ReadItem = { title: string; dropped: string[] } & (
  | { question: ReadQuestion }
  | { skipped: string }
)

const isInteraction = ({ tag }: Element) => tag.endsWith('Interaction')
const asks = (node: Xml) =>
  typeof node !== 'string' && (isInteraction(node) || allBelow(node).some(isInteraction))

/** Elements that are always left out, each with a description of the loss. */
const leftOut: Record<string, string> = {
  feedbackInline: 'Feedback.',
  feedbackBlock: 'Feedback.',
  modalFeedback: 'Feedback.',
  stylesheet: 'A style sheet.',
  infoControl: 'Pop-up help.',
  endAttemptInteraction: 'A button for help or another try.',
  positionObjectStage: 'A background on which objects are placed.',
}

function stripped(node: Element, found: FoundContent): Element {
  const children = node.children.flatMap((each): Xml[] => {
    if (typeof each === 'string') return [each]
    const why = Object.hasOwn(leftOut, each.tag) ? leftOut[each.tag] : undefined
    if (why) found.dropped.add(why)
    return why ? [] : [stripped(each, found)]
  })
  return { ...node, children }
}

/** Returns the instructions for candidates. Notes for scorers and tutors are not imported. */
function instructionsOf(body: Element, found: FoundContent) {
  const rubrics = allBelow(body).filter(({ tag }) => tag === 'rubricBlock')
  const instructions = rubrics.filter(({ attrs }) =>
    (attrs['view'] ?? 'candidate').split(/\s+/).includes('candidate'),
  )
  if (instructions.length < rubrics.length) found.dropped.add('Notes for scorers and tutors.')
  return instructions.map(({ children }) => markdownOf(children, found)).join('\n\n')
}

/**
 * Returns the blocks in order, without rubrics. An element that only groups other blocks is replaced by its
 * content if that contains interactions.
 */
function blocksIn(nodes: readonly Xml[]): Xml[] {
  return nodes.flatMap((node): Xml[] => {
    if (typeof node === 'string') return node.trim() === '' ? [] : [node]
    if (node.tag === 'rubricBlock') return []
    const isWrapper = ['div', 'section', 'article'].includes(node.tag)
    if (
      !isWrapper ||
      !asks(node) ||
      elementsIn(node).some((each) => isInteraction(each) || (!isBlock(each) && asks(each)))
    )
      return [node]
    return blocksIn(node.children)
  })
}

type ContentPiece = { text: string } | { interaction: Element; isSuper: boolean }

/** Splits a block into its text and interactions, in order. */
function piecesOf(block: Element, found: FoundContent): ContentPiece[] {
  const pieces: ContentPiece[] = []
  let line: Xml[] = []
  const end = () => {
    pieces.push({ text: markdownOf(line, found) })
    line = []
  }
  const walk = (nodes: readonly Xml[], isSuper: boolean) => {
    for (const node of nodes) {
      if (typeof node === 'string' || (!asks(node) && !isBlock(node) && node.attrs['class'] !== 'label'))
        line.push(node)
      else if (isInteraction(node)) {
        end()
        const prompt = childOf(node, 'prompt')
        if (prompt && node.tag !== 'extendedTextInteraction')
          pieces.push({ text: markdownOf(prompt.children, found) })
        pieces.push({ interaction: node, isSuper })
      } else if (asks(node)) {
        if (isBlock(node)) end()
        walk(node.children, isSuper || node.tag === 'sup')
      } else {
        end()
        pieces.push({ text: markdownOf(isBlock(node) && node.tag !== 'div' ? [node] : node.children, found) })
      }
    }
  }
  walk(isInteraction(block) ? [block] : block.children, block.tag === 'sup')
  end()
  return pieces.filter((piece) => !('text' in piece) || piece.text !== '')
}

type Answers = { content: string; answers: unknown }
/**
 * Converts several interactions, or one within a line of text, to parts. The text before them becomes the
 * question, and the text between them becomes labels.
 */
function frOf(blocks: readonly Xml[], declared: Responses, found: FoundContent): Answers {
  const first = blocks.findIndex(asks)
  const before = markdownOf(blocks.slice(0, first), found)
  const pieces = blocks
    .slice(first)
    .flatMap((block): ContentPiece[] =>
      typeof block === 'string' ? [{ text: markdownOf([block], found) }] : piecesOf(block, found),
    )
  const [start] = pieces
  const lead = before === '' && start && 'text' in start ? start.text : null
  const parts = pieces.slice(lead === null ? 0 : 1).map((piece): Part => {
    if ('text' in piece) return { kind: 'label', text: piece.text }
    const part = partOf(piece.interaction, declared, found)
    return piece.isSuper ? { ...part, isSuper: true } : part
  })
  return { content: lead ?? before, answers: { kind: 'fr', parts } }
}

function answersOf(body: Element, declared: Responses, found: FoundContent): Answers {
  const interactions = allBelow(body).filter(isInteraction)
  const [only] = interactions
  if (!only) throw new UnsupportedItem('It has nothing to answer.')
  const blocks = blocksIn(body.children)
  const answers = interactions.length === 1 ? wholeOf(only, declared, found) : null
  if (!answers) return frOf(blocks, declared, found)
  const prompt = childOf(only, 'prompt')
  const without = (node: Xml): Xml[] =>
    typeof node === 'string'
      ? [node]
      : node === only
        ? (prompt?.children.slice() ?? [])
        : [{ ...node, children: node.children.flatMap(without) }]
  return { content: markdownOf(blocks.flatMap(without), found), answers }
}

/** Elements of scoring rules that only indicate which answers are right. */
const plainScoring = new Set(
  (
    'setOutcomeValue sum mapResponse responseCondition responseIf responseElse responseElseIf match variable correct baseValue isNull not and or ' +
    'exitResponse member mapResponsePoint'
  ).split(' '),
)
const plainTemplate = /\/(match_correct|map_response(_point)?)(\.xml)?$/

function checkScoring(item: Element, found: FoundContent) {
  const scoring = childOf(item, 'responseProcessing')
  const { template } = scoring?.attrs ?? {}
  const isPlain =
    !scoring ||
    (template ? plainTemplate.test(template) : allBelow(scoring).every(({ tag }) => plainScoring.has(tag)))
  if (!isPlain) found.dropped.add('Custom scoring rules (only the right answers are imported).')
}

function questionOf(item: Element, title: string, found: FoundContent): ReadQuestion {
  if (childrenOf(item, 'templateDeclaration').length > 0)
    throw new UnsupportedItem('Its values are filled in by templates.')
  if (item.attrs['adaptive'] === 'true')
    throw new UnsupportedItem('It is adaptive, so its answers depend on each other.')
  const kept = stripped(item, found)
  const body = childOf(kept, 'itemBody')
  if (!body) throw new UnsupportedItem('It has no body.')
  checkScoring(item, found)
  const instructions = instructionsOf(body, found)
  const { content, answers } = answersOf(body, declarationsOf(item), found)
  const read = AnswerKey.safeParse(answers)
  if (!read.success)
    throw new UnsupportedItem(
      `Its answers aren’t valid: ${read.error.issues[0]?.path.join('/')} ${read.error.issues[0]?.message}.`,
    )
  const [picture = null, ...others] = found.pictures
  if (others.length > 0) found.dropped.add('All pictures except the first.')
  return {
    instructions,
    content: content === '' ? markdownOf([title], found) : content,
    answers: read.data,
    picture,
    canvas: found.canvas,
  }
}

/**
 * Reads an `assessmentItem`, or a QTI 1.2 `item`. Pure. If it can't be converted, returns the reason instead
 * of throwing.
 */
export function readItem(item: Element): ReadItem {
  const title = textIn(item.attrs['title'] ?? item.attrs['identifier'] ?? item.attrs['ident'] ?? '').slice(
    0,
    100,
  )
  const found: FoundContent = { pictures: [], canvas: null, dropped: new Set() }
  try {
    const { item: read, dropped } = item.tag === 'item' ? upgradeItem(item) : { item, dropped: [] }
    for (const each of dropped) found.dropped.add(each)
    if (read.tag !== 'assessmentItem') throw new UnsupportedItem('It isn’t a QTI 2.1 item.')
    const question = questionOf(read, title, found)
    return { title, dropped: [...found.dropped], question }
  } catch (error) {
    if (error instanceof BadXml) return { title, dropped: [], skipped: `It ${error.message}.` }
    if (!(error instanceof UnsupportedItem)) throw error
    return { title, dropped: [], skipped: error.message }
  }
}
