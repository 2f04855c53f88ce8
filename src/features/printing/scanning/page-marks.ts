import { givenIn } from '#features/questions/kinds/bubbles.ts'
import { emptyGiven, isBlank } from '#features/questions/kinds/given.ts'
import type { Given } from '#features/questions/rules.ts'
import { readBubbles } from '../reading/bubbles.ts'
import type { Gray } from '../reading/gray.ts'
import type { PageMark, PrintedPage } from '../worksheets/api.ts'

/**
 * Result of reading a question: the answer read from its bubbles, or whether the handwritten answer is right.
 * `right` is null until somebody has decided. `isClear` is false if a person should look at the bubbles.
 */
export type MarkReading = { num: number; given?: Given; right?: boolean | null; isClear: boolean }

/**
 * Reads the bubbles of a page. For handwriting, returns the marks that staff gave when they last stored the
 * page. Once the work is handed in, its answers can't change, so the bubbles keep the answers read earlier.
 */
export const readingsOf = (
  straight: Gray,
  { questions, marks, state }: Pick<PrintedPage, 'questions' | 'marks' | 'state'>,
) =>
  questions.map(({ num, shown, bubbles }): MarkReading => {
    const before = marks?.find((mark) => mark.num === num)
    if (bubbles.length === 0) return { num, right: before?.right ?? null, isClear: true }
    if (state !== 'started') return { num, given: before?.given ?? emptyGiven(shown), isClear: true }
    const fillings = readBubbles(straight, bubbles)
    const filled = fillings.filter(({ isFilled }) => isFilled).map(({ name }) => name)
    const read = givenIn(shown, filled)
    if (!read) return { num, right: null, isClear: true }
    return { num, given: read.given, isClear: read.isClear && fillings.every(({ isClear }) => isClear) }
  })

/** Returns the readings of a page, with those that a person has decided in place of the automatic ones. */
export const withDecided = (readings: readonly MarkReading[], decided: readonly MarkReading[]) =>
  readings.map((reading) => decided.find(({ num }) => num === reading.num) ?? reading)

/** Returns the marks to store: those of questions that have an answer. */
export const marksOf = (readings: readonly MarkReading[]): PageMark[] =>
  readings.flatMap(({ num, given, right }): PageMark[] => {
    if (given) return isBlank(given) ? [] : [{ num, given }]
    return typeof right === 'boolean' ? [{ num, right }] : []
  })

/** Returns the number of questions without a mark, which count as not answered. */
export const unreadCount = (readings: readonly MarkReading[]) => readings.length - marksOf(readings).length
