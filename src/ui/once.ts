import type { MouseEvent } from 'react'

/**
 * Returns a click handler that ignores the second click of a double click, because a different button may be
 * there by then.
 */
export const once = (act: () => void) => (event: MouseEvent) => void (event.detail < 2 && act())
