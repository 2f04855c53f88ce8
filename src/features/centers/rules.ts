import { z } from 'zod'
import { subjects } from './subjects.ts'

/**
 * Rule for make-ups after an absence: if reported in time, excused or canceled; always; or never (product
 * §3).
 */
export const MakeupRule = z.enum(['notice', 'always', 'never'])

export type MakeupRule = z.infer<typeof MakeupRule>

/** The rules in words, below 'A missed class gives a make-up'. */
export const makeupWords: Record<MakeupRule, string> = {
  notice: 'If reported in time, excused or canceled',
  always: 'Always',
  never: 'Never',
}

/** People who book make-ups: the office alone, or parents too, with or without the center's confirmation. */
export const MakeupBooking = z.enum(['office', 'confirm', 'direct'])

export type MakeupBooking = z.infer<typeof MakeupBooking>

/** Words for each setting of 'Booking by parents'. */
export const bookingWords: Record<MakeupBooking, string> = {
  office: 'Parents can’t book',
  confirm: 'Parents book, the center confirms',
  direct: 'Parents book directly',
}

/**
 * Lower-case letters of other alphabets, and below them the Latin letters they look like, in the same order.
 */
const lookalike = [...'авсԁеғһніјкморԛгѕтуѵԝхαβεηικμνορτυχγζıօսոհ']

const latin = [...'abcdefhhijkmopqrstyvwxabenikuvoptuxyziounh']

const lookalikes = new Map(lookalike.map((letter, at) => [letter, latin[at] as string]))

/**
 * Key of a name's appearance: names with the same key look alike. Ignores case, accents, full-width letters,
 * spaces and signs.
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

/** True if a name mixes alphabets whose letters look alike. */
export const mixesAlphabets = (name: string) => alphabets.filter((alphabet) => alphabet.test(name)).length > 1

/** Subject of a class. */
export const Subject = z.enum(subjects)

export type Subject = z.infer<typeof Subject>

/** Properties of a field for a new PIN. */
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
