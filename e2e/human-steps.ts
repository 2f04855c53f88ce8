/**
 * Effort of a person for a step, in seconds: 1 for a typed word, 3 for a click, a tap or a choice, and 10 for
 * each paragraph, list or file to read or check.
 */
type Effort = { words?: number; clicks?: number; reads?: number }

/** Counts the time that a person needs for a journey, without the waiting. */
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
