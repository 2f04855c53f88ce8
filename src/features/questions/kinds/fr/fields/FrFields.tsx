import { Check } from 'lucide-react'
import { type FocusEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { PartGiven, PartVerdict } from '../../verdict.ts'
import type { Shown } from '../../../rules.ts'
import type { ContentNode } from '#shared/content.ts'
import { contentText } from '#shared/content-text.ts'
import { translateSentence, t } from '#shared/language.ts'
import { Content } from '#ui/Content.tsx'
import { NumberKeypad } from '#ui/NumberKeypad.tsx'
import style from './FrFields.module.css'
import type { MathHandle } from './MathField.tsx'
import { LongPart } from './LongPart.tsx'
import { SelectPart } from './SelectPart.tsx'
import { hasKeys, hasSigns, TextPart } from './TextPart.tsx'
import { type AnsweredPart, isAnswered, isNumbered, linesOf, partNumber, type PlacedPart } from '../given.ts'
import type { Fields, LeadPlace, PartFields } from '../../../answering/fields.ts'
import { useLazyParts } from '#web/use-lazy-parts.ts'
import { lazyFields } from '../../../answering/LazyPart.tsx'

export const loadMath = () => import('./MathField.tsx')
type MathParts = Awaited<ReturnType<typeof loadMath>>

export const loadWork = () => import('./WorkPart.tsx').then(({ WorkPart }) => WorkPart)
const WorkPart = lazyFields(loadWork, {
  what: 'the scratch paper',
  lines: 6,
  message: 'You can answer without it.',
})

const has = (node: ContentNode, look: string): boolean =>
  typeof node !== 'string' &&
  (node.attrs?.['class']?.split(' ').includes(look) === true || node.children.some((each) => has(each, look)))

export const loadSigns = () => import('./SignKeys.tsx').then(({ SignKeys }) => SignKeys)
const SignKeys = lazyFields(loadSigns, { what: 'the keys', lines: 6 })

export const loadTable = () => import('../FrTable.tsx').then(({ FrTable }) => FrTable)
const FrTable = lazyFields(loadTable, { what: 'the table', lines: 6 })

/** Returns true for parts that need lines of their own. */
const isLong = ({ kind }: { kind: string }) => kind === 'manual' || kind === 'work'

/**
 * Returns where the fields complete the question's formula: after a formula that ends with an equals sign, or
 * below column arithmetic. Returns null if the fields come after the whole question.
 */
export function leadPlace(shown: Shown, content: readonly ContentNode[]): LeadPlace | null {
  const [only, ...more] = content
  if (!only || more.length > 0 || shown.kind !== 'fr' || shown.columns) return null
  if (shown.parts.some(isLong)) return null
  if (/[=≈]\s*$/.test(contentText([only]).replaceAll('\u200b', ''))) return 'behind'
  const [part, ...others] = shown.parts
  const isRight = part && 'rightAlign' in part && part.rightAlign === true && others.length === 0
  return isRight && has(only, 'katex-display') ? 'below' : null
}

/** Part that last had the focus, with the field that the keys write to. */
type Active = { part: AnsweredPart; field: HTMLInputElement | null; math: MathHandle | null }

/**
 * Fields for the parts, side by side or stacked, with keys for the current part below them. Parts with such
 * keys don't open the on-screen keyboard, but accept input from a physical one.
 */
export function FrFields({
  shown,
  given,
  verdict,
  readOnly,
  model = false,
  judged,
  lead = null,
  questionText = '',
  label,
  describedBy,
  onChange,
  onEnter,
}: Fields<'fr'>) {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const [active, setActive] = useState<Active | null>(null)
  const answeredParts = shown.parts.filter(isAnswered)
  const hasMath = answeredParts.some(({ kind }) => kind === 'expression')
  const { ready: math } = useLazyParts(hasMath ? loadMath : null)
  useStart(box, readOnly, judged, verdict?.status === 'invalid')
  const { columns, lines } = linesOf(shown.parts)
  const layout = columns ? style.columns : lead?.place === 'below' ? style.below : style.parts
  const showsFaults = readOnly || verdict?.status === 'invalid'
  const hasNumbers = verdict?.parts.some((each) => each.follows)
  const field = ({ part, at, mine, name }: PlacedPart & { name?: string | undefined }) => {
    if (!isAnswered(part)) return null
    const own = verdict?.parts[mine]
    const partVerdict = showsFaults || (judged && own?.follows) ? own : undefined
    const props: PartFields = {
      part,
      name: name ?? nameOf(answeredParts, mine, label),
      given: given.parts[mine] ?? '',
      status: partVerdict?.status,
      readOnly,
      model,
      describedBy: `${describedBy} ${id}-${mine}`,
      onChange: (now: PartGiven) => onChange({ kind: 'fr', parts: given.parts.with(mine, now) }),
      onEnter,
    }
    const look = { part, partVerdict, canChange: !label && !readOnly, words: answeredParts.length > 1 }
    return (
      <Part key={mine} id={`${id}-${mine}`} {...look}>
        {hasNumbers && part.kind !== 'work' && <small aria-hidden>{partNumber(answeredParts, mine)}</small>}
        {shown.parts[at - 1]?.kind === 'work' && <small aria-hidden>{props.name}</small>}
        <PartField {...props} math={math} onActive={setActive} />
      </Part>
    )
  }
  const placed = (each: PlacedPart) =>
    each.part.kind === 'label' ? (
      <Content key={`label ${each.at}`} nodes={each.part.content} inline />
    ) : (
      field(each)
    )
  return (
    <>
      <div ref={box} className={layout}>
        {lead && (
          <span id="sum">
            <Content nodes={lead.nodes} inline />
          </span>
        )}
        {shown.columns ? (
          <FrTable placed={lines.flat()} columns={shown.columns} contents={placed} />
        ) : columns ? (
          lines.map((line, at) => (
            <div key={at} className={style.line}>
              {line.map(placed)}
            </div>
          ))
        ) : (
          lines.flat().map(placed)
        )}
      </div>
      {!readOnly && <Help active={active} parts={answeredParts} />}
      {!readOnly && answeredParts.some(hasKeys) && (
        <div data-keypad>
          <Keys active={active} parts={answeredParts} math={math} asks={questionText} />
        </div>
      )}
    </>
  )
}

/**
 * Explains that a part is right because it follows from the answers to other parts. Adds advice if it follows
 * from a single answer, which the student can still change.
 */
export const followWords = ({ follows: [num, more] = [], reason }: PartVerdict, canChange: boolean) =>
  !more && canChange
    ? t('Right, based on your answer to part {num}. If you change that answer, change this one too.', { num })
    : translateSentence(reason)

/** Returns the name of a part's field. Parts are numbered only if several of them are graded. */
export function nameOf(answeredParts: readonly Pick<AnsweredPart, 'kind'>[], mine: number, label?: string) {
  if (answeredParts[mine]?.kind === 'work') return label ? t('Work') : t('Your work')
  const judged = answeredParts.filter(isNumbered).length
  return judged > 1
    ? t('{label}, part {num}', { label: label ?? t('Answer'), num: partNumber(answeredParts, mine) })
    : (label ?? t('Your answer'))
}

/**
 * Focuses a field, so that typing can start immediately. With `focusesFault`, it is the first field that
 * needs a correction. Otherwise, it is the first field, unless one already has the focus. With `judged`,
 * selects the text in the focused field, so that typing replaces it. Doesn't open the on-screen keyboard.
 */
export function useStart(
  box: RefObject<HTMLDivElement | null>,
  readOnly: boolean,
  judged: boolean,
  focusesFault: boolean,
) {
  useEffect(() => {
    const all = box.current
    if (readOnly || !all) return
    const faultyField = focusesFault
      ? all.querySelector<HTMLElement>('[data-field][aria-invalid], [aria-invalid] [data-field]')
      : null
    const field =
      faultyField ??
      (all.contains(document.activeElement) ? null : all.querySelector<HTMLElement>('[data-field]'))
    const hasOwnKeys = field?.inputMode === 'none' || !(field && 'value' in field)
    if (hasOwnKeys || matchMedia('(pointer: fine)').matches) field?.focus()
    if (judged && document.activeElement instanceof HTMLInputElement && all.contains(document.activeElement))
      document.activeElement.select()
  }, [box, readOnly, judged, focusesFault])
}

type PartProps = {
  id: string
  part: AnsweredPart
  partVerdict: PartVerdict | undefined
  canChange: boolean
  words: boolean
  children: ReactNode
}

/**
 * A part with its help text and a message, which says how to correct the answer, that it is right, or that it
 * follows from another part.
 */
function Part({ id, part, partVerdict, canChange, words, children }: PartProps) {
  const message = partVerdict?.follows
    ? followWords(partVerdict, canChange)
    : partVerdict?.status === 'invalid' && words
      ? translateSentence(partVerdict.reason)
      : ''
  const look = 'isSuper' in part && part.isSuper ? style.super : isLong(part) ? style.wide : style.part
  return (
    <span className={look}>
      {children}
      {partVerdict?.status === 'correct' && !partVerdict.follows && (
        <Check className={style.tick} aria-hidden />
      )}
      {message !== '' && (
        <span className={`${style.mend} small bold ${partVerdict?.follows ? 'success-text' : 'warn-text'}`}>
          {message}
        </span>
      )}
      <span id={id} hidden>
        {[part.tooltip, message, partVerdict?.status === 'correct' && t('Right.')].filter(Boolean).join(' ')}
      </span>
    </span>
  )
}

type PartFieldProps = PartFields & { math: MathParts | null; onActive: (active: Active) => void }

function PartField({ math, onActive, ...props }: PartFieldProps) {
  const { part } = props
  const focused = () => onActive({ part, field: null, math: null })
  const typed = ({ currentTarget }: FocusEvent<HTMLInputElement>) =>
    onActive({ part, field: currentTarget, math: null })
  if (part.kind === 'select') return <SelectPart {...props} part={part} onFocus={focused} />
  if (part.kind === 'manual') return <LongPart {...props} part={part} onFocus={focused} />
  if (part.kind === 'work') return <WorkPart {...props} part={part} />
  if (part.kind === 'expression' && math)
    return (
      <math.MathPart
        {...props}
        part={part}
        onFocus={(handle) => onActive({ part, field: null, math: handle })}
        onTextFocus={typed}
      />
    )
  return <TextPart {...props} part={part} onFocus={typed} />
}

/**
 * Help text for the current part. If any part has help text, space for it is always reserved, so that the
 * layout doesn't shift under a finger.
 */
function Help({ active, parts }: { active: Active | null; parts: readonly AnsweredPart[] }) {
  if (!parts.some(({ tooltip }) => tooltip)) return null
  return (
    <p className={style.help} aria-hidden>
      {active?.part.tooltip}
    </p>
  )
}

/** Keys that fit the current part. */
function Keys({
  active,
  parts,
  math,
  asks,
}: {
  active: Active | null
  parts: readonly AnsweredPart[]
  math: MathParts | null
  asks: string
}) {
  const part = active?.part ?? parts.find(hasKeys)
  const field = active?.field ?? null
  if (part?.kind === 'expression')
    return math && <math.MathKeys symbols={part.symbols ?? []} asks={asks} field={active?.math ?? null} />
  if (part && hasSigns(part)) return <SignKeys part={part} field={field} />
  return part?.kind === 'number' ? <NumberKeypad field={field} /> : null
}
