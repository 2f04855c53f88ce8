import { counted } from '#shared/text.ts'

type Kept = Record<
  'notes' | 'tests' | 'awards' | 'answers' | 'mails' | 'sessions' | 'actions' | 'marks' | 'work' | 'places' | 'credits' | 'coming',
  number
>

const some = (...lines: (readonly [number, string])[]) => lines.flatMap(([count, line]) => (count > 0 ? [line] : []))

/** What is erased of somebody, in words and numbers. */
export const goesInWords = (kept: Kept) => [
  'The name, the picture, the e-mail address, the user name, the password and all phone numbers',
  ...some(
    [kept.sessions, `${counted(kept.sessions, 'session')}: whoever is signed in is signed out`],
    [kept.notes, counted(kept.notes, 'note')],
    [kept.tests, `${counted(kept.tests, 'test')} on paper`],
    [kept.awards, counted(kept.awards, 'award')],
    [kept.answers, `What was written and drawn in ${counted(kept.answers, 'answer')}, and the comments`],
    [kept.mails, `What was said in ${counted(kept.mails, 'mail')}, and to whom`],
    [kept.actions, `What is said of the person in ${counted(kept.actions, 'line')} of the history`],
    [kept.coming, `${counted(kept.coming, 'place')} in classes from tomorrow on`],
  ),
]

/** What stays as a number without a name. */
export const staysInWords = (kept: Kept) =>
  some(
    [kept.marks, `${counted(kept.marks, 'mark')} of attendance, without notes`],
    [kept.work, `${counted(kept.work, 'piece')} of work with the figures, without answers`],
    [kept.places, `${counted(kept.places, 'place')} in classes until today`],
    [kept.credits, counted(kept.credits, 'make-up credit')],
    [kept.actions, 'That something was changed, when and by whom'],
  )

/** A name as it is compared with what was typed. */
export const sameName = (one: string, other: string) =>
  one.trim().replaceAll(/\s+/g, ' ').toLowerCase() === other.trim().replaceAll(/\s+/g, ' ').toLowerCase()
