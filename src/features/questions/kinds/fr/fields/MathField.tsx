import { MathfieldElement } from 'mathlive'
import { type FocusEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { latexOf } from '#math/latex.ts'
import { t } from '#shared/language.ts'
import type { PartGiven } from '../../verdict.ts'
import { Keypad } from '#ui/Keypad.tsx'
import { drawingOnly } from '../../../answering/svg-markup.ts'
import { isSet, keysOf, type KeySet } from './ExpressionKeys.tsx'
import style from './Parts.module.css'
import { TextPart } from './TextPart.tsx'
import type { AnsweredPart } from '../given.ts'
import type { PartFields } from '../../../answering/fields.ts'
import {
  caretAt,
  isLeavable,
  macros,
  sent,
  shortcutsFor,
  stepOf,
  taken,
  unwrapped,
} from './math-shortcuts.ts'

/** Loads no sounds. Loads no fonts either, because the page has already loaded them for its formulas. */
MathfieldElement.fontsDirectory = null
MathfieldElement.soundsDirectory = null
const policy = globalThis.trustedTypes?.createPolicy('mathlive', { createHTML: drawingOnly })
MathfieldElement.createHTML = policy ? (markup) => policy.createHTML(markup) : drawingOnly

/** The field that the keys write to. */
export type MathHandle = MathfieldElement

type ExpressionPart = Extract<AnsweredPart, { kind: 'expression' }>
type MathFieldProps = PartFields<ExpressionPart> & { looks: string; onFocus: (field: MathHandle) => void }

/** Matches text, including simple exponents, that means the same in TeX as when typed. */
const literal = /^(?:[^\\{}^_$&#%~]|[\^_](?:[A-Za-z0-9](?!\d)|\{[A-Za-z0-9+-]*\}))*$/

/**
 * Returns LaTeX that displays text correctly, or null if it can only be displayed as plain text. Answers from
 * this field are already LaTeX and stay unchanged. Answer keys and text typed elsewhere are parsed and
 * converted to LaTeX.
 */
function looksOf({
  given,
  part,
  model,
}: Pick<PartFields<ExpressionPart>, 'given' | 'part' | 'model'>): string | null {
  const text = typeof given === 'string' ? given : ''
  if (text === '' || (!model && text.includes('\\'))) return text
  return latexOf(text, part.symbols) ?? (!model && literal.test(text) ? text : null)
}

const caretOf = (field: MathfieldElement) =>
  caretAt(field.position, field.lastOffset, (offset) => field.getElementInfo(offset))

/** Moves the caret out of the structure around it; with `all`, out of all structures up to a parenthesis. */
function leave(field: MathfieldElement, all: boolean) {
  const before = field.position
  field.executeCommand('moveAfterParent')
  if (all && field.position !== before && isLeavable(caretOf(field).around[0])) leave(field, all)
}

/**
 * Handles a key as if the formula were plain text. Returns false if the field should handle the key as usual.
 */
function handleKey(field: MathfieldElement, key: string): boolean {
  const caret = caretOf(field)
  const step = stepOf(key, caret)
  if (!step) return false
  const { does, text = '', typed = false, all = false } = step
  if (does === 'leave') leave(field, all)
  else if (does === 'next') field.executeCommand('moveToNextPlaceholder')
  else if (does === 'type') field.executeCommand(['typedText', text, { simulateKeystroke: true }])
  else {
    if (does === 'replace') field.selection = { ranges: [caret.span] }
    if (text !== '') field.executeCommand(['insert', text])
  }
  return !typed
}

/** Pastes LaTeX unchanged, and other text as the formula that it represents. */
function paste(field: MathfieldElement, data: DataTransfer, symbols: readonly string[]) {
  const text = unwrapped(data.getData('application/x-latex') || data.getData('text/plain')).slice(
    0,
    maxPasteLength,
  )
  const latex = text.includes('\\') ? text : (latexOf(text, symbols) ?? (literal.test(text) ? text : null))
  if (latex !== null) field.executeCommand(['insert', taken(latex)])
  else for (const key of text) field.executeCommand(['typedText', key, { simulateKeystroke: true }])
}

const maxPasteLength = 200

/**
 * Sets up a field: turns off the menu, the built-in keyboard and TeX input, which aren't suitable for
 * children, and handles typed keys and pasted text.
 */
function prepare(field: MathfieldElement, symbols: readonly string[]) {
  field.menuItems = []
  field.mathVirtualKeyboardPolicy = 'manual'
  field.popoverPolicy = 'off'
  field.environmentPopoverPolicy = 'off'
  field.smartSuperscript = false
  field.inlineShortcuts = shortcutsFor(symbols)
  field.macros = { ...field.macros, ...macros }
  // On keyboards with | and \ on one key, pressing it would switch to TeX input.
  field.keybindings = field.keybindings.filter(
    ({ command }) => !JSON.stringify(command).includes('switchMode'),
  )
  field.addEventListener(
    'keydown',
    (event) => {
      const isTyped = !event.ctrlKey && !event.metaKey && !event.isComposing && !field.readOnly
      if (event.key !== '\\' && event.key !== 'Escape' && !(isTyped && handleKey(field, event.key))) return
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true },
  )
  field.addEventListener(
    'paste',
    (event) => {
      if (!event.clipboardData || field.readOnly) return
      event.preventDefault()
      event.stopPropagation()
      paste(field, event.clipboardData, symbols)
    },
    { capture: true },
  )
}

type MathPartProps = PartFields<ExpressionPart> & {
  onFocus: (field: MathHandle) => void
  onTextFocus: (event: FocusEvent<HTMLInputElement>) => void
}

/**
 * Field for an expression: a formula, or plain text if the formula can't be displayed correctly. Doesn't
 * switch between the two while the student types.
 */
export function MathPart({ onTextFocus, ...props }: MathPartProps) {
  const { given, part, model, onFocus, onChange } = props
  const [typed, setTyped] = useState<{ text: PartGiven; looks: string | null } | null>(null)
  const looks = useMemo(() => looksOf({ given, part, model }), [given, part, model])
  const shown = typed?.text === given ? typed.looks : looks
  const change = (text: PartGiven) => {
    setTyped({ text, looks: shown })
    onChange(text)
  }
  if (shown === null) return <TextPart {...props} onFocus={onTextFocus} onChange={change} />
  return <MathField {...props} looks={shown} onFocus={onFocus} onChange={change} />
}

/**
 * Field for an expression, displayed as a formula. Reports TeX without styling. Holds its own text, so that
 * the caret stays where it is.
 */
function MathField(props: MathFieldProps) {
  const { name, given, looks, status, readOnly, describedBy } = props
  const holder = useRef<HTMLSpanElement>(null)
  const field = useRef<MathfieldElement>(null)
  const latest = useRef(props)
  const known = useRef<unknown>(null)
  useEffect(() => {
    latest.current = props
  })
  useLayoutEffect(() => {
    const made = new MathfieldElement()
    // The field may also take the focus from a link or the heading, because a page that has just loaded may
    // have focused one of these.
    const isFree = !document.activeElement?.matches('main :not(a, h1)')
    // The settings of `prepare` only take effect once the element is in the page.
    holder.current?.append(made)
    prepare(made, latest.current.part.symbols ?? [])
    made.addEventListener('input', () => {
      known.current = sent(made.getValue('latex-unstyled'))
      latest.current.onChange(String(known.current))
    })
    made.addEventListener('focusin', () => latest.current.onFocus(made))
    made.addEventListener('keydown', ({ key }) => key === 'Enter' && latest.current.onEnter(), {
      capture: true,
    })
    field.current = made
    if (made === document.querySelector('[data-field], math-field')) {
      // Lets the keys write to the field even if it has never been focused.
      latest.current.onFocus(made)
      if (isFree && !latest.current.readOnly) made.focus()
    }
    return () => made.remove()
  }, [])
  useEffect(() => {
    if (!field.current || known.current === given) return
    known.current = given
    field.current.setValue(taken(looks), { format: 'latex', mode: 'math', silenceNotifications: true })
  }, [given, looks])
  useEffect(() => {
    if (field.current) field.current.readOnly = readOnly
    field.current?.setAttribute('aria-label', name)
    field.current?.setAttribute('aria-describedby', describedBy)
  }, [readOnly, name, describedBy])
  return <span ref={holder} className={style.field} data-kind="expression" data-status={status} />
}

const written: Record<string, string> = {
  '−': '-',
  '×': '\\times',
  '≤': '\\le',
  '≥': '\\ge',
  '≠': '\\ne',
  '±': '\\pm',
  π: '\\pi',
  '°': '^{\\circ}',
  or: '\\or',
  abs: '\\left|#0\\right|',
  fraction: '\\frac{#@}{#?}',
  root: '\\sqrt{#0}',
  power: '#@^{#?}',
}

const commands = { left: 'moveToPreviousChar', right: 'moveToNextChar', back: 'deleteBackward' } as const

type MathKeysProps = {
  symbols: readonly string[]
  /** The question's text. */
  asks: string
  field: MathHandle | null
}

/**
 * Keys that write to an expression's field without taking the focus: the question's own letters, the common
 * keys, and keys for signs that the question's text calls for. Two more sets have all letters and all signs.
 */
export function MathKeys({ symbols, asks, field }: MathKeysProps) {
  const [set, setSet] = useState<KeySet>('123')
  const press = (key: string) => {
    if (isSet(key)) return setSet(key)
    if (!field) return
    const command = Object.hasOwn(commands, key) ? commands[key as keyof typeof commands] : null
    if (command) field.executeCommand(command)
    else field.executeCommand(['insert', written[key] ?? key])
    // Goes back to the main keys after each sign.
    if (set === 'signs' && !command) setSet('123')
    field.focus()
  }
  return (
    <Keypad
      legend={t('Expression keys')}
      keys={keysOf(set, symbols, asks)}
      columns={6}
      disabled={!field}
      onKey={press}
    />
  )
}
