import { options, type RefObject, type VNode } from 'preact'

/** Properties of elements that React and Preact handle differently. */
type Props = {
  type?: string
  autoFocus?: boolean
  spellCheck?: boolean | string
  checked?: boolean
  onChange?: (event: Event) => void
  onClick?: (event: Event) => void
}

/**
 * Runs effects before the next tap or key, as React does. Preact would run them after the next frame, so fast
 * typing would reach handlers that still have the old text.
 */
options.requestAnimationFrame = queueMicrotask

type RefCallback = (element: HTMLElement | null) => unknown
type Ref = RefCallback | RefObject<HTMLElement> | null | undefined

const known = new WeakSet<HTMLElement>()
const noRef = {}
/**
 * Refs made by `refWithFocus`, keyed by the element's own ref. They are reused, because Preact calls a
 * changed ref again.
 */
const made = { focusing: new WeakMap<object, RefCallback>(), other: new WeakMap<object, RefCallback>() }

/** Returns a ref that focuses an element if it appears with `autoFocus`, and sets the element's own ref. */
function refWithFocus(ref: Ref, autoFocus: boolean): RefCallback {
  const refs = autoFocus ? made.focusing : made.other
  const existing = refs.get(ref ?? noRef)
  if (existing) return existing
  const next: RefCallback = (element) => {
    if (element && !known.has(element)) {
      known.add(element)
      if (autoFocus) element.focus()
    }
    if (typeof ref === 'function') return ref(element)
    if (ref) (ref as { current: HTMLElement | null }).current = element
    return undefined
  }
  refs.set(ref ?? noRef, next)
  return next
}

function handleLikeReact(vnode: VNode<Props>) {
  const { props } = vnode
  // Browsers obey `autofocus` only in new pages and dialogs.
  if (props.autoFocus !== undefined)
    vnode.ref = refWithFocus(vnode.ref as Ref, props.autoFocus) as VNode['ref']
  // The `spellcheck` attribute is on unless its value is "false".
  if (props.spellCheck === false) props.spellCheck = 'false'
  // Handles `click`, because it comes before `input` and `change`, whose handlers could reset the box.
  if (vnode.type === 'input' && props.onChange && /^(?:checkbox|radio)$/.test(props.type ?? '')) {
    const { onChange, onClick } = props
    props.onClick = (event) => {
      onClick?.(event)
      // A tap on a chosen radio changes nothing.
      if (props.checked !== (event.currentTarget as HTMLInputElement).checked) onChange(event)
    }
    delete props.onChange
  }
}

const before = options.vnode?.bind(options)
options.vnode = (vnode) => {
  before?.(vnode)
  if (typeof vnode.type === 'string') handleLikeReact(vnode)
}
