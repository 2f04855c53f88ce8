import { createContext } from 'react'

/**
 * Reason why nothing can be changed on a page, or null. The page's changing buttons are disabled with this
 * reason.
 */
export const ReadOnly = createContext<string | null>(null)
