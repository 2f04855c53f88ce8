import type { PaperName } from '../sheets/layout.ts'

/** Search parameters of the page: the paper, by default the usual one, and what to show. */
type WorksheetSearch = { paper?: PaperName; show?: 'key' }

/** Reads search parameters and ignores invalid values. */
export const worksheetSearch = ({ paper, show }: Record<string, unknown>): WorksheetSearch => ({
  paper: paper === 'letter' || paper === 'a4' ? paper : undefined,
  show: show === 'key' ? show : undefined,
})
