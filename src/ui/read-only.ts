import { createContext } from 'react'

/** Reason why nothing can be changed on a page, or null. Its changing buttons refuse with it. */
export const ReadOnly = createContext<string | null>(null)
