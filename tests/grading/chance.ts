import { one, type Roll } from './formula.ts'

/** Returns a whole number from `-most` to `most` other than 0. */
export const nonzero = (roll: Roll, most: number) => one(roll, [1, -1]) * (1 + roll(most))
/** Returns a whole number from `-most` to `most`. */
export const whole = (roll: Roll, most: number) => roll(2 * most + 1) - most
/** Writes a number as a term of a sum: `+ 5`, `- 5`. */
export const signed = (value: number) => (value < 0 ? `- ${-value}` : `+ ${value}`)

export const shuffled = <T>(roll: Roll, list: readonly T[]) =>
  list
    .map((each) => ({ each, at: roll(10_000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each)

export type Dot = { x: number; y: number }
export const dots = (points: readonly Dot[]) => points.map(({ x, y }) => `(${x}, ${y})`).join(' ')
export const moved = ({ x, y }: Dot, right: number, up: number): Dot => ({ x: x + right, y: y + up })
