import type { WorkStatus, WorkKind, WorkState } from './rules.ts'

// Listed here rather than taken from the schema, so that student pages don't load the schema library.
const anyKind: readonly WorkKind[] = ['assessment', 'homework', 'test']
const homeworkOnly: readonly WorkKind[] = ['homework']

const allowed = {
  start: { kinds: anyKind, states: ['assigned', 'started'] },
  answer: { kinds: anyKind, states: ['started'] },
  hint: { kinds: homeworkOnly, states: ['started'] },
  submit: { kinds: anyKind, states: ['started', 'submitted', 'graded', 'returned'] },
  withdraw: { kinds: anyKind, states: ['assigned'] },
  /** Change of the due date or the time limit. */
  plan: { kinds: anyKind, states: ['assigned', 'started'] },
  grade: { kinds: anyKind, states: ['submitted', 'graded', 'returned'] },
  return: { kinds: anyKind, states: ['graded', 'returned'] },
  void: { kinds: anyKind, states: ['started', 'submitted', 'graded', 'returned', 'void'] },
} satisfies Record<string, { kinds: readonly WorkKind[]; states: readonly WorkState[] }>

export type WorkAction = keyof typeof allowed

/**
 * Returns true if the action is allowed for this kind of work in this state. Screens use it to show buttons,
 * and the server to refuse requests. Starting, submitting, returning or voiding twice has no further effect.
 */
export const workCan = (action: WorkAction, { kind, state }: WorkStatus) =>
  allowed[action].kinds.includes(kind) && (allowed[action].states as readonly WorkState[]).includes(state)

/** Reasons shown when an action is refused. */
export const refusalReasons = {
  start: 'This work can no longer be started.',
  answer: 'This work is complete, so answers can no longer be changed.',
  hint: 'Hints are only available while homework is in progress.',
  submit: 'Start the work before completing it.',
  withdraw: 'Work that a student has already started can’t be withdrawn.',
  plan: 'The due date and time limit of completed work can’t be changed.',
  grade: 'Work can be graded once it is complete.',
  return: 'Work can be returned once everything in it is graded.',
  void: 'This work hasn’t started. Withdraw it instead.',
} satisfies Record<WorkAction, string>

/** Label of each state for staff. */
export const stateWords: Record<WorkState, string> = {
  assigned: 'Not started',
  started: 'In progress',
  submitted: 'Being graded',
  graded: 'Graded',
  returned: 'Complete',
  void: 'Withdrawn',
}
