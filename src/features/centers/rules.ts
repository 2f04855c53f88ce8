import { z } from 'zod'
import { subjects } from './subjects.ts'

/** When an absence gives a make-up: told of in time, excused or canceled; always; never (product §3). */
export const MakeupRule = z.enum(['notice', 'always', 'never'])

export type MakeupRule = z.infer<typeof MakeupRule>

/** The rule in words, under 'A missed class gives a make-up'. */
export const makeupWords: Record<MakeupRule, string> = {
  notice: 'When the family told of it in time, or it was excused or canceled',
  always: 'Always',
  never: 'Never',
}

/** Letters of other alphabets, in lower case, and the Latin ones that they look like, in the same order. */
const lookalike = [...'авсԁеғһніјкморԛгѕтуѵԝхαβεηικμνορτυχγζıօսոհ']

const latin = [...'abcdefhhijkmopqrstyvwxabenikuvoptuxyziounh']

const lookalikes = new Map(lookalike.map((letter, at) => [letter, latin[at] as string]))

/** Key of a name's appearance: names with the same key look alike. Ignores case, accents, full-width letters, spaces and signs. */
export const nameKey = (name: string) =>
  [...name.normalize('NFKC').toLowerCase().normalize('NFD')]
    .filter((letter) => !/[\p{M} .'-]/u.test(letter))
    .map((letter) => lookalikes.get(letter) ?? letter)
    .join('')

const alphabets = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u, /\p{Script=Cherokee}/u]

/** True if a name mixes alphabets whose letters look alike. */
export const mixesAlphabets = (name: string) => alphabets.filter((alphabet) => alphabet.test(name)).length > 1

/** What a class is of. */
export const Subject = z.enum(subjects)

export type Subject = z.infer<typeof Subject>

/** How a field takes a new one. */
export const pinDigits = {
  type: 'password',
  inputMode: 'numeric',
  autoComplete: 'new-password',
  pattern: '[0-9]{4,6}',
  maxLength: 6,
} as const

/** A PIN of a center's classrooms. */
export const Pin = z.string().regex(/^\d{4,6}$/, 'must have 4 to 6 digits')
