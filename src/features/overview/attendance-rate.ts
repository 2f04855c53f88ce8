/** Number of marks, and how many of them are for students who came. */
export type Marks = { marks: number; came: number }

/** Returns a part of a total in percent, rounded, or null if the total is 0. */
export const percentOf = (part: number, all: number) => (all === 0 ? null : Math.round((100 * part) / all))

/**
 * Returns the attendance rate: the percentage of marks for students who came, or null if there are no marks.
 */
export const attendanceRate = ({ marks, came }: Marks) => percentOf(came, marks)

const scaleStep = 10
const highestLeast = 50

/** Returns the lower end of a plot's scale, in percent: 50, or less if a rate is lower. */
export const leastOf = (rates: readonly (number | null)[]) =>
  rates.reduce<number>(
    (least, rate) => (rate === null ? least : Math.min(least, Math.floor(rate / scaleStep) * scaleStep)),
    highestLeast,
  )
