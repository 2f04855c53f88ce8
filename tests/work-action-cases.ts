import type { actionCases } from './audit-action-cases.ts'

// Audit rows about printed work and whiteboards, with their sentences.
export const workCases: typeof actionCases = [
  ['printing.worksheet', null, { pages: 2 }, 'printed the homework “Chapter 3” as a worksheet', 'hw'],
  ['printing.scan', null, { page: 2 }, 'saved page 2 of the worksheet for the homework “Chapter 3”', 'hw'],
  ['practice.draw', null, { num: 3 }, 'started drawing on a question in the homework “Chapter 3”', 'hw'],
  [
    'practice.erase',
    null,
    { num: 3 },
    'erased what someone else drew on a question in the homework “Chapter 3”',
    'hw',
  ],
]
