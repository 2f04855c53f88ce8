import { phoneInWords } from '#shared/entries.ts'
import type { Scheduled } from './api.ts'

/**
 * Returns the phone number to call and the latest note, for printed lists of students; empty if there is
 * neither.
 */
export const paperWords = ({ parentPhone, notes }: Pick<Scheduled, 'parentPhone' | 'notes'>) =>
  [phoneInWords(parentPhone), notes[0]?.msg].filter(Boolean).join(' · ')
