import type { actionCases } from './audit-action-cases.ts'

// Audit rows about printed work, with their sentences.
export const printingCases: typeof actionCases = [
  ['printing.worksheet', null, { pages: 2 }, 'printed the homework “Chapter 3” as a worksheet', 'hw'],
  ['printing.scan', null, { page: 2 }, 'stored page 2 of the worksheet for the homework “Chapter 3”', 'hw'],
]
