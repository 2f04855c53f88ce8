import type { PaperName } from '../sheets/layout.ts'

/**
 * Search parameters of the page: the choice and the options. The defaults are the usual paper for the
 * browser's language, normal writing space, and an answer key.
 */
export type PrintSearch = {
  level?: string
  of?: string
  paper?: PaperName
  space?: 'none' | 'roomy'
  key?: false
}

/** Search parameters from the URL, before they are validated. */
export type PrintQuery = { [Name in keyof PrintSearch]?: unknown }

/** Reads search parameters and ignores invalid values. */
export const printSearch = ({ level, of, paper, space, key }: PrintQuery): PrintSearch => ({
  level: typeof level === 'string' ? level : undefined,
  of: typeof of === 'string' ? of : undefined,
  paper: paper === 'letter' || paper === 'a4' ? paper : undefined,
  space: space === 'none' || space === 'roomy' ? space : undefined,
  key: key === false ? key : undefined,
})
