import { options, type RefObject, type VNode } from 'preact'

/**
 * Runs effects before the next tap or key, as React does. Preact would run them after the next frame, so that
 * fast typing would meet handlers that don't know the latest text yet.
 */
options.requestAnimationFrame = queueMicrotask

const known = new WeakSet<Element>()

/** Gives the focus to new elements with `autoFocus`. Browsers do so only in new pages and dialogs. */
function handleAutoFocus(vnode: VNode<{ autoFocus?: boolean }>) {
  const { autoFocus } = vnode.props
  if (typeof vnode.type !== 'string' || autoFocus === undefined) return
  const ref = vnode.ref as ((element: Element | null) => void) | RefObject<Element | null> | null | undefined
  vnode.ref = (element: HTMLElement | null) => {
    if (typeof ref === 'function') ref(element)
    else if (ref) ref.current = element
    if (element === null || known.has(element)) return
    known.add(element)
    if (autoFocus) element.focus()
  }
}

const { vnode: before } = options
options.vnode = (vnode) => {
  before?.(vnode)
  handleAutoFocus(vnode as VNode<{ autoFocus?: boolean }>)
}
