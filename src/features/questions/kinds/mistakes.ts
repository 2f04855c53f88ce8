import { z } from 'zod'

/** Maximum number of mistakes listed with one question. */
export const maxMistakes = 20

/** Maximum length of a message about a mistake, in characters. */
export const maxMessageLength = 200

/**
 * Field of every key: wrong answers that students often give, each with a message that says what went wrong.
 * `given` is the schema of the kind's answers.
 */
export const mistakesOf = <Given extends z.ZodType>(given: Given) =>
  z
    .array(z.strictObject({ given, message: z.string().min(1).max(maxMessageLength) }))
    .max(maxMistakes)
    .optional()

/**
 * A typed part of a listed mistake, with a function that changes its text. `num` counts the answered parts
 * from 1.
 */
export type TypedPart<Given> = { num: number; text: string; change: (text: string) => Given }
