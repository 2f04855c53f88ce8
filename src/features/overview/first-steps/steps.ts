/** Setup steps for a center, in the recommended order. */
export const stepNames = [
  'center',
  'closures',
  'staff',
  'timetable',
  'students',
  'parents',
  'tablets',
  'mail',
] as const
export type StepName = (typeof stepNames)[number]

type Words = {
  title: string
  /** Purpose of the step, in one sentence. */
  purpose: string
}

export const stepWords: Record<StepName, Words> = {
  center: {
    title: 'Center and opening hours',
    purpose: 'Emails to families show the address, phone number and opening hours.',
  },
  closures: {
    title: 'Closed days',
    purpose: 'On holidays, no classes meet and nobody is marked absent.',
  },
  staff: {
    title: 'Teachers',
    purpose: 'The people who teach your classes. Managers and operators are invited by email.',
  },
  timetable: {
    title: 'Class schedule',
    purpose: 'Your weekly classes, with their times and number of seats.',
  },
  students: {
    title: 'Students',
    purpose: 'Add them one at a time, or import a CSV file.',
  },
  parents: {
    title: 'Parents',
    purpose: 'You can reach them by phone and email, and they can follow their child’s work.',
  },
  tablets: {
    title: 'Classroom tablets',
    purpose: 'Teachers take attendance and see their students’ work on them.',
  },
  mail: {
    title: 'First email to families',
    purpose: 'Email the parents of a class or of the whole center.',
  },
}

/** Returns the steps and whether each is done, or none if all are done. */
export function stepsLeft(done: Record<StepName, boolean>) {
  const steps = stepNames.map((name) => ({ name, done: done[name] }))
  return steps.every((step) => step.done) ? [] : steps
}
