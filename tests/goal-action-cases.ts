import type { actionCases } from './audit-action-cases.ts'

// Audit rows about weekly goals, with their sentences.
export const goalCases: typeof actionCases = [
  ['goals.change', { questions: null }, { questions: 30 }, 'set the weekly goal to 30 questions'],
  ['goals.change', { questions: 30 }, { questions: 0 }, 'ended the weekly goal'],
  ['goals.change', { questions: 0 }, { questions: null }, 'reset the weekly goal to the center’s goal'],
  ['goals.choose', { questions: 20 }, { questions: 40 }, 'chose a weekly goal of 40 questions'],
]
