import type { Drawing, PartGiven, VerdictStatus } from '../kinds/verdict.ts'
import type { Given, Shown, Verdict } from '#features/questions/rules.ts'
import type { ContentNode } from '#shared/content.ts'

/**
 * What stands in the fields of an answer. Only types come from the kinds: a student's browser shows and never grades, so no key and no grading is
 * loaded with the fields.
 */
type Kind = Shown['kind']
export type ShownOf<K extends Kind> = Extract<Shown, { kind: K }>
export type GivenOf<K extends Kind> = Extract<Given, { kind: K }>
export type ShownPart = ShownOf<'fr'>['parts'][number]
export type AnsweredPart = Exclude<ShownPart, { kind: 'label' }>

/** What the fields of every kind take. */
export type Fields<K extends Kind = Kind> = {
  shown: ShownOf<K>
  /** What stands in the fields. */
  given: GivenOf<K>
  verdict: Verdict | null
  readOnly: boolean
  /** True for the model answer, whose formulas are printed as they are parsed, however the author typed them. */
  model?: boolean
  /** What stands there was judged already: typing replaces it. */
  judged: boolean
  /** The id of what is asked, so that it is read with the fields. */
  describedBy: string
  onChange: (given: Given) => void
  onEnter: () => void
}

export const isAnswered = (part: ShownPart): part is AnsweredPart => part.kind !== 'label'

const noWork: Drawing = { text: '', strokes: [] }

/** An answer before anything is entered. */
export function emptyGiven(shown: Shown): Given {
  if (shown.kind === 'fr') {
    return { kind: 'fr', parts: shown.parts.filter(isAnswered).map(({ kind }): PartGiven => (kind === 'work' ? noWork : '')) }
  }
  if (shown.kind === 'mc') return { kind: 'mc', picked: [] }
  return shown.kind === 'sentence' ? { kind: 'sentence', text: '' } : { kind: 'graph', points: [] }
}

/** Whether an answer was made for these fields: a draft may be older than its question. */
export function fits(shown: Shown, given: Given): boolean {
  if (shown.kind === 'fr' && given.kind === 'fr') {
    const asked = shown.parts.filter(isAnswered)
    return asked.length === given.parts.length && asked.every(({ kind }, at) => (kind === 'work') === (typeof given.parts[at] !== 'string'))
  }
  if (shown.kind === 'mc' && given.kind === 'mc') return given.picked.every((at) => at < shown.choices.length)
  return shown.kind === given.kind
}

const isSaid = (given: PartGiven) =>
  typeof given === 'string' ? given.trim() !== '' : given.text.trim() !== '' || given.strokes.length > 0

/** Whether an answer says nothing at all, as one that was emptied again: then its question isn't answered. */
export function isBlank(given: Given) {
  if (given.kind === 'fr') return !given.parts.some(isSaid)
  if (given.kind === 'sentence') return !isSaid(given.text)
  return (given.kind === 'mc' ? given.picked : given.points).length === 0
}

/** Scratch work is nobody's duty, unless nothing else is asked. */
function arePartsSaid(shown: ShownOf<'fr'>, { parts }: GivenOf<'fr'>) {
  const asked = shown.parts.filter(isAnswered)
  const needed = parts.filter((_, at) => asked[at]?.kind !== 'work')
  return needed.length > 0 ? needed.every(isSaid) : parts.some(isSaid)
}

/** Whether there is enough to look at. What is still missing in a begun graph is for the verdict to say. */
export function isFilled(shown: Shown, given: Given | null): boolean {
  if (!given || !fits(shown, given)) return false
  if (shown.kind === 'fr' && given.kind === 'fr') return arePartsSaid(shown, given)
  if (given.kind === 'mc') return given.picked.length > 0
  if (given.kind === 'graph') return given.points.length > 0
  return given.kind === 'sentence' && given.text.trim() !== ''
}

/** How math is put in one line, by its tag: what stands between its parts, and around them. */
const inLine: Record<string, (parts: string[]) => string> = {
  mfrac: ([above, below]) => `${above}/${below}`,
  msup: ([base, power]) => `${base}^${power}`,
  msub: ([base, below]) => `${base}_${below}`,
  msqrt: (parts) => `√(${parts.join('')})`,
  mroot: ([base, degree]) => `${degree}√(${base})`,
  annotation: () => '',
}

/** Rendered content as one hears it: a control's name must be words, and math has none of its own. */
export function spoken(nodes: readonly ContentNode[]): string {
  const word = (node: ContentNode): string => {
    if (typeof node === 'string') return node
    if (node.attrs?.['aria-hidden'] === 'true') return ''
    const parts = node.children.map(word)
    return inLine[node.tag]?.(parts) ?? parts.join('')
  }
  return nodes.map(word).join('').trim()
}

/** One part as it is drawn: where it stands among all, and among those that are answered. */
export type PlacedPart = { part: ShownPart; at: number; mine: number }

/**
 * The parts in lines. They run on as text does; where several are aligned to the right, as in column arithmetic, each of these ends a line and all
 * lines stand under each other.
 */
export function linesOf(parts: readonly ShownPart[]): { columns: boolean; lines: PlacedPart[][] } {
  const placed = parts.map((part, at) => ({ part, at, mine: parts.slice(0, at).filter(isAnswered).length }))
  const isRight = ({ part }: PlacedPart) => 'rightAlign' in part && part.rightAlign === true
  if (placed.filter(isRight).length < 2) return { columns: false, lines: [placed] }
  const lines: PlacedPart[][] = [[]]
  for (const each of placed) {
    lines.at(-1)?.push(each)
    if (isRight(each)) lines.push([])
  }
  return { columns: true, lines: lines.filter(({ length }) => length > 0) }
}

/** Letters of choices: A for the first. */
export const letterOf = (at: number) => String.fromCharCode(65 + at)

/** The choice that a key stands for: 1 to 9 and a to j, in either case; -1 for any other. */
export function choiceOfKey(key: string) {
  if (/^[1-9]$/.test(key)) return Number(key) - 1
  return /^[a-j]$/i.test(key) ? key.toLowerCase().charCodeAt(0) - 97 : -1
}

/** What the field of one part takes. `status` is set where its verdict is told; `reason` says what to mend. */
export type PartFields<P extends AnsweredPart = AnsweredPart> = {
  part: P
  name: string
  given: PartGiven
  status: VerdictStatus | undefined
  readOnly: boolean
  model: boolean
  describedBy: string
  onChange: (given: PartGiven) => void
  onEnter: () => void
}
