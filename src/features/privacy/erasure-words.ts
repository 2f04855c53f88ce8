import { counted } from '#shared/text.ts'

export type RetainedRecords = Record<
  | 'notes'
  | 'tests'
  | 'awards'
  | 'answers'
  | 'mails'
  | 'sessions'
  | 'actions'
  | 'marks'
  | 'work'
  | 'places'
  | 'credits'
  | 'coming',
  number
>

const some = (...lines: (readonly [number, string])[]) =>
  lines.flatMap(([count, line]) => (count > 0 ? [line] : []))

/** Describes the data about a person that is erased, with counts. */
export const goesInWords = (kept: RetainedRecords) => [
  'The name, the picture, the email address, the user name, the password and all phone numbers',
  ...some(
    [kept.sessions, `${counted(kept.sessions, 'session')} (anyone logged in is logged out)`],
    [kept.notes, counted(kept.notes, 'note')],
    [kept.tests, `${counted(kept.tests, 'test')} on paper`],
    [kept.awards, counted(kept.awards, 'award')],
    [kept.answers, `Text and drawings in ${counted(kept.answers, 'answer')}, and the comments`],
    [kept.mails, `Text and recipients of ${counted(kept.mails, 'email')}`],
    [kept.actions, `Personal details in ${counted(kept.actions, 'line')} of the history`],
    [kept.coming, `${counted(kept.coming, 'place')} in classes, starting tomorrow`],
  ),
]

/** Describes in words the anonymous records that are kept, as counts. */
export const staysInWords = (kept: RetainedRecords) =>
  some(
    [kept.marks, `${counted(kept.marks, 'attendance mark')}, without notes`],
    [kept.work, `${counted(kept.work, 'piece')} of work with scores, without answers`],
    [kept.places, `${counted(kept.places, 'place')} in classes until today`],
    [kept.credits, counted(kept.credits, 'make-up credit')],
    [kept.actions, 'The fact that something was changed, when and by whom'],
  )

/** Returns true if two names are equal, ignoring case and extra spaces. */
export const sameName = (one: string, other: string) =>
  one.trim().replaceAll(/\s+/g, ' ').toLowerCase() === other.trim().replaceAll(/\s+/g, ' ').toLowerCase()
