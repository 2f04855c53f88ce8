import { ChevronLeft, ChevronRight, Delete } from 'lucide-react'
import { MathfieldElement } from 'mathlive'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { fractionFace, type Key, Keypad, powerFace } from '#ui/Keypad.tsx'
import { drawingOnly } from './markup/rules.ts'
import style from './parts/Parts.module.css'
import type { AnsweredPart, PartFields } from './rules.ts'

/** Its fonts come with the page's formulas, and it makes no sounds. */
MathfieldElement.fontsDirectory = null
MathfieldElement.soundsDirectory = null
const policy = globalThis.trustedTypes?.createPolicy('mathlive', { createHTML: drawingOnly })
MathfieldElement.createHTML = policy ? (markup) => policy.createHTML(markup) : drawingOnly

/** The field that its keys write in. */
export type MathHandle = MathfieldElement

type MathFieldProps = PartFields<Extract<AnsweredPart, { kind: 'expression' }>> & { onFocus: (field: MathHandle) => void }

/** What a keyboard types becomes these; nothing else does, so that letters stay letters. */
const shortcuts = {
  '*': '\\times',
  '<=': '\\le',
  '>=': '\\ge',
  '!=': '\\ne',
  pi: '\\pi',
  sqrt: '\\sqrt{#?}',
  sin: '\\sin',
  cos: '\\cos',
  tan: '\\tan',
  log: '\\log',
  ln: '\\ln',
}

/** TeX stays as it is; what was typed without the field is read as people type it. */
const put = (field: MathfieldElement, text: string) =>
  field.setValue(text, { format: /[\\{]/.test(text) ? 'latex' : 'ascii-math', silenceNotifications: true })

/** A menu, a keyboard of its own and a way to type TeX are nothing for a child. */
function prepare(field: MathfieldElement) {
  field.menuItems = []
  field.mathVirtualKeyboardPolicy = 'manual'
  field.popoverPolicy = 'off'
  field.environmentPopoverPolicy = 'off'
  field.inlineShortcuts = shortcuts
  field.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== '\\' && event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true },
  )
}

/** The field of an expression, written as it looks. What it gives is TeX without any styling. It keeps its own text, so that the caret stays. */
export function MathField(props: MathFieldProps) {
  const { name, given, status, readOnly, describedBy } = props
  const holder = useRef<HTMLSpanElement>(null)
  const field = useRef<MathfieldElement>(null)
  const latest = useRef(props)
  const known = useRef<unknown>(null)
  useEffect(() => {
    latest.current = props
  })
  useLayoutEffect(() => {
    // Its settings can be made only where it stands in the page.
    const made = new MathfieldElement()
    // A page that has just come has put the focus on its heading meanwhile.
    const isFree = !document.activeElement?.matches('main :not(a, h1)')
    holder.current?.append(made)
    prepare(made)
    made.addEventListener('input', () => {
      known.current = made.getValue('latex-unstyled')
      latest.current.onChange(String(known.current))
    })
    made.addEventListener('focusin', () => latest.current.onFocus(made))
    made.addEventListener('keydown', ({ key }) => key === 'Enter' && latest.current.onEnter(), { capture: true })
    field.current = made
    if (made === document.querySelector('[data-field], math-field')) {
      // Its keys write before anybody has been in it.
      latest.current.onFocus(made)
      if (isFree) made.focus()
    }
    return () => made.remove()
  }, [])
  useEffect(() => {
    if (!field.current || known.current === given) return
    known.current = given
    put(field.current, typeof given === 'string' ? given : '')
  }, [given])
  useEffect(() => {
    if (field.current) field.current.readOnly = readOnly
    field.current?.setAttribute('aria-label', name)
    field.current?.setAttribute('aria-describedby', describedBy)
  }, [readOnly, name, describedBy])
  return <span ref={holder} className={style.field} data-kind="expression" data-status={status} />
}

const signs: Record<string, string> = { '+': '+', '−': '-', '×': '\\times', '=': '=', '<': '<', '>': '>', '≤': '\\le', '≥': '\\ge' }
const shapes: Record<string, string> = {
  '(': '(',
  ')': ')',
  π: '\\pi',
  '°': '^{\\circ}',
  fraction: '\\frac{#@}{#?}',
  root: '\\sqrt{#@}',
  power: '#@^{#?}',
}
const written: Record<string, string> = { ...signs, ...shapes }

const digit = (key: string): Key => ({ key, kind: 'digit' })
const keyOf = (key: string, name: string): Key => ({ key, name })

const mainKeys: Key[] = [
  ...['7', '8', '9'].map(digit),
  { key: 'fraction', name: 'Fraction', face: fractionFace },
  { key: 'power', name: 'Power', face: powerFace },
  { key: 'root', name: 'Root', face: '√' },
  ...['4', '5', '6'].map(digit),
  keyOf('+', 'Plus'),
  keyOf('−', 'Minus'),
  keyOf('×', 'Times'),
  ...['1', '2', '3'].map(digit),
  keyOf('(', 'Open bracket'),
  keyOf(')', 'Close bracket'),
  keyOf('=', 'Equals'),
  digit('0'),
  keyOf('.', 'Point'),
  keyOf(',', 'Comma'),
  keyOf('<', 'Less than'),
  keyOf('>', 'Greater than'),
  keyOf('π', 'Pi'),
  keyOf('≤', 'Less than or equal'),
  keyOf('≥', 'Greater than or equal'),
  keyOf('°', 'Degrees'),
]

const moves: Key[] = [
  { key: 'left', name: 'Left', face: <ChevronLeft /> },
  { key: 'right', name: 'Right', face: <ChevronRight /> },
  { key: 'back', name: 'Delete', face: <Delete /> },
]

/** A letter of the question's own, with what stands below it: `x_1`. */
function symbolKey(symbol: string): Key {
  const [letter, below] = symbol.split('_')
  const face = (
    <span>
      <i>{letter}</i>
      {below && <sub>{below}</sub>}
    </span>
  )
  return { key: below ? `${letter}_{${below}}` : symbol, name: symbol.replace('_', ' '), face, kind: 'digit' }
}

const letterKeys: Key[] = [...[...'abcdefghijklmnopqrstuvwxyz'].map(digit), { key: '123', name: 'Numbers', face: <small>123</small> }]

const commands = { left: 'moveToPreviousChar', right: 'moveToNextChar', back: 'deleteBackward' } as const

/**
 * The keys of an expression, which write in its field and leave the focus there: a question's own letters, and all of them for the few that these
 * don't cover.
 */
export function MathKeys({ symbols, field }: { symbols: readonly string[]; field: MathHandle | null }) {
  const [letters, setLetters] = useState(false)
  const press = (key: string) => {
    if (key === 'abc' || key === '123') return setLetters(key === 'abc')
    if (!field) return
    const command = Object.hasOwn(commands, key) ? commands[key as keyof typeof commands] : null
    if (command) field.executeCommand(command)
    else field.executeCommand(['insert', written[key] ?? key])
    field.focus()
  }
  const own = (symbols.length > 0 ? symbols : ['x', 'y']).map(symbolKey)
  const keys = letters
    ? [...letterKeys, ...moves]
    : [...mainKeys, ...moves, ...own, { key: 'abc', name: 'Letters', face: <small>abc</small> }]
  return <Keypad legend="Expression keys" keys={keys} columns={6} disabled={!field} onKey={press} />
}
