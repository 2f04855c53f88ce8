import type { MouseEvent } from 'react'

/** The second click of a double click presses nothing: another button may be there by then. */
export const once = (act: () => void) => (event: MouseEvent) => void (event.detail < 2 && act())
