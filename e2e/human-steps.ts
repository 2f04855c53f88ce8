/**
 * Effort of one step for a person: typed words (1 second each), clicks, taps or choices (3 seconds each), and
 * paragraphs, lists or files to read or check (10 seconds each).
 */
type Effort = { words?: number; clicks?: number; reads?: number }

/** Estimates the time that a person needs for a journey, without waiting times. */
export function humanSteps() {
  let seconds = 0
  return {
    /** Does a step of a journey. `name` says what the person does. */
    step: async (
      name: string,
      { words = 0, clicks = 0, reads = 0 }: Effort,
      does: () => Promise<unknown>,
    ) => {
      seconds += words + 3 * clicks + 10 * reads
      await does()
    },
    minutes: () => seconds / 60,
  }
}
