import { Check } from 'lucide-react'
import { type FocusEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { PartGiven, PartVerdict } from '../../verdict.ts'
import type { Shown } from '#features/questions/rules.ts'
import type { ContentNode } from '#shared/content.ts'
import { contentText } from '#shared/content-text.ts'
import { retold, t } from '#shared/language.ts'
import { Content } from '#ui/Content.tsx'
import { NumberKeypad } from '#ui/NumberKeypad.tsx'
import style from './FrFields.module.css'
import type { MathHandle } from './MathField.tsx'
import { LongPart } from './LongPart.tsx'
import { SelectPart } from './SelectPart.tsx'
import { hasKeys, hasSigns, TextPart } from './TextPart.tsx'
import { type AnsweredPart, isAnswered, linesOf, type PlacedPart } from '../given.ts'
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

/** True for parts that need lines of their own. */
const isLong = ({ kind }: { kind: string }) => kind === 'manual' || kind === 'work'

/**
 * Returns the position of fields that complete the question's formula: after it if it ends with an equals
 * sign, or below column arithmetic. Null if the fields come after the whole question.
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

/** Part that last had the focus, and the field that its keys write to. */
type Active = { part: AnsweredPart; field: HTMLInputElement | null; math: MathHandle | null }

/**
 * Fields for the parts, side by side or stacked, with keys for the current part below them. The on-screen
 * keyboard stays hidden; a physical keyboard works.
 */
export function FrFields({
  shown,
  given,
  verdict,
  readOnly,
  model = false,
  judged,
  lead = null,
  asks = '',
  label,
  describedBy,
  onChange,
  onEnter,
}: Fields<'fr'>) {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const [active, setActive] = useState<Active | null>(null)
  const asked = shown.parts.filter(isAnswered)
  const { ready: math } = useLazyParts(asked.some(({ kind }) => kind === 'expression') ? loadMath : null)
  useStart(box, readOnly, judged, verdict?.status === 'invalid')
  const { columns, lines } = linesOf(shown.parts)
  const isTold = readOnly || verdict?.status === 'invalid'
  const isNumbered = verdict?.parts.some((each) => each.follows)
  const field = ({ part, at, mine, name }: PlacedPart & { name?: string | undefined }) => {
    if (!isAnswered(part)) return null
    const own = verdict?.parts[mine]
    const told = isTold || (judged && own?.follows) ? own : undefined
    const props: PartFields = {
      part,
      name: name ?? nameOf(asked, mine, label),
      given: given.parts[mine] ?? '',
      status: told?.status,
      readOnly,
      model,
      describedBy: `${describedBy} ${id}-${mine}`,
      onChange: (now: PartGiven) => onChange({ kind: 'fr', parts: given.parts.with(mine, now) }),
      onEnter,
    }
    const look = { part, told, canChange: !label && !readOnly, words: asked.length > 1 }
    return (
      <Part key={mine} id={`${id}-${mine}`} {...look}>
        {isNumbered && part.kind !== 'work' && <small aria-hidden>{numberOf(asked, mine)}</small>}
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
      <div
        ref={box}
        className={columns ? style.columns : lead?.place === 'below' ? style.below : style.parts}
      >
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
      {!readOnly && <Help active={active} parts={asked} />}
      {!readOnly && asked.some(hasKeys) && (
        <div data-keypad>
          <Keys active={active} parts={asked} math={math} asks={asks} />
        </div>
      )}
    </>
  )
}

/** Returns the number of a part. Scratch work isn't counted. */
const numberOf = (asked: readonly Pick<AnsweredPart, 'kind'>[], mine: number) =>
  asked.slice(0, mine + 1).filter(({ kind }) => kind !== 'work').length

/** Explains a part that follows from others, with advice for students who can still change the other one. */
export const followWords = ({ follows: [num, more] = [], reason }: PartVerdict, canChange: boolean) =>
  !more && canChange
    ? t('Right for your answer to part {num}. If you change that, change this too.', { num })
    : retold(reason)

/** Returns the name of a part's field. Only graded parts are numbered, and only if there are several. */
export function nameOf(asked: readonly Pick<AnsweredPart, 'kind'>[], mine: number, label?: string) {
  if (asked[mine]?.kind === 'work') return label ? t('Work') : t('Your work')
  const judged = asked.filter(({ kind }) => kind !== 'work').length
  return judged > 1
    ? t('{label}, part {num}', { label: label ?? t('Answer'), num: numberOf(asked, mine) })
    : (label ?? t('Your answer'))
}

/**
 * Focuses the first field, or the first one that needs a correction, so that typing can start immediately. A
 * field that already has the focus keeps it. Doesn't open the on-screen keyboard.
 */
export function useStart(
  box: RefObject<HTMLDivElement | null>,
  readOnly: boolean,
  judged: boolean,
  mends: boolean,
) {
  useEffect(() => {
    const all = box.current
    if (readOnly || !all) return
    const toMend = mends
      ? all.querySelector<HTMLElement>('[data-field][aria-invalid], [aria-invalid] [data-field]')
      : null
    const field =
      toMend ?? (all.contains(document.activeElement) ? null : all.querySelector<HTMLElement>('[data-field]'))
    const hasOwnKeys = field?.inputMode === 'none' || !(field && 'value' in field)
    if (hasOwnKeys || matchMedia('(pointer: fine)').matches) field?.focus()
    if (judged && document.activeElement instanceof HTMLInputElement && all.contains(document.activeElement))
      document.activeElement.select()
  }, [box, readOnly, judged, mends])
}

type PartProps = {
  id: string
  part: AnsweredPart
  told: PartVerdict | undefined
  canChange: boolean
  words: boolean
  children: ReactNode
}

/**
 * A part with its help text and either its correction hint, or a note that it is right or follows from
 * another.
 */
function Part({ id, part, told, canChange, words, children }: PartProps) {
  const says = told?.follows
    ? followWords(told, canChange)
    : told?.status === 'invalid' && words
      ? retold(told.reason)
      : ''
  const look = 'isSuper' in part && part.isSuper ? style.super : isLong(part) ? style.wide : style.part
  return (
    <span className={look}>
      {children}
      {told?.status === 'correct' && !told.follows && <Check className={style.tick} aria-hidden />}
      {says !== '' && (
        <span className={`${style.mend} small bold ${told?.follows ? 'success-text' : 'warn-text'}`}>
          {says}
        </span>
      )}
      <span id={id} hidden>
        {[part.tooltip, says, told?.status === 'correct' && t('Right.')].filter(Boolean).join(' ')}
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

/** Help text for the current part. Its space is reserved so that the layout doesn't shift under a finger. */
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
