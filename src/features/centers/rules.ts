import { z } from 'zod'
import { subjects } from './subjects.ts'

/**
 * Rule for when a missed class gives a make-up credit (product §3): only if the absence was reported in time
 * or excused, or the class was canceled (`notice`); always; or never.
 */
export const MakeupRule = z.enum(['notice', 'always', 'never'])

export type MakeupRule = z.infer<typeof MakeupRule>

/** Labels of the rules, shown under 'A missed class earns a make-up'. */
export const makeupWords: Record<MakeupRule, string> = {
  notice: 'If reported in time, excused or canceled',
  always: 'Always',
  never: 'Never',
}

/** People who can book make-ups: the office only, or parents too, with or without confirmation. */
export const MakeupBooking = z.enum(['office', 'confirm', 'direct'])

export type MakeupBooking = z.infer<typeof MakeupBooking>

/** Labels of the settings under 'Booking by parents'. */
export const bookingWords: Record<MakeupBooking, string> = {
  office: 'Parents can’t book',
  confirm: 'Parents book, the center confirms',
  direct: 'Parents book directly',
}

/**
 * Lower-case letters of other alphabets. `latin` lists the Latin letters that they resemble, in the same
 * order.
 */
const lookalike = [...'авсԁеғһніјкморԛгѕтуѵԝхαβεηικμνορτυχγζıօսոհ']

const latin = [...'abcdefhhijkmopqrstyvwxabenikuvoptuxyziounh']

const lookalikes = new Map(lookalike.map((letter, at) => [letter, latin[at] as string]))

/**
 * Returns a key for a name's appearance: names that look alike have the same key. Ignores case, accents,
 * letter width, spaces, periods, apostrophes and hyphens.
 */
export const nameKey = (name: string) =>
  [...name.normalize('NFKC').toLowerCase().normalize('NFD')]
    .filter((letter) => !/[\p{M} .'-]/u.test(letter))
    .map((letter) => lookalikes.get(letter) ?? letter)
    .join('')

const alphabets = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
]

/** True if a name mixes alphabets that have similar-looking letters. */
export const mixesAlphabets = (name: string) => alphabets.filter((alphabet) => alphabet.test(name)).length > 1

export const Subject = z.enum(subjects)

export type Subject = z.infer<typeof Subject>

/** Properties of an input field for a new PIN. */
export const pinDigits = {
  type: 'password',
  inputMode: 'numeric',
  autoComplete: 'new-password',
  pattern: '[0-9]{4,6}',
  title: 'Enter 4 to 6 digits.',
  maxLength: 6,
} as const

/** Classroom PIN of a center. */
export const Pin = z.string().regex(/^\d{4,6}$/, 'must have 4 to 6 digits')
