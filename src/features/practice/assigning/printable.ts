import { isOpen, type WorkState } from '../rules.ts'

type PrintableWork = { state: WorkState; minutes: number | null; adaptive: boolean }

/** Returns the reason why work can't be printed as a worksheet, or null. */
export function whyNotPrinted({ state, minutes, adaptive }: PrintableWork) {
  if (adaptive)
    return 'This assessment chooses each question based on the answers so far, so it can’t be printed.'
  if (minutes !== null) return 'Work with a time limit can’t be printed.'
  return isOpen({ state }) ? null : 'This work is complete.'
}
