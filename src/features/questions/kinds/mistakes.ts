import { z } from 'zod'

/** Maximum number of mistakes listed with one question. */
export const maxMistakes = 20

/** Maximum length of a message about a mistake, in characters. */
export const maxMessageLength = 200

/**
 * Returns the schema of a field that every key has: wrong answers that students often give, each with a
 * message that explains the mistake. `given` is the schema of the kind's answers.
 */
export const mistakesOf = <Given extends z.ZodType>(given: Given) =>
  z
    .array(z.strictObject({ given, message: z.string().min(1).max(maxMessageLength) }))
    .max(maxMistakes)
    .optional()

/**
 * A typed part of a listed mistake, with a function that changes its text. `num` is the part's number,
 * counting from 1.
 */
export type TypedPart<Given> = { num: number; text: string; change: (text: string) => Given }
